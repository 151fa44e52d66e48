/* key_search: finds many keys in an index of key_order().
 *
 * A search alone waits for memory at each of its steps. Groups take their steps
 * together, so that the waits overlap; and where many will be asked for, a
 * sample of the keys, small enough for a cache, replaces all but the last
 * steps. */
#ifndef RELAXD_BASE_KEY_SEARCH_H
#define RELAXD_BASE_KEY_SEARCH_H

#include <stddef.h>
#include <stdint.h>

enum { KEY_GROUP = 32 }; /* the most keys of one call */

struct key_search {
    const uint64_t *key;   /* any order */
    const uint32_t *index; /* [count] as key_order() made it */
    uint32_t count;
    uint64_t flip;    /* the one of key_order() */
    uint64_t *sample; /* owned: every 32nd key by order, flipped; or
                         NULL */
    uint32_t sample_count;
};

/* `key`: of 64 bits each; it and `index` must outlive the search. `searches`:
 * about how many keys will be asked for. Reads at most as many keys as that. 0
 * or -ENOMEM; finish() is fine after either and on zero bytes. */
int key_search_init(struct key_search *search, const void *key,
                    const uint32_t *index, uint32_t count, uint64_t flip,
                    size_t searches);
void key_search_finish(struct key_search *search);

/* Any number of threads at once. The first place in the index whose key is at
 * least wanted[i], or `count`, becomes ret_place[i]; [count], at most
 * KEY_GROUP. */
void key_search_find(const struct key_search *search, const uint64_t *wanted,
                     uint32_t count, uint32_t *ret_place);

#endif
