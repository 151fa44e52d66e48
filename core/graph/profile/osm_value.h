/* osm_value: values of OpenStreetMap's tags that are quantities.
 *
 * People write them; what is no such thing is false, and the output then
 * untouched. */
#ifndef RELAXD_GRAPH_PROFILE_OSM_VALUE_H
#define RELAXD_GRAPH_PROFILE_OSM_VALUE_H

#include <stdbool.h>

/* "50", "50 km/h", "30 mph", "12.5mph", "5 knots"; of "80;60" the first. Above
 * 0 and at most 1000 km/h. */
bool osm_speed(const char *text, double *ret_kmh);

/* duration=: "10" minutes, "10 min", "2 h", "00:10" hours and minutes,
 * "1:30:00", and ISO 8601's "PT1H30M", "P1DT12H", "PT90S". Above 0 and at most
 * 100 days. */
bool osm_duration(const char *text, double *ret_s);

#endif
