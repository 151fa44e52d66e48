/* road_map: a map of roads in full size, for programs that take some by name. A
 * failure ends the program with a message. */
#ifndef RELAXD_TESTS_SOLVER_ROAD_MAP_H
#define RELAXD_TESTS_SOLVER_ROAD_MAP_H

#include "core/graph/map.h"

/* The exit status that meson takes as a skipped test. */
enum { EXIT_SKIP = 77 };

/* `name`: an .rlx file, a DIMACS graph, OpenStreetMap data, the number of
 * vertices of a generated map, or town-N for a town of N x N junctions. NULL:
 * there is no such file; prints that on stdout. */
struct map *road_map_open(const char *name);

/* Takes ownership of the map; returns it, ordered if it was not. */
struct map *road_map_ordered(struct map *map);

#endif
