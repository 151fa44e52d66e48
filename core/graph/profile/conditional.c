/* conditional: reads and decides in one pass, so nothing is kept of a text.
 *
 * What begins today is compared with the time of day, what began yesterday with
 * the time of day after 24:00. So a match is two bits, TODAY and YESTERDAY: of
 * a selector of days, whether it has that day; of times, whether what began
 * that day is still on. */
#include "core/graph/profile/conditional.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum match { TODAY = 1, YESTERDAY = 2, BOTH_DAYS = 3 };

enum { DAY_MINUTES = 24 * 60 };

struct hours_reader {
    const char *at;
    const char *end;
    const struct tm *day[2]; /* today, yesterday */
};

/* ---- Characters and words ------------------------------------------------ */

static char peek(struct hours_reader *reader)
{
    while (reader->at < reader->end &&
           (*reader->at == ' ' || *reader->at == '\t'))
        reader->at++;
    return reader->at < reader->end ? *reader->at : '\0';
}

static bool skip(struct hours_reader *reader, const char *word)
{
    size_t length = strlen(word);

    peek(reader);
    if ((size_t)(reader->end - reader->at) < length ||
        memcmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* The number of one of `count` words; -1: none of them comes. */
static int skip_any(struct hours_reader *reader, const char *const *words,
                    int count)
{
    for (int i = 0; i < count; i++) {
        if (skip(reader, words[i]))
            return i;
    }
    return -1;
}

static bool is_digit(const struct hours_reader *reader, size_t at)
{
    return at < (size_t)(reader->end - reader->at) && reader->at[at] >= '0' &&
           reader->at[at] <= '9';
}

/* A number of exactly so many digits, from `least` to `most`. */
static bool skip_number(struct hours_reader *reader, size_t digits, int least,
                        int most, int *ret_number)
{
    int number = 0;

    peek(reader);
    for (size_t i = 0; i < digits; i++) {
        if (!is_digit(reader, i))
            return false;
        number = 10 * number + (reader->at[i] - '0');
    }
    if (is_digit(reader, digits) || number < least || number > most)
        return false;
    reader->at += digits;
    *ret_number = number;
    return true;
}

static bool skip_count(struct hours_reader *reader)
{
    peek(reader);
    if (!is_digit(reader, 0))
        return false;
    while (is_digit(reader, 0))
        reader->at++;
    return true;
}

/* ---- Times --------------------------------------------------------------- */

/* A time of day in minutes; -1: of an event, which nobody knows here. */
static bool skip_time(struct hours_reader *reader, int hour_most,
                      int *ret_minute)
{
    static const char *const events[] = {"dawn", "sunrise", "sunset", "dusk"};
    const char *begin = reader->at;
    int hour, minute;
    bool shifted = skip(reader, "(");

    *ret_minute = -1;
    if (skip_any(reader, events, 4) >= 0) {
        if (!shifted)
            return true;
        if ((skip(reader, "+") || skip(reader, "-")) &&
            skip_number(reader, 2, 0, 24, &hour) && skip(reader, ":") &&
            skip_number(reader, 2, 0, 59, &minute) && skip(reader, ")"))
            return true;
    } else if (!shifted && skip_number(reader, 2, 0, hour_most, &hour) &&
               skip(reader, ":") && skip_number(reader, 2, 0, 59, &minute)) {
        *ret_minute = 60 * hour + minute;
        return true;
    }
    reader->at = begin;
    return false;
}

/* The end of a span, after its "-": "18:00", "18:00+", "18:00/30". */
static bool skip_end(struct hours_reader *reader, int *ret_minute)
{
    const char *begin = reader->at;
    int number;

    if (skip(reader, "-") && skip_time(reader, 48, ret_minute) &&
        (skip(reader, "+") || !skip(reader, "/") ||
         (skip_number(reader, 2, 0, 99, &number) &&
          (!skip(reader, ":") || skip_number(reader, 2, 0, 59, &number)))))
        return true;
    reader->at = begin;
    return false;
}

static bool skip_span(struct hours_reader *reader, unsigned *match)
{
    const struct tm *today = reader->day[0];
    int now = 60 * today->tm_hour + today->tm_min;
    int from, to = -1;

    if (!skip_time(reader, 24, &from))
        return false;
    if (skip(reader, "+"))
        to = DAY_MINUTES;
    else if (!skip_end(reader, &to))
        to = -1;
    if (from < 0 || to < 0)
        return true;
    if (to <= from)
        to += DAY_MINUTES;
    if (from <= now && now < to)
        *match |= TODAY;
    if (from <= now + DAY_MINUTES && now + DAY_MINUTES < to)
        *match |= YESTERDAY;
    return true;
}

/* ---- Lists --------------------------------------------------------------- */

typedef bool skip_item(struct hours_reader *reader, unsigned *match);

/* One or more items between commas; false: not even one. A comma that no item
 * follows is left. */
static bool skip_list(struct hours_reader *reader, skip_item *item,
                      unsigned *match)
{
    const char *begin = reader->at;
    const char *end = NULL;

    while ((!end || skip(reader, ",")) && item(reader, match))
        end = reader->at;
    reader->at = end ? end : begin;
    return end;
}

/* ---- Weekdays ------------------------------------------------------------ */

static const char *const weekdays[] = {"Su", "Mo", "Tu", "We",
                                       "Th", "Fr", "Sa"};

/* "+1 day", "-2 days": days by offsets are never today. */
static bool skip_offset(struct hours_reader *reader)
{
    const char *begin = reader->at;

    if ((skip(reader, "+") || skip(reader, "-")) && skip_count(reader) &&
        skip(reader, "day")) {
        skip(reader, "s");
        return true;
    }
    reader->at = begin;
    return false;
}

/* The numbers within "[1,3-4,-1]". */
static bool skip_nth(struct hours_reader *reader)
{
    int number;

    do {
        bool last = skip(reader, "-");

        if (!skip_number(reader, 1, 1, 5, &number))
            return false;
        if (!last && skip(reader, "-") &&
            !skip_number(reader, 1, 1, 5, &number))
            return false;
    } while (skip(reader, ","));
    return skip(reader, "]");
}

/* "Mo", "Mo-Fr", "Sa-Mo", "Su[1]". */
static bool skip_weekdays(struct hours_reader *reader, unsigned *match)
{
    int from = skip_any(reader, weekdays, 7);
    const char *begin = reader->at;
    int to = from;

    if (from < 0)
        return false;
    if (skip(reader, "[")) {
        if (!skip_nth(reader))
            return false;
        skip_offset(reader);
        return true;
    }
    if (skip(reader, "-")) {
        to = skip_any(reader, weekdays, 7);
        if (to < 0) {
            reader->at = begin;
            to = from;
        }
    }
    for (int i = 0; i < 2; i++) {
        int day = reader->day[i]->tm_wday;

        if ((day - from + 7) % 7 <= (to - from + 7) % 7)
            *match |= 1u << i;
    }
    return true;
}

/* Weekdays and holidays, "Sa,PH" or "SH Mo": a holiday is never today. */
static bool skip_days(struct hours_reader *reader, unsigned *match)
{
    if (skip(reader, "PH"))
        return true;
    if (skip(reader, "SH")) {
        skip_offset(reader);
        return true;
    }
    return skip_weekdays(reader, match);
}

/* As skip_list(), but a blank is enough beside a holiday. */
static bool skip_day_list(struct hours_reader *reader, unsigned *match)
{
    bool any = false;

    while (skip_list(reader, skip_days, match))
        any = true;
    return any;
}

/* ---- Dates --------------------------------------------------------------- */

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/* 0: not given. Known dates alone are compared. */
struct date {
    int year;
    int month;
    int day;
    bool unknown;
};

static bool skip_day_number(struct hours_reader *reader, int *ret_day)
{
    const char *begin = reader->at;

    if (!skip_number(reader, 2, 1, 31, ret_day) &&
        !skip_number(reader, 1, 1, 9, ret_day))
        return false;
    if (reader->at == reader->end || *reader->at != ':' || !is_digit(reader, 1))
        return true;
    reader->at = begin; /* an hour */
    *ret_day = 0;
    return false;
}

/* "2019 Apr 10", "Apr", "10", "easter"; a year alone is a year. */
static bool skip_date(struct hours_reader *reader, struct date *date)
{
    const char *begin = reader->at;

    *date = (struct date){0};
    skip_number(reader, 4, 1901, 9999, &date->year);
    if (skip(reader, "easter")) {
        date->unknown = true;
    } else {
        date->month = skip_any(reader, months, 12) + 1;
        skip_day_number(reader, &date->day);
    }
    if (date->year || date->month || date->day || date->unknown)
        return true;
    reader->at = begin;
    return false;
}

/* "+Su", "-2 days": such a date is unknown. */
static void skip_date_offset(struct hours_reader *reader, struct date *date)
{
    const char *begin = reader->at;

    if (skip_offset(reader) || ((skip(reader, "+") || skip(reader, "-")) &&
                                skip_any(reader, weekdays, 7) >= 0))
        date->unknown = true;
    else
        reader->at = begin;
}

/* As a number that ascends with the days; what both lack is left out. */
static int date_order(const struct date *date)
{
    return (date->year * 13 + date->month) * 32 + date->day;
}

/* `from` and `to` lack the same, but for days. */
static bool is_between(const struct tm *day, struct date from, struct date to)
{
    const struct date at = {
        from.year ? day->tm_year + 1900 : 0,
        from.month ? day->tm_mon + 1 : 0,
        day->tm_mday,
        false,
    };
    int first, last;

    to.day = to.day ? to.day : 31;
    first = date_order(&from);
    last = date_order(&to);
    if (first <= last)
        return first <= date_order(&at) && date_order(&at) <= last;
    /* Over the end of the year or month. */
    return !from.year && (first <= date_order(&at) || date_order(&at) <= last);
}

static void compare_dates(const struct hours_reader *reader, struct date from,
                          struct date to, unsigned *match)
{
    if (from.unknown || to.unknown)
        return;
    if (from.year && !from.month) {
        /* Whole years: any month is between. */
        from.month = 1;
        to.month = to.month ? to.month : 12;
    }
    to.year = to.year ? to.year : from.year;
    to.month = to.month ? to.month : from.month;
    if (!from.year != !to.year || !from.month != !to.month)
        return;
    for (int i = 0; i < 2; i++) {
        if (is_between(reader->day[i], from, to))
            *match |= 1u << i;
    }
}

/* "Apr 10-Jun 15", "2019 Apr-May", "Aug-Feb", "Dec 24", "2017-2019/2". */
static bool skip_dates(struct hours_reader *reader, unsigned *match)
{
    const char *end;
    struct date from, to;

    if (!skip_date(reader, &from))
        return false;
    skip_date_offset(reader, &from);
    to = from;
    end = reader->at;
    if (skip(reader, "+")) {
        to = (struct date){.year = 9999, .month = 12, .day = 31};
        if (!from.year) /* nobody knows since when */
            from.unknown = true;
    } else if (!skip(reader, "-") || !skip_date(reader, &to)) {
        reader->at = end;
    } else {
        skip_date_offset(reader, &to);
        if (skip(reader, "/")) {
            if (!skip_count(reader))
                return false;
            to.unknown = true;
        }
    }
    compare_dates(reader, from, to, match);
    return true;
}

/* "week 10-20/2". */
static bool skip_week(struct hours_reader *reader, unsigned *match)
{
    int number;

    (void)match;
    if (!skip_number(reader, 2, 1, 53, &number))
        return false;
    if (skip(reader, "-") && !skip_number(reader, 2, 1, 53, &number))
        return false;
    return !skip(reader, "/") || skip_count(reader);
}

/* ---- Rules --------------------------------------------------------------- */

static bool skip_comment(struct hours_reader *reader)
{
    const char *end;

    if (peek(reader) != '"')
        return false;
    end = memchr(reader->at + 1, '"', (size_t)(reader->end - reader->at - 1));
    if (!end)
        return false;
    reader->at = end + 1;
    return true;
}

/* Whether the rule matches now. */
static bool skip_selectors(struct hours_reader *reader)
{
    unsigned dates = 0, days = 0, times = 0;
    unsigned on = BOTH_DAYS;
    bool any = false;

    if (skip_list(reader, skip_dates, &dates)) {
        on &= dates;
        any = true;
    }
    if (skip(reader, "week") && skip_list(reader, skip_week, NULL)) {
        on = 0;
        any = true;
    }
    skip(reader, ":");
    if (skip_day_list(reader, &days)) {
        on &= days;
        any = true;
    }
    if (skip_list(reader, skip_span, &times))
        return on & times;
    return any && (on & TODAY);
}

/* Whether "open" follows, or nothing that says otherwise. */
static bool skip_modifier(struct hours_reader *reader)
{
    static const char *const modifiers[] = {"open", "unknown", "closed", "off"};

    return skip_any(reader, modifiers, 4) <= 0;
}

static bool skip_separator(struct hours_reader *reader)
{
    return skip(reader, ";") || skip(reader, "||") || skip(reader, ",");
}

enum hours hours_at(const char *text, size_t length, const struct tm *local)
{
    struct tm yesterday = {
        .tm_year = local->tm_year,
        .tm_mon = local->tm_mon,
        .tm_mday = local->tm_mday - 1,
        .tm_hour = 12,
    };
    struct hours_reader reader = {text, text + length, {local, &yesterday}};
    bool on = false;

    timegm(&yesterday);
    do {
        if (!skip_comment(&reader)) {
            bool matches = skip(&reader, "24/7") || skip_selectors(&reader);
            bool opens = skip_modifier(&reader);

            skip_comment(&reader);
            on = matches ? opens : on;
        }
    } while (skip_separator(&reader));
    if (peek(&reader) || reader.at < reader.end)
        return HOURS_INVALID;
    return on ? HOURS_ON : HOURS_OFF;
}

/* ---- Values -------------------------------------------------------------- */

/* The bracket that closes the first one; NULL: none does. */
static const char *closing_bracket(const char *text)
{
    int depth = 0;

    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        if (!depth)
            return text;
    }
    return NULL;
}

const char *conditional_part(const char *text, struct conditional_part *part)
{
    const char *condition = strchr(text, '@');
    const char *closing;
    size_t length;

    text += strspn(text, " \t");
    if (!condition || condition == text)
        return NULL;
    part->value = text;
    part->value_length = (size_t)(condition - text);
    while (text[part->value_length - 1] == ' ' ||
           text[part->value_length - 1] == '\t')
        part->value_length--;
    condition += 1 + strspn(condition + 1, " \t");
    closing = *condition == '(' ? closing_bracket(condition) : NULL;
    if (closing) {
        length = (size_t)(closing - ++condition);
        text = closing + 1;
    } else {
        length = strcspn(condition, ";");
        text = condition + length;
    }
    part->condition = condition;
    part->length = length;
    text += strspn(text, " \t");
    if (*text == ';' && !text[1 + strspn(text + 1, " \t")])
        text += strlen(text);
    return !*text || *text == ';' ? text : NULL;
}

enum conditional conditional_at(const char *value, const struct tm *local)
{
    enum conditional result = CONDITIONAL_OFF;
    const char *text = value;
    struct conditional_part part;

    if (strnlen(value, CONDITIONAL_MAX + 1) > CONDITIONAL_MAX)
        return CONDITIONAL_UNCLEAR;
    for (;;) {
        enum hours hours;

        text = conditional_part(text, &part);
        if (!text)
            return CONDITIONAL_PLAIN;
        hours = hours_at(part.condition, part.length, local);
        if (hours == HOURS_INVALID)
            result = CONDITIONAL_UNCLEAR;
        else if (hours == HOURS_ON && result == CONDITIONAL_OFF)
            result = CONDITIONAL_ON;
        if (!*text)
            return result;
        text++;
    }
}

bool conditional_closes(const char *value, const struct tm *local)
{
    struct conditional_part part;
    bool closes = false;

    for (const char *text = value; (text = conditional_part(text, &part));
         text++) {
        if (hours_at(part.condition, part.length, local) == HOURS_ON)
            closes = !strncmp(part.value, CONDITIONAL_NO, part.value_length);
        if (!*text)
            break;
    }
    return closes;
}
