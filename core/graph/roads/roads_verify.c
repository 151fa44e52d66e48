/* roads_verify: whether the arrays of a map's roads are what roads.h says. */
#include "core/graph/roads/roads_verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/roads/roads_check.h"

/* Elements in a part. */
enum { PART = 1 << 15 };

struct parts {
    const struct roads_check *check;
    uint32_t count;
    roads_check_range *range;
};

static int run_part(void *context, size_t part, struct error *error)
{
    const struct parts *parts = context;
    uint32_t begin = (uint32_t)part * PART;
    uint32_t end = parts->count - begin > PART ? begin + PART : parts->count;

    return parts->range(parts->check, begin, end, error);
}

int roads_check_all(const struct roads_check *check, uint32_t count,
                    roads_check_range *range, struct error *error)
{
    struct parts parts = {check, count, range};

    return parallel_run(check->threads, ((size_t)count + PART - 1) / PART,
                        run_part, &parts, error);
}

int roads_blame(const struct roads_check *check, const char *section,
                const void *array, size_t element_size, uint64_t index,
                struct error *error)
{
    if (check->image)
        error_prefix(error, "section %s: byte %td", section,
                     (const char *)array - (const char *)check->image +
                         (ptrdiff_t)(index * element_size));
    else
        error_prefix(error, "%s[%" PRIu64 "]", section, index);
    return -EINVAL;
}

static int check_roads(const struct roads_check *check, struct error *error)
{
    int r = roads_check_arrays(check, error);

    if (!r)
        r = roads_check_attributes(check, error);
    if (!r)
        r = roads_check_graph(check, error);
    return r ? r : segment_tree_verify(check->roads, error);
}

int roads_verify(const struct map *map, const void *image, unsigned threads,
                 struct error *error)
{
    struct roads_check check = {map, &map->roads, image, threads, NULL, NULL};
    int r;

    check.edge_weight =
        array_alloc(2 * (size_t)map->roads.piece_count, sizeof(uint32_t));
    check.vertex_junction =
        array_alloc(map->topology.vertex_count, sizeof(uint32_t));
    r = check.edge_weight && check.vertex_junction ? check_roads(&check, error)
                                                   : error_no_memory(error);
    free(check.edge_weight);
    free(check.vertex_junction);
    return r;
}
