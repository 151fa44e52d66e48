#include "core/base/clock.h"

uint64_t clock_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t clock_now_us(void)
{
    return clock_now_ns() / 1000;
}

struct timespec clock_in_ms(uint64_t ms)
{
    uint64_t at = clock_now_ns() + ms * 1000000;

    return (struct timespec){.tv_sec = (time_t)(at / 1000000000),
                             .tv_nsec = (long)(at % 1000000000)};
}
