"""The questions of Kart RTD: to people, to the dice and to the referee."""

from __future__ import annotations

from wreckoning.core.declared import SEATS, Asked, Names
from wreckoning.rulesets.rtd.race import NO, YES, Effect, Item, Order, Use

YES_NO = Names({NO: "no", YES: "yes"})


class Question(Asked):
    """Choices and dice, by the names that log files and the referee's JSON use."""

    ROCKET_START = "R14", "Attempt a Rocket Start?", YES_NO
    ORDER = "R17", "What is your action this turn?", Order
    USE = "R34", "What about your item?", Use
    TARGET = "R21", "Which target?", SEATS
    PATH_ITEM = "R23", "Which item opens the path?", Item
    SLIDE_PASS = "R24", "Use the slide's free pass attempt?", YES_NO
    PULL_AHEAD = "R29", "Try to Pull Ahead?", YES_NO
    ITEM_BOX = "R30", "Go for an item box?", YES_NO
    SHARE = "R45", "Make the driver behind share the Blue Shell?", YES_NO
    CUSTOM_MODIFIER = "A69", "Referee: the check's modifier?", int
    CUSTOM_SUCCESS = "A69", "Referee: what does success bring?", Effect
    CUSTOM_FAILURE = "A69", "Referee: what does failure bring?", Effect
    KEEP_ITEM = "A43", "Your hand is full: which item do you keep?", Item
    CUSTOM_OTHER = "A69", "Referee: who is rammed?", SEATS
    # dice
    ROCKET_CHECK = "R14", "Rocket Start"
    GRID_CHECK = "R15", "tie on the grid"
    AGGRESSIVE_CHECK = "R18", "Drive Aggressively"
    SLIDE_CHECK = "R24", "Power Slide"
    PATH_CHECK = "R23", "alternate path"
    PASS_ROLL = "R4", "Pass"
    PASS_DEFENCE = "R4", "to keep the place"
    RAM_CHECK = "R22", "Ram"
    RAM_DEFENCE = "R22", "against the Ram"
    SPIN_OUT_CHECK = "R22", "not to spin out"
    AVOID_CHECK = "R36", "to avoid what lies on the track"
    THROW_CHECK = "R37", "throw"
    SHELL_ATTACK = "R39", "shell attack"
    SHELL_DEFENCE = "R39", "to dodge the shell"
    BOMB_DODGE = "R41", "to dodge the Bob-omb"
    BLAST_CHECK = "R41", "to escape the blast"
    HAZARD_CHECK = "R26", "course hazard"
    DASH_CHECK = "R26", "dash panel"
    FALL_BACK_CHECK = "R28", "not to Fall Back"
    PULL_AHEAD_CHECK = "R29", "Pull Ahead"
    BOX_CHECK = "R30", "item box"
    ITEM_ROLL = "R6", "Item Roll"
    STEAL_FROM = "R44", "the driver that Boo robs"
    STEAL_ITEM = "R44", "which item Boo takes"
    SHARE_ROLL = "R45", "to share the Blue Shell"
    SHARE_DEFENCE = "R45", "to stay clear of it"
    CUSTOM_CHECK = "A69", "the referee's check"
