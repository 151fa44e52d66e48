/* conditional: OpenStreetMap's conditional values, "no_left_turn @ (Mo-Fr
 * 07:00-09:00,16:00-18:00; PH off)": what applies, and when.
 *
 * A value is a list of VALUE @ CONDITION, split at ";", each condition in
 * parentheses or not; it applies while any of its conditions does. A condition
 * is one of opening_hours, as far as a local time decides it: rules split at
 * ";", "," or "||", of which the last that matches decides, each of dates
 * (years, months, days), weekdays, times (24:00 is midnight, later ones are of
 * the next day), then "open", "off", "closed" or "unknown". Also read, but
 * never true: holidays, sunrise and other events, easter, numbers of weeks, the
 * n-th weekday of a month, offsets of days.
 *
 * https://wiki.openstreetmap.org/wiki/Conditional_restrictions and
 * .../Key:opening_hours/specification.
 *
 * Pure functions, for any thread. */
#ifndef RELAXD_GRAPH_PROFILE_CONDITIONAL_H
#define RELAXD_GRAPH_PROFILE_CONDITIONAL_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum hours {
    HOURS_INVALID,
    HOURS_OFF,
    HOURS_ON,
};

/* What opening hours, `length` bytes, say of a local time (its date, weekday,
 * hour and minute are read). */
enum hours hours_at(const char *text, size_t length, const struct tm *local);

enum conditional {
    CONDITIONAL_PLAIN,   /* not such a list: applies always */
    CONDITIONAL_UNCLEAR, /* a condition is no opening hours */
    CONDITIONAL_OFF,
    CONDITIONAL_ON,
};

/* A longer value is unclear. Tags of OpenStreetMap have up to 255 characters.
 */
enum { CONDITIONAL_MAX = 4096 };

enum conditional conditional_at(const char *value, const struct tm *local);

/* ---- Part by part -------------------------------------------------------- */

struct conditional_part {
    const char *value;
    size_t value_length; /* bytes, at least 1 */
    const char *condition;
    size_t length;
};

/* Reads the first VALUE @ CONDITION of a text: what follows, from the ";" on,
 * or "", also of a last ";"; NULL: the text is no such list. */
const char *conditional_part(const char *text, struct conditional_part *part);

/* Access as profile_way() spells it: "no @ (22:00-06:00);yes @ (Su)". The last
 * part whose condition holds decides; without one the road is open. */
#define CONDITIONAL_NO  "no"
#define CONDITIONAL_YES "yes"

bool conditional_closes(const char *value, const struct tm *local);

#endif
