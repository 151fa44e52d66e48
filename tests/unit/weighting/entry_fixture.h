/* entry_fixture: entries from words, and a ledger that takes them. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_ENTRY_FIXTURE_H
#define RELAXD_TESTS_UNIT_WEIGHTING_ENTRY_FIXTURE_H

#include "core/weighting/entry.h"

enum { DRAFT_FIELDS_MAX = 20 };

/* The fields of "op=clear|rows=arcs". */
struct entry_draft {
    char *text; /* owned */
    struct entry_field field[DRAFT_FIELDS_MAX];
    size_t count;
};

void entry_draft(struct entry_draft *draft, const char *words);
void entry_draft_finish(struct entry_draft *draft);

/* For values with any bytes. They are not copied. */
void entry_draft_add(struct entry_draft *draft, const char *name,
                     const void *value, size_t size);

/* As words again: "op=clear|rows=arcs"; the caller free()s it. */
char *entry_fields_words(const struct entry_fields *fields);

/* The entry of these words, with the id MS-0; the caller finishes it. Models
 * are not checked. */
struct entry entry_of(uint64_t ms, const char *words);

/* Packs the text into `size` bytes, and returns how many it takes. */
size_t gzip_text(const char *text, void *ret_bytes, size_t size);

/* A ledger and its keys, which take one entry after the other. */
struct entry_taker {
    struct ledger *ledger;
    struct key_book keys;
    struct ledger_touches touches; /* of the last entry */
    struct entry entry;            /* the last one */
    struct error words;            /* of its refusal; or "" */
};

void entry_taker_init(struct entry_taker *taker);
void entry_taker_finish(struct entry_taker *taker);

/* Applies the entry, and remembers its key if it was made. */
enum change_outcome taker_take(struct entry_taker *taker, uint64_t ms,
                               const char *words);

/* It is made; or refused, with these words. */
void assert_made(struct entry_taker *taker, uint64_t ms, const char *words);
void assert_refused(struct entry_taker *taker, uint64_t ms, const char *words,
                    enum change_outcome outcome, const char *refusal);

#endif
