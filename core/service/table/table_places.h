/* table_places: where the places of a table are on the roads.
 *
 * Found before the table is asked for, on any thread, as many take a while:
 * some 10 us each. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_PLACES_H
#define RELAXD_SERVICE_TABLE_TABLE_PLACES_H

#include <stddef.h>

#include "core/service/place/place.h"

struct table_places {
    size_t count;
    struct snap *snaps;   /* owned; those of place i from first_snap[i] on */
    uint32_t *first_snap; /* [count + 1] owned */
};

/* Puts all of them on roads, so that there is a way between them where there
 * can be (snap_together); the settings' radius is no limit. ret_missing: the
 * first that is near none, `count` where there is none such. 0, -ENOMEM or
 * -ECANCELED by `cancel`, which may be NULL. finish() is fine after either and
 * on zero bytes. */
int table_places_find(const struct roads *roads, const struct snap_wish *wishes,
                      size_t count, struct cancel *cancel,
                      struct table_places *ret_places, size_t *ret_missing);
void table_places_finish(struct table_places *places);

/* All roads of place i. */
static inline const struct snap *
table_places_snaps(const struct table_places *places, size_t i,
                   uint32_t *ret_count)
{
    *ret_count = places->first_snap[i + 1] - places->first_snap[i];
    return places->snaps + places->first_snap[i];
}

#endif
