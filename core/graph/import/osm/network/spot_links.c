/* spot_links: links grouped by their spots. */
#include "core/graph/import/osm/network/restrictions_private.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int spot_links_init(struct spot_links *links, const struct courses *courses)
{
    uint32_t *spot = array_alloc(courses->ref_count, sizeof(*spot));
    bool all = spot;

    links->courses = courses;
    for (int end = 0; end < 2 && all; end++) {
        links->first[end] = array_alloc((size_t)courses->spot_count + 1,
                                        sizeof(*links->first[end]));
        if (links->first[end])
            links->link[end] =
                array_alloc(courses->ref_count, sizeof(*links->link[end]));
        all = links->link[end];
    }
    for (int end = 0; end < 2 && all; end++) {
        for (uint32_t c = 0; c < courses->course_count; c++) {
            uint32_t last = courses->first_ref[c + 1] - 1;

            for (uint32_t l = courses->first_ref[c]; l < last; l++)
                spot[l] = courses->ref_spot[l + end];
            spot[last] = UINT32_MAX;
        }
        array_group(spot, courses->ref_count, courses->spot_count,
                    links->first[end], links->link[end]);
    }
    free(spot);
    return all ? 0 : -ENOMEM;
}

void spot_links_finish(struct spot_links *links)
{
    for (int end = 0; end < 2; end++) {
        free(links->first[end]);
        free(links->link[end]);
    }
}

/* The links of a way that begin or end at a spot; returns their number. */
static size_t way_links(const struct spot_links *links, uint32_t used,
                        uint32_t spot, uint32_t end, const uint32_t **ret_link)
{
    const struct courses *courses = links->courses;
    const uint32_t *first = links->first[end] + spot;
    const uint32_t *link = links->link[end] + first[0];
    size_t count = first[1] - first[0];
    uint32_t course = courses->way[used].first_course;
    size_t low = array_lower_bound(link, sizeof(*link), 0, count,
                                   courses->first_ref[course]);

    course = way_course_end(courses, used);
    *ret_link = link + low;
    return array_lower_bound(link, sizeof(*link), 0, count,
                             courses->first_ref[course]) -
           low;
}

bool way_touches(const struct spot_links *links, uint32_t used, uint32_t spot)
{
    const uint32_t *link;

    return way_links(links, used, spot, 0, &link) > 0 ||
           way_links(links, used, spot, 1, &link) > 0;
}

static bool has_open_dart(const struct spot_links *links, uint32_t used,
                          uint32_t spot, enum side side)
{
    const uint8_t *access = links->courses->way[used].access;
    const uint32_t *link;

    for (uint32_t end = 0; end < 2; end++) {
        if (access[end ^ side] == EDGE_OPEN &&
            way_links(links, used, spot, end, &link) > 0)
            return true;
    }
    return false;
}

bool find_dart(const struct spot_links *links, uint32_t used, uint32_t spot,
               enum side side, size_t n, uint32_t *ret_dart)
{
    uint8_t access =
        has_open_dart(links, used, spot, side) ? EDGE_OPEN : EDGE_CLOSED;

    for (uint32_t end = 0; end < 2; end++) {
        const uint32_t *link;
        size_t count;

        if (links->courses->way[used].access[end ^ side] != access)
            continue;
        count = way_links(links, used, spot, end, &link);
        if (n < count) {
            *ret_dart = 2 * link[n] + (end ^ side);
            return true;
        }
        n -= count;
    }
    return false;
}
