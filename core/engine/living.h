/* living: maps whose weights change while they are served.
 *
 * What people say about the weights of a map (weight_change.h) is kept in its
 * ledger, and on disk in its journal, before it comes into force: the rows live
 * longer than the map's file. One thread, "weights", takes all changes, in
 * order: those that wait together are written together, and come into force
 * together, each with an epoch of its own. It also ends rows whose time is
 * over.
 *
 * A map of the registry follows its ledger from living_adopt() on. */
#ifndef RELAXD_ENGINE_LIVING_H
#define RELAXD_ENGINE_LIVING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/histogram.h"
#include "core/engine/registry.h"
#include "core/weighting/change_judge.h"
#include "core/weighting/entry.h"
#include "core/weighting/journal.h"
#include "core/weighting/ledger.h"
#include "core/weighting/weight_change.h"

struct living;
struct living_feed;

struct living_settings {
    const char *directory; /* of all journals; NULL: nothing is kept on disk */
    bool changes;          /* weights may be changed: the directory must be
                              writable, and belongs to this process alone */
    size_t epochs_max;     /* older weights of a map that questions may pin */
    size_t scenarios_max;  /* of a map */
    journal_read_text *read_text;
    struct weight_rows *files[WEIGHT_KINDS]; /* given at the start, they lie
                                                under the live rows of all
                                                maps; pinned; NULL: none */
    uint64_t entry_wait_us; /* with a feed: a change waits for its entry so long
                               at most */
    const struct living_feed *feed;  /* changes come from there (living_feed.h);
                                        NULL: from requests alone */
    void (*tell)(const char *words); /* what people should know of, a line;
                                        any thread */
};

/* Called before a change comes into force, with what will differ. It has to be
 * short and must not ask for changes. */
typedef void living_changing(void *context, struct published_map *published,
                             const struct weighting_delta *delta,
                             uint64_t epoch);

/* The registry outlives it. Changes wait for the first maps: living_serve()
 * starts the thread that makes them. -EBUSY: another process has the
 * directory; other codes of the journal. */
int living_create(const struct living_settings *settings,
                  struct registry *registry, struct living **ret_living,
                  struct error *error);

/* Answers what waits, ends the thread. NULL is fine. */
void living_destroy(struct living *living);

/* Waits for a change that is being made. Once this returns, the function before
 * is not called any more; NULL: none. */
void living_on_changing(struct living *living, living_changing *changing,
                        void *context);

/* ---- Maps: the thread that loads them ------------------------------------ */

/* The weights that the rows of the map's ledger make of its import; for a
 * published map that is to be adopted. Reads the journal if it is the first of
 * that name. */
int living_weighting(struct living *living, const char *name,
                     const struct map *map, struct weighting **ret_weighting,
                     struct error *error);

/* registry_serve() for maps with such weights: brings them up to the last
 * change before, and follows from now on. Takes ownership of `maps` unless it
 * fails: then what is served has not changed. */
int living_serve(struct living *living, struct published_map **maps,
                 size_t count, struct error *error);

/* ---- Changes ------------------------------------------------------------- */

enum { UNMATCHED_TOLD = 100 }; /* rows that an answer tells of */

struct unmatched_row {
    size_t index; /* in the request */
    struct weight_key key;
    struct error reason;
};

struct change_request {
    /* Set by the client, and unchanged until done(). */
    const char *map;
    struct weight_change change; /* the client frees it */
    bool dry_run;                /* only says what would match */
    void (*done)(struct change_request *request); /* on some thread, once */
    void *context;

    /* The answer. */
    enum change_outcome outcome;
    struct error error;
    uint64_t epoch;
    size_t matched; /* rows; of a removal, those that were there */
    size_t unmatched;
    size_t changed_arcs;  /* of all profiles, with changes that came into force
                             together; an upper bound */
    uint64_t in_force_us; /* from submission */
    char entry[ENTRY_ID_SIZE]; /* of a feed, that made the change; or "" */
    struct unmatched_row *unmatched_rows; /* [unmatched_told], owned */
    size_t unmatched_told;

    struct change_request *next; /* the thread's */
    uint64_t submitted_us;
    uint64_t ticket; /* of who waits for its entry */
};

/* Any thread; done() follows. */
void living_submit(struct living *living, struct change_request *request);
void change_request_finish(struct change_request *request);

/* ---- Reading: any thread ------------------------------------------------- */

/* What is said about a map now, pinned; NULL: there is no such map. */
struct ledger *living_ledger(struct living *living, const char *map);

/* The entry in force of the same published map, or of a scenario over it,
 * pinned; `ret_ledger`: what it follows, pinned; may be NULL. May take as long
 * as customizing; for the pool. -ENOENT with words: no such scenario; -ESTALE:
 * the map was replaced; -ENOMEM. */
int living_entry(struct living *living, struct map_entry *entry,
                 const char *scenario, struct map_entry **ret_entry,
                 struct ledger **ret_ledger, struct error *error);

/* Waits for an epoch of a map. ready() is called once, on some thread, perhaps
 * before living_await() returns: when the map has dealt with it, when the
 * deadline has passed, or after living_hurry(). */
struct epoch_wait {
    uint64_t epoch;
    uint64_t deadline_us; /* by clock_now_us() */
    void (*ready)(struct epoch_wait *wait);
    struct published_map *published; /* the waiter's */
    struct epoch_wait *next;
    bool waits;
};
void living_await(struct living *living, struct epoch_wait *wait);
void living_hurry(struct living *living, struct epoch_wait *wait);

/* ---- Figures: any thread, and it never waits for a change ---------------- */

enum feed_state {
    FEED_NONE, /* there is no feed */
    FEED_FOLLOWS,
    FEED_LOST,  /* Redis cannot be reached */
    FEED_APART, /* the stream does not go on from what is in force */
    FEED_STATES,
};

struct feed_note {
    enum feed_state state;
    struct error words;     /* why it does not follow */
    uint64_t lag_entries;   /* that wait, as far as is known */
    uint64_t lags_since_us; /* by clock_now_us(); 0: it does not lag */
    uint64_t snapshots;     /* written beside the stream */
    uint64_t losses;        /* of Redis, or of the stream */
};

/* Microseconds by which the map that lags most lags, or stands apart; a lost
 * Redis is no lag. */
uint64_t living_lag_us(struct living *living);

struct living_figures {
    const char *map;
    const struct ledger *ledger;          /* what is said now */
    uint64_t changes[CHANGE_OUTCOMES];    /* but for dry runs */
    uint64_t entries[CHANGE_OUTCOMES];    /* of a feed */
    struct histogram_figures in_force_us; /* of those that came into force */
    uint64_t journal_bytes;               /* with the snapshot */
    uint64_t snapshots;                   /* written */
    uint64_t unmatched_rows; /* that changes wrote since the map was
                                loaded, for all its profiles */
    struct feed_note feed;
};

/* Calls see() for each map; what it gets is valid meanwhile. */
void living_each(struct living *living,
                 void (*see)(void *context,
                             const struct living_figures *figures),
                 void *context);

#endif
