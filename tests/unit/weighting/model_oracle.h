/* model_oracle: what docs/models.md says that a model makes of a weighting,
 * computed as slowly as it is said there: texts are interpreted anew for each
 * segment, areas are walked along edge by edge. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_MODEL_ORACLE_H
#define RELAXD_TESTS_UNIT_WEIGHTING_MODEL_ORACLE_H

#include <stdbool.h>

#include "core/graph/map.h"
#include "core/weighting/row_value.h"
#include "core/weighting/weighting.h"
#include "tests/unit/weighting/model_draft.h"

/* What travel costs under the model. */
struct model_oracle {
    struct row_value *item; /* [2 * segment_count] */
    bool *edge_open;        /* [2 * piece_count] */
    uint32_t *arc;          /* [arc_count] weights */
    uint32_t *arc_ms;       /* [arc_count] durations */
};

/* All fail the test where a text or memory is no good. `over` was not made by
 * weighting_close(). */
void model_oracle_init(struct model_oracle *oracle,
                       const struct model_draft *draft, const struct map *map,
                       const struct weighting *over);
void model_oracle_finish(struct model_oracle *oracle);

/* Fails where a weighting is not that of the oracle, to the bit. */
void model_oracle_check(const struct model_oracle *oracle,
                        const struct map *map, struct weighting *made);

/* A condition or an amount at a segment; a truth is 0 or 1. */
double model_oracle_value(const struct model_draft *draft,
                          const struct map *map, const struct weighting *over,
                          const char *text, uint32_t item);

/* Whether an area covers a segment. */
bool model_oracle_covers(const struct draft_area *area,
                         const struct roads *roads, uint32_t segment);

#endif
