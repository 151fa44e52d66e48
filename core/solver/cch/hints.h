/* hints: a cache of the parts that panel entries unpack to.
 *
 * A table of bounded size: of a road map's entries one in thirty is ever
 * unpacked, however many paths are asked for. Buckets are cache lines, and an
 * entry's hint may be in any slot of its bucket; in a full bucket it replaces
 * another. A hint is one word, read and written whole, with enough of its
 * entry's number to tell a bucket's entries apart.
 *
 * Memory: a word of 8 bytes for 8 to 16 entries; one per entry if piece numbers
 * have 30 bits. Larger pieces have no hints. Any thread reads and writes. */
#ifndef RELAXD_SOLVER_CCH_HINTS_H
#define RELAXD_SOLVER_CCH_HINTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece is a panel entry or, with this bit, an arc. */
#define PIECE_ARC (UINT64_C(1) << 63)

/* No piece. */
#define PIECE_NONE UINT64_MAX

struct parts {
    uint64_t first;
    uint64_t second; /* PIECE_NONE: the entry is just the arc `first` */
};

enum { HINTS_BUCKET = 8 };

struct hints {
    _Atomic uint64_t *word; /* [buckets][HINTS_BUCKET], 0: empty; owned; NULL:
                               no hints possible */
    unsigned key_bits;      /* of an entry's number */
    unsigned tag_bits;      /* of a key, beyond the bucket's index */
    unsigned piece_bits;
};

/* An empty table for entries and arcs below these numbers. 0 or -ENOMEM.
 * finish() is fine after either and on zero bytes. */
int hints_init(struct hints *hints, uint64_t entry_count, uint64_t arc_count);
void hints_finish(struct hints *hints);

/* Size of the table. */
static inline uint64_t hints_bytes(const struct hints *hints)
{
    return hints->word ? (UINT64_C(8) * HINTS_BUCKET)
                             << (hints->key_bits - hints->tag_bits)
                       : 0;
}

/* False: none found. */
bool hints_find(const struct hints *hints, uint64_t entry,
                struct parts *ret_parts);

void hints_leave(const struct hints *hints, uint64_t entry, struct parts parts);

/* Mixes the entry's number; one to one, as the factor is odd. */
static inline uint64_t hints_key(const struct hints *hints, uint64_t entry)
{
    return (entry * UINT64_C(0x9e3779b97f4a7c15)) &
           ((UINT64_C(1) << hints->key_bits) - 1);
}

static inline _Atomic uint64_t *hints_bucket(const struct hints *hints,
                                             uint64_t key)
{
    return hints->word + (key >> hints->tag_bits) * HINTS_BUCKET;
}

/* Prefetches for hints_find(). */
static inline void hints_prefetch(const struct hints *hints, uint64_t entry)
{
    if (hints->word)
        __builtin_prefetch(
            (const void *)hints_bucket(hints, hints_key(hints, entry)));
}

#endif
