/* date_time: points in time as ISO 8601 writes them: "2026-11-30T07:30", with
 * seconds or without, and with a zone, "Z", "+01:00" or "+01", or without: then
 * it is the local time of wherever it is asked. Years 1970 to 9999; fractions
 * of seconds do not count. */
#ifndef RELAXD_BASE_DATE_TIME_H
#define RELAXD_BASE_DATE_TIME_H

#include <stdbool.h>
#include <stdint.h>

struct date_time {
    bool given;
    bool is_local;
    int64_t seconds; /* since 1970 by UTC; of a local time, as if it were UTC */
};

/* False: it is none, `ret_time` is untouched. Pure, for any thread. */
bool date_time_read(const char *text, struct date_time *ret_time);

#endif
