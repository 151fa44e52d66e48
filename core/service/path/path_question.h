/* path_question: cost and path between pairs of the source's ids.
 *
 * On a bare graph an id is a vertex, and a pair is one query. On roads an id is
 * an OpenStreetMap node, and a pair is a search between two places
 * (place_search.h); the answer lists the nodes along its steps.
 *
 * A short list is one job. For a client with readable() a longer one comes in
 * strips (core/service/strips.h), each a job of its own behind other waiting
 * jobs, so it takes time, but little memory, and keeps no worker for long. If
 * the deadline passes before the last strip is solved, the answer ends there.
 */
#ifndef RELAXD_SERVICE_PATH_PATH_QUESTION_H
#define RELAXD_SERVICE_PATH_PATH_QUESTION_H

#include "core/service/service.h"

struct path_pair {
    uint64_t from;
    uint64_t to;
};

struct path_answer {
    uint32_t cost;      /* COST_INFINITY: no path; COST_OVERFLOW: the sum is too
                           large */
    uint64_t *vertices; /* [vertex_count] ids, first to last; none with
                           costs_only or if the cost is not a number */
    size_t vertex_count;
};

struct path_question {
    struct question base; /* `readable`, if not NULL, comes when there are
                             answers and more will follow; then path_read() and
                             question_cancel() may call `ended` */
    const struct path_pair *pairs; /* [pair_count], the client's */
    size_t pair_count;             /* at least 1 */
    bool costs_only; /* no vertices: faster, with a higher limit of pairs, and a
                        device solves them together */
    struct path_answer *answers; /* [pair_count] once answered OK; NULL if the
                                    answer came in strips */
    struct path_state *state;    /* the service's own */
};

/* OUTCOME_OK: `ended` will be called. Otherwise it will not, and base.error
 * says why. */
enum outcome service_ask_path(struct service *service,
                              struct path_question *question);

/* Answers of consecutive pairs. */
struct path_answers {
    const struct path_answer *list; /* [count] */
    size_t count;
};

/* The next answers; count 0 if there are none yet. Valid until the next
 * path_read(). Only the client's one thread; also after `ended`. */
struct path_answers path_read(struct path_question *question);

/* Frees what the service allocated; not the question itself. */
void path_question_finish(struct path_question *question);

#endif
