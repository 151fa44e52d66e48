/* published_map_private: the insides of a published map and its entries, for
 * the files that make and change them. */
#ifndef RELAXD_ENGINE_PUBLISHED_MAP_PRIVATE_H
#define RELAXD_ENGINE_PUBLISHED_MAP_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/engine/map_entry.h"
#include "core/weighting/weight_change.h"

/* The map in one form on one device. */
struct map_form {
    const struct form_ops *ops;
    const struct device *device;
    _Atomic(struct prepared *) prepared; /* owned; NULL: waits for its first
                                            query */
    size_t uses; /* metrics made so far or being made; under `form_lock` */
    atomic_uint_fast64_t customized_us; /* what a metric from scratch takes; 0:
                                           there was none yet */
    atomic_uint_fast64_t area_us; /* the same for one of a model that changes
                                     areas alone; 0: none yet, so
                                     the next one is tried */
    atomic_bool refused; /* from then on `refusal` says why, for good */
    struct error refusal;
};

#define UNTIL_NOW UINT64_MAX

struct map_entry {
    atomic_uint references;
    atomic_bool retired;
    _Atomic(const struct form_ops *) wanted; /* map_entry_want(), or NULL */
    atomic_bool cut;                         /* what began on it is to end */
    atomic_uint_fast64_t until;        /* the last epoch with these weights;
                                          UNTIL_NOW: in force */
    struct published_map *published;   /* pinned */
    struct weighting *weighting;       /* pinned */
    struct map_entry *over;            /* pinned: the entry whose weights these
                                          are but for a scenario, a model or
                                          closed classes; NULL: it is or was in force */
    char scenario[SCENARIO_NAME_SIZE]; /* "": none */
    uint64_t version;                  /* of the scenario; 0 with a model or
                                          mask */
    struct model *model;               /* pinned: laid over them; or NULL */
    struct closed_set *mask;           /* pinned; NULL: nothing is closed */
    pthread_mutex_t lock;              /* held while a metric is made, so that
                                          each is made once: a thread that waits
                                          has nothing else to do, and readers do
                                          not wait. Guards `before` */
    struct map_entry *before;          /* pinned: the same mask over older
                                          weights, to derive metrics from; or
                                          NULL */
    _Atomic(struct metric *) *metric;  /* [form_count] of each form, owned;
                                          NULL: waits for its first query */
};

/* The speed of a solver on one device. */
struct speed_row {
    const struct solver_ops *solver;
    const struct device *device;
    struct solver_speed guessed;
    struct solver_speed measured;
    atomic_bool was_measured; /* written after `measured` */
};

/* Why a device lacks a form; the first reason stays. */
struct missing {
    const struct device *device;
    int code; /* SOLVER_REFUSES, or negative for any other failure */
    struct error reason;
};

struct entry_list {
    struct map_entry **item; /* [count] pinned */
    size_t count;
    size_t capacity;
};

/* An entry that was in force, or a spare copy of one. */
struct elder {
    struct map_entry *entry;      /* pinned */
    struct weighting_delta since; /* what has changed since */
};

struct published_map {
    atomic_uint holders;    /* without one it retires */
    atomic_uint references; /* one for all holders, one for each entry and each
                               workspace of a worker */
    atomic_bool retired;
    char name[MAP_NAME_SIZE];
    uint64_t published_us; /* by the system's clock */
    struct map *map;       /* owned */
    struct map_form *form; /* [form_count] */
    size_t form_count;
    size_t form_capacity;
    struct speed_row *speed; /* [speed_count] of solvers that `auto` may pick */
    size_t speed_count;
    struct missing *missing; /* room for one per device */
    size_t missing_count;
    struct class_sets classes;
    atomic_uint_fast64_t dealt; /* the last epoch that it has dealt with */
    atomic_size_t pinned;       /* elders, when they were last counted */

    pthread_mutex_t form_lock; /* held while a form is prepared */

    pthread_mutex_t lock;      /* guards all below */
    struct map_entry *current; /* pinned; NULL: retired */
    struct entry_list kept;    /* lie over another, most recently used first */
    struct entry_list evicted; /* a worker frees them */

    pthread_mutex_t change_lock; /* held while weights change; guards the
                                    rest */
    struct elder *elder;         /* [elder_count] oldest first */
    size_t elder_count;
    size_t elder_capacity;
};

/* An entry with one reference, the caller's. It takes over the weighting, which
 * may be NULL where there was no memory for it. NULL: no memory. */
struct map_entry *map_entry_make(struct published_map *published,
                                 struct weighting *weighting);

struct metric *map_entry_metric_at(const struct map_entry *entry, size_t form);

/* The entry in force that it lies over, or else itself. */
const struct map_entry *map_entry_root(const struct map_entry *entry);

/* Known bytes of its weighting and metrics, and of all in a list. */
uint64_t map_entry_bytes(const struct map_entry *entry);
uint64_t entry_list_bytes(const struct entry_list *list);

/* Makes a metric that waits for its first query. The caller holds the entry's
 * lock, or nobody else sees the entry. */
int map_entry_customize(struct map_entry *entry, size_t form,
                        struct error *error);

/* The number of forms if there is no such form. */
size_t published_map_find_form(const struct published_map *published,
                               const struct form_ops *ops,
                               const struct device *device);

/* Prepares a form unless it is, for a metric to be made. SOLVER_REFUSES with
 * the reason, for good; or a negative code. */
int published_map_use_form(struct published_map *published, size_t form,
                           struct error *error);

/* The metric could not be made. Frees the form if there never was another. */
void published_map_leave_form(struct published_map *published, size_t form);

/* Why the device lacks a form, or NULL. */
const struct missing *
published_map_find_missing(const struct published_map *published,
                           const struct device *device);

/* Releases all elders. */
void published_map_forget_elders(struct published_map *published);

/* Evicts what does not lie over the current entry, and frees all that was
 * evicted. */
void published_map_evict_stale(struct published_map *published);

/* Frees evicted entries that nobody pins. */
void published_map_reclaim(struct published_map *published);

#endif
