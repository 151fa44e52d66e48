/* relaxctl check: whether a map file is intact, and its roads connected. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/text.h"
#include "core/graph/components.h"
#include "core/graph/map_file/map_file.h"

struct options {
    const char *map;
    const char *profile; /* NULL: all of the file */
};

static void print_components(const char *kind, const struct map *map,
                             const struct components *components)
{
    uint32_t n = map->topology.vertex_count;

    printf("%-6s components: %" PRIu32 ", the largest with %" PRIu32
           " of %" PRIu32 " %s (%.2f %%)\n",
           kind, components->count, components->largest, n,
           plural(n, "vertex", "vertices"),
           n ? 100.0 * components->largest / n : 0);
}

static int check_connection(const struct map *map, struct error *error)
{
    struct components strong, weak;

    if (components_strong(map, &strong) || components_weak(map, &weak))
        return error_no_memory(error);
    print_components("strong", map, &strong);
    print_components("weak", map, &weak);
    return 0;
}

static void print_order(const char *path, const struct map *map)
{
    bool ordered = map->hierarchy.supernode_count > 0;
    const char *profile = map->roads.profile.name;

    printf("%s%s%s: OK, %s\n", path, *profile ? " for " : "", profile,
           ordered ? "ordered" : "not ordered");
    ordering_advise("  ", map, arguments_input_name(path));
}

static int check_map(const char *path, const char *profile, struct error *error)
{
    struct map *map;
    int r = map_open_profile(path, profile, &map, error);

    if (r)
        return r;
    print_order(path, map);
    r = check_connection(map, error);
    map_destroy(map);
    return r;
}

/* Checks every map of the file. */
static int check_all(const char *path, struct error *error)
{
    struct map_profiles profiles = {.count = 0};
    int r = map_profiles_read(path, &profiles, error);

    for (uint32_t i = 0; i < profiles.count && !r; i++) {
        const char *name = profiles.name[i];

        r = check_map(path, *name ? name : NULL, error);
    }
    return r;
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;

    return options->profile ? check_map(options->map, options->profile, error)
                            : check_all(options->map, error);
}

static struct options options;

static const struct argument arguments[] = {
    ARGUMENT_PROFILE(struct options, "only the map of that profile"),
    {0},
};

const struct command command_check = {
    .name = "check",
    .summary = "verify a map file and count its components",
    .usage = "MAP [--profile NAME]",
    .about =
        "Verifies every checksum, the map's arrays and, of an ordered map, the "
        "hierarchy; says how to order one that is not. Then counts the strong "
        "components (all vertices reach each other) and the weak ones (arcs "
        "used both ways), without closed arcs. Of a damaged map prints the "
        "section and byte, and ends with 1. Of a file of several profiles all "
        "are checked, or the one named.",
    .examples = "  relaxctl check ny.rlx",
    .arguments = {arguments},
    .options = &options,
    .take = arguments_take_map,
    .run = run,
};
