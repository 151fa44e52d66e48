/* key_book: the last idempotency keys of a map, with the first answers.
 *
 * One thread. */
#ifndef RELAXD_WEIGHTING_KEY_BOOK_H
#define RELAXD_WEIGHTING_KEY_BOOK_H

#include <stddef.h>
#include <stdint.h>

#include "core/weighting/weight_change.h"

enum { KEYS_KEPT = 10000 };

struct known_key {
    char key[IDEMPOTENCY_KEY_SIZE];
    uint64_t digest[2]; /* of the request */
    uint64_t epoch;     /* and what it was answered with */
    uint64_t rows;
    uint64_t matched;
    uint64_t changed_arcs;
    uint64_t in_force_us;
};

struct key_book {
    struct known_key *entry; /* [capacity], a ring; owned */
    uint64_t *hash;          /* [capacity] of each key; owned */
    size_t count;
    size_t next; /* the oldest, once it is full */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int key_book_init(struct key_book *book);
void key_book_finish(struct key_book *book);

/* NULL: the key is not known. Valid until the next is added. */
struct known_key *key_book_find(const struct key_book *book, const char *key);

/* In the place of the oldest if there are KEYS_KEPT. */
void key_book_add(struct key_book *book, const struct known_key *known);

/* Adds the key of a change that was made, if it has one, with the answer as far
 * as the change tells it. A change without rows of its own matches those that
 * it removes or publishes. */
void key_book_remember(struct key_book *book,
                       const struct weight_change *change, uint64_t epoch);

/* Gives up the last one that was added, for the one in whose place it came:
 * that of key_book_next() before, or NULL. */
void key_book_take_back(struct key_book *book, const struct known_key *before);

/* Which one the next takes the place of; NULL: none. Valid as long as the book
 * is not changed. */
const struct known_key *key_book_next(const struct key_book *book);

/* All, from the oldest on; the caller free()s them. 0 or -ENOMEM. */
int key_book_copy(const struct key_book *book, struct known_key **ret_keys,
                  size_t *ret_count);

/* The i-th, from the oldest on. */
const struct known_key *key_book_at(const struct key_book *book, size_t i);

#endif
