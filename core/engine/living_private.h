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

    /* As in living_figures. */
    atomic_uint_fast64_t changes[CHANGE_OUTCOMES];
    struct histogram in_force_us;
    atomic_uint_fast64_t journal_bytes;
    atomic_uint_fast64_t snapshots;

    struct follower *follower; /* [count], owned; under `serving` */
    size_t count;
    struct living_map *next;
};

struct compaction;

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
    unsigned spare_looks_left; /* 0: no spare is lacking. The thread's */
    living_changing *changing; /* NULL: none; under `serving` */
    void *changing_context;

    struct compaction *compaction; /* the thread's; NULL: none */

    pthread_mutex_t scenarios; /* held while a scenario's weights are made */
};

/* A request of a group, or rows that end (`request` NULL). */
struct member {
    struct change_request *request;
    struct weight_change *change;
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

/* Takes a request into the group, or answers it. There is room. */
void group_take(struct group *group, struct change_request *request);

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
