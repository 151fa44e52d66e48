#include "core/base/date_time.h"

#include <string.h>
#include <time.h>

/* A number of two or four digits from `least` to `most`. */
static bool read_number(const char **text, int digits, int least, int most,
                        int *ret_number)
{
    int number = 0;

    for (int i = 0; i < digits; i++, (*text)++) {
        if (**text < '0' || **text > '9')
            return false;
        number = 10 * number + (**text - '0');
    }
    *ret_number = number;
    return number >= least && number <= most;
}

static bool skip(const char **text, char character)
{
    if (**text != character)
        return false;
    (*text)++;
    return true;
}

static bool read_date(const char **text, struct tm *time)
{
    struct tm same;
    bool read = read_number(text, 4, 1970, 9999, &time->tm_year) &&
                skip(text, '-') && read_number(text, 2, 1, 12, &time->tm_mon) &&
                skip(text, '-') && read_number(text, 2, 1, 31, &time->tm_mday);

    time->tm_year -= 1900;
    time->tm_mon--;
    same = *time;
    timegm(&same);
    return read && same.tm_mday == time->tm_mday; /* no 30 February */
}

/* One to nine digits after a point, if there is one, which do not count. */
static bool skip_fraction(const char **text)
{
    size_t digits;

    if (!skip(text, '.'))
        return true;
    digits = strspn(*text, "0123456789");
    *text += digits;
    return digits >= 1 && digits <= 9;
}

static bool read_time(const char **text, struct tm *time)
{
    return read_number(text, 2, 0, 23, &time->tm_hour) && skip(text, ':') &&
           read_number(text, 2, 0, 59, &time->tm_min) &&
           (!skip(text, ':') || (read_number(text, 2, 0, 60, &time->tm_sec) &&
                                 skip_fraction(text)));
}

/* Seconds east of UTC. */
static bool read_zone(const char **text, int64_t *ret_offset_s)
{
    int64_t sign = **text == '-' ? -1 : 1;
    int hours, minutes = 0;

    *ret_offset_s = 0;
    if (skip(text, 'Z'))
        return true;
    if (!skip(text, '+') && !skip(text, '-'))
        return false;
    if (!read_number(text, 2, 0, 15, &hours))
        return false;
    if ((skip(text, ':') || **text) && !read_number(text, 2, 0, 59, &minutes))
        return false;
    *ret_offset_s = sign * (3600 * hours + 60 * minutes);
    return true;
}

bool date_time_read(const char *text, struct date_time *ret_time)
{
    struct tm time = {0};
    int64_t offset_s = 0;
    bool is_local;

    if (!read_date(&text, &time) || !skip(&text, 'T') ||
        !read_time(&text, &time))
        return false;
    is_local = !*text;
    if ((!is_local && !read_zone(&text, &offset_s)) || *text)
        return false;
    *ret_time = (struct date_time){true, is_local, timegm(&time) - offset_s};
    return true;
}
