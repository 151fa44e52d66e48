/* tags: the keys and values of an OpenStreetMap object. */
#ifndef RELAXD_GRAPH_PROFILE_TAGS_H
#define RELAXD_GRAPH_PROFILE_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/position.h"

/* Offsets of NUL-terminated texts. */
struct osm_tag {
    uint32_t key;
    uint32_t value;
};

/* A view. */
struct tags {
    const struct osm_tag *tag; /* [count] no key twice */
    uint32_t count;
    const char *text;          /* the base of the offsets */
    const struct position *at; /* of a way: one on it; NULL: unknown */
};

/* NULL if the key is absent. */
const char *tags_get(const struct tags *tags, const char *key);

/* Parsers of quantities, as people write them: false for an invalid text, and
 * the output is then untouched. */

/* "50", "50 km/h", "30 mph", "12.5mph", "5 knots"; the first of "80;60". Above
 * 0 and at most 1000 km/h. */
bool osm_speed(const char *text, double *ret_kmh);

/* maxheight=, width=: "2", "2.5 m", "250 cm", "6 ft", "6'", "6'7\"" in metres;
 * the first of "3;4". Above 0 and at most 10,000 m. */
bool osm_length(const char *text, double *ret_m);

/* maxweight=: "3.5", "3.5 t", "750 kg", "7000 lbs", "5 st" (short tons) in
 * tonnes; the first of "3;4". Above 0 and at most 10,000 t. */
bool osm_mass(const char *text, double *ret_t);

/* duration=: "10" minutes, "10 min", "2 h", "00:10" hours and minutes,
 * "1:30:00", and ISO 8601's "PT1H30M", "P1DT12H", "PT90S". Above 0 and at most
 * 100 days. */
bool osm_duration(const char *text, double *ret_s);

#endif
