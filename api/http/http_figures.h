/* http_figures: how busy a process's listeners are, all loops together.
 *
 * Counters are relaxed atomics: any thread adds and reads. */
#ifndef RELAXD_API_HTTP_HTTP_FIGURES_H
#define RELAXD_API_HTTP_HTTP_FIGURES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct http_figures {
    uint64_t started_us;           /* by clock_now_us() */
    atomic_size_t connections;     /* open now */
    atomic_uint_fast64_t requests; /* ever, whatever became of them */
};

static inline void figure_add(atomic_uint_fast64_t *figure, uint64_t amount)
{
    atomic_fetch_add_explicit(figure, amount, memory_order_relaxed);
}

static inline uint64_t figure_get(const atomic_uint_fast64_t *figure)
{
    return atomic_load_explicit(figure, memory_order_relaxed);
}

#endif
