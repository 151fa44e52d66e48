/* service: questions about roads and positions. Start reading core/service/
 * here.
 *
 * Questions and answers are in the client's terms (map names, the source's ids,
 * positions); engine and solvers know only vertices. Each kind has a room:
 * route, path, table, tree, isochrone; all embed struct question first. The
 * steps of a question:
 *
 *     service_ask_*()    checks it, or refuses it; finds its places and ids
 *                        (on the pool if that takes long); translates it to
 *                        queries, and hands these to the engine as one job, or
 *                        several in turn
 *     ...                the engine solves the job in batches
 *     ended()            a worker or the pool calls it, once: the answer is
 *                        there, or the reason why there is none
 *     *_finish()         the client frees what the service allocated
 *
 * From the first step to the third only the service touches the question; the
 * client may call question_cancel(). ask.h is the inside. */
#ifndef RELAXD_SERVICE_SERVICE_H
#define RELAXD_SERVICE_SERVICE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/date_time.h"
#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/base/pool.h"
#include "core/engine/engine.h"
#include "core/engine/living.h"
#include "core/graph/conditions.h"
#include "core/service/model_book.h"
#include "core/weighting/model/model.h"

struct service;
struct snap_options;

enum outcome {
    OUTCOME_OK,
    OUTCOME_UNKNOWN_MAP,
    OUTCOME_UNKNOWN_PROFILE,  /* not on that map */
    OUTCOME_UNKNOWN_CLASS,    /* not of that profile */
    OUTCOME_UNKNOWN_SCENARIO, /* not over that map */
    OUTCOME_UNKNOWN_MODEL,
    OUTCOME_BAD_MODEL,  /* it names what the map does not keep */
    OUTCOME_FIXED_TIME, /* no other time of departure is possible */
    OUTCOME_UNKNOWN_ID,
    OUTCOME_UNKNOWN_SOLVER,
    OUTCOME_BAD_OPTION,   /* no such option, or not such a value */
    OUTCOME_CANNOT,       /* the named solver cannot answer such questions */
    OUTCOME_REFUSED,      /* the solver refuses this map */
    OUTCOME_NO_ROADS,     /* the question needs roads and the map has none */
    OUTCOME_NO_ROAD_NEAR, /* at a stop of a route */
    OUTCOME_ROADS_CLOSED, /* the same, but there would be one if none were
                             closed */
    OUTCOME_TOO_LARGE,    /* above a limit of the settings */
    OUTCOME_QUEUE_FULL,   /* try again after retry_after_s */
    OUTCOME_MEMORY_FULL,  /* the same: others hold limits.memory-max */
    OUTCOME_STOPPING,
    OUTCOME_LATE,      /* its deadline passed */
    OUTCOME_OUTDATED,  /* the weights that it began with are no longer kept
                          (weights.epochs-max); try again */
    OUTCOME_CANCELLED, /* by question_cancel() */
    OUTCOME_FAILED,    /* out of memory, or a device failed without a
                          replacement */
};

enum { QUESTION_SET_SIZE = 128 };

struct question {
    /* Set by the client. */
    const char *map;         /* name; NULL: the first map */
    const char *profile;     /* name; NULL: the map's first */
    struct map_entry *found; /* the entry of these names, if the client has
                                looked it up; pinned until ask returns. Places
                                found on it are not valid on an entry published
                                since. NULL: ask looks it up */
    const char *solver; /* name; NULL: the engine's setting; "auto": chosen by
                           the question */
    const char *set;    /* "k=3,slf=on": options of that solver; NULL: none */
    uint16_t exclude;   /* class bits (road_profile): closes all roads with any
                           of them, on maps with roads */
    const char *exclude_names;  /* "toll,ferry": further classes by name; NULL:
                                   none */
    const char *scenario;       /* name: with its rows over the live ones; NULL:
                                   none */
    struct model *model;        /* laid over these weights, on maps with roads;
                                   the client's, until it calls finish; NULL:
                                   none */
    const char *model_name;     /* of the map, or else built-in; laid below
                                   `model`; NULL: none */
    struct date_time depart_at; /* closes what a condition closes then;
                                   not given: none */
    uint64_t min_epoch; /* waits for the map to deal with this epoch; 0: no
                           wait */
    void (*ended)(struct question *question);    /* any thread, once, only if
                                                       ask said OUTCOME_OK; perhaps
                                                       before ask returns */
    void (*readable)(struct question *question); /* any thread: a streamed
                                                    answer has its next block */
    void *context;                               /* the client's own */
    struct cancel cancel;            /* deadline_us 0: set by the settings */
    struct phase_observer *observer; /* receives the search, called on a worker
                                        thread before `ended`; NULL: none.
                                        For routes between two stops and for
                                        single pairs */

    /* The answer. `error` says what is wrong, with which id or name, and how to
     * mend it. */
    enum outcome outcome;
    struct error error;
    unsigned retry_after_s;
    const char *solved_by;   /* solver's name */
    const char *device_name; /* "cpu", "cuda:0" */
    bool names_epoch;        /* a refusal: the map is known, so is its epoch */
    uint64_t epoch;
    uint64_t queued_us;
    uint64_t solve_us;
    char note[160];    /* why another device or solver answered, or empty */
    size_t missing;    /* OUTCOME_NO_ROAD_NEAR: the first such place */
    bool usual_radius; /* a setting's radius kept that place off all roads */

    /* The service's own. */
    struct map_entry *entry;
    struct service *service;
    atomic_size_t memory; /* that it holds of the service's */
    bool awaits;          /* an epoch, or the weights of its scenario or
                             model */
    struct model *named;  /* the model of model_name, pinned; or NULL */
    uint64_t named_epoch; /* up to which that was known; or UINT64_MAX */
    bool makes_model;     /* it has a turn (model_turns.h), with the next 2 */
    struct question *next;
    void (*resume)(struct question *question);
    struct epoch_wait wait; /* for ask_work(), with the next 2 */
    struct pool_task task;
    enum outcome (*work)(struct question *question);
    struct job job;
    char set_text[QUESTION_SET_SIZE]; /* `set`, split */
    struct solver_setting settings[JOB_SETTINGS_MAX];
    void (*_Atomic wake)(struct question *question); /* wakes a thread that
                                                        waits for room, after a
                                                        cancel; NULL: none
                                                        waits */
};

/* Any thread, from ask's OUTCOME_OK to <kind>_question_finish(): the question
 * ends soon, and `ended` is still called, once. */
void question_cancel(struct question *question);

/* The entry for a question's map and profile names, pinned by the caller. Else
 * OUTCOME_UNKNOWN_MAP or _PROFILE, and the words list those there are. */
enum outcome service_find_map(struct service *service, const char *map,
                              const char *profile, struct map_entry **ret_entry,
                              struct error *error);

/* The bits of comma-separated class names of a map's profile. Else
 * OUTCOME_UNKNOWN_CLASS or, on a bare graph, OUTCOME_NO_ROADS, and the words
 * list those there are. */
enum outcome service_find_classes(const struct map_entry *entry,
                                  const char *names, uint16_t *ret_classes,
                                  struct error *error);

/* All must outlive it; the limits may change. `living` NULL: weights never
 * change. Without a pool (NULL) the thread
 * that asks does all work before the engine's. NULL: no memory. */
struct service *service_create(const struct runtime_limits *limits,
                               struct engine *engine, struct living *living,
                               struct pool *pool);
void service_destroy(struct service *service); /* NULL is fine */

/* Before the first question: the clock for times of departure that are not
 * local, instead of UTC; valid as long as the service. `fixed`: the maps are as
 * of one moment, so questions may not name another. */
void service_set_clock(struct service *service, struct local_clock clock,
                       bool fixed);

/* Says how far a position without a road in its radius is from the map, and
 * whether longitude and latitude may be swapped; false if no road matches the
 * options at any distance. */
bool service_say_far(const struct map_entry *entry,
                     const struct snap_options *options,
                     struct error *ret_words);

/* Why questions may not have this time of departure; NULL: they may. */
const char *service_refuses_time(const struct service *service,
                                 const struct date_time *depart_at);

/* Adds what conditions close at that time to a set, or makes one: `*closed` is
 * the caller's reference before and after, NULL for an empty set. Takes as long
 * as conditions_find(), with the same stop(). 0, -ENOMEM or -ECANCELED, then
 * the set is as before. */
int service_close_at(const struct service *service, const struct map *map,
                     const struct date_time *depart_at,
                     bool (*stop)(void *context), void *context,
                     struct closed_set **closed);

/* The zone of the clock that a time of departure is read by; NULL: none is
 * given, it is local, or zones differ from place to place. Valid as long as the
 * service. */
const char *service_time_zone(const struct service *service,
                              const struct date_time *depart_at);

/* Before the first question: the name of the one file whose speeds all maps
 * have (living.h); copied. */
void service_name_speeds(struct service *service, const char *name);

/* Before the first question: what makes models of the texts that ledgers keep
 * (ledger.h). Codes with words; any thread, one text at a time. */
typedef int service_read_model(const char *text, struct model **ret_model,
                               struct error *error);
void service_set_model_reader(struct service *service,
                              service_read_model *read);

/* The models that questions on any map can name, to be changed at any time. One
 * of the map goes before one of the same name here. */
struct model_book *service_models(struct service *service);

struct engine *service_engine(struct service *service);

/* ---- Memory ------------------------------------------------------------- */

/* All questions and answers together hold at most limits.memory-max. A question
 * takes memory when it is asked and again when the length of its answer is
 * known, the client for the text of an answer. The first MEMORY_GRANTED bytes
 * of each are counted, too, but always granted, so that short questions are
 * answered while long ones hold all there is. Any thread. */
enum { MEMORY_GRANTED = 64 << 10 };

/* Adds `more` bytes to `*held`; false: there is no room, and nothing has
 * changed. */
bool service_take_memory(struct service *service, atomic_size_t *held,
                         size_t more);

/* For a question or answer of `bytes` that found no room: OUTCOME_TOO_LARGE if
 * it never will, else OUTCOME_MEMORY_FULL; with words. */
enum outcome service_memory_refusal(struct service *service, size_t bytes,
                                    struct error *error);

/* Gives back `less` bytes of `*held`. */
void service_return_memory(struct service *service, atomic_size_t *held,
                           size_t less);

/* Bytes held now. */
size_t service_memory(struct service *service);

#endif
