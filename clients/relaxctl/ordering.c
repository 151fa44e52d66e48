/* Ordering within a limit, and the messages about it. */
#include "clients/relaxctl/ordering.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/graph/order/map_order.h"

/* Larger maps take more than a moment. */
enum { MANY = 200000 };

static void announce(const struct map *map)
{
    if (map->topology.vertex_count >= MANY)
        fprintf(stderr, "ordering %" PRIu32 " vertices ...\n",
                map->topology.vertex_count);
}

/* "its hierarchy VERB 65.7 MiB in memory, 260.6 bytes a vertex" */
static void print_size(FILE *stream, const char *verb, const struct map *map,
                       const struct hierarchy_size *size)
{
    char words[HIERARCHY_SIZE_WORDS];

    hierarchy_size_words(hierarchy_size_bytes(size), map->topology.vertex_count,
                         words);
    fprintf(stream, "its hierarchy %s %s", verb, words);
}

static int order_at_any_size(const struct map *map, const uint32_t *order,
                             struct map **ret_map, struct hierarchy_size *size,
                             struct error *error)
{
    int r = map_order_within(map, order,
                             hierarchy_bytes_max(map->topology.vertex_count),
                             size, ret_map, error);

    if (r != MAP_ORDER_TOO_LARGE)
        return r;
    print_size(stderr, "will take", map, size);
    fputs(", " HIERARCHY_TOO_LARGE ": relaxd will leave it out\n", stderr);
    return map_order(map, order, ret_map, error);
}

int ordering_run(const struct map *map, const uint32_t *order,
                 struct map **ret_map, struct ordering *ret_ordering,
                 struct error *error)
{
    struct ordering ordering = {.outcome = ORDERING_DONE};
    uint64_t started_us = clock_now_us();
    uint32_t *found = NULL;
    int r = 0;

    announce(map);
    if (!order)
        r = map_find_order(map, &found, error);
    if (!r)
        r = order_at_any_size(map, order ? order : found, ret_map,
                              &ordering.size, error);
    free(found);
    if (r) {
        error_prefix(error, "order the map");
        return r;
    }
    ordering.took_us = clock_now_us() - started_us;
    *ret_ordering = ordering;
    return 0;
}

struct map *ordering_try(struct map *map, struct ordering *ret_ordering)
{
    uint64_t started_us = clock_now_us();
    struct map *ordered = NULL;
    int r;

    announce(map);
    *ret_ordering = (struct ordering){.outcome = ORDERING_DONE};
    r = map_order_within(map, NULL,
                         hierarchy_bytes_max(map->topology.vertex_count),
                         &ret_ordering->size, &ordered, &ret_ordering->error);
    ret_ordering->took_us = clock_now_us() - started_us;
    if (r)
        ret_ordering->outcome = r < 0 ? ORDERING_FAILED : ORDERING_TOO_LARGE;
    if (r == MAP_ORDER_TOO_LARGE)
        map->info.too_large_bytes =
            (uint64_t)hierarchy_size_bytes(&ret_ordering->size);
    return ordered;
}

static void print_done(const struct ordering *ordering, const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint64_t entries = hierarchy->first_panel[hierarchy->supernode_count] -
                       map->topology.vertex_count;

    printf("  ordered in %.2f s: %" PRIu32 " %s on %" PRIu32
           " %s, the largest front %" PRIu32 ", %" PRIu64 " %s\n  ",
           (double)ordering->took_us / 1e6, hierarchy->supernode_count,
           plural(hierarchy->supernode_count, "supernode", "supernodes"),
           hierarchy->level_count,
           plural(hierarchy->level_count, "level", "levels"),
           hierarchy->front_max, entries, plural(entries, "entry", "entries"));
    print_size(stdout, "takes", map, &ordering->size);
    putchar('\n');
}

void ordering_summarize(const struct ordering *ordering, const struct map *map,
                        const char *path)
{
    switch (ordering->outcome) {
    case ORDERING_DONE:
        print_done(ordering, map);
        break;
    case ORDERING_TOO_LARGE:
        fputs("  left unordered: ", stdout);
        print_size(stdout, "would take", map, &ordering->size);
        printf(", " HIERARCHY_TOO_LARGE "; 'relaxctl order %s -o %s' orders it "
               "all the same, but relaxd leaves such a hierarchy out\n",
               path, path);
        break;
    case ORDERING_FAILED:
        fprintf(stderr,
                "warning: %s is left unordered: %s; 'relaxctl order %s -o %s' "
                "tries again\n",
                path, ordering->error.text, path, path);
        break;
    }
}

void ordering_advise(const char *indent, const struct map *map,
                     const char *path)
{
    uint32_t n = map->topology.vertex_count;
    uint64_t left_out = map->info.too_large_bytes;
    struct hierarchy_size size = hierarchy_size_held(&map->hierarchy);
    double bytes = hierarchy_size_bytes(&size);
    bool ordered = map->hierarchy.supernode_count;
    char words[HIERARCHY_SIZE_WORDS];

    hierarchy_size_words(ordered ? bytes : (double)left_out, n, words);
    if (ordered && bytes > hierarchy_bytes_max(n))
        printf("%sits hierarchy takes %s, " HIERARCHY_TOO_LARGE
               ": relaxd leaves it out; 'relaxctl order %s --force -o %s' may "
               "find a smaller one\n",
               indent, words, path, path);
    else if (!ordered && left_out)
        printf("%sits hierarchy would take %s, " HIERARCHY_TOO_LARGE
               ": it was left unordered for that\n",
               indent, words);
    else if (!ordered)
        printf("%s'relaxctl order %s -o %s' makes its hierarchy: "
               "with it 'cch' and 'cch-gpu' answer, pairs on roads hundreds of "
               "times sooner\n",
               indent, path, path);
}
