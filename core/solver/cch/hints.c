/* hints: packs a hint into a word, and finds its slot. */
#include "core/solver/cch/hints.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* At most, so that there is a slot for each 16th key. */
enum { TAG_BITS_MAX = 7 };

static unsigned bits_of(uint64_t number)
{
    return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
}

int hints_init(struct hints *hints, uint64_t entry_count, uint64_t arc_count)
{
    uint64_t most = entry_count > arc_count ? entry_count : arc_count;
    unsigned piece_bits = bits_of(most) + 1;
    unsigned tag_bits = TAG_BITS_MAX;
    size_t count;

    *hints = (struct hints){0};
    if (2 * piece_bits >= 64)
        return 0;
    if (tag_bits > 64 - 2 * piece_bits)
        tag_bits = 64 - 2 * piece_bits;
    hints->piece_bits = piece_bits;
    hints->tag_bits = tag_bits;
    hints->key_bits = bits_of(entry_count);
    if (hints->key_bits < tag_bits)
        hints->key_bits = tag_bits;
    count = ((size_t)1 << (hints->key_bits - tag_bits)) * HINTS_BUCKET;
    hints->word = array_alloc_huge(count, sizeof(*hints->word));
    if (!hints->word)
        return -ENOMEM;
    memset((void *)hints->word, 0, count * sizeof(*hints->word));
    return 0;
}

void hints_finish(struct hints *hints)
{
    free((void *)hints->word);
}

/* All ones: no piece, as numbers are smaller. */
static uint64_t piece_word(const struct hints *hints, uint64_t piece)
{
    uint64_t arc =
        piece & PIECE_ARC ? UINT64_C(1) << (hints->piece_bits - 1) : 0;

    if (piece == PIECE_NONE)
        return (UINT64_C(1) << hints->piece_bits) - 1;
    return (piece & ~PIECE_ARC) | arc;
}

static uint64_t piece_of_word(const struct hints *hints, uint64_t word)
{
    uint64_t arc = UINT64_C(1) << (hints->piece_bits - 1);

    if (word == (arc << 1) - 1)
        return PIECE_NONE;
    return word & arc ? PIECE_ARC | (word & (arc - 1)) : word;
}

/* Never 0: no entry has the same part twice. */
static uint64_t hint_of(const struct hints *hints, uint64_t tag,
                        struct parts parts)
{
    uint64_t first = piece_word(hints, parts.first);

    return (tag << hints->piece_bits | first) << hints->piece_bits |
           piece_word(hints, parts.second);
}

static uint64_t tag_of_key(const struct hints *hints, uint64_t key)
{
    return key & ((UINT64_C(1) << hints->tag_bits) - 1);
}

/* The slot of a tag in its bucket, HINTS_BUCKET: none; and its word. */
static unsigned find(const struct hints *hints, const _Atomic uint64_t *bucket,
                     uint64_t tag, uint64_t *ret_word)
{
    for (unsigned i = 0; i < HINTS_BUCKET; i++) {
        uint64_t word = atomic_load_explicit(&bucket[i], memory_order_relaxed);

        if (!word || word >> (2 * hints->piece_bits) != tag)
            continue;
        *ret_word = word;
        return i;
    }
    return HINTS_BUCKET;
}

bool hints_find(const struct hints *hints, uint64_t entry,
                struct parts *ret_parts)
{
    uint64_t mask = (UINT64_C(1) << hints->piece_bits) - 1;
    uint64_t key = hints_key(hints, entry);
    uint64_t word;

    if (!hints->word || find(hints, hints_bucket(hints, key),
                             tag_of_key(hints, key), &word) == HINTS_BUCKET)
        return false;
    *ret_parts = (struct parts){
        piece_of_word(hints, word >> hints->piece_bits & mask),
        piece_of_word(hints, word & mask),
    };
    return true;
}

/* The slot for a new hint: an empty one, or any. */
static unsigned place_for(const _Atomic uint64_t *bucket, uint64_t hint)
{
    for (unsigned i = 0; i < HINTS_BUCKET; i++) {
        if (!atomic_load_explicit(&bucket[i], memory_order_relaxed))
            return i;
    }
    return hint % HINTS_BUCKET;
}

void hints_leave(const struct hints *hints, uint64_t entry, struct parts parts)
{
    uint64_t key = hints_key(hints, entry);
    uint64_t tag = tag_of_key(hints, key);
    _Atomic uint64_t *bucket;
    uint64_t hint;
    uint64_t old;
    unsigned place;

    if (!hints->word)
        return;
    bucket = hints_bucket(hints, key);
    hint = hint_of(hints, tag, parts);
    place = find(hints, bucket, tag, &old);
    if (place == HINTS_BUCKET)
        place = place_for(bucket, hint);
    atomic_store_explicit(&bucket[place], hint, memory_order_relaxed);
}
