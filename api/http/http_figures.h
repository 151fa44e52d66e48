/* http_figures: how busy a process's listeners are, summed over all loops.
 *
 * Counters are relaxed atomics: any thread adds and reads. Every set of labels
 * is fixed, so clients cannot create more. */
#ifndef RELAXD_API_HTTP_HTTP_FIGURES_H
#define RELAXD_API_HTTP_HTTP_FIGURES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/problem.h"
#include "api/http/endpoint.h"
#include "core/base/histogram.h"

enum {
    HTTP_ENDPOINTS_MAX = 40, /* paths of endpoints, the first is "other" */
    HTTP_METHODS_MAX = 8,    /* the last is "other" */
    HTTP_CODES_MAX = 32,     /* the last is "other" */
};

/* Why relaxd closed a connection early. */
enum http_cut {
    CUT_SILENT,  /* nothing arrived */
    CUT_HEADERS, /* the head was not complete in time */
    CUT_BODY,    /* the body was not complete in time */
    CUT_UNREAD,  /* the client did not read the answer */
    CUT_LATE,    /* the deadline passed after the answer began */
    CUT_IDLE,    /* no further request arrived */
    HTTP_CUTS,
};

struct http_figures {
    uint64_t started_us;           /* by clock_now_us() */
    dialect_list dialects;         /* whose endpoints are counted */
    atomic_size_t connections;     /* open now */
    atomic_size_t body_bytes;      /* of bodies being read, in memory ... */
    atomic_size_t change_bytes;    /* ... and of those of changes of weights */
    atomic_uint_fast64_t requests; /* ever, whatever their outcome */

    atomic_uint_fast64_t accepted; /* connections, ever */
    atomic_uint_fast64_t surplus;  /* of them, beyond the limit */
    atomic_uint_fast64_t cuts[HTTP_CUTS];
    atomic_uint_fast64_t ended;                       /* requests */
    atomic_uint_fast64_t broken_off;                  /* incomplete answers */
    atomic_uint_fast64_t answer_bytes;                /* of bodies, as sent */
    atomic_uint_fast64_t refusals[PROBLEM_KINDS + 1]; /* the last: no route */
    struct histogram lag_us; /* how late loops serve their timers */
    atomic_uint_fast64_t longest_turn_us; /* of a loop, ever */
    struct endpoint_figures {
        struct histogram duration_us; /* from the request line to the end of
                                         the answer */
        atomic_uint_fast64_t requests[HTTP_METHODS_MAX]
                                     [HTTP_CODES_MAX]; /* ended */
    } endpoint[HTTP_ENDPOINTS_MAX];
};

/* Zeroes everything; sets started_us to now. */
void http_figures_init(struct http_figures *figures, dialect_list dialects);

/* One finished request. */
struct ended_request {
    const struct endpoint *endpoint; /* NULL: none was found */
    const char *method;
    unsigned status;      /* 0: the client left before it was complete */
    uint64_t duration_us; /* from its first line */
    uint64_t bytes;       /* of the answer's body */
};
void http_figures_note(struct http_figures *figures,
                       const struct ended_request *request);

/* The labels of the counters; NULL past the last. Code 499 is a client that
 * left before its answer. */
const char *http_figures_endpoint(const struct http_figures *figures,
                                  size_t i); /* a path, or "other" */
const char *http_figures_method(size_t i);
const char *http_figures_code(size_t i);
const char *http_figures_cut(size_t i);
const char *
http_figures_refusal(size_t i); /* a problem's type, or "no-route" */

static inline void figure_add(atomic_uint_fast64_t *figure, uint64_t amount)
{
    atomic_fetch_add_explicit(figure, amount, memory_order_relaxed);
}

static inline void figure_raise(atomic_uint_fast64_t *figure, uint64_t to)
{
    uint_fast64_t now = atomic_load_explicit(figure, memory_order_relaxed);

    while (now < to && !atomic_compare_exchange_weak(figure, &now, to))
        ;
}

static inline uint64_t figure_get(const atomic_uint_fast64_t *figure)
{
    return atomic_load_explicit(figure, memory_order_relaxed);
}

#endif
