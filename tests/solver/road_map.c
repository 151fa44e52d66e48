/* road_map: a map of roads in full size, for programs that take some by name.
 */
#include "tests/solver/road_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/parse.h"
#include "core/graph/generate/generate.h"
#include "core/graph/hierarchy/map_order.h"
#include "core/graph/import/dimacs.h"
#include "core/graph/map_file.h"

static void must(int r, const struct error *error)
{
    if (!r)
        return;
    fprintf(stderr, "%s\n", error->text);
    exit(EXIT_FAILURE);
}

static struct map *generated(uint32_t vertex_count)
{
    struct generate_request request = {models[0], vertex_count, 7};
    struct map *map = NULL;
    struct error error;

    must(generate_map(&request, NULL, &map, &error), &error);
    return map;
}

struct map *road_map_open(const char *name)
{
    struct dimacs_files files = {.graph = name};
    const char *ending = strrchr(name, '.');
    struct map *map = NULL;
    uint32_t vertex_count;
    struct error error;

    if (parse_u32(name, &vertex_count))
        return generated(vertex_count);
    if (access(name, R_OK)) {
        printf("skipped: there is no map %s\n", name);
        return NULL;
    }
    must(ending && !strcmp(ending, ".rlx")
             ? map_open(name, &map, &error)
             : dimacs_import(&files, NULL, &map, &error),
         &error);
    return map;
}

struct map *road_map_ordered(struct map *map)
{
    struct map *ordered = NULL;
    struct error error;

    if (map->hierarchy.supernode_count)
        return map;
    must(map_order(map, NULL, &ordered, &error), &error);
    map_destroy(map);
    return ordered;
}
