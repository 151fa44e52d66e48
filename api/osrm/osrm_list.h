/* osrm_list: lists of a request, filled entry by entry from URL or body. */
#ifndef RELAXD_API_OSRM_OSRM_LIST_H
#define RELAXD_API_OSRM_OSRM_LIST_H

#include <stdbool.h>

#include "api/osrm/osrm_request.h"

/* Each makes room for `count` entries, which stand for "not given" until they
 * are set, in place of what an option before it said. False: out of memory. */
bool osrm_list_coordinates(struct osrm_request *request, size_t count);
bool osrm_list_bearings(struct osrm_request *request, size_t count);
bool osrm_list_radiuses(struct osrm_request *request, size_t count);
bool osrm_list_approaches(struct osrm_request *request, size_t count);
bool osrm_list_excludes(struct osrm_request *request, size_t count);
bool osrm_list_indices(struct osrm_indices *indices, size_t count);

/* Ascending, each once. */
void osrm_list_sort(struct osrm_indices *indices);

/* Of degrees, rounded to 10^-6 of them. False: they are beyond 2147, where OSRM
 * has no number for them. What is beyond 210 becomes 210: no place, either. */
bool osrm_position_set(struct position *position, double lon_deg,
                       double lat_deg);

/* The coordinates of a polyline with so many decimals, 5 or 6; false: out of
 * memory. `text` has characters from '?' to '~' alone; one that is cut short
 * ends with what there is of it. */
bool osrm_list_polyline(struct osrm_request *request, const char *text,
                        size_t length, unsigned decimals);

/* A name that is longer than any class's is cut, and so is none's. */
void osrm_exclude_set(struct osrm_request *request, size_t index,
                      const char *name, size_t length);

/* What no bearing may be becomes UINT16_MAX. */
void osrm_bearing_set(struct osrm_bearing *bearing, int64_t value_deg,
                      int64_t range_deg);

#endif
