/* weight_file: new weights for some arcs of a map, as text; on a map with roads
 * for some segments, in a direction.
 *
 * A line is an arc or a segment and its weight, fields separated by blanks,
 * tabs or one comma:
 *
 *     TAIL HEAD WEIGHT [WHICH]
 *
 *     TAIL, HEAD    ids as in the map's source; on a map with roads of two
 *                   neighbouring nodes of a road that is open that way
 *     WEIGHT        a whole number up to WEIGHT_MAX in the map's unit;
 *                   "closed": closes it; "open": restores the map's weight
 *     WHICH         which of several from TAIL to HEAD, in the order of the
 *                   source, from 1; without it all are meant
 *
 * A '#' begins a comment; empty lines are skipped. If several lines concern one
 * arc the last counts. A line takes time by the arcs that leave TAIL.
 *
 * Errors are -EINVAL with the line and what was expected. */
#ifndef RELAXD_GRAPH_IMPORT_WEIGHT_FILE_H
#define RELAXD_GRAPH_IMPORT_WEIGHT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/map.h"

struct weight_edit {
    uint32_t item;   /* an arc, or an index of weight_arrays.segment */
    uint32_t weight; /* <= WEIGHT_MAX or WEIGHT_CLOSED */
};

/* A file's content, in order; an item may occur more than once. */
struct weight_edits {
    struct weight_edit *edit; /* [count], owned */
    size_t count;
    size_t capacity;
};

/* Reads a plain or compressed file (compressed_source.h); errors begin with the
 * path. On failure `edits` is empty and needs no finish(). */
int weight_edits_open(struct weight_edits *edits, const struct map *map,
                      const char *path, struct progress *progress,
                      struct error *error);

/* The same from any source that is decompressed already. */
int weight_edits_read(struct weight_edits *edits, const struct map *map,
                      struct byte_source *source, struct progress *progress,
                      struct error *error);

void weight_edits_finish(struct weight_edits *edits); /* zeroed is fine */

/* Writes the weights, the last for each item, into the array that the items
 * index. */
void weight_edits_apply(const struct weight_edits *edits, uint32_t *weight);

/* Counts the items they name, each once. 0 or -ENOMEM. */
int weight_edits_count(const struct weight_edits *edits, const struct map *map,
                       size_t *ret_count);

#endif
