/* spmv_sectors: counts of small graphs, added up by hand. */
#include "tests/unit/cmocka_all.h"

#include <stdbool.h>

#include "gpu/forms/ell_size.h"
#include "lab/paper/spmv_sectors.h"

enum { VERTICES_MAX = 4096, ARCS_MAX = 4096 };

/* Arcs by head, filled row by row. */
struct rows {
    uint32_t first_in[VERTICES_MAX + 1];
    uint32_t tail[ARCS_MAX];
    uint32_t vertex_count;
    uint32_t arc_count;
};

static void add_tail(struct rows *rows, uint32_t tail)
{
    rows->tail[rows->arc_count++] = tail;
}

static void end_row(struct rows *rows)
{
    rows->first_in[++rows->vertex_count] = rows->arc_count;
}

static struct spmv_sectors count(struct rows *rows, bool ell)
{
    const struct reverse_topology reverse = {rows->first_in, rows->tail, NULL};
    struct spmv_sectors sectors;
    int r = ell ? spmv_sectors_ell(&reverse, rows->vertex_count, &sectors)
                : spmv_sectors_csr(&reverse, rows->vertex_count, &sectors);

    assert_int_equal(r, 0);
    return sectors;
}

static void expect(const uint64_t sectors[SPMV_ARRAYS], uint64_t first_in,
                   uint64_t arcs, uint64_t labels, uint64_t writes)
{
    assert_int_equal(sectors[SPMV_FIRST_IN], first_in);
    assert_int_equal(sectors[SPMV_TAILS], arcs);
    assert_int_equal(sectors[SPMV_WEIGHTS], arcs);
    assert_int_equal(sectors[SPMV_LABELS], labels);
    assert_int_equal(sectors[SPMV_WRITES], writes);
}

/* 32 rows, row v entered from v - 1: 31 arcs in 4 sectors. */
static void a_chain_of_one_warp(void **state)
{
    static struct rows rows;
    struct spmv_sectors sectors;

    for (uint32_t v = 0; v < 32; v++) {
        if (v > 0)
            add_tail(&rows, v - 1);
        end_row(&rows);
    }
    sectors = count(&rows, false);
    /* Words 0 to 31 of first_in, then word 32; labels as rows, as tails. */
    expect(sectors.asked, 4 + 1, 4, 4 + 4, 4);
    expect(sectors.moved, 5, 4, 4, 4);
    assert_int_equal(spmv_bytes(sectors.asked), 32 * (5 + 4 + 4 + 8 + 4));
    assert_int_equal(spmv_bytes(sectors.moved), 32 * (5 + 4 + 4 + 4 + 4));
    sectors = count(&rows, true);
    expect(sectors.asked, 0, 4, 4 + 4, 4);
    expect(sectors.moved, 0, 4, 4, 4);
}

/* 10 rows of 3 arcs, all from far apart: row v from 8 * (3 * v + i). */
static void strangers_cost_a_sector_each(void **state)
{
    static struct rows rows;
    struct spmv_sectors sectors;

    for (uint32_t v = 0; v < 256; v++) {
        for (uint32_t i = 0; v < 10 && i < 3; i++)
            add_tail(&rows, 8 * (3 * v + i));
        end_row(&rows);
    }
    sectors = count(&rows, false);
    /* 8 tiles of 32 rows. Each of 3 steps touches arcs 0 to 29 at every third:
     * all 4 sectors. */
    expect(sectors.asked, 8 * 5, 3 * 4, 8 * 4 + 30, 8 * 4);
    /* Rows 0 to 31 lie in sectors 0 to 3, and so do the first four tails. */
    expect(sectors.moved, 8 * 5, 4, 8 * 4 + 26, 8 * 4);
    sectors = count(&rows, true);
    /* Row 0 from vertex 0 is a self-loop. */
    expect(sectors.asked, 0, 8 * 3 * 4, 8 * 4 + 29, 8 * 4);
    expect(sectors.moved, 0, 8 * 3 * 4, 8 * 4 + 26, 8 * 4);
}

/* A warp that is not full, with a self-loop, which ELL takes for padding. */
static void nine_rows_with_a_loop(void **state)
{
    static struct rows rows;
    struct spmv_sectors sectors;

    for (uint32_t v = 0; v < 9; v++) {
        if (v == 3)
            add_tail(&rows, 3);
        if (v == 8)
            add_tail(&rows, 0);
        end_row(&rows);
    }
    sectors = count(&rows, false);
    /* Words 0 to 9 of first_in, and once more word 9. */
    expect(sectors.asked, 2 + 1, 1, 2 + 1, 2);
    expect(sectors.moved, 2, 1, 2, 2);
    sectors = count(&rows, true);
    expect(sectors.asked, 0, 2, 2 + 1, 2);
    expect(sectors.moved, 0, 2, 2, 2);
}

/* Row 0 has 1,025 arcs, from vertices 0 to 1024; no other row has any. */
static void a_long_row_is_read_side_by_side(void **state)
{
    static struct rows rows;
    struct spmv_sectors sectors;

    for (uint32_t v = 0; v < ROW_ARCS_MAX + 1; v++)
        add_tail(&rows, v);
    for (uint32_t v = 0; v < ROW_ARCS_MAX + 1; v++)
        end_row(&rows);
    sectors = count(&rows, false);
    /* The last tile has one row: words 1024 and 1025, and 1025 once more. */
    expect(sectors.asked, 32 * 5 + 1 + 1, 32 * 4 + 1, 32 * 4 + 1 + 32 * 4 + 1,
           32 * 4 + 1);
    expect(sectors.moved, 32 * 5 + 1, 32 * 4 + 1, 32 * 4 + 1 + 32 * 4 + 1,
           32 * 4 + 1);
}

static void a_map_without_arcs(void **state)
{
    static struct rows rows;
    struct spmv_sectors sectors;

    end_row(&rows);
    sectors = count(&rows, false);
    expect(sectors.asked, 1 + 1, 0, 1, 1);
    sectors = count(&rows, true);
    expect(sectors.asked, 0, 0, 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_one_warp),
        cmocka_unit_test(strangers_cost_a_sector_each),
        cmocka_unit_test(nine_rows_with_a_loop),
        cmocka_unit_test(a_long_row_is_read_side_by_side),
        cmocka_unit_test(a_map_without_arcs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
