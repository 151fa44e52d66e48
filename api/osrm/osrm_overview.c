/* osrm_overview: the line of a whole route in OSRM's answers. */
#include "api/osrm/osrm_overview.h"

#include <errno.h>
#include <stdlib.h>

#include "api/osrm/osrm_geometry.h"
#include "core/base/array.h"
#include "core/service/line/simplify.h"

/* Where legs meet, the place is the next one's. */
static size_t count_own(const struct osrm_route_legs *legs, size_t index,
                        size_t count)
{
    return index + 1 < legs->count ? count - 1 : count;
}

static void add_full(struct osrm_geometry *geometry,
                     const struct osrm_route_legs *legs)
{
    for (size_t i = 0; i < legs->count; i++) {
        const struct leg_line *line = &legs->leg[i].line;
        size_t count = count_own(legs, i, line->position_count);

        for (size_t k = 0; k < count; k++)
            osrm_geometry_add(geometry, line->position[k]);
    }
}

static unsigned zoom_of(const struct osrm_route_legs *legs)
{
    struct simplify_box box = {0};

    for (size_t i = 0; i < legs->count; i++)
        simplify_box_add(&box, legs->leg[i].line.position,
                         legs->leg[i].line.position_count);
    return simplify_zoom(&box);
}

static int add_simplified(struct osrm_geometry *geometry,
                          const struct osrm_route_legs *legs, size_t *kept)
{
    unsigned zoom = zoom_of(legs);

    for (size_t i = 0; i < legs->count; i++) {
        const struct leg_line *line = &legs->leg[i].line;
        size_t count =
            simplify_line(line->position, line->position_count, zoom, kept);

        if (!count)
            return -ENOMEM;
        count = count_own(legs, i, count);
        for (size_t k = 0; k < count; k++)
            osrm_geometry_add(geometry, line->position[kept[k]]);
    }
    return 0;
}

static size_t longest_line(const struct osrm_route_legs *legs)
{
    size_t longest = 0;

    for (size_t i = 0; i < legs->count; i++) {
        if (legs->leg[i].line.position_count > longest)
            longest = legs->leg[i].line.position_count;
    }
    return longest;
}

int osrm_write_overview(struct json_writer *writer,
                        const struct osrm_route_legs *legs,
                        enum osrm_overview overview, enum osrm_geometries form)
{
    struct osrm_geometry geometry;
    size_t *kept = NULL;
    int r = 0;

    if (overview == OSRM_OVERVIEW_SIMPLIFIED) {
        kept = array_alloc(longest_line(legs), sizeof(*kept));
        if (!kept)
            return -ENOMEM;
    }
    osrm_geometry_begin(&geometry, writer, form);
    if (kept)
        r = add_simplified(&geometry, legs, kept);
    else
        add_full(&geometry, legs);
    osrm_geometry_end(&geometry);
    free(kept);
    return r;
}
