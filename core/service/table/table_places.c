/* table_places: where the places of a table are on the roads. */
#include "core/service/table/table_places.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Of segments that meet in one place. */
enum { SNAPS_MAX = 16 };

void table_places_finish(struct table_places *places)
{
    free(places->snaps);
    free(places->first_snap);
    *places = (struct table_places){0};
}

/* Moves all together; gives back what is too much where that can be. */
static void pack(struct table_places *places, const uint32_t *counts)
{
    struct snap *packed;

    places->first_snap[0] = 0;
    for (size_t i = 0; i < places->count; i++) {
        uint32_t first = places->first_snap[i];

        memmove(places->snaps + first, places->snaps + i * SNAPS_MAX,
                counts[i] * sizeof(*places->snaps));
        places->first_snap[i + 1] = first + counts[i];
    }
    packed = realloc(places->snaps, (places->first_snap[places->count] + 1) *
                                        sizeof(*places->snaps));
    if (packed)
        places->snaps = packed;
}

static size_t first_missing(const uint32_t *counts, size_t count)
{
    size_t i = 0;

    while (i < count && counts[i])
        i++;
    return i;
}

/* `counts` are the caller's, [count], to work with. */
static int find(const struct roads *roads, const struct snap_wish *wishes,
                struct cancel *cancel, uint32_t *counts,
                struct table_places *places, size_t *ret_missing)
{
    if (!counts || !places->snaps || !places->first_snap)
        return -ENOMEM;
    if (!snap_together(roads, wishes, places->count, SNAPS_MAX, cancel,
                       places->snaps, counts))
        return -ECANCELED;
    *ret_missing = first_missing(counts, places->count);
    pack(places, counts);
    return 0;
}

int table_places_find(const struct roads *roads, const struct snap_wish *wishes,
                      size_t count, struct cancel *cancel,
                      struct table_places *ret_places, size_t *ret_missing)
{
    uint32_t *counts = array_alloc(count, sizeof(*counts));
    struct table_places places = {
        .count = count,
        .snaps = array_alloc(count * SNAPS_MAX, sizeof(*places.snaps)),
        .first_snap = array_alloc(count + 1, sizeof(*places.first_snap)),
    };
    int r = count < UINT32_MAX / SNAPS_MAX
                ? find(roads, wishes, cancel, counts, &places, ret_missing)
                : -ENOMEM;

    free(counts);
    if (r)
        table_places_finish(&places);
    else
        *ret_places = places;
    return r;
}
