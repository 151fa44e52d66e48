/* words: short texts that are looked up often, each with a number.
 *
 * The same text in two spaces is two words. Numbers count from 0 in the order
 * of adding. Any thread may look up while none adds.
 *
 * No struct intern_pool: numbers index other arrays, and parts of a text, in a
 * space, are looked up without being copied or kept. */
#ifndef RELAXD_GRAPH_PROFILE_WORDS_H
#define RELAXD_GRAPH_PROFILE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#define WORD_NONE UINT32_MAX

struct word {
    uint32_t space;
    uint32_t hash;
    char *text;
};

struct words {
    struct word *word; /* [count] */
    size_t count;
    size_t capacity;
    uint32_t *slot;    /* [slot_count] numbers, WORD_NONE where empty: open
                          addressing, at most half full */
    size_t slot_count; /* a power of 2, or 0 */
};

/* The number of a word; WORD_NONE where it was never added. */
uint32_t words_find(const struct words *words, uint32_t space, const char *text,
                    size_t length);

/* The same, added where it is new. 0 or -ENOMEM. */
int words_add(struct words *words, uint32_t space, const char *text,
              size_t length, uint32_t *ret_number);

void words_finish(struct words *words); /* zeroed is fine */

#endif
