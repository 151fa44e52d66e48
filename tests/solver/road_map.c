/* road_map: opens or generates the map. */
#include "tests/solver/road_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/graph/import/dimacs/dimacs.h"
#include "core/graph/import/osm/file/osm_file.h"
#include "core/graph/import/osm/osm_import.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/order/map_order.h"
#include "lab/generate/generate.h"
#include "tests/unit/graph/road_fixture.h"

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

/* As a car sees them, not ordered. */
static struct map *roads_of(const char *name)
{
    struct profile *car = NULL;
    struct osm_import_settings settings = {
        .paths = &name,
        .path_count = 1,
        .profiles = &car,
        .profile_count = 1,
        .small_component = 1000,
        .unordered = true,
    };
    struct map *map = NULL;
    struct error error;

    must(profile_find("car", NULL, 0, &car, &error), &error);
    must(osm_import(&settings, NULL, &map, &error), &error);
    profile_destroy(car);
    return map;
}

struct map *road_map_open(const char *name)
{
    const char *side = strncmp(name, "town-", 5) ? NULL : name + 5;
    struct dimacs_files files = {.graph = name};
    const char *ending = strrchr(name, '.');
    struct map *map = NULL;
    uint32_t vertex_count;
    struct error error;

    if (parse_u32(name, &vertex_count))
        return generated(vertex_count);
    if (side && parse_u32(side, &vertex_count))
        return road_town(vertex_count, 1, false);
    if (access(name, R_OK)) {
        printf("skipped: there is no map %s\n", name);
        return NULL;
    }
    if (osm_file_is_one(name))
        return roads_of(name);
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
