/* key_book: a ring, searched by hash. */
#include "core/weighting/key_book.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/base/array.h"

static uint64_t hash_of(const char *key)
{
    return XXH3_64bits(key, strlen(key));
}

void key_book_finish(struct key_book *book)
{
    free(book->entry);
    free(book->hash);
    *book = (struct key_book){0};
}

int key_book_init(struct key_book *book)
{
    *book = (struct key_book){
        .entry = array_alloc(KEYS_KEPT, sizeof(*book->entry)),
        .hash = array_alloc(KEYS_KEPT, sizeof(*book->hash)),
    };
    if (book->entry && book->hash)
        return 0;
    key_book_finish(book);
    return -ENOMEM;
}

struct known_key *key_book_find(const struct key_book *book, const char *key)
{
    uint64_t hash = hash_of(key);

    for (size_t i = 0; i < book->count; i++) {
        if (book->hash[i] == hash && !strcmp(book->entry[i].key, key))
            return &book->entry[i];
    }
    return NULL;
}

void key_book_add(struct key_book *book, const struct known_key *known)
{
    size_t at = book->next;

    book->entry[at] = *known;
    book->hash[at] = hash_of(known->key);
    book->next = (at + 1) % KEYS_KEPT;
    if (book->count < KEYS_KEPT)
        book->count++;
}

void key_book_remember(struct key_book *book,
                       const struct weight_change *change, uint64_t epoch)
{
    uint64_t rows = change->rows.count;
    struct known_key known = {
        .digest = {change->digest[0], change->digest[1]},
        .epoch = epoch,
        .rows = rows > change->matched ? rows : change->matched,
        .matched = change->matched,
    };

    if (!*change->key)
        return;
    strcpy(known.key, change->key);
    key_book_add(book, &known);
}

const struct known_key *key_book_next(const struct key_book *book)
{
    return book->count < KEYS_KEPT ? NULL : &book->entry[book->next];
}

void key_book_take_back(struct key_book *book, const struct known_key *before)
{
    size_t at = (book->next + KEYS_KEPT - 1) % KEYS_KEPT;

    book->next = at;
    if (!before) {
        book->count--;
        return;
    }
    book->entry[at] = *before;
    book->hash[at] = hash_of(before->key);
}

const struct known_key *key_book_at(const struct key_book *book, size_t i)
{
    size_t oldest = book->count < KEYS_KEPT ? 0 : book->next;

    return &book->entry[(oldest + i) % KEYS_KEPT];
}

int key_book_copy(const struct key_book *book, struct known_key **ret_keys,
                  size_t *ret_count)
{
    *ret_keys = array_alloc(book->count, sizeof(**ret_keys));
    if (!*ret_keys)
        return -ENOMEM;
    for (size_t i = 0; i < book->count; i++)
        (*ret_keys)[i] = *key_book_at(book, i);
    *ret_count = book->count;
    return 0;
}
