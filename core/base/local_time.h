/* local_time: what time it is in the time zones of tzdata, as the C library
 * reads it.
 *
 * Zones are added before other threads start, as that changes TZ of the process
 * for a while; from then on any thread may ask. */
#ifndef RELAXD_BASE_LOCAL_TIME_H
#define RELAXD_BASE_LOCAL_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct zone_times;

/* Zero bytes are an empty set. */
struct local_times {
    struct zone_times *zone; /* [count], owned */
    size_t count;
    size_t capacity;
};

/* The number of a zone, "Europe/London", which is added unless it is there;
 * some 5 ms, UTC none. 0, -ENOMEM, or -ENOENT: tzdata does not have it. */
int local_times_add(struct local_times *times, const char *name,
                    size_t *ret_zone);
void local_times_finish(struct local_times *times);

/* The local time at a moment, seconds since 1970 by UTC. The last rules that
 * tzdata has go on for ever. False: no calendar goes so far. */
bool local_times_tell(const struct local_times *times, size_t zone,
                      int64_t moment, struct tm *ret_local);

#endif
