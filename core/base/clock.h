/* clock: monotonic time. */
#ifndef RELAXD_BASE_CLOCK_H
#define RELAXD_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since an arbitrary start; never goes back. Any thread. */
uint64_t clock_now_us(void);

/* The same clock in nanoseconds. */
uint64_t clock_now_ns(void);

#endif
