/* solver: what a shortest-path solver is. Start reading core/solver/ here.
 *
 * Weights change far more often than roads, and queries far more often than
 * weights, so every solver works in three phases:
 *
 *     prepare     a map's topology, once     -> struct prepared
 *     customize   one set of weights         -> struct metric, which
 *                 recustomize brings to a few changed ones
 *     solve       a batch of queries, always
 *
 * The first two belong to a form: the way in which a map is kept on a
 * device (CSR in memory, CSR on a GPU, a hierarchy). Solvers that read the same
 * form name the same form and share what it prepared. The third
 * belongs to the solver: struct solver is one thread's workspace (labels,
 * queues) over a prepared map.
 *
 * Concrete types embed these structs as their first member. Implementations are
 * static const tables of operations; catalog.c lists the CPU's, gpu/ lists its
 * own. No implementation logs, and none changes what it was given but the
 * fields that query.h says it fills.
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

/* A form in which maps are kept on a kind of device. All functions: 0 or a
 * negative code with words; prepare may answer SOLVER_REFUSES. */
struct form_ops {
    const char *name; /* "csr", "cuda-csr" */
    enum device_kind device_kind;

    /* Any thread; may take long and much memory. The map stays the caller's and
     * outlives what was prepared. */
    int (*prepare)(const struct device *device, const struct map *map,
                   struct prepared **ret_prepared, struct error *error);
    void (*prepared_destroy)(struct prepared *prepared); /* NULL is fine */

    /* Any thread. The weights' array stays the caller's; it outlives the metric
     * and does not change, until recustomize takes the metric to others. */
    int (*customize)(struct prepared *prepared, const struct weights *weights,
                     struct metric **ret_metric, struct error *error);

    /* Brings a metric, in place, from the weights that it has to others, which
     * differ in the listed arcs alone; then all is as if customize had made it
     * with those. Costs time by what changed, where customize walks over the
     * whole map: none is the cheapest. The new weights' array is the caller's
     * as customize's is, their epoch another than the old. The old weights are
     * not read: their array may be gone, or be the same one, changed since the
     * last solve. The list is read during the call only.
     *
     * Any thread, while no other solves on the metric, reads or destroys it.
     * After a failure the metric is good for metric_destroy alone. NULL where a
     * form has nothing cheaper than customize: call metric_recustomize(). */
    int (*recustomize)(struct metric *metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error);

    /* Another metric of the same prepared form and weights, whose array stays
     * the caller's, for recustomize to bring to changed weights while the old
     * one goes on answering. Any thread, while others solve on the metric; none
     * may recustomize, trim or destroy it meanwhile. NULL where recustomize is
     * NULL, or where customize is as cheap: call metric_derive(). */
    int (*clone)(const struct metric *metric, struct metric **ret_metric,
                 struct error *error);

    /* Whether recustomize with these changes costs less than customize, by what
     * it would touch. As recustomize, but it changes nothing. NULL: always. */
    bool (*recustomize_pays)(const struct metric *metric,
                             const struct weight_changes *changes);

    /* Gives back what a metric holds for recustomize alone: for metrics whose
     * weights hardly ever change. The next recustomize costs as much as
     * customize and makes it again. Threads as for recustomize. NULL: it holds
     * no such. */
    void (*metric_trim)(struct metric *metric);
    void (*metric_destroy)(struct metric *metric); /* NULL is fine */

    /* What it takes of the device's memory beside the map, in bytes: what was
     * prepared, for all its metrics, and the metric alone. Small things, and
     * what comes and goes with queries, are left out. Any thread, while another
     * recustomizes too. NULL: nobody can say; both are there or none. */
    uint64_t (*prepared_bytes)(const struct prepared *prepared);
    uint64_t (*metric_bytes)(const struct metric *metric);
};

/* ---- Speed ---- */

/* How long a solver's answers take on a map, in a few numbers.
 *
 * What `auto` goes by. A solver's table guesses them from the size of the map
 * (solver_ops.speed); `relaxctl tune` measures them, and the engine then goes
 * by what was measured. A batch takes start_us, and more for what is in it. Who
 * asks but once also waits for ready_us. */

/* Microseconds, of one worker or of one GPU. */
struct solver_speed {
    double ready_us;  /* the map in the solver's form, customized: once, before
                         the first batch */
    double start_us;  /* any batch */
    double pair_us;   /* a query of one target */
    double path_us;   /* a path, beside its cost */
    double tree_us;   /* the labels of a whole map, delivered */
    double row_us;    /* a query of many targets */
    double cell_us;   /* each of its targets */
    double column_us; /* the same, once for all queries of a batch that share
                         their targets */
};

/* Names of the numbers, as files and people write them: "start-us". */
enum { SOLVER_SPEED_NUMBERS = 8 };
extern const char *const solver_speed_names[SOLVER_SPEED_NUMBERS];

/* What is asked, as far as time depends on it: queries of one kind. */
struct workload {
    bool trees;      /* labels of the map; else costs of targets */
    bool paths;      /* to each target */
    size_t queries;  /* at least 1 */
    size_t targets;  /* of each query, where they are no trees: the same */
    unsigned shared; /* by so many workers, at least 1 */
};

/* The number of that index; `speed` stays the caller's. */
double *solver_speed_number(struct solver_speed *speed, size_t index);

double workload_us(const struct workload *workload,
                   const struct solver_speed *speed);

/* ---- Solvers ---- */

enum solver_capability {
    SOLVER_PAIRS = 1 << 0,         /* COSTS and PATHS of one target */
    SOLVER_TABLES = 1 << 1,        /* COSTS and PATHS of many targets */
    SOLVER_TREES = 1 << 2,         /* REACHED and TREE */
    SOLVER_BOUNDED = 1 << 3,       /* a bound makes it cheaper */
    SOLVER_STOPS_EARLY = 1 << 4,   /* done when the targets are settled */
    SOLVER_MANY_SOURCES = 1 << 5,  /* a batch costs less than its queries */
    SOLVER_TRACES = 1 << 6,        /* reports phases to an observer */
    SOLVER_NEEDS_ORDER = 1 << 7,   /* answers only on ordered maps; its form
                                      refuses to prepare others */
    SOLVER_SUMS = 1 << 8,          /* COSTS with sums (query.h) */
    SOLVER_REPORTS = 1 << 9,       /* reports to an observer the vertices that a
                                      PATHS query of one target reached */
    SOLVER_ALTERNATIVES = 1 << 10, /* PATHS with alternatives (query.h) */
};

/* What prepare and create may answer beside 0 and negative codes: the map is
 * not for this form or solver, and words say why. No fault of the device. */
enum { SOLVER_REFUSES = 1 };

/* What a solver takes of its device's memory at most, in words of 4 bytes, so
 * many for each vertex and arc of the map: its form of the map with one set of
 * weights, trimmed, and one workspace. Small and fixed amounts do not count. On
 * the CPU all workers share a form; "csr" is the map itself. */
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
    const char *const *choices; /* [maximum + 1] the values' names, for people,
                                   where values are 0, 1, ...; else NULL */
    bool fractional;            /* values need not be whole numbers */
    bool power_of_two;          /* values are powers of 2, and 0 where that is
                                   the minimum */
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
    const char *name;    /* what a person types: "dijkstra" */
    const char *summary; /* one line */
    const char *source;  /* paper and section */
    const struct form_ops *form;
    unsigned capabilities;       /* enum solver_capability */
    struct solver_memory memory; /* zero: not stated */
    const char *memory_note; /* NULL, or of which maps that holds, or what it
                                leaves out, one line */

    /* A guess for a map of that size and shape on the usual device of its kind.
     * NULL: `auto` never picks it. */
    void (*speed)(const struct map *map, struct solver_speed *ret_speed);
    const char *slow;                    /* NULL, or why it is slow by nature,
                                            one line: it answers who names it,
                                            `auto` never picks it */
    const struct solver_option *options; /* [option_count] */
    size_t option_count;

    /* A workspace for one thread at a time, or SOLVER_REFUSES. `settings` are
     * checked already (solver_settings_check) and read during the call only. */
    int (*create)(struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error);
    void (*destroy)(struct solver *solver); /* NULL is fine */

    /* Answers every query of the batch, or fails as a whole: then no result in
     * it counts, and the solver is good for destroy alone. A cancelled query
     * does not fail the batch. */
    int (*solve)(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error);

    /* Between solves: gives back what it holds, in its workspace and with the
     * metric, that no query has needed for seconds. NULL: it holds no such. */
    void (*trim)(struct solver *solver, const struct metric *metric);
};

/* One phase of a query, for whoever watches. */
struct phase {
    uint32_t index;      /* rounds before it within the query */
    uint32_t rounds;     /* that depend on each other; 0 is 1 */
    uint64_t updated;    /* vertices whose label fell in it */
    uint64_t threads;    /* threads created for it, all kernels */
    double time_us;      /* as the solver measured it */
    const char *method;  /* "all" or "selected"; static text, NULL: one way */
    uint32_t launches;   /* of kernels */
    uint32_t host_words; /* times that the host waited for word of the device */
};

/* From which end. */
enum search_side { SEARCH_FORWARD, SEARCH_BACKWARD, SEARCH_SIDES };

/* Vertices that a query came to in a phase. Valid during the call. */
struct reached {
    const struct map *map; /* whose vertices */
    uint32_t phase; /* from 0 on, in order; a lower one than before: all begins
                       anew. One in which none was reached may be left out */
    enum search_side side;
    const uint32_t *vertex; /* [count], at most once a side over all phases,
                               but by solvers whose labels may fall again */
    const uint32_t *cost;   /* [count] labels as they were then, from that end;
                               backward ones may be shifted, all alike */
    size_t count;
};

/* The thread that solves calls it. */
struct phase_observer {
    void (*phase)(struct phase_observer *observer, const struct phase *phase);

    /* Of solvers that have SOLVER_REPORTS; NULL: not wanted, which costs
     * nothing.
     */
    void (*reached)(struct phase_observer *observer,
                    const struct reached *reached);
};

/* Queries of one output kind on one metric. */
struct batch {
    struct query **queries;
    size_t query_count;
    struct phase_observer *observer; /* may be NULL; watching may cost time */
};

/* What recustomize says, for every form: one that has none customizes afresh,
 * and *metric becomes another. After a failure *metric may be NULL, too, which
 * metric_destroy takes. */
int metric_recustomize(struct metric **metric, const struct weights *weights,
                       const struct weight_changes *changes,
                       struct error *error);

/* Another metric with these weights, which differ from the metric's in the
 * listed arcs alone; the old one goes on answering. A clone that is
 * recustomized, or customized afresh where that is cheaper or the form has no
 * clone. Threads as for clone. */
int metric_derive(const struct metric *metric, const struct weights *weights,
                  const struct weight_changes *changes,
                  struct metric **ret_metric, struct error *error);

/* metric_trim, where the form has it. */
void metric_trim(struct metric *metric);

/* The value of an option: the last setting of that name, else its fallback. */
double solver_option_value(const struct solver_ops *ops,
                           const struct solver_setting *settings,
                           size_t setting_count, const char *name);

/* -EINVAL for a name that the solver has not or a value that its option does
 * not allow; the words say what is. */
int solver_settings_check(const struct solver_ops *ops,
                          const struct solver_setting *settings,
                          size_t setting_count, struct error *error);

/* Whether the solver can answer this query at all. */
bool solver_can_answer(const struct solver_ops *ops, const struct query *query);

/* Whether the map has the order that the solver may need. */
bool solver_can_use(const struct solver_ops *ops, const struct map *map);

#endif
