/* dirty: allocation and the search for the next bit. */
#include "core/solver/cch/dirty.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int dirty_init(struct dirty *dirty, uint32_t count)
{
    size_t words = ((size_t)count + 63) / 64;

    dirty->word = array_alloc(words, sizeof(*dirty->word));
    if (!dirty->word)
        return -ENOMEM;
    for (size_t i = 0; i < words; i++)
        atomic_init(&dirty->word[i], 0);
    return 0;
}

void dirty_finish(struct dirty *dirty)
{
    free(dirty->word);
    dirty->word = NULL;
}

uint32_t dirty_next(const struct dirty *dirty, uint32_t first, uint32_t end)
{
    uint32_t next = first;

    while (next < end) {
        uint64_t word = atomic_load_explicit(&dirty->word[next / 64],
                                             memory_order_relaxed) >>
                        next % 64;

        if (word) {
            next += (uint32_t)__builtin_ctzll(word);
            return next < end ? next : end;
        }
        next = next / 64 * 64 + 64;
    }
    return end;
}
