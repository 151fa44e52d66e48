/* row_effect: after each random change, removal or expiry, the edits give the
 * same weights as a rebuild from all rows. */
#include "core/weighting/row_effect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/weighting/weight_csv.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/weighting/change_fixture.h"
#include "tests/unit/weighting/effect_bench.h"

enum { SEEDS = 6, STEPS = 60, SIDE = 4, FILE_ROWS = 30, ROWS_MOST = 12 };

struct drawing {
    const struct map *map;
    struct random random;
};

static uint32_t below(struct drawing *drawing, uint64_t end)
{
    return (uint32_t)random_below(&drawing->random, end);
}

/* A pair of neighbours, their way, or a pair further apart on one piece. */
static struct weight_key draw_segment(struct drawing *drawing)
{
    const struct roads *roads = &drawing->map->roads;
    uint32_t item = below(drawing, 2 * (uint64_t)roads->segment_count);
    struct weight_key key[ITEM_KEYS_MAX], other[ITEM_KEYS_MAX];
    uint32_t first, end, last;

    weight_item_keys(drawing->map, WEIGHT_SEGMENTS, item, key);
    if (below(drawing, 3))
        return key[below(drawing, 2)];
    piece_segments(roads, roads_segment_piece(roads, item / 2), &first, &end);
    last = item % 2 ? first + below(drawing, item / 2 - first + 1)
                    : item / 2 + below(drawing, end - item / 2);
    weight_item_keys(drawing->map, WEIGHT_SEGMENTS, 2 * last + item % 2, other);
    key[0].id[1] = other[0].id[1];
    return key[0];
}

static struct weight_key draw_turn(struct drawing *drawing)
{
    struct weight_key key[ITEM_KEYS_MAX];
    uint32_t arc;

    do {
        arc = below(drawing, drawing->map->topology.arc_count);
    } while (!weight_item_keys(drawing->map, WEIGHT_TURNS, arc, key));
    return key[0];
}

static struct weight_row draw_row(struct drawing *drawing,
                                  enum weight_kind kind)
{
    struct weight_row row = {
        .key =
            kind == WEIGHT_TURNS ? draw_turn(drawing) : draw_segment(drawing),
        .value = below(drawing, 5) ? 1 + below(drawing, 120) : ROW_CLOSED,
        .rate = below(drawing, 4) ? ROW_AS_VALUE : ROW_KEPT,
    };

    return row;
}

/* Rows as text; free() it. */
static char *draw_file(struct drawing *drawing, enum weight_kind kind)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    for (int i = 0; i < FILE_ROWS; i++) {
        struct weight_row row = draw_row(drawing, kind);
        char line[WEIGHT_LINE_MAX];

        weight_csv_write(line, kind, &row);
        fprintf(stream, "%s\n", line);
    }
    fclose(stream);
    return text;
}

/* Rows that are there, so that they are removed. */
static void draw_present(struct drawing *drawing,
                         const struct effect_bench *bench,
                         struct weight_change *change)
{
    const struct layer *layer = ledger_layer(bench->ledger, change->scenario);
    const struct collection *found =
        layer ? layer_find(layer, "car", change->kind) : NULL;

    for (size_t i = 0; found && i < weight_rows_end(found->rows); i++) {
        const struct weight_row *row = weight_rows_at(found->rows, i);

        if (row && !below(drawing, 5))
            assert_int_equal(weight_list_add(&change->rows, row), 0);
    }
}

static struct weight_change draw_change(struct drawing *drawing,
                                        const struct effect_bench *bench,
                                        uint32_t now_s)
{
    static const enum change_operation operations[] = {
        CHANGE_PATCH,  CHANGE_PATCH,  CHANGE_PATCH,  CHANGE_PATCH,
        CHANGE_DELETE, CHANGE_DELETE, CHANGE_DELETE, CHANGE_PUT,
        CHANGE_CLEAR,  CHANGE_EXPIRE, CHANGE_PUBLISH};
    struct weight_change change = change_of(
        below(drawing, 3) ? WEIGHT_SEGMENTS : WEIGHT_TURNS,
        operations[below(drawing, sizeof(operations) / sizeof(*operations))],
        below(drawing, 4) ? "" : "works", NULL);

    if (change.operation == CHANGE_PUBLISH)
        strcpy(change.scenario, "works");
    if (!ledger_layer(bench->ledger, change.scenario))
        change.operation = CHANGE_PATCH; /* makes it */
    if (change.operation == CHANGE_DELETE)
        draw_present(drawing, bench, &change);
    for (uint32_t i = below(drawing, ROWS_MOST); i > 0; i--) {
        struct weight_row row = draw_row(drawing, change.kind);

        row.ends_s = below(drawing, 3) ? 0 : now_s + 1 + below(drawing, 9);
        assert_int_equal(weight_list_add(&change.rows, &row), 0);
    }
    if (change.operation == CHANGE_EXPIRE)
        change.ends_s = now_s;
    return change;
}

static void any_changes_lead_to_what_all_rows_make(void **state)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct map *map = road_town(SIDE, seed, false);
        struct drawing drawing = {.map = map};
        struct effect_bench bench;
        char *files[2] = {NULL, NULL};

        random_seed(&drawing.random, seed);
        for (int kind = 0; kind < 2 && seed % 3; kind++)
            files[kind] = draw_file(&drawing, (enum weight_kind)kind);
        effect_bench_init(&bench, map, files[0], files[1]);
        for (uint32_t step = 1; step <= STEPS; step++) {
            struct weight_change change = draw_change(&drawing, &bench, step);

            if (below(&drawing, 5))
                effect_bench_change(&bench, change);
            else
                effect_bench_give_up(&bench, change);
        }
        effect_bench_finish(&bench);
        free(files[0]);
        free(files[1]);
        map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_changes_lead_to_what_all_rows_make),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
