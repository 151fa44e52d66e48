/* weighting_edit: a weighting with other values for some segments, turns or
 * arcs, in time by the changes.
 *
 * A published weighting never changes. So a change copies it once and edits the
 * copy; the next change need not copy again if an older weighting has no reader
 * any more: weighting_follow() brings that up to the newest, and it is edited
 * then.
 *
 * All functions change only a weighting that nobody else can see yet. */
#ifndef RELAXD_WEIGHTING_WEIGHTING_EDIT_H
#define RELAXD_WEIGHTING_WEIGHTING_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/weighting/weighting.h"

struct weight_edits;

/* The new values of a segment in a direction (an index of
 * weight_arrays.segment), of an arc of a bare graph, or of an arc's turn. */
struct item_edit {
    uint32_t item;
    uint32_t weight;      /* <= WEIGHT_MAX or WEIGHT_CLOSED */
    uint32_t duration_ms; /* not of arcs */
};

struct edit_list {
    struct item_edit *edit; /* [count], owned */
    size_t count;
    size_t capacity;
};

/* If an item occurs twice the last counts. */
struct weighting_edits {
    struct edit_list items; /* segments; arcs if the map has no roads */
    struct edit_list turns;
};

struct index_list {
    uint32_t *at; /* [count], owned */
    size_t count;
    size_t capacity;
};

/* What may differ between two weightings of a map. Items may be listed
 * twice. */
struct weighting_delta {
    struct index_list items;
    struct index_list turns;
    struct index_list arcs; /* whose weight or sums may differ */
    bool all;               /* too many to list: anything, the lists are
                               empty */
};

/* A copy that may be edited. The weighting was not made by weighting_close().
 * Reads the whole map, on all cores. NULL: no memory. */
struct weighting *weighting_copy(const struct weighting *weighting,
                                 const struct map *map);

/* Makes a weighting equal to the newest, of which it is an older one; `delta`
 * is what has changed since. Both were made by weighting_copy(), or copied by
 * it, and neither by weighting_model(). 0 or -ENOMEM, after which the weighting
 * is of no use. */
int weighting_follow(struct weighting *weighting, const struct map *map,
                     const struct weighting *newest,
                     const struct weighting_delta *delta);

/* Sets the values and adds what may have changed to the delta. A closed segment
 * closes its edge. The epoch stays. -EINVAL with words: the weights of an edge
 * do not fit together; -ENOMEM. After a failure the weighting is of no use. */
int weighting_edit(struct weighting *weighting, const struct map *map,
                   const struct weighting_edits *edits,
                   struct weighting_delta *delta, struct error *error);

/* For who has written segments of a weighting_copy() itself: brings edges, arcs
 * and closed edges up to them. `items`: those that may have changed, ascending;
 * NULL: any. `closes`: some may be closed now. Errors as above. */
int weighting_sum(struct weighting *weighting, const struct map *map,
                  const struct index_list *items, bool closes,
                  struct error *error);

/* Adds the edits that would make of `have` what is wanted. Reads the whole map.
 * 0 or -ENOMEM. */
int weighting_differ(const struct weighting *wanted,
                     const struct weighting *have, const struct map *map,
                     struct weighting_edits *edits);

/* The weighting with the edits of a file (weight_file.h), its epoch one higher,
 * and the arcs whose weights differ from before: [*ret_count], free() them.
 * Durations stay. Errors as above. */
int weighting_change(const struct weighting *weighting, const struct map *map,
                     const struct weight_edits *edits,
                     struct weighting **ret_weighting, uint32_t **ret_arcs,
                     size_t *ret_count, struct error *error);

void weighting_edits_finish(struct weighting_edits *edits);
void weighting_delta_finish(struct weighting_delta *delta);

/* These add what `more` lists. 0 or -ENOMEM, then the delta is incomplete. */
int weighting_delta_add(struct weighting_delta *delta,
                        const struct weighting_delta *more);
int index_list_join(struct index_list *list, const struct index_list *more);

#endif
