/* service: what a question means on the ground. Start reading core/service/
 * here.
 *
 * A question is what a client asks, in the client's terms (map names, the
 * source's ids, positions), and so is its answer; engine and solvers know only
 * vertices. Each kind has a room: route, path, table, tree, isochrone; what all
 * kinds share is struct question, embedded first. A question goes this way:
 *
 *     service_ask_*()    checks it, translates it to queries, and hands these
 * to the engine as one job, or several after each other; or says at once why
 * not
 *     ...                the engine solves the job in batches
 *     answered()         is called on a worker thread, the answer in place
 *     *_finish()         the client frees what the service put in
 *
 * Between the first and the third the question is the service's, but for
 * question_cancel(). ask.h is the inside of it. */
#ifndef RELAXD_SERVICE_SERVICE_H
#define RELAXD_SERVICE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/engine/engine.h"

struct service;

enum outcome {
    OUTCOME_OK,
    OUTCOME_UNKNOWN_MAP,
    OUTCOME_UNKNOWN_PROFILE, /* not on that map */
    OUTCOME_UNKNOWN_CLASS,   /* not of that profile */
    OUTCOME_UNKNOWN_ID,
    OUTCOME_UNKNOWN_SOLVER,
    OUTCOME_BAD_OPTION,   /* no such option, or not such a value */
    OUTCOME_CANNOT,       /* the named solver cannot answer such questions */
    OUTCOME_REFUSED,      /* it does not take this map */
    OUTCOME_NO_ROADS,     /* asked of a map that has none */
    OUTCOME_NO_ROAD_NEAR, /* of where a route is to begin, pass or end */
    OUTCOME_TOO_LARGE,    /* over a limit of the settings */
    OUTCOME_QUEUE_FULL,   /* try again after retry_after_s */
    OUTCOME_TABLES_FULL,  /* the same, for memory */
    OUTCOME_STOPPING,
    OUTCOME_LATE,      /* its deadline passed */
    OUTCOME_CANCELLED, /* by question_cancel() */
    OUTCOME_FAILED,    /* out of memory, a device gone with nothing to replace
                          it */
};

enum { QUESTION_SET_SIZE = 128 };

struct question {
    /* The client's. */
    const char *map;         /* name; NULL: the first map */
    const char *profile;     /* name; NULL: the map's first */
    struct map_entry *found; /* what these name, where the client has looked for
                                it, pinned until ask returns: places that were
                                found on it are of no other, which may have come
                                in its stead. NULL: ask looks */
    const char *solver; /* name; NULL: the engine's setting; "auto": what suits
                           the question */
    const char *set;    /* "k=3,slf=on": options of that solver; NULL: none */
    uint16_t exclude;   /* class bits (road_profile): roads that have any of
                           them are closed, on maps with roads */
    const char *exclude_names; /* "toll,ferry": classes by name, beside those;
                                  NULL: none */
    void (*answered)(struct question *question); /* worker thread, once, only
                                                    after OUTCOME_OK from ask;
                                                    table_question.h: others */
    void *context;                               /* the client's own */
    struct cancel cancel;            /* deadline_us 0: set by the settings */
    struct phase_observer *observer; /* sees the search, called on a worker
                                        thread before `answered`; NULL: nobody
                                        watches. Of routes between two stops and
                                        of single pairs */

    /* The answer. `error` says what, which id or name, and how to mend it. */
    enum outcome outcome;
    struct error error;
    unsigned retry_after_s;
    const char *solved_by;   /* solver's name */
    const char *device_name; /* "cpu", "cuda:0" */
    uint64_t epoch;
    uint64_t queued_us;
    uint64_t solve_us;
    char note[160]; /* why another device or solver answered; else empty */

    /* The service's own. */
    struct map_entry *entry;
    struct job job;
    char set_text[QUESTION_SET_SIZE]; /* `set`, cut up */
    struct solver_setting settings[JOB_SETTINGS_MAX];
    void (*wake)(struct question *question); /* for what waits for room, after
                                                a cancel; NULL: nothing does */
};

/* Any thread, from when ask said OUTCOME_OK to <kind>_question_finish(): it
 * ends soon, and answered is still called, once. */
void question_cancel(struct question *question);

/* The map of these names, as a question has them, pinned by the caller. Else
 * OUTCOME_UNKNOWN_MAP or _PROFILE, and the words say which there are. */
enum outcome service_find_map(struct service *service, const char *map,
                              const char *profile, struct map_entry **ret_entry,
                              struct error *error);

/* The bits of classes of a map's profile, by names with commas between. Else
 * OUTCOME_UNKNOWN_CLASS or, on a bare graph, OUTCOME_NO_ROADS, and the words
 * say which there are. */
enum outcome service_find_classes(const struct map_entry *entry,
                                  const char *names, uint16_t *ret_classes,
                                  struct error *error);

/* Both outlive it; the limits may change. NULL: no memory. */
struct service *service_create(const struct runtime_limits *limits,
                               struct engine *engine);
void service_destroy(struct service *service); /* NULL is fine */

struct engine *service_engine(struct service *service);

#endif
