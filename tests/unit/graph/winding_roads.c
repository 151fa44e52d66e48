#include "tests/unit/graph/winding_roads.h"

#include <stdlib.h>

#include "core/graph/roads/ground.h"

static int64_t random_near(struct random *random, int32_t middle,
                           uint32_t reach)
{
    return (int64_t)middle - reach + random_below(random, 2 * reach + 1);
}

struct position random_position(struct random *random, struct area area)
{
    int64_t lon = random_near(random, area.middle.lon_e7, area.reach_e7);
    int64_t lat = random_near(random, area.middle.lat_e7, area.reach_e7);

    if (llabs(lat) > 900000000)
        lat = lat < 0 ? -900000000 : 900000000;
    return (struct position){(int32_t)lon_e7_wrap(lon), (int32_t)lat};
}

struct drawn_roads *wind_roads(struct random *random, struct area area,
                               uint32_t segments, uint32_t step_e7)
{
    struct drawn_roads *drawn = drawn_roads_create();

    while (drawn->roads.segment_count < segments) {
        struct position place[5] = {random_position(random, area)};
        uint32_t room = segments - drawn->roads.segment_count;
        uint32_t count = 2 + random_below(random, room < 4 ? room : 4);

        for (uint32_t i = 1; i < count; i++)
            place[i] =
                random_position(random, (struct area){place[i - 1], step_e7});
        drawn_roads_add(drawn, place, count);
    }
    drawn_roads_plant(drawn);
    return drawn;
}
