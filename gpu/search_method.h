/* search_method: how labels become right, and what a method works with.
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
    struct workspace workspace;
    const struct metric *metric;     /* the batch's */
    struct query *query;             /* the one being solved */
    struct phase_observer *observer; /* the batch's, or NULL */
    struct show *show; /* while it sees what is reached; else NULL */
    uint32_t active;   /* vertices that await a phase; any other number than 0
                          where the method does not know; 0: labels are final */
};

/* All: 0 or a code with words. */
struct search_method {
    size_t size; /* of its struct */

    /* Reads its options (solver_option_value of search->base.ops), allocates
     * with workspace_alloc(). May be NULL, may answer SOLVER_REFUSES. What else
     * it took, finish gives back, also after an init that failed. */
    int (*init)(struct search *search, const struct solver_setting *settings,
                size_t setting_count, struct error *error);
    void (*finish)(struct search *search); /* may be NULL */

    /* A query: seeds are planted in arrays.cost, all other labels are
     * COST_INFINITY. Readies its own arrays and sets active. A query for
     * targets (search_upload_targets) may end before all labels are final: once
     * those of the targets are, and all that are lower than one which is not;
     * what is not final must then be COST_INFINITY. */
    int (*begin)(struct search *search, struct error *error);

    /* One phase; sets active. Fills what it knows of `phase` (updated, threads,
     * launches, method); index, time_us and host_words are filled by search.c.
     * It need not wait for the device: then time_us is that of launching. A
     * query's cancel flag is looked at between phases, so none may take long.
     */
    int (*phase)(struct search *search, struct phase *phase,
                 struct error *error);

    /* May be NULL. Answers the first of some queries of a batch side by side,
     * none of which has begun, with status and figures; ret_count: how many, 0:
     * they are better taken one after the other. Not asked where an observer
     * waits for phases. */
    int (*solve_some)(struct search *search, struct query **queries,
                      size_t count, size_t *ret_count, struct error *error);
};

/* Answers search->query from the final labels in workspace.arrays.cost, with
 * predecessors where they are wanted; its status may become QUERY_CANCELLED. */
int search_deliver(struct search *search, struct error *error);

/* A common begin: lists all labelled vertices in list[vertex_count] and sets
 * active to their number. */
int search_list_seeds(struct search *search, uint32_t *list,
                      struct error *error);

/* The vertices of all targets, on the device for as long as phases run, by way
 * of the workspace's exchange. None where the query is not for targets. */
int search_upload_targets(struct search *search, const uint32_t **ret_vertices,
                          uint32_t *ret_count, struct error *error);

/* An option that counts threads in a block, as a multiple of 32. */
unsigned search_block_option(const struct search *search,
                             const struct solver_setting *settings,
                             size_t setting_count, const char *name);

#endif
