/* entry: a change as a stream has it that several relaxd share (core/feed/).
 *
 * An entry is a list of named texts, which programs other than relaxd may
 * write, too:
 *
 *     op         patch, put, delete, clear, publish, drop, model, drop-model;
 *                or none, which only lets rows end
 *     rows       segments, turns or arcs; of patch, put, delete, clear
 *     profile    of segments and turns
 *     scenario   of publish and drop; may be of those with rows
 *     model      the name; of model and drop-model
 *     ttl        seconds until its rows end; may be of patch and put
 *     if-match   the epoch of the last change of what it changes
 *     key        an Idempotency-Key
 *     matched    rows that named something for who wrote the entry
 *     format     of body: csv, which is meant without it; csv.gz; or binary:
 *                struct weight_row, one after the other
 *     body       rows; of model its JSON
 *
 * Entry n of a stream makes epoch n of the map, also if it is refused. What
 * becomes of it depends on it and on those before it, never on roads, settings
 * or clocks: rows end with the first entry whose id is at or after their end.
 * So all who take the same entries hold the same rows.
 *
 * Pure functions, for any thread. */
#ifndef RELAXD_WEIGHTING_ENTRY_H
#define RELAXD_WEIGHTING_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/weighting/change_judge.h"
#include "core/weighting/key_book.h"
#include "core/weighting/ledger.h"
#include "core/weighting/weight_change.h"

/* Neither text ends with NUL. */
struct entry_field {
    const char *name;
    size_t name_size;
    const char *value;
    size_t value_size;
};

struct entry {
    struct entry_id id;
    bool is_empty;                    /* op none */
    struct weight_change change;      /* owned */
    char unreadable[ERROR_TEXT_SIZE]; /* why it is refused; "": it is read */
};

/* A body, which Redis would cut off above 512 MiB, is at most so long; and so
 * long once it is unpacked. */
enum { ENTRY_BODY_MAX = 500 << 20 };
enum { ENTRY_TEXT_MAX = 1 << 30 };

/* Whether the text is a model. 0, -EINVAL with words, -ENOMEM. */
typedef int entry_check_model(const char *text, struct error *error);

/* Reads an entry's fields. What is no entry is `unreadable`, not an error. 0 or
 * -ENOMEM; entry_finish() after either. */
int entry_read(struct entry_id id, const struct entry_field *field,
               size_t count, entry_check_model *check_model,
               struct entry *ret_entry);
void entry_finish(struct entry *entry);

enum { ENTRY_FIELDS_MAX = 11 };

struct entry_fields {
    struct entry_field field[ENTRY_FIELDS_MAX]; /* [count] */
    size_t count;
    char number[3][24];
};

/* The fields of a change, or with NULL of an entry that only lets rows end.
 * They point into both, so `ret_fields` must not move. */
void entry_write(const struct weight_change *change,
                 struct entry_fields *ret_fields);

/* What became of an entry. */
struct entry_result {
    struct ledger *next; /* the caller's reference */
    enum change_outcome outcome;
    struct error words; /* of a refusal */
};

/* Makes of a ledger that which has the entry, and says what it touched; empty
 * before. The rows of the entry must outlive the touches. 0 or -ENOMEM: then
 * nothing has happened. */
int entry_apply(struct entry *entry, const struct ledger *ledger,
                const struct key_book *keys, struct ledger_touches *touches,
                struct entry_result *ret_result);

/* The same where nobody asks what it touched: the ledger makes way for the next
 * one, and the key is remembered. */
int entry_take(struct entry *entry, struct ledger **ledger,
               struct key_book *keys, struct entry_result *ret_result);

static inline bool entry_id_before(struct entry_id a, struct entry_id b)
{
    return a.ms != b.ms ? a.ms < b.ms : a.sequence < b.sequence;
}

/* "1732-0". */
enum { ENTRY_ID_SIZE = 42 };
void entry_id_write(struct entry_id id, char ret_text[static ENTRY_ID_SIZE]);
bool entry_id_read(const char *text, struct entry_id *ret_id);

#endif
