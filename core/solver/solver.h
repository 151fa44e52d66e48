/* solver: the interface of a shortest-path solver. Start reading core/solver/
 * here.
 *
 * Weights change far more often than roads, and queries far more often than
 * weights, so every solver works in three phases:
 *
 *     prepare     a map's topology, once     -> struct prepared
 *     customize   one set of weights         -> struct metric; recustomize
 *                 updates it for a few changed weights
 *     solve       a batch of queries, always
 *
 * The first two belong to a form: the layout of a map on a device (CSR in
 * memory, CSR on a GPU, a hierarchy). Solvers that read the same form name the
 * same form and share what it prepared. The third belongs to the solver: struct
 * solver is one thread's workspace (labels, queues) over a prepared map.
 *
 * Concrete types embed these structs as their first member. Implementations are
 * static const tables of operations; catalog.c lists the CPU's, gpu/ lists its
 * own. Implementations do not log, and change only those fields of their inputs
 * that query.h says they fill.
 *
 * Glossary: settle, give a vertex its final label; relax, try to improve a
 * label through an arc; frontier, the vertices whose arcs are to be relaxed;
 * phase, one round of dependent steps over a frontier. */
#ifndef RELAXD_SOLVER_SOLVER_H
#define RELAXD_SOLVER_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map.h"
#include "core/solver/device.h"
#include "core/solver/query.h"

struct batch;

/* ---- Forms ---- */

struct prepared {
    const struct form_ops *ops;
    const struct device *device;
    const struct map *map; /* outlives it */
};

struct metric {
    struct prepared *prepared; /* outlives it */
    uint64_t epoch;
};

/* The layout of maps on a kind of device. All functions: 0 or a negative code
 * with words; prepare may return SOLVER_REFUSES. */
struct form_ops {
    const char *name; /* "csr", "cuda-csr" */
    enum device_kind device_kind;

    /* Any thread; may take long and much memory. The caller keeps the map,
     * which must outlive the prepared form. */
    int (*prepare)(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error);
    void (*prepared_destroy)(struct prepared *prepared); /* NULL is fine */

    /* Any thread. The caller keeps the array of weights, which must outlive the
     * metric and not change until recustomize replaces it. */
    int (*customize)(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error);

    /* The same for weights that will hardly ever change: without the memory
     * that only recustomize needs. The first recustomize costs as much as
     * customize and allocates it. NULL: customize takes none; call
     * metric_customize_fixed(). */
    int (*customize_fixed)(struct prepared *prepared,
                           const struct weights *weights,
                           struct metric **ret_metric, struct error *error);

    /* Updates a metric, in place, to new weights that differ from its own in
     * the listed arcs only; the result equals customize with the new weights.
     * Costs time by the changes, while customize walks over the whole map: an
     * empty list is cheapest. The new array of weights follows customize's
     * rules; its epoch differs from the old. The old weights are not read:
     * their array may be gone, or be the same one, changed since the last
     * solve. The list is read during the call only.
     *
     * Any thread, while no other solves on the metric, reads or destroys it.
     * After a failure only metric_destroy may be called. NULL if a form has
     * nothing cheaper than customize: call metric_recustomize(). */
    int (*recustomize)(struct metric *metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error);

    /* A copy of the metric with the same prepared form and weights, whose array
     * stays the caller's: recustomize the copy while the old one goes on
     * answering. Any thread, while others solve on the metric; none may
     * recustomize or destroy it meanwhile. NULL if recustomize is NULL,
     * or if customize is as cheap: call metric_derive(). */
    int (*clone)(const struct metric *metric, struct metric **ret_metric,
                 struct error *error);

    /* Another metric, as customize_fixed makes it, of weights that differ from
     * the metric's in the listed arcs only, for less if they are few. The
     * first call for a metric may take as long as customize does, to make what
     * the next ones need, and the metric then keeps that. Any thread, while
     * others solve on the metric or derive from it. NULL: call
     * metric_derive_fixed(). */
    int (*derive_fixed)(struct metric *metric, const struct weights *weights,
                        const struct weight_changes *changes,
                        struct metric **ret_metric, struct error *error);

    /* Gives a metric what another of the same prepared form has, if their
     * weights differ in the listed arcs only: copies all that these can touch,
     * which costs less than computing it. recustomize, to any weights, must
     * come next. Threads as for recustomize; others may solve on `from`. NULL
     * if recustomize costs as little. */
    int (*catch_up)(struct metric *metric, const struct metric *from,
                    const struct weight_changes *changes, struct error *error);

    /* Whether recustomize with these changes costs less than customize, by the
     * work it would touch. Threads as for recustomize, but changes nothing.
     * NULL: always. */
    bool (*recustomize_pays)(const struct metric *metric,
                             const struct weight_changes *changes);

    void (*metric_destroy)(struct metric *metric); /* NULL is fine */

    /* Device memory in addition to the map, in bytes: of the prepared form, for
     * all its metrics, and of one metric alone. Without small things, and
     * memory of single queries. Any thread, even while another recustomizes.
     * NULL: not known; both are set or neither. */
    uint64_t (*prepared_bytes)(const struct prepared *prepared);
    uint64_t (*metric_bytes)(const struct metric *metric);
};

/* ---- Speed ---- */

/* How long a solver takes on a map, in a few numbers that `auto` uses.
 *
 * A solver's table guesses them from the size of the map (solver_ops.speed);
 * `relaxctl tune` measures them, and the engine then uses the measured ones. A
 * batch takes start_us, plus the time of its queries. A single question also
 * waits for ready_us. */

/* Microseconds on one worker or one GPU. */
struct solver_speed {
    double ready_us;  /* preparing and customizing the map: once, before the
                         first batch */
    double start_us;  /* any batch */
    double pair_us;   /* a query of one target */
    double path_us;   /* a path, in addition to its cost */
    double tree_us;   /* the labels of a whole map, delivered */
    double row_us;    /* a query of many targets */
    double cell_us;   /* each of its targets */
    double column_us; /* the same, once for all queries of a batch with shared
                         targets */
};

/* Names of the numbers in files and messages: "start-us". */
enum { SOLVER_SPEED_NUMBERS = 8 };
extern const char *const solver_speed_names[SOLVER_SPEED_NUMBERS];

/* The properties of a batch that its time depends on: queries of one kind. */
struct workload {
    bool trees;      /* labels of the whole map; else costs of targets */
    bool paths;      /* to each target */
    size_t queries;  /* at least 1 */
    size_t targets;  /* of each query, if not trees: the same */
    unsigned shared; /* number of workers that share them, at least 1 */
};

/* The number with that index; points into `speed`. */
double *solver_speed_number(struct solver_speed *speed, size_t index);

double workload_us(const struct workload *workload,
                   const struct solver_speed *speed);

/* ---- Solvers ---- */

enum solver_capability {
    SOLVER_PAIRS = 1 << 0,         /* COSTS and PATHS of one target */
    SOLVER_TABLES = 1 << 1,        /* COSTS and PATHS of many targets */
    SOLVER_TREES = 1 << 2,         /* REACHED and TREE */
    SOLVER_BOUNDED = 1 << 3,       /* cheaper with a bound */
    SOLVER_STOPS_EARLY = 1 << 4,   /* stops when the targets are settled */
    SOLVER_MANY_SOURCES = 1 << 5,  /* a batch costs less than its queries */
    SOLVER_TRACES = 1 << 6,        /* reports phases to an observer */
    SOLVER_NEEDS_ORDER = 1 << 7,   /* answers only on ordered maps; its form
                                      refuses others */
    SOLVER_SUMS = 1 << 8,          /* COSTS with sums (query.h) */
    SOLVER_REPORTS = 1 << 9,       /* reports to an observer the vertices that a
                                      PATHS query of one target reached */
    SOLVER_ALTERNATIVES = 1 << 10, /* PATHS with alternatives (query.h) */
};

/* prepare and create may also return this: the form or solver does not support
 * the map, and words say why. Not a device failure. */
enum { SOLVER_REFUSES = 1 };

/* The most device memory that a solver takes, in words of 4 bytes per vertex
 * and arc of the map: its form with one set of fixed weights, and one
 * workspace. Small and fixed amounts do not count. On the CPU all workers share
 * a form; "csr" is the map itself. */
struct solver_memory {
    double words_per_vertex;
    double words_per_arc;
};

/* One adjustable number of a solver. */
struct solver_option {
    const char *name; /* "to-all-us" */
    const char *help; /* one line, with unit */
    double fallback;  /* when not set */
    double minimum;
    double maximum;
    const char *const *choices; /* [maximum + 1] names of the values 0, 1, ... ;
                                   else NULL */
    bool fractional;            /* values may be fractions */
    bool power_of_two;          /* values are powers of 2; also 0 if that is the
                                   minimum */
};

/* A value for an option, by name. */
struct solver_setting {
    const char *name; /* the option's, or with its solver: "adaptive.to-all-us"
                         (option.h) */
    double value;
};

struct solver {
    const struct solver_ops *ops;
    struct prepared *prepared; /* outlives it */
};

struct solver_ops {
    const char *name;    /* as users type it: "dijkstra" */
    const char *summary; /* one line */
    const char *source;  /* paper and section */
    const struct form_ops *form;
    unsigned capabilities;       /* enum solver_capability */
    struct solver_memory memory; /* zero: not stated */
    const char *memory_note;     /* NULL, or which maps it holds for, or what it
                                    leaves out, one line */

    /* A guess for a map of that size and shape on a typical device. NULL:
     * `auto` never picks the solver. */
    void (*speed)(const struct map *map, struct solver_speed *ret_speed);
    const char *slow;                    /* NULL, or why it is slow by nature,
                                            one line: only jobs that name it get
                                            it, never `auto` */
    const struct solver_option *options; /* [option_count] */
    size_t option_count;

    /* A workspace for one thread at a time, or SOLVER_REFUSES. `settings` are
     * already checked (solver_settings_check) and read during the call only. */
    int (*create)(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error);
    void (*destroy)(struct solver *solver); /* NULL is fine */

    /* Answers every query of the batch, or fails as a whole: then no result is
     * valid, and only destroy may be called. A cancelled query does not fail
     * the batch. */
    int (*solve)(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error);

    /* Between solves: frees memory of the workspace and the metric that no
     * query has needed for seconds. NULL: there is none. */
    void (*trim)(struct solver *solver, const struct metric *metric);
};

/* One phase of a query, for an observer. */
struct phase {
    uint32_t index;      /* rounds before it in the query */
    uint32_t rounds;     /* dependent rounds in it; 0 means 1 */
    uint64_t updated;    /* vertices whose label fell */
    uint64_t threads;    /* threads created, all kernels */
    double time_us;      /* as the solver measured it */
    const char *method;  /* "all" or "selected"; static text, NULL: one way */
    uint32_t launches;   /* of kernels */
    uint32_t host_words; /* times that the host waited for the device */
};

/* The end that a search starts from. */
enum search_side { SEARCH_FORWARD, SEARCH_BACKWARD, SEARCH_SIDES };

/* Vertices that a query reached in a phase. Valid during the call. */
struct reached {
    const struct map *map; /* the map of the vertices */
    uint32_t phase; /* from 0 on, ascending; a lower one than before: the search
                       starts over. Phases without vertices may be skipped */
    enum search_side side;
    const uint32_t *vertex; /* [count], each at most once per side over all
                               phases, except for solvers whose labels may fall
                               again */
    const uint32_t *cost;   /* [count] labels at that time, from that end;
                               backward ones may all be shifted by the same
                               amount */
    size_t count;
};

/* Called on the solver's thread. */
struct phase_observer {
    void (*phase)(struct phase_observer *observer, const struct phase *phase);

    /* For solvers with SOLVER_REPORTS; NULL: not wanted, at no cost. */
    void (*reached)(struct phase_observer *observer,
                    const struct reached *reached);
};

/* Queries of one output kind on one metric. */
struct batch {
    struct query **queries;
    size_t query_count;
    struct phase_observer *observer; /* may be NULL; may cost time */
};

/* customize_fixed for every form. */
int metric_customize_fixed(struct prepared *prepared,
                           const struct weights *weights,
                           struct metric **ret_metric, struct error *error);

/* recustomize for every form: a form without it customizes from scratch, and
 * *metric changes. After a failure *metric may be NULL, which metric_destroy
 * accepts. */
int metric_recustomize(struct metric **metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error);

/* recustomize for a metric that lies behind another, `newest`: it differs from
 * that one in the arcs `since`, and that one from the weights in `changes`. Any
 * form; *metric as after metric_recustomize. */
int metric_follow(struct metric **metric, const struct metric *newest,
                  const struct weight_changes *since,
                  const struct weights *weights,
                  const struct weight_changes *changes, struct error *error);

/* Another metric with these weights, which differ from the metric's in the
 * listed arcs only; the old one goes on answering. Recustomizes a clone, or
 * customizes from scratch if that is cheaper or the form has no clone. Threads
 * as for clone. */
int metric_derive(const struct metric *metric, const struct weights *weights,
                  const struct weight_changes *changes,
                  struct metric **ret_metric, struct error *error);

/* derive_fixed for every form. */
int metric_derive_fixed(struct metric *metric, const struct weights *weights,
                        const struct weight_changes *changes,
                        struct metric **ret_metric, struct error *error);

/* The value of an option: the last setting of that name, else its fallback. */
double solver_option_value(const struct solver_ops *ops,
                           const struct solver_setting *settings,
                           size_t setting_count, const char *name);

/* -EINVAL for an unknown name or a value that the option does not allow; the
 * words list what is allowed. */
int solver_settings_check(const struct solver_ops *ops,
                          const struct solver_setting *settings,
                          size_t setting_count, struct error *error);

/* Whether the solver has the capabilities for this query. */
bool solver_can_answer(const struct solver_ops *ops, const struct query *query);

/* Whether the map has an order if the solver needs one. */
bool solver_can_use(const struct solver_ops *ops, const struct map *map);

#endif
