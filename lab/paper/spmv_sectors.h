/* spmv_sectors: counts on the CPU what a round of spmv-csr and spmv-ell reads
 * and writes. No CUDA.
 *
 * A device moves memory in sectors of 32 bytes. Each load or store of a warp
 * requests the sectors of its lanes' words. The counts are
 *
 *     asked    every sector of every load and store
 *     moved    sectors that the warp has not requested in the same 32 rows:
 *              what remains with a first-level cache that holds just those
 *
 * They model the kernels of gpu/spmv/spmv.cu: change both or neither. Omitted
 * are blocks' tallies and, for each part of a long row, a few words. */
#ifndef RELAXD_LAB_PAPER_SPMV_SECTORS_H
#define RELAXD_LAB_PAPER_SPMV_SECTORS_H

#include <stdint.h>

#include "core/graph/topology.h"

enum { SECTOR_BYTES = 32 };

enum spmv_array {
    SPMV_FIRST_IN, /* CSR alone */
    SPMV_TAILS,
    SPMV_WEIGHTS,
    SPMV_LABELS, /* x, of the rows and of the tails */
    SPMV_WRITES, /* y */
    SPMV_ARRAYS,
};

struct spmv_sectors {
    uint64_t asked[SPMV_ARRAYS];
    uint64_t moved[SPMV_ARRAYS];
};

/* O(vertices + arcs), for ELL O(vertices + slots). 0 or -ENOMEM. */
int spmv_sectors_csr(const struct reverse_topology *reverse,
                     uint32_t vertex_count, struct spmv_sectors *ret_sectors);
int spmv_sectors_ell(const struct reverse_topology *reverse,
                     uint32_t vertex_count, struct spmv_sectors *ret_sectors);

/* Of all arrays, asked or moved. */
uint64_t spmv_bytes(const uint64_t sectors[SPMV_ARRAYS]);

#endif
