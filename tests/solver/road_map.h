/* road_map: a map of roads in full size, for programs that take some by name.
 * What fails ends the program, with words. */
#ifndef RELAXD_TESTS_SOLVER_ROAD_MAP_H
#define RELAXD_TESTS_SOLVER_ROAD_MAP_H

#include "core/graph/map.h"

/* What meson takes for a skipped test. */
enum { EXIT_SKIP = 77 };

/* `name`: an .rlx file, a DIMACS graph, OpenStreetMap data, the number of
 * vertices of a generated map, or town-N for a town of N x N junctions. NULL:
 * there is no such file, which it says on stdout. */
struct map *road_map_open(const char *name);

/* Takes the map over and gives it as it is, or ordered where it is not. */
struct map *road_map_ordered(struct map *map);

#endif
