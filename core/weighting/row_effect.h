/* row_effect: what rows make of the weights of one map.
 *
 * For a change of the ledger it finds the items that the touched rows name
 * (weight_match.h), for each the row that wins there now, and its value
 * (row_value.h). Rows of files given at the start lie below the live ones of
 * the ledger; the map's own weights below all.
 *
 * One thread. The ledger need not be the one published: a change that is given
 * up is undone by row_effect_undo(). */
#ifndef RELAXD_WEIGHTING_ROW_EFFECT_H
#define RELAXD_WEIGHTING_ROW_EFFECT_H

#include "core/base/error.h"
#include "core/weighting/ledger.h"
#include "core/weighting/weight_match.h"
#include "core/weighting/weighting_edit.h"

struct row_effect;

/* `files`: the rows of WEIGHT_SEGMENTS and WEIGHT_TURNS of files, each may be
 * NULL; pinned. The map outlives it. NULL: no memory. */
struct row_effect *row_effect_create(const struct map *map,
                                     struct weight_rows *const *files);
void row_effect_destroy(struct row_effect *effect); /* NULL is fine */

/* The edits that make of the map's imported weights those of all live rows.
 * Codes of weight_match(). */
int row_effect_all(struct row_effect *effect, const struct ledger *ledger,
                   struct weighting_edits *edits, struct error *error);

/* How many rows of files, or live ones, there are of each kind, and how many of
 * them name something on the map, as of the last row_effect_all(). */
enum row_layer { LAYER_FILES, LAYER_LIVE, LAYERS };

struct row_count {
    size_t rows;
    size_t matched;
};

struct row_count row_effect_count(const struct row_effect *effect,
                                  enum row_layer layer, enum weight_kind kind);

/* Rows that touches put since it was made, and that name nothing on the map. */
uint64_t row_effect_unmatched(const struct row_effect *effect);

/* Adds the edits of a touch, which `ledger` already has. Nothing for other
 * profiles' and scenarios' rows. `matches`: of the rows put, or NULL. Codes as
 * above; call row_effect_undo() after a failure, or if the change is given up;
 * else row_effect_keep(). */
int row_effect_touch(struct row_effect *effect, const struct ledger *ledger,
                     const struct ledger_touch *touch,
                     const struct weight_matches *matches,
                     struct weighting_edits *edits, struct error *error);
void row_effect_keep(struct row_effect *effect);
void row_effect_undo(struct row_effect *effect);

/* The edits that make of the live weights those of a scenario's layer. Changes
 * nothing: any thread, for a map without an effect of its own. */
int row_effect_over(const struct map *map, const struct layer *layer,
                    struct weighting_edits *edits, struct error *error);

#endif
