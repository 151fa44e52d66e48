/* map_verify_hierarchy: whether a hierarchy's arrays are what hierarchy.h says.
 *
 * Offsets come first, so that all that is looked at later lies in its array. */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>

#include "core/base/parallel.h"
#include "core/graph/map_file/map_image.h"
#include "core/graph/map_file/map_verify.h"

/* Elements in a part. */
enum { PART = 1 << 15 };

struct parts {
    const struct hierarchy_check *check;
    uint32_t count;
    check_range *range;
};

static int run_part(void *context, size_t part, struct error *error)
{
    const struct parts *parts = context;
    uint32_t begin = (uint32_t)part * PART;
    uint32_t end = parts->count - begin > PART ? begin + PART : parts->count;

    return parts->range(parts->check, begin, end, error);
}

int hierarchy_check_all(const struct hierarchy_check *check, uint32_t count,
                        check_range *range, struct error *error)
{
    struct parts parts = {check, count, range};

    return parallel_run(check->threads, ((size_t)count + PART - 1) / PART,
                        run_part, &parts, error);
}

int hierarchy_blame(const struct hierarchy_check *check, const char *section,
                    const void *element, struct error *error)
{
    error_prefix(error, "section %s: byte %td", section,
                 (const char *)element - (const char *)check->image);
    return -EINVAL;
}

/* An array of offsets: [count + 1], from 0 to `end`. */
struct offsets {
    const char *section;
    const void *array;
    size_t element_size; /* 4 or 8 */
    uint32_t count;
    uint64_t end;
    uint64_t least; /* from one to the next */
};

static uint64_t offset_at(const struct offsets *offsets, uint64_t i)
{
    if (offsets->element_size == sizeof(uint32_t))
        return ((const uint32_t *)offsets->array)[i];
    return ((const uint64_t *)offsets->array)[i];
}

static int check_offsets(const struct hierarchy_check *check,
                         const struct offsets *offsets, struct error *error)
{
    uint64_t last = 0;
    uint64_t i = 0;

    if (offset_at(offsets, 0) == 0) {
        for (i = 1; i <= offsets->count; i++) {
            uint64_t offset = offset_at(offsets, i);

            if (offset < last || offset - last < offsets->least ||
                offset > offsets->end)
                break;
            last = offset;
        }
        if (i > offsets->count && last == offsets->end)
            return 0;
        i -= i > offsets->count;
    }
    error_set(error, -EINVAL,
              "offset %" PRIu64 " is %" PRIu64 " after %" PRIu64
              ", on a way from 0 to %" PRIu64,
              i, offset_at(offsets, i), i ? offset_at(offsets, i - 1) : 0,
              offsets->end);
    return hierarchy_blame(
        check, offsets->section,
        (const char *)offsets->array + i * offsets->element_size, error);
}

int hierarchy_check_offsets(const struct hierarchy_check *check,
                            struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t count = h->supernode_count;
    const struct offsets all[] = {
        {"first_vertex", h->first_vertex, 4, count,
         check->topology->vertex_count, 1},
        {"first_child", h->first_child, 4, count, check->child_count, 0},
        {"first_of_level", h->first_of_level, 4, h->level_count, count, 1},
        {"first_upper", h->first_upper, 8, count, check->upper_count, 0},
    };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        int r = check_offsets(check, &all[i], error);

        if (r)
            return r;
    }
    return 0;
}

static void measure(struct hierarchy *hierarchy)
{
    for (uint32_t s = 0; s < hierarchy->supernode_count; s++) {
        uint32_t front =
            supernode_size(hierarchy, s) + supernode_uppers(hierarchy, s);
        uint32_t last = hierarchy->depth[hierarchy->first_vertex[s + 1] - 1];

        if (front > hierarchy->front_max)
            hierarchy->front_max = front;
        if (last >= hierarchy->depth_count)
            hierarchy->depth_count = last + 1;
    }
}

int map_hierarchy_verify(const struct topology *topology,
                         struct hierarchy *hierarchy, uint64_t child_count,
                         uint64_t upper_count, const void *image,
                         unsigned threads, struct error *error)
{
    const struct hierarchy_check check = {
        .topology = topology,
        .hierarchy = hierarchy,
        .child_count = child_count,
        .upper_count = upper_count,
        .image = image,
        .threads = threads,
    };
    int r = hierarchy_check_offsets(&check, error);

    if (!r)
        r = hierarchy_check_supernodes(&check, error);
    if (!r)
        r = hierarchy_check_forest(&check, error);
    if (!r)
        r = hierarchy_check_arcs(&check, error);
    if (!r)
        measure(hierarchy);
    return r;
}
