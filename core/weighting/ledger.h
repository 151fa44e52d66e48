/* ledger: all that is said about the weights of one map, by its name, and the
 * models that clients have given names.
 *
 * Rows lie in layers: the live ones, and over them those of each scenario; in a
 * layer there is a collection for each profile and kind. A ledger knows no
 * roads: it follows from the changes alone, and so is the same wherever they
 * are applied in the same order.
 *
 * The epoch counts the changes. A published ledger never changes; the next one
 * is forked from it, shares its rows, and takes a change. One thread makes the
 * next; any thread reads what is published, and pins it. */
#ifndef RELAXD_WEIGHTING_LEDGER_H
#define RELAXD_WEIGHTING_LEDGER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/weighting/model_shelf.h"
#include "core/weighting/weight_change.h"
#include "core/weighting/weight_rows.h"

struct collection {
    enum weight_kind kind;
    char profile[ROAD_NAME_SIZE];
    struct weight_rows *rows; /* pinned */
    uint64_t epoch;           /* of its last change */
};

struct layer {
    char scenario[SCENARIO_NAME_SIZE]; /* "": live */
    uint64_t epoch;                    /* of its last change */
    struct collection *collection;     /* [count], owned */
    size_t count;
    size_t capacity;
};

/* Of an entry of a stream (entry.h): the time by the stream's clock, and its
 * number within that millisecond. */
struct entry_id {
    uint64_t ms; /* since 1970 */
    uint64_t sequence;
};

struct ledger {
    atomic_uint references;
    uint64_t epoch;      /* of the last change; 0: none yet */
    uint64_t order;      /* of the row that was written last */
    struct layer *layer; /* [count], owned; the live one, then scenarios by
                            name */
    size_t count;
    size_t capacity;
    struct model_shelf *models; /* pinned; NULL: none */

    /* Where in a stream it is, unless the last change did not come from it. */
    struct entry_id entry; /* the last one; 0-0: it follows none */
    uint64_t beginning;    /* of the stream: 0, or the number of its seeding */
};

enum { MODELS_MAX = 1000 }; /* of a ledger */

/* An empty one, or the next one, whose epoch is one more and which follows no
 * stream; with one reference. NULL: no memory. */
struct ledger *ledger_create(void);
struct ledger *ledger_fork(const struct ledger *ledger);

struct ledger *ledger_acquire(struct ledger *ledger);
void ledger_release(struct ledger *ledger); /* NULL is fine */

/* NULL: there is no such scenario. "": the live layer, which always is. */
const struct layer *ledger_layer(const struct ledger *ledger,
                                 const char *scenario);

static inline bool ledger_follows(const struct ledger *ledger)
{
    return ledger->entry.ms || ledger->entry.sequence;
}

/* The rows of a collection; NULL: it never had any. */
const struct collection *layer_find(const struct layer *layer,
                                    const char *profile, enum weight_kind kind);

/* What a change did to one collection. */
struct ledger_touch {
    char scenario[SCENARIO_NAME_SIZE];
    char profile[ROAD_NAME_SIZE];
    enum weight_kind kind;
    struct weight_list removed;   /* owned; not those replaced by a put row */
    const struct weight_row *put; /* [put_count]; NULL: none */
    size_t put_count;
    struct weight_list owned; /* holds `put` unless the change does */
};

struct ledger_touches {
    struct ledger_touch *touch; /* [count], owned */
    size_t count;
    size_t capacity;
};

void ledger_touches_finish(struct ledger_touches *touches);

/* Makes a change in a fork and adds what it touched. Sets end and order of
 * the change's rows, which must outlive the touches. 0; -ENOENT: no such
 * scenario or model; -ENOSPC: it would be one more than `scenarios_max` or
 * MODELS_MAX; -ENOMEM; all with words, and then the fork is of no use. */
int ledger_apply(struct ledger *fork, struct weight_change *change,
                 size_t scenarios_max, struct ledger_touches *touches,
                 struct error *error);

/* Removes the rows of a fork that end by then, before the fork's change, which
 * has the same epoch. 0 or -ENOMEM as above. */
int ledger_expire(struct ledger *fork, uint32_t now_s,
                  struct ledger_touches *touches, struct error *error);

/* Whether rows may be written to the scenario: it is there, or there are fewer
 * than `scenarios_max`. 0, or -ENOSPC with words. */
int ledger_check_room(const struct ledger *ledger, const char *scenario,
                      size_t scenarios_max, struct error *error);

/* -ENOENT with words that list the scenarios there are. NULL: there is none. */
int ledger_refuse_scenario(const struct ledger *ledger, const char *name,
                           struct error *error);

/* For a ledger that is read from a snapshot: adds rows as they are, with their
 * order and ends. 0 or -ENOMEM. */
int ledger_restore(struct ledger *ledger, const char *scenario,
                   uint64_t layer_epoch, const struct collection *like,
                   const struct weight_row *row, size_t count);

/* The same for a named model, with the epoch of its last change. */
int ledger_restore_model(struct ledger *ledger, const char *name,
                         uint64_t epoch, const void *text, size_t size);

/* When the first row of any layer ends, seconds since 1970; UINT32_MAX: none
 * does. */
uint32_t ledger_first_end(const struct ledger *ledger);

#endif
