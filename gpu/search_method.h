/* search_method: how labels become final, and the state that a method works
 * with.
 *
 * To write one: a struct that begins with struct search, an init that reads
 * options and allocates, a begin, a phase; its kernels in a .cu of its own with
 * launchers in a header; its table in gpu/solvers/. */
#ifndef RELAXD_GPU_SEARCH_METHOD_H
#define RELAXD_GPU_SEARCH_METHOD_H

#include "gpu/search.h"
#include "gpu/workspace.h"

struct show;

struct search {
    struct solver base;
    const struct search_method *method;
    const struct solver_setting *settings; /* [setting_count] during init */
    size_t setting_count;
    struct workspace workspace;
    const struct metric *metric;     /* of the batch */
    struct query *query;             /* the one being solved */
    struct phase_observer *observer; /* of the batch, or NULL */
    struct show *show; /* while it observes reached vertices; else NULL */
    uint32_t active;   /* vertices that await a phase; any number but 0 where
                          the method does not know; 0: labels are final */
};

/* All: 0 or a code with words. */
struct search_method {
    size_t size; /* of the method's struct */

    /* Reads its options (search_option), allocates with workspace_alloc().
     * May be NULL, may return SOLVER_REFUSES. finish
     * releases everything else, also after a failed init. */
    int (*init)(struct search *search, struct error *error);
    void (*finish)(struct search *search); /* may be NULL */

    /* Begins a query: seeds are set in arrays.cost, all other labels are
     * COST_INFINITY. Prepares its own arrays and sets active. A query for
     * targets (search_upload_targets) may end before all labels are final: once
     * those of the targets are, and all lower than one that is not. Labels that
     * are not final must then be COST_INFINITY. */
    int (*begin)(struct search *search, struct error *error);

    /* One phase; sets active. Fills the fields of `phase` that it knows
     * (updated, threads, launches, method); search.c fills index, time_us and
     * host_words. It need not wait for the device: then time_us is the time of
     * launching. search.c checks a query's cancel flag between phases, so each
     * must be short. */
    int (*phase)(struct search *search, struct phase *phase,
                 struct error *error);

    /* May be NULL. Answers the leading queries of a batch in parallel, with
     * status and figures; none has begun. ret_count: how many; 0: better one
     * after the other. Not called where an observer waits for phases. */
    int (*solve_some)(struct search *search, struct query **queries,
                      size_t count, size_t *ret_count, struct error *error);
};

/* Answers search->query from the final labels in workspace.arrays.cost, with
 * predecessors where the query asks for them; may set status QUERY_CANCELLED.
 */
int search_deliver(struct search *search, struct error *error);

/* A common begin: lists all labelled vertices in list[vertex_count] and sets
 * active to their number. */
int search_list_seeds(struct search *search, uint32_t *list,
                      struct error *error);

/* A common end of a phase: waits for the last two words, the vertices updated,
 * and twice the rounds plus 1 where labels are not final. */
int search_wait_rounds(struct search *search, struct phase *phase,
                       struct error *error);

/* The vertices of all targets; 0 where the query is not for targets. */
static inline uint32_t search_target_vertices(const struct query *query)
{
    uint32_t count = 0;

    if (query->output == QUERY_COSTS || query->output == QUERY_PATHS) {
        for (uint32_t i = 0; i < query->target_count; i++)
            count += query->targets[i].vertex_count;
    }
    return count;
}

/* Uploads the vertices of all targets by way of the workspace's exchange; valid
 * while phases run. None where the query is not for targets. */
int search_upload_targets(struct search *search, const uint32_t **ret_vertices,
                          uint32_t *ret_count, struct error *error);

/* During init: the value of an option that takes whole numbers, of one that
 * takes fractions, and of one that counts the threads of a block, a multiple of
 * 32. */
uint32_t search_option(const struct search *search, const char *name);
double search_fraction_option(const struct search *search, const char *name);
unsigned search_block_option(const struct search *search, const char *name);

#endif
