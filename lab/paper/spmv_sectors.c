/* spmv_sectors: replays the loads and stores of a round, warp by warp. */
#include "lab/paper/spmv_sectors.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/forms/ell_size.h"

enum { LANES = 32, SECTOR_WORDS = SECTOR_BYTES / 4 };

#define SECTOR_NONE UINT64_MAX

struct count {
    const struct reverse_topology *reverse;
    uint32_t vertex_count;
    uint32_t *load;       /* the last load that requested each sector of x */
    uint32_t *tile;       /* the last tile that did */
    uint32_t load_number; /* from 1, the current ones */
    uint32_t tile_number;
    struct spmv_sectors sectors;
};

static int count_init(struct count *count,
                      const struct reverse_topology *reverse,
                      uint32_t vertex_count)
{
    size_t sectors = (size_t)vertex_count / SECTOR_WORDS + 1;

    *count = (struct count){.reverse = reverse, .vertex_count = vertex_count};
    count->load = array_zero(sectors, sizeof(*count->load));
    count->tile = array_zero(sectors, sizeof(*count->tile));
    return count->load && count->tile ? 0 : -ENOMEM;
}

static void count_finish(struct count *count)
{
    free(count->load);
    free(count->tile);
}

static uint64_t sectors_between(uint64_t first, uint64_t end)
{
    return end > first ? (end - 1) / SECTOR_WORDS - first / SECTOR_WORDS + 1
                       : 0;
}

/* Tails and weights lie alike. */
static void add_arcs(struct count *count, uint64_t asked, uint64_t moved)
{
    count->sectors.asked[SPMV_TAILS] += asked;
    count->sectors.asked[SPMV_WEIGHTS] += asked;
    count->sectors.moved[SPMV_TAILS] += moved;
    count->sectors.moved[SPMV_WEIGHTS] += moved;
}

/* A lane reads x[v]. */
static void load_label(struct count *count, uint32_t v)
{
    uint32_t sector = v / SECTOR_WORDS;

    count->sectors.asked[SPMV_LABELS] +=
        count->load[sector] != count->load_number;
    count->sectors.moved[SPMV_LABELS] +=
        count->tile[sector] != count->tile_number;
    count->load[sector] = count->load_number;
    count->tile[sector] = count->tile_number;
}

/* Every tile of rows [first, end) reads and writes its own labels. */
static void count_own(struct count *count, uint32_t first, uint32_t end)
{
    uint64_t written = sectors_between(first, end);

    count->tile_number++;
    count->load_number++;
    for (uint32_t v = first; v < end; v++)
        load_label(count, v);
    count->sectors.asked[SPMV_WRITES] += written;
    count->sectors.moved[SPMV_WRITES] += written;
}

/* Every lane reads its row's first arc; those behind the last row read the end
 * of all arcs; the last lane also reads the end of its row. */
static void count_first_in(struct count *count, uint32_t first)
{
    uint64_t n = count->vertex_count;
    uint64_t end = (uint64_t)first + LANES;
    uint64_t last = end - 1 < n ? end - 1 : n;

    count->sectors.asked[SPMV_FIRST_IN] += sectors_between(first, last + 1) + 1;
    count->sectors.moved[SPMV_FIRST_IN] +=
        sectors_between(first, (end < n ? end : n) + 1);
}

static bool is_long(const struct count *count, uint32_t v)
{
    const uint32_t *first_in = count->reverse->first_in;

    return first_in[v + 1] - first_in[v] > ROW_ARCS_MAX;
}

/* Each row's arc k: one load of tails, one of weights, one of labels. False: no
 * row has so many. */
static bool count_step(struct count *count, uint32_t first, uint32_t end,
                       uint32_t k)
{
    const struct reverse_topology *reverse = count->reverse;
    uint64_t before = SECTOR_NONE;
    uint64_t sectors = 0;

    count->load_number++;
    for (uint32_t v = first; v < end; v++) {
        uint32_t arc = reverse->first_in[v] + k;

        if (arc >= reverse->first_in[v + 1] || is_long(count, v))
            continue;
        sectors += arc / SECTOR_WORDS != before;
        before = arc / SECTOR_WORDS;
        load_label(count, reverse->tail[arc]);
    }
    add_arcs(count, sectors, 0);
    return sectors > 0;
}

/* The sectors of the tile's arcs. */
static uint64_t sectors_of_arcs(const struct count *count, uint32_t first,
                                uint32_t end)
{
    const uint32_t *first_in = count->reverse->first_in;
    uint64_t behind = 0; /* sectors before it are counted */
    uint64_t sectors = 0;

    for (uint32_t v = first; v < end; v++) {
        uint64_t from = first_in[v] / SECTOR_WORDS;
        uint64_t to =
            ((uint64_t)first_in[v + 1] + SECTOR_WORDS - 1) / SECTOR_WORDS;

        if (is_long(count, v) || first_in[v] == first_in[v + 1])
            continue;
        from = from > behind ? from : behind;
        sectors += to > from ? to - from : 0;
        behind = to;
    }
    return sectors;
}

static void count_csr_tile(struct count *count, uint32_t first, uint32_t end)
{
    count_first_in(count, first);
    count_own(count, first, end);
    add_arcs(count, 0, sectors_of_arcs(count, first, end));
    for (uint32_t k = 0; count_step(count, first, end, k);)
        k++;
}

/* A long row: its parts begin at multiples of the lanes from its first arc on,
 * and each load takes as many adjacent arcs. */
static void count_long_row(struct count *count, uint32_t v)
{
    const struct reverse_topology *reverse = count->reverse;
    uint32_t end = reverse->first_in[v + 1];

    for (uint32_t arc = reverse->first_in[v]; arc < end; arc += LANES) {
        uint32_t last = end - arc < LANES ? end : arc + LANES;
        uint64_t sectors = sectors_between(arc, last);

        count->tile_number++;
        count->load_number++;
        for (uint32_t a = arc; a < last; a++)
            load_label(count, reverse->tail[a]);
        add_arcs(count, sectors, sectors);
    }
}

_Static_assert((int)ROW_PART_ARCS % (int)LANES == 0, "no load in two parts");

static uint32_t end_of_tile(const struct count *count, uint32_t first)
{
    uint32_t left = count->vertex_count - first;

    return first + (left < LANES ? left : LANES);
}

int spmv_sectors_csr(const struct reverse_topology *reverse,
                     uint32_t vertex_count, struct spmv_sectors *ret_sectors)
{
    struct count count;
    int r = count_init(&count, reverse, vertex_count);

    for (uint32_t v = 0, end; !r && v < vertex_count; v = end) {
        end = end_of_tile(&count, v);
        count_csr_tile(&count, v, end);
    }
    for (uint32_t v = 0; !r && v < vertex_count; v++) {
        if (is_long(&count, v))
            count_long_row(&count, v);
    }
    if (!r)
        *ret_sectors = count.sectors;
    count_finish(&count);
    return r;
}

/* Slot k of every row; the tail of an empty slot is its row, and then no label
 * is read. */
static void count_slots(struct count *count, uint32_t first, uint32_t end,
                        uint32_t k)
{
    const struct reverse_topology *reverse = count->reverse;
    uint64_t sectors = sectors_between(first, end);

    count->load_number++;
    for (uint32_t v = first; v < end; v++) {
        uint32_t arc = reverse->first_in[v] + k;

        if (arc < reverse->first_in[v + 1] && reverse->tail[arc] != v)
            load_label(count, reverse->tail[arc]);
    }
    add_arcs(count, sectors, sectors);
}

int spmv_sectors_ell(const struct reverse_topology *reverse,
                     uint32_t vertex_count, struct spmv_sectors *ret_sectors)
{
    struct count count;
    struct ell_size size;
    int r = count_init(&count, reverse, vertex_count);

    ell_size_take(reverse->first_in, vertex_count, &size);
    for (uint32_t v = 0, end; !r && v < vertex_count; v = end) {
        end = end_of_tile(&count, v);
        count_own(&count, v, end);
        for (uint32_t k = 0; k < size.width; k++)
            count_slots(&count, v, end, k);
    }
    if (!r)
        *ret_sectors = count.sectors;
    count_finish(&count);
    return r;
}

uint64_t spmv_bytes(const uint64_t sectors[SPMV_ARRAYS])
{
    uint64_t sum = 0;

    for (int i = 0; i < SPMV_ARRAYS; i++)
        sum += sectors[i];
    return sum * SECTOR_BYTES;
}
