/* living_feed: living weights (living.h) whose changes come from a feed that
 * several relaxd share, a stream for each map.
 *
 * A request is checked against the map, and appended to the stream; it comes
 * into force, here as everywhere, when its entry is read from the stream, and
 * then it is answered. The journal is only a copy. The feed itself is the
 * daemon's (daemon/feed.h); what it calls here is for its threads. */
#ifndef RELAXD_ENGINE_LIVING_FEED_H
#define RELAXD_ENGINE_LIVING_FEED_H

#include "core/base/error.h"
#include "core/engine/living.h"
#include "core/weighting/entry.h"

struct feed_append;

/* What living weights ask of a feed. */
struct living_feed {
    void *context;

    /* Brings what the disk has of a map to the end of its stream, before it is
     * served; on the thread that loads maps. `needs_entries`: what the disk has
     * cannot be read, so the stream has to have some, else -ENODATA.
     * `ret_moved`: it has changed. Codes with words: the map cannot be served.
     */
    int (*begin)(void *context, const char *map, bool needs_entries,
                 struct ledger **ledger, struct key_book *keys, bool *ret_moved,
                 struct error *error);

    /* An entry of a change, or with NULL one that only lets rows end, to be
     * appended; it keeps nothing of the change. NULL: no memory. */
    struct feed_append *(*make)(void *context, const char *map,
                                const struct weight_change *change,
                                uint64_t ticket);

    /* Appends it, and takes ownership of it; does not wait. What fails later is
     * told by living_append_failed() with its ticket. -ENOTCONN with words:
     * nothing can be appended now. */
    int (*append)(void *context, struct feed_append *append,
                  struct error *error);
};

/* Takes the next entries of a map, and returns when they are in force. After
 * -ENOMEM, or another code of a changed map, the first `*ret_taken` of them
 * are; -EAGAIN: the map is not served yet; with words. Once maps are served,
 * and before living_destroy(). */
int living_take_entries(struct living *living, const char *map,
                        struct entry *entries, size_t count, size_t *ret_taken,
                        struct error *error);

/* Puts the state of a snapshot in the place of the map's, and takes ownership
 * of the keys unless it fails. Codes as above, or of a changed map. */
int living_replace(struct living *living, const char *map,
                   struct ledger *ledger, struct key_book *keys,
                   struct error *error);

/* Answers the request, CHANGED_LOST or CHANGED_UNKNOWN, unless its entry came;
 * all that wait for entries of the map, or with NULL of any map. */
void living_append_failed(struct living *living, const char *map,
                          uint64_t ticket, enum change_outcome outcome,
                          const struct error *words);
void living_feed_lost(struct living *living, const char *map,
                      const struct error *words);

/* What figures say of the feed of a map. */
void living_note_feed(struct living *living, const char *map,
                      const struct feed_note *note);

/* The state of a map for a snapshot: the caller's reference, and its to free.
 * -ENOENT: there is no such map; -ENOMEM. */
int living_copy_state(struct living *living, const char *map,
                      struct ledger **ret_ledger, struct known_key **ret_keys,
                      size_t *ret_key_count);

#endif
