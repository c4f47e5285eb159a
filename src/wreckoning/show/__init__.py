"""Parts that views share, between `core` and `geometry` below and the rulesets above.

words      words, drafts, options, prompts, pieces, typed_moves, course_records, reports, names,
           corrections
a game     learning (what it teaches newcomers), reference (its questions and events)
drawing    pen, paints, shapes, drawings (SVG files), landscape, yard, table_board, letters,
           effects, picture
default    default_view: shows a ruleset that has no view of its own
"""
