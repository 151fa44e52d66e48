/* living_private: the insides of living weights, for the files of the thread
 * that takes changes. */
#ifndef RELAXD_ENGINE_LIVING_PRIVATE_H
#define RELAXD_ENGINE_LIVING_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/engine/living.h"
#include "core/engine/map_entry.h"
#include "core/weighting/journal.h"
#include "core/weighting/row_effect.h"
#include "core/weighting/weight_match.h"

/* A published map that follows a ledger. */
struct follower {
    struct published_map *published; /* held */
    struct row_effect *effect;       /* owned */
};

/* All profiles of a name. */
struct living_map {
    char name[MAP_NAME_SIZE];
    struct ledger *ledger;   /* published; pinned; under `lock` */
    struct journal *journal; /* NULL: nothing is kept on disk */
    struct key_book keys;    /* the thread's */
    bool told_late;          /* that rows cannot be ended; the thread's */
    uint64_t snapshot_above; /* bytes of the journal; the thread's */

    /* With a feed. */
    struct change_request *offered; /* wait for their entries; under `lock` */
    struct feed_note feed;          /* under `lock` */
    uint64_t end_again_us;          /* an entry that lets rows end is asked for,
                                       not before then */
    uint64_t end_pause_us;          /* after the last one */
    uint32_t end_asked_s;           /* the end that it was for */
    bool copy_late;                 /* the journal lacks entries, until a
                                       snapshot is written; the thread's */
    uint64_t copy_again_us;         /* not before then */
    uint64_t strange_rows;          /* of profiles that the file lacks */

    /* As in living_figures. */
    atomic_uint_fast64_t changes[CHANGE_OUTCOMES];
    atomic_uint_fast64_t entries[CHANGE_OUTCOMES];
    atomic_uint_fast64_t unmatched_rows;
    struct histogram in_force_us;
    atomic_uint_fast64_t journal_bytes;
    atomic_uint_fast64_t snapshots;

    struct follower *follower; /* [count], owned; under `serving` */
    size_t count;
    struct living_map *next;
};

struct compaction;
struct delivery;

/* How often to look for an older entry without readers before copying the
 * current one. */
enum { SPARE_LOOKS = 20 };

struct living {
    struct living_settings settings;
    char *directory; /* owned; NULL: none */
    struct registry *registry;
    pthread_t thread;
    bool started; /* the thread, by the first living_serve() */

    /* Held by the thread while it makes and publishes a change, and by who
     * loads maps while they begin to follow. Taken before `lock`. */
    pthread_mutex_t serving;

    pthread_mutex_t lock; /* guards all below, the list of maps together with
                             `serving`; a ledger and the entries that
                             follow it change together under it */
    pthread_cond_t news;
    struct living_map *maps;             /* never removed */
    struct change_request *first, *last; /* wait, in order */
    struct epoch_wait *waits;
    bool stopping;
    struct delivery *delivery; /* of the feed, that is to be taken; or NULL */
    pthread_cond_t delivered;
    unsigned spare_looks_left; /* 0: no spare is lacking. The thread's */
    living_changing *changing; /* NULL: none; under `serving` */
    void *changing_context;

    struct compaction *compaction; /* the thread's; NULL: none */
    uint64_t tickets;              /* given out; the thread's */

    pthread_mutex_t scenarios; /* held while a scenario's weights are made */
};

/* A request of a group, an entry, or rows that end. */
struct member {
    struct change_request *request; /* NULL: nobody waits here */
    struct weight_change *change;
    const struct entry *entry;  /* of the feed; NULL: none */
    struct entry_result result; /* of the entry, without the ledger */
    bool is_known;              /* its key was added to the book */
    bool replaces_key;
    struct known_key key_before;   /* in whose place; of an entry that is there
                                      a second time, the first answer */
    struct weight_matches matches; /* of rows put */
    struct ledger_touches touches;
    uint64_t epoch;
};

/* Changes of one map that come into force together. */
struct group {
    struct living *living;
    struct living_map *map;
    struct ledger *ledger; /* with all members so far; pinned */
    struct ledger *before; /* that was in force; pinned until the answers are
                              on their way: to free its pages takes a while */
    struct member *member; /* [count], owned */
    size_t count;
    struct weighting_edits *edits; /* [map->count], owned */
    struct next_entry **next;      /* [map->count], owned */
    bool replaces;                 /* it follows nothing that was in force */
    size_t changed_arcs;
};

/* Count a request's outcome and answer it. */
void living_refuse(struct living_map *map, struct change_request *request,
                   enum change_outcome outcome, const struct error *words);
void living_answer(struct living_map *map, struct change_request *request,
                   enum change_outcome outcome);

/* What became of a change that failed with this code. */
enum change_outcome change_failure(int code);

/* By the clock of this machine, seconds since 1970. */
uint32_t living_now_s(void);

enum { GROUP_MAX = 256 }; /* members */

/* An empty group; finish() is fine after -ENOMEM, too. */
int group_init(struct group *group, struct living *living,
               struct living_map *map);
void group_finish(struct group *group);

/* Brings all members into force, or the ledger that replaces another. 0, or a
 * code with words: then nothing has changed. */
int group_into_force(struct group *group, struct error *error);

/* For figures: the rows of the map's effects that name nothing. */
void living_count_unmatched(struct living_map *map);

/* Takes a request into the group, or answers it. There is room. */
void group_take(struct group *group, struct change_request *request);

/* Whether a request may be appended to the feed; false: it was answered. */
bool group_check_offer(struct group *group, struct change_request *request);

/* The first answer again. */
void group_answer_again(struct group *group, struct change_request *request,
                        const struct known_key *known);

/* Counts for the answer the rows that a removal finds. */
int group_count_present(const struct group *group,
                        struct change_request *request);

/* Takes the change into the group's ledger. 0, or a code with words: then
 * nothing has changed. */
int group_apply(struct group *group, struct member *member,
                struct error *error);

void member_finish(struct member *member);

/* The caller holds the lock. NULL: there is no such map. */
struct living_map *living_find_map(const struct living *living,
                                   const char *name);

/* NULL: the map's file lacks the profile. */
struct follower *living_find_follower(const struct living_map *map,
                                      const char *profile);

void living_map_destroy(struct living_map *map);

/* Notes how long its journal is, for figures; who may change it. */
void living_map_measure(struct living_map *map);

/* For the three below the caller holds the serving lock. */

/* Entries for the next changes, while nobody waits; copies of those in force
 * where all older ones have readers, if it may. False: some lack one. Without
 * memory the next change copies. */
bool living_make_spares(const struct living_map *maps, bool may_copy);

/* Takes the first request out of the list, with others that come into force
 * together, and answers them. */
void living_run_group(struct living *living, struct change_request **list);

/* Removes the rows whose time is over. */
void living_expire(struct living *living);

/* Calls those who wait for what is there now. */
void living_wake(struct living *living);

/* ---- With a feed; the thread holds `serving` ----------------------------- */

/* Checks a request and appends it to the feed, or answers it. */
void living_offer(struct living *living, struct living_map *map,
                  struct change_request *request);

/* Who waits for the entry here, no longer in the list; NULL: nobody. */
struct change_request *living_take_offer(struct living *living,
                                         struct living_map *map,
                                         const struct entry *entry);

/* Answers those that have waited too long for their entries. */
void living_end_old_offers(struct living *living);

/* Takes what the feed has delivered. */
void living_take_delivery(struct living *living);

/* Asks for an entry that lets rows end which are due. */
void living_ask_end(const struct living *living, struct living_map *map);

/* Copies the group's entries to the journal. */
void living_copy_entries(const struct group *group);

/* Answers all that wait for entries: living weights end. */
void living_end_offers(struct living *living);

/* The edits that make of a published map's weights those of a ledger, of which
 * the effect is new. */
int living_find_edits(struct row_effect *effect,
                      struct published_map *published,
                      const struct ledger *ledger,
                      struct weighting_edits *edits, struct error *error);

/* ------------------------------------------------------------------------ */

/* Tells people a line. */
void living_tell(const struct living *living, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void change_request_refuse(struct change_request *request,
                           enum change_outcome outcome,
                           const struct error *words);

/* Once maps are served there is a thread for their changes; before, what is
 * imported has the process to itself (child.h). The caller holds `serving`. */
int living_start_thread(struct living *living, struct error *error);

#endif
