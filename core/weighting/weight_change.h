/* weight_change: one change of a map's weights or named models, as a client
 * asks for it, as the journal keeps it and as replicas will pass it on.
 *
 * What a change does depends on it and on the changes before it, never on the
 * roads of a map: rows that match nothing are kept, too (ledger.h). */
#ifndef RELAXD_WEIGHTING_WEIGHT_CHANGE_H
#define RELAXD_WEIGHTING_WEIGHT_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/roads/roads.h"
#include "core/weighting/weight_row.h"

/* The journal contains these numbers. */
enum change_operation {
    CHANGE_PATCH = 1, /* adds rows or replaces those with the same keys */
    CHANGE_PUT,       /* replaces a whole collection */
    CHANGE_DELETE,    /* removes the rows with these keys */
    CHANGE_CLEAR,     /* removes all rows of a collection */
    CHANGE_EXPIRE,    /* removes all rows of the map that end by `ends_s` */
    CHANGE_PUBLISH,   /* moves the rows of a scenario to the live ones */
    CHANGE_DROP,      /* removes a scenario with its rows */
    CHANGE_MODEL,     /* makes or replaces a named model: `text` */
    CHANGE_DROP_MODEL,
};

enum {
    SCENARIO_NAME_SIZE = 64,    /* with NUL */
    MODEL_NAME_SIZE = 64,       /* with NUL */
    IDEMPOTENCY_KEY_SIZE = 129, /* with NUL */
    WEIGHT_TTL_MAX = 315360000, /* seconds: ten years */
};

struct weight_change {
    enum change_operation operation;
    enum weight_kind kind;             /* with `profile`: the collection */
    char profile[ROAD_NAME_SIZE];      /* "" for arcs */
    char scenario[SCENARIO_NAME_SIZE]; /* "": the live rows */
    char model[MODEL_NAME_SIZE]; /* of CHANGE_MODEL and _DROP_MODEL alone */
    uint32_t ttl_s;  /* its rows end so long after it is made; 0: as each
                        says */
    uint32_t ends_s; /* when that is, seconds since 1970; set by who makes it;
                        0: never. CHANGE_EXPIRE: now */
    bool has_if_match;
    uint64_t if_match; /* the epoch of the last change of the collection or
                          model; 0: there was none */
    char key[IDEMPOTENCY_KEY_SIZE]; /* or "" */
    uint64_t digest[2];             /* of what it says, with a key */
    uint32_t matched;               /* rows, told to the client; with a key */

    struct weight_list rows; /* owned; of CHANGE_DELETE only keys count */
    void *text;              /* [text_bytes] the rows as CSV (weight_csv.h),
                                as the client sent them; or that of a model;
                                owned. NULL: none */
    size_t text_bytes;
    bool text_gzip;
};

static inline bool change_names_model(const struct weight_change *change)
{
    return change->operation == CHANGE_MODEL ||
           change->operation == CHANGE_DROP_MODEL;
}

static inline bool change_puts_rows(const struct weight_change *change)
{
    return change->operation == CHANGE_PATCH || change->operation == CHANGE_PUT;
}

/* Sets the digest, of all that the change says but for its key and `if_match`.
 * Before the rows are numbered. */
void weight_change_digest(struct weight_change *change);

/* Whether a scenario or model may be called so: 1 to SCENARIO_NAME_SIZE - 1 of
 * A-Z, a-z, 0-9, '.', '_', '-', and not '.' or '..'. */
bool weight_name_is_fine(const char *name);

/* Whether a key is made of visible characters of ASCII; "" is. */
bool weight_key_is_visible(const char *key);

/* Copies the change's rows from bytes that hold one struct weight_row after the
 * other. -EINVAL with words: they do not, or a row cannot be one. */
int weight_change_take_rows(struct weight_change *change, const void *bytes,
                            size_t size, struct error *error);

/* Frees rows and text. Zero bytes are fine. */
void weight_change_finish(struct weight_change *change);

/* Reads the change's rows from its text, which it unpacks if it has to; a
 * journal_read_text. Any thread. -E2BIG: unpacked it is longer than `text_max`
 * bytes. */
int weight_change_read_text(struct weight_change *change, struct error *error);
int weight_change_read_limited(struct weight_change *change, size_t text_max,
                               struct error *error);

/* Unpacks gzip, also several members, up to `most` bytes; the caller free()s
 * the text. -E2BIG: there are more; -EINVAL: damaged; -ENOMEM; with words. */
int weight_text_unpack(const void *packed, size_t size, size_t most,
                       char **ret_text, size_t *ret_size, struct error *error);

#endif
