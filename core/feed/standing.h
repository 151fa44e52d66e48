/* standing: where who has taken n entries of a stream stands, by what Redis
 * says of it. A pure function.
 *
 * Redis numbers no entries, but counts those that were ever added. Reading on
 * from an entry that was trimmed away skips what was between without a word;
 * counting shows it. */
#ifndef RELAXD_FEED_STANDING_H
#define RELAXD_FEED_STANDING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/weighting/entry.h"

/* What Redis says of a stream and of the snapshot beside it. */
struct stream_state {
    bool exists;
    uint64_t added;  /* entries ever */
    uint64_t length; /* entries that are there */
    struct entry_id last;
    struct entry_id first;   /* of those that are there */
    struct entry_id deleted; /* the highest that was deleted, not trimmed */

    bool has_snapshot;
    uint64_t beginning; /* of it; 0: there is none, or it was not seeded */
    uint64_t snapshot_epoch;
    uint64_t snapshot_bytes;
};

/* How far somebody has taken it: a ledger's. */
struct stream_place {
    uint64_t count; /* the epoch */
    uint64_t beginning;
    struct entry_id entry; /* ms 0: none yet */
};

enum standing {
    STANDS_WELL,       /* the entries read may be taken */
    STANDS_BEHIND,     /* what follows was trimmed, or the stream was seeded
                          anew: take the snapshot */
    STANDS_APART_GONE, /* the stream is not there any more */
    STANDS_APART_BACK, /* it is not as far as it was */
    STANDS_APART_GAP,  /* entries are missing, and no snapshot has them */
};

/* What Redis said together with the state. */
struct stream_reading {
    bool has_place; /* the entry at the place is still there */
    uint64_t count; /* entries that follow it */
    bool whole;     /* there are no more */
};

enum standing standing_of(const struct stream_state *state,
                          const struct stream_place *place,
                          const struct stream_reading *reading);

/* For people, of the last three: "the stream is gone". */
const char *standing_words(enum standing standing);

static inline struct stream_place place_of(const struct ledger *ledger)
{
    return (struct stream_place){ledger->epoch, ledger->beginning,
                                 ledger->entry};
}

#endif
