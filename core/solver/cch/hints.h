/* hints: what entries were found to be made of, for whoever unpacks them again.
 *
 * A table of bounded size: of a road map's entries one in thirty is ever
 * unpacked, however many paths are asked for. Buckets of a cache line, in which
 * an entry's hint may be in any place; where all are taken it drives another
 * out. A hint is one word, with as much of its entry's number in it as tells
 * entries of a bucket apart, so that it is read and written whole.
 *
 * Memory: a word of 8 bytes for 8 to 16 entries; for 1 where the numbers of
 * pieces have 30 bits. Pieces of more have no hints. Any thread reads and
 * writes. */
#ifndef RELAXD_SOLVER_CCH_HINTS_H
#define RELAXD_SOLVER_CCH_HINTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece: an entry, or with this bit an arc. */
#define PIECE_ARC (UINT64_C(1) << 63)

/* No piece. */
#define PIECE_NONE UINT64_MAX

struct parts {
    uint64_t first;
    uint64_t second; /* PIECE_NONE: the first is the arc that is all of it */
};

enum { HINTS_BUCKET = 8 };

struct hints {
    _Atomic uint64_t *word; /* [buckets][HINTS_BUCKET], 0: none; owned; NULL:
                               there can be none */
    unsigned key_bits;      /* of an entry's number */
    unsigned tag_bits;      /* of a key: what its bucket does not tell */
    unsigned piece_bits;
};

/* None yet, of entries and arcs of smaller numbers than these. 0 or -ENOMEM.
 * finish() is fine after either and on zero bytes. */
int hints_init(struct hints *hints, uint64_t entry_count, uint64_t arc_count);
void hints_finish(struct hints *hints);

/* That the table takes. */
static inline uint64_t hints_bytes(const struct hints *hints)
{
    return hints->word ? (UINT64_C(8) * HINTS_BUCKET)
                             << (hints->key_bits - hints->tag_bits)
                       : 0;
}

/* False: there is none. */
bool hints_find(const struct hints *hints, uint64_t entry,
                struct parts *ret_parts);

void hints_leave(const struct hints *hints, uint64_t entry, struct parts parts);

/* The entry's number, mixed: one to one, as the factor is odd. */
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

/* Asks for what hints_find() will read. */
static inline void hints_prefetch(const struct hints *hints, uint64_t entry)
{
    if (hints->word)
        __builtin_prefetch(
            (const void *)hints_bucket(hints, hints_key(hints, entry)));
}

#endif
