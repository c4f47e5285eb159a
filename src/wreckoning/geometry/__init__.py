"""Exact shapes for miniatures: the same whole numbers on every machine, interpreted and compiled.

Lengths are thousandths of the ruleset's unit (µm if that is the millimetre), coordinates at most
`points.LIMIT` = 2^22 from 0. Headings are hundredths of a degree, clockwise; heading 0 points along
x, and y is to its right, as on a screen. Everything a rule calls is a `@jitable` function over
integers and records. No floats, no tolerances: only products with a sine are rounded (a body's half
vectors, a leg's end), and everything computed from the rounded figures is exact.

Sets of bodies ("ignored", "overlapping", "in the way") are the bits of one integer: 62 to a list. A
list is passed with the number of its elements that count. NOBODY (−1) means no index. Touching is
not overlapping.

| module | records | functions |
|---|---|---|
| `angles` | DEGREE QUARTER HALF_TURN TURN | sine cosine rounded direction ahead forward rotate |
| | | turn_between heading_of |
| `points` | LIMIT | cross squared_distance root side_of segments_cross is_on_segment |
| | | compare_products members |
| `bodies` | Body; FRONT RIGHT REAR LEFT | place half_vectors vectors_of corners_of corners_at |
| | | reach_of edge_of middle_of_edge heading_of_edge is_point_in_body |
| `polygons` | Polygon, MAX_CORNERS | settle_polygon doubled_area is_point_in_polygon |
| `check` | | check_body check_polygon fill_polygon (data files: Malformed with the place) |
| `overlap` | Table | bodies_overlap overlaps_polygon polygons_overlap is_on_table |
| | | overlapping overlapping_polygons (sets); gap_to_body gap_to_polygon gap_to_edge |
| | | gap_to_place place_of is_apart_from_body is_apart_from_polygon |
| | | circle_misses_body circle_misses_polygon |
| `distance` | | distance_of_bodies distance_to_polygon distance_of_segment distance_to_point |
| | | distance_of_points; bodies_within polygon_within segment_within (limit included) |
| `paths` | Path, Leg | clear_path add_straight add_arc add_slide add_pivot add_path add_mirrored |
| | | travel_of stand_at end_of drive |
| `curves` | | arc_length s_curve add_s_curve check_path (when data is loaded) |
| `gliding` | IN_DOUBT | glide_to_body glide_to_polygon (for `contact`) |
| `contact` | | first_contact first_contact_polygon first_exit slide_back slide_back_polygon |
| | | circle_of first_contact_in first_contact_polygon_in first_exit_in |
| `meeting` | | edges_met edge_met facing_edge |
| `arcs` | | is_in_arc_of_edge is_in_arc_of_middle is_in_arc_of_centre is_in_opening |
| | | is_point_in_opening |
| `sight` | | body_blocks polygon_blocks in_the_way polygons_in_the_way sight_point |
| | | sight_of_body sight_between free_lines_between |
| `regions` | | piece_at is_segment_in_region is_body_in_region is_body_partly_in_region |
| | | is_strip_in_region |
| `gates` | Gate; ALL_CORNERS | past step_crosses is_wholly_past first_crossing |
| | | first_crossing_of_centre first_passage corners_through corners_past |
| | | corners_moved_through |

A movement as a rule makes it: a template laid at the middle of the front edge; the rear edge ends
at its far end.

    clear_path(path, body.half_length)              # the rear edge's middle follows the path
    add_straight(path, 2 * body.half_length)        # to the start of the template
    add_path(path, template)
    limit = travel_of(path)
    limit, other = first_contact(path, body, bodies, count, ignored | 1 << me, limit)
    limit, solid = first_contact_polygon(path, body, solids, solid_count, gone, limit)
    edge = first_exit(path, body, table, limit)     # less than limit: the table's edge comes first
    drive(path, body, edge)

The last of these that finds something nearer tells what was hit; at the same unit the earlier one.
"""
