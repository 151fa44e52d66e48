/* ell_size: counts slots, and refuses maps with too many. */
#include "gpu/forms/ell_size.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/solver/solver.h"

enum { ROWS_MULTIPLE = 32, REASON_SIZE = 128 };

void ell_size_take(const uint32_t *first_in, uint32_t vertex_count,
                   struct ell_size *ret_size)
{
    struct ell_size size = {0};

    for (uint32_t v = 0; v < vertex_count; v++) {
        uint32_t degree = first_in[v + 1] - first_in[v];

        if (degree > size.width) {
            size.width = degree;
            size.widest = v;
        }
    }
    size.stride = ((uint64_t)vertex_count + ROWS_MULTIPLE - 1) / ROWS_MULTIPLE *
                  ROWS_MULTIPLE;
    size.slots = size.stride * size.width;
    *ret_size = size;
}

static double gib(uint64_t bytes)
{
    return (double)bytes / (1 << 30);
}

/* The reason to refuse; false: there is none. */
static bool find_reason(const struct ell_size *size, const struct map *map,
                        const struct device *device, uint64_t free_bytes,
                        char reason[REASON_SIZE])
{
    uint32_t arcs = map->topology.arc_count;

    if (size->slots > ELL_SLOTS_FEW &&
        size->slots / ELL_SLOTS_PER_ARC_MAX > arcs)
        snprintf(reason, REASON_SIZE,
                 "more than %d times what the %u arcs alone would",
                 ELL_SLOTS_PER_ARC_MAX, arcs);
    else if (size->slots > free_bytes / ELL_SLOT_BYTES)
        snprintf(reason, REASON_SIZE, "and %s has %.2f GiB free", device->name,
                 gib(free_bytes));
    else if (size->width > ELL_WIDTH_MAX)
        snprintf(reason, REASON_SIZE,
                 "more than %u in a row that one thread goes through",
                 ELL_WIDTH_MAX);
    else
        return false;
    return true;
}

int ell_size_check(const struct ell_size *size, const struct map *map,
                   const struct device *device, uint64_t free_bytes,
                   struct error *error)
{
    char reason[REASON_SIZE];

    if (!find_reason(size, map, device, free_bytes, reason))
        return 0;
    return error_set(
        error, SOLVER_REFUSES,
        "not for ELL: vertex %" PRIu64 " has %u incoming arcs, and every "
        "vertex would be padded to as many; %" PRIu64 " slots take %.2f GiB, "
        "%s; spmv-csr needs no padding",
        map->external_id[size->widest], size->width, size->slots,
        gib(size->slots * ELL_SLOT_BYTES), reason);
}
