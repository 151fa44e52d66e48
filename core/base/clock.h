/* clock: monotonic time. */
#ifndef RELAXD_BASE_CLOCK_H
#define RELAXD_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Microseconds since an arbitrary start; never goes back. Any thread. */
uint64_t clock_now_us(void);

/* The same clock in nanoseconds. */
uint64_t clock_now_ns(void);

/* When so many milliseconds have passed, by CLOCK_MONOTONIC; for
 * pthread_cond_clockwait(). */
struct timespec clock_in_ms(uint64_t ms);

#endif
