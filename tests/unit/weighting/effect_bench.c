/* effect_bench: edits made in values, and values made afresh. */
#include "tests/unit/weighting/effect_bench.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/weighting/change_fixture.h"

/* ---- Values -------------------------------------------------------------- */

static size_t item_count(const struct map *map)
{
    return map->roads.piece_count ? 2 * (size_t)map->roads.segment_count
                                  : map->topology.arc_count;
}

static size_t turn_count(const struct map *map)
{
    return map->roads.piece_count ? map->topology.arc_count : 0;
}

static struct values imported_values(const struct map *map)
{
    const struct weight_arrays *imported = &map->imported;
    bool roads = map->roads.piece_count > 0;
    struct values values = {
        .segment = array_zero(item_count(map), sizeof(*values.segment)),
        .turn = array_zero(turn_count(map), sizeof(*values.turn)),
    };

    assert_true(values.segment && values.turn);
    for (uint32_t i = 0; i < item_count(map); i++)
        values.segment[i] = (struct item_edit){
            i, roads ? imported->segment[i] : imported->arcs.weight[i],
            roads ? imported->segment_duration_ms[i] : 0};
    for (uint32_t i = 0; i < turn_count(map); i++)
        values.turn[i] = (struct item_edit){i, imported->turn[i],
                                            imported->turn_duration_ms[i]};
    return values;
}

void values_finish(struct values *values)
{
    free(values->segment);
    free(values->turn);
}

static void make_edits(struct values *values,
                       const struct weighting_edits *edits)
{
    for (size_t i = 0; i < edits->items.count; i++)
        values->segment[edits->items.edit[i].item] = edits->items.edit[i];
    for (size_t i = 0; i < edits->turns.count; i++)
        values->turn[edits->turns.edit[i].item] = edits->turns.edit[i];
}

/* What all rows together make of the map. */
static struct values values_afresh(const struct effect_bench *bench)
{
    struct row_effect *effect = row_effect_create(bench->map, bench->files);
    struct values values = imported_values(bench->map);
    struct weighting_edits edits = {0};

    assert_non_null(effect);
    assert_int_equal(row_effect_all(effect, bench->ledger, &edits, NULL), 0);
    make_edits(&values, &edits);
    weighting_edits_finish(&edits);
    row_effect_destroy(effect);
    return values;
}

static void check(const struct effect_bench *bench)
{
    struct values afresh = values_afresh(bench);

    for (size_t i = 0; i < item_count(bench->map); i++)
        assert_memory_equal(&bench->values.segment[i], &afresh.segment[i],
                            sizeof(*afresh.segment));
    for (size_t i = 0; i < turn_count(bench->map); i++)
        assert_memory_equal(&bench->values.turn[i], &afresh.turn[i],
                            sizeof(*afresh.turn));
    values_finish(&afresh);
}

struct values effect_bench_over(const struct effect_bench *bench,
                                const char *scenario)
{
    const struct layer *layer = ledger_layer(bench->ledger, scenario);
    struct values values = values_afresh(bench);
    struct weighting_edits edits = {0};

    assert_non_null(layer);
    assert_int_equal(row_effect_over(bench->map, layer, &edits, NULL), 0);
    make_edits(&values, &edits);
    weighting_edits_finish(&edits);
    return values;
}

/* ---- Life ---------------------------------------------------------------- */

static void add_file(struct effect_bench *bench, enum weight_kind kind,
                     const char *csv)
{
    struct weight_list list;

    if (!csv)
        return;
    list = rows_read(kind, csv, false);
    for (size_t i = 0; i < list.count; i++)
        list.row[i].order = i + 1;
    bench->files[kind] = weight_rows_create();
    assert_non_null(bench->files[kind]);
    assert_int_equal(weight_rows_put(bench->files[kind], list.row, list.count),
                     0);
    weight_list_finish(&list);
}

void effect_bench_init(struct effect_bench *bench, const struct map *map,
                       const char *segments, const char *turns)
{
    struct weighting_edits edits = {0};

    *bench = (struct effect_bench){
        .map = map,
        .ledger = ledger_create(),
        .values = imported_values(map),
    };
    add_file(bench, WEIGHT_SEGMENTS, segments);
    add_file(bench, WEIGHT_TURNS, turns);
    bench->effect = row_effect_create(map, bench->files);
    assert_true(bench->ledger && bench->effect);
    assert_int_equal(row_effect_all(bench->effect, bench->ledger, &edits, NULL),
                     0);
    make_edits(&bench->values, &edits);
    weighting_edits_finish(&edits);
}

void effect_bench_finish(struct effect_bench *bench)
{
    for (int kind = 0; kind < WEIGHT_KINDS; kind++)
        weight_rows_release(bench->files[kind]);
    row_effect_destroy(bench->effect);
    ledger_release(bench->ledger);
    values_finish(&bench->values);
}

/* ---- Changes ------------------------------------------------------------- */

static void follow(struct effect_bench *bench,
                   const struct ledger_touches *touches,
                   struct weighting_edits *edits)
{
    for (size_t i = 0; i < touches->count; i++) {
        struct error error;

        if (row_effect_touch(bench->effect, bench->ledger, &touches->touch[i],
                             NULL, edits, &error))
            fail_msg("%s", error.text);
    }
}

void effect_bench_change(struct effect_bench *bench,
                         struct weight_change change)
{
    struct ledger_touches touches = change_touch(&bench->ledger, &change);
    struct weighting_edits edits = {0};

    follow(bench, &touches, &edits);
    row_effect_keep(bench->effect);
    make_edits(&bench->values, &edits);
    check(bench);
    weighting_edits_finish(&edits);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
}

void effect_bench_patch(struct effect_bench *bench, const char *csv)
{
    effect_bench_change(bench, change_make(CHANGE_PATCH, "", csv));
}

void effect_bench_delete(struct effect_bench *bench, const char *csv)
{
    effect_bench_change(bench, change_make(CHANGE_DELETE, "", csv));
}

void effect_bench_give_up(struct effect_bench *bench,
                          struct weight_change change)
{
    struct ledger *before = ledger_acquire(bench->ledger);
    struct ledger_touches touches = change_touch(&bench->ledger, &change);
    struct weighting_edits edits = {0};

    follow(bench, &touches, &edits);
    row_effect_undo(bench->effect);
    weighting_edits_finish(&edits);
    ledger_touches_finish(&touches);
    weight_change_finish(&change);
    ledger_release(bench->ledger);
    bench->ledger = before;
    check(bench);
}
