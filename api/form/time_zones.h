/* time_zones: what time it is somewhere, for conditional restrictions.
 *
 * The zone of a place is that of the polygon of a GeoJSON file in which it
 * lies, or one zone is everywhere; what time it is there says tzdata
 * (local_time.h). Immutable, for any thread. To find the zone of a place takes
 * a step for each polygon, and some dozens in those around it (polygon.h). */
#ifndef RELAXD_API_FORM_TIME_ZONES_H
#define RELAXD_API_FORM_TIME_ZONES_H

#include "core/base/error.h"
#include "core/graph/conditions.h"

struct time_zones;

/* `path`: the file; NULL: `name` is the zone of all places. `moment`: seconds
 * since 1970 by UTC; 0: none. Changes TZ of the process for a while: only at
 * the start, before other threads; some 5 ms a zone. `tell` gets a line about
 * each zone that tzdata lacks; places in one have no time. -EINVAL, -errno,
 * with words. */
int time_zones_create(const char *path, const char *name, uint64_t moment,
                      void (*tell)(const char *words),
                      struct time_zones **ret_zones, struct error *error);
void time_zones_destroy(struct time_zones *zones); /* NULL is fine */

/* conditional.moment: if it is given, relaxd applies conditions for it alone.
 */
struct date_time time_zones_moment(const struct time_zones *zones);

/* "as of 2017-05-02T10:00:00Z, in 4 zones of 'guinea.geojson'": the moment if
 * it is given, and what the times of places are taken from. */
const char *time_zones_words(const struct time_zones *zones);

/* Valid as long as the zones; of several at a place the first of the file
 * counts. */
struct local_clock time_zones_clock(const struct time_zones *zones);

#endif
