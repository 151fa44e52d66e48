/* effect_bench: what the rows of a ledger make of a map, change by change.
 *
 * The bench follows a ledger as the thread of weights does: each touch gives
 * edits, which are made in values that begin as imported. After each change
 * these are compared with what all rows together make of the map. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_EFFECT_BENCH_H
#define RELAXD_TESTS_UNIT_WEIGHTING_EFFECT_BENCH_H

#include "core/weighting/row_effect.h"

/* Weight and duration of each item. */
struct values {
    struct item_edit *segment; /* [2 x segments], or of arcs; owned */
    struct item_edit *turn;    /* [arcs]; owned */
};

struct effect_bench {
    const struct map *map;
    struct weight_rows *files[WEIGHT_KINDS]; /* owned; may be NULL */
    struct row_effect *effect;
    struct ledger *ledger;
    struct values values;
};

/* Rows of files as CSV; NULL: none. The map outlives it. */
void effect_bench_init(struct effect_bench *bench, const struct map *map,
                       const char *segments, const char *turns);
void effect_bench_finish(struct effect_bench *bench);

/* Makes the change, and finishes it. */
void effect_bench_change(struct effect_bench *bench,
                         struct weight_change change);
void effect_bench_patch(struct effect_bench *bench, const char *csv);
void effect_bench_delete(struct effect_bench *bench, const char *csv);

/* Follows it, but gives it up then; finishes it. */
void effect_bench_give_up(struct effect_bench *bench,
                          struct weight_change change);

/* The values with a scenario's rows over them; values_finish() them. */
struct values effect_bench_over(const struct effect_bench *bench,
                                const char *scenario);
void values_finish(struct values *values);

#endif
