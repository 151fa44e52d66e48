/* relaxctl order: renumbers a map by an elimination order, and adds its
 * hierarchy. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/ordering.h"
#include "core/base/atomic_file.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/order/order_file.h"

struct order_arguments {
    const char *map;
    const char *profile;     /* NULL: not given */
    const char *output;      /* NULL: write no map */
    const char *order;       /* NULL: METIS's */
    const char *write_order; /* NULL: write none */
    bool force;
};

static int check(void *context)
{
    const struct order_arguments *arguments = context;

    if (!arguments->output && !arguments->write_order)
        return command_usage("needs -o OUT.rlx, where to write");
    return 0;
}

/* The output may be the map itself: it is replaced when all is done. */
static int check_names(const struct order_arguments *arguments,
                       struct error *error)
{
    int r = arguments_check_output(arguments->output, arguments->order, error);

    if (!r)
        r = arguments_check_output(arguments->write_order, arguments->map,
                                   error);
    if (!r)
        r = arguments_check_output(arguments->write_order, arguments->order,
                                   error);
    if (!r)
        r = arguments_check_outputs(arguments->write_order, arguments->output,
                                    error);
    return r;
}

static int check_files(const struct order_arguments *arguments,
                       struct error *error)
{
    int r = check_names(arguments, error);

    if (!r && arguments->output)
        r = atomic_file_check(arguments->output, error);
    if (!r && arguments->write_order)
        r = atomic_file_check(arguments->write_order, error);
    return r;
}

static int read_order(const struct order_arguments *arguments,
                      const struct map *map, uint32_t **ret_order,
                      struct error *error)
{
    struct progress_printer printer;
    int r;

    if (!arguments->order) {
        *ret_order = NULL;
        return 0;
    }
    progress_printer_init(&printer);
    r = order_import(arguments->order, map, &printer.base, ret_order, error);
    progress_printer_finish(&printer);
    return r;
}

/* All maps of the file; ordered maps replace their originals. */
struct order_work {
    struct map *map[MAP_PROFILES_MAX];
    bool chosen[MAP_PROFILES_MAX];
    struct ordering ordering[MAP_PROFILES_MAX]; /* of the chosen maps */
    uint32_t count;
    uint32_t named; /* --profile's, if it is given */
};

static void summarize(const struct order_arguments *arguments,
                      const struct order_work *work)
{
    for (uint32_t i = 0; i < work->count; i++) {
        const struct map *map = work->map[i];
        const char *profile = map->roads.profile.name;
        uint32_t n = map->topology.vertex_count;
        uint32_t m = map->topology.arc_count;

        if (!work->chosen[i])
            continue;
        printf("%s%s%s: %" PRIu32 " %s, %" PRIu32 " %s\n", arguments->output,
               *profile ? " for " : "", profile, n,
               plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"));
        ordering_summarize(&work->ordering[i], map, arguments->output);
    }
}

/* Writes the order first: once the map exists, both do. Only maps without roads
 * have an order to read or write; a file has one of them. */
static int write_both(const struct order_arguments *arguments,
                      const struct order_work *work, struct error *error)
{
    const char *order = arguments->write_order;
    int r = order ? order_export(work->map[0], order, error) : 0;

    if (r)
        return r;
    r = map_write_all((const struct map *const *)work->map, work->count,
                      arguments->output, error);
    if (r && order)
        error_prefix(error, "'%s' is written, the map is not", order);
    if (!r)
        summarize(arguments, work);
    return r;
}

static int order_one(const struct order_arguments *arguments, struct map **map,
                     struct ordering *ret_ordering, struct error *error)
{
    struct map *ordered;
    uint32_t *order;
    int r = read_order(arguments, *map, &order, error);

    if (r)
        return r;
    r = ordering_run(*map, order, &ordered, ret_ordering, error);
    free(order);
    if (r)
        return r;
    map_destroy(*map);
    *map = ordered;
    return 0;
}

static int choose(const struct order_arguments *arguments,
                  struct order_work *work, struct error *error)
{
    bool any = false;

    for (uint32_t i = 0; i < work->count; i++) {
        const struct map *map = work->map[i];

        work->chosen[i] = (!arguments->profile || i == work->named) &&
                          (!map->hierarchy.supernode_count || arguments->force);
        any |= work->chosen[i];
    }
    if (any)
        return 0;
    return error_set(error, -EINVAL,
                     "'%s' is ordered already; --force orders it anew",
                     arguments->map);
}

/* Orders the chosen maps and writes the requested files. */
static int order(const struct order_arguments *arguments,
                 struct order_work *work, struct error *error)
{
    int r = choose(arguments, work, error);

    for (uint32_t i = 0; i < work->count && !r; i++) {
        if (work->chosen[i])
            r = order_one(arguments, &work->map[i], &work->ordering[i], error);
    }
    return r ? r : write_both(arguments, work, error);
}

static int export(const struct order_arguments *arguments, struct error *error)
{
    struct map *map;
    int r = map_open_profile(arguments->map, arguments->profile, &map, error);

    if (r)
        return r;
    if (!map->hierarchy.supernode_count)
        r = error_set(error, -EINVAL,
                      "'%s' is not ordered; -o OUT.rlx orders it",
                      arguments->map);
    else
        r = order_export(map, arguments->write_order, error);
    map_destroy(map);
    return r;
}

static int open_all(const struct order_arguments *arguments,
                    struct order_work *work, struct error *error)
{
    struct map_profiles profiles = {.count = 0};
    int r = map_profiles_read(arguments->map, &profiles, error);

    if (!r && arguments->profile)
        r = map_profiles_find(&profiles, arguments->profile, &work->named,
                              error);
    for (uint32_t i = 0; i < profiles.count && !r; i++) {
        const char *name = profiles.name[i];

        r = map_open_profile(arguments->map, *name ? name : NULL, &work->map[i],
                             error);
        if (!r)
            work->count++;
    }
    return r;
}

static int run(void *context, struct error *error)
{
    const struct order_arguments *arguments = context;
    struct order_work work = {.count = 0};
    int r = check_files(arguments, error);

    if (r)
        return r;
    if (!arguments->output)
        return export(arguments, error);
    r = open_all(arguments, &work, error);
    if (!r)
        r = order(arguments, &work, error);
    for (uint32_t i = 0; i < work.count; i++)
        map_destroy(work.map[i]);
    return r;
}

static struct order_arguments options;

#define FIELD(field) offsetof(struct order_arguments, field)

static const struct argument arguments[] = {
    {"output", "OUT.rlx", ARGUMENT_OUTPUT, FIELD(output), .letter = 'o',
     .help = "where to write the map"},
    {"order", "FILE", ARGUMENT_INPUT, FIELD(order), .with = "output",
     .help = "an order from elsewhere: ids as in the source, one a line, first "
             "to be eliminated first, each vertex once, # begins a comment; "
             "plain or compressed, - is standard input. Not of a map with "
             "roads. Any order gives right "
             "answers, a bad one a large and slow hierarchy"},
    {"write-order", "FILE", ARGUMENT_OUTPUT, FIELD(write_order),
     .help = "write the order of MAP, or with -o the new one, in that form"},
    ARGUMENT_PROFILE(struct order_arguments,
                     "order the map of that profile, of a file that has "
                     "several; else all that are not ordered"),
    {"force", NULL, ARGUMENT_FLAG, FIELD(force), .with = "output",
     .help = "order anew what is ordered already"},
    {0},
};

const struct command command_order = {
    .name = "order",
    .summary = "order a map for the solvers that need a hierarchy",
    .usage = "MAP -o OUT.rlx [--order FILE] [--force]\n"
             "MAP --write-order FILE",
    .about =
        "Finds an elimination order by nested dissection (METIS), numbers the "
        "vertices by it and writes the map with its hierarchy; 'import' and "
        "'generate' do so by themselves, but where the hierarchy would take "
        "far more memory than on roads. Ids, weights and positions stay. "
        "Changed weights need no new order. OUT.rlx and FILE are whole and "
        "new, or untouched; OUT.rlx may be MAP itself. It takes about 1 s for "
        "New York's 264,346 vertices, 8 s for 1.5 million, a minute for 6 "
        "million.",
    .examples = "  relaxctl order old.rlx -o ordered.rlx\n"
                "  relaxctl order ordered.rlx --write-order ny.order",
    .arguments = {arguments},
    .options = &options,
    .take = arguments_take_map,
    .check = check,
    .run = run,
};
