/* importance: how important roads are beside each other. */
#include "core/service/guidance/importance.h"

#include "core/service/guidance/crossing.h"

int road_rank_group(const struct road_attributes *attributes)
{
    static const uint8_t ends[] = {3, 7, 9, 11, 13, 30};
    int group = 0;

    while (group < (int)sizeof(ends) && attributes->priority > ends[group])
        group++;
    return group;
}

bool road_is_lesser(const struct road_attributes *a,
                    const struct road_attributes *b)
{
    bool a_low = road_is_minor(a);

    if (a_low != road_is_minor(b))
        return a_low;
    return road_rank_group(a) > road_rank_group(b);
}

bool road_is_link_to(const struct road_attributes *link,
                     const struct road_attributes *road)
{
    return road_has(link, ROAD_LINK) && !road_has(road, ROAD_LINK) &&
           link->priority == road->priority + 1;
}
