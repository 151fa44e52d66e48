/* ell_size: how large a map is in ELL, and whether that is acceptable.
 *
 * ELL (Bell and Garland, SC 2009, section 4.1: ELLPACK) pads every row to the
 * longest, so one vertex with many incoming arcs enlarges all rows. No CUDA. */
#ifndef RELAXD_GPU_FORMS_ELL_SIZE_H
#define RELAXD_GPU_FORMS_ELL_SIZE_H

#include <stdint.h>

#include "core/graph/map.h"
#include "core/solver/device.h"

/* Limits: slots per arc, unless 64 MiB hold them all; and slots in a row, which
 * one thread scans. */
#define ELL_SLOTS_PER_ARC_MAX 8
#define ELL_SLOTS_FEW         (1u << 23)
#define ELL_WIDTH_MAX         (1u << 16)

/* A slot is a tail and a weight. */
enum { ELL_SLOT_BYTES = 2 * sizeof(uint32_t) };

struct ell_size {
    uint32_t widest; /* the vertex with the most incoming arcs */
    uint32_t width;  /* and how many arcs that is */
    uint64_t stride; /* rows: vertices, rounded up to a multiple of 32 */
    uint64_t slots;  /* width * stride */
};

/* first_in[vertex_count + 1], as in struct reverse_topology. */
void ell_size_take(const uint32_t *first_in, uint32_t vertex_count,
                   struct ell_size *ret_size);

/* 0, or SOLVER_REFUSES with words that name the widest vertex by its source id.
 * `free_bytes`: free memory of the device. */
int ell_size_check(const struct ell_size *size, const struct map *map,
                   const struct device *device, uint64_t free_bytes,
                   struct error *error);

/* ---- Rows too long for a single thread or warp ---- */

/* A row with more arcs is long. */
enum { ROW_ARCS_MAX = 1024 };

/* At most ROW_PART_ARCS consecutive arcs of a long row. */
enum { ROW_PART_ARCS = 4096 };
struct row_part {
    uint32_t row;
    uint32_t first; /* first arc, in the order of rows */
    uint32_t end;
};

#endif
