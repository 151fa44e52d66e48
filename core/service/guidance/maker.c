/* maker: intersections and drafts of guidance that is being made. */
#include "core/service/guidance/maker.h"

#include "core/service/guidance/lanes.h"

void maker_add_end(struct maker *maker, struct position position, float bearing,
                   bool departs)
{
    struct guidance *guidance = maker->guidance;

    guidance->intersection[guidance->intersection_count++] =
        (struct guide_intersection){
            .position = position,
            .first_road = (uint32_t)guidance->road_count,
            .road_count = 1,
            .in = departs ? -1 : 0,
            .out = departs ? 0 : -1,
        };
    guidance->road[guidance->road_count++] = (struct guide_road){
        .bearing_deg = bearing_round(bearing), .entry = true};
}

/* Puts a road where its bearing belongs; returns its place. */
static int insert_road(struct guidance *guidance,
                       struct guide_intersection *intersection,
                       const struct crossing_road *road)
{
    struct guide_road add = {bearing_round(road->bearing), road->entry};
    struct guide_road *list = &guidance->road[intersection->first_road];
    uint32_t to = intersection->road_count++;

    for (; to > 0 && list[to - 1].bearing_deg > add.bearing_deg; to--)
        list[to] = list[to - 1];
    list[to] = add;
    intersection->in += intersection->in >= (int)to;
    intersection->out += intersection->out >= (int)to;
    return (int)to;
}

static void add_lanes(struct guide_intersection *intersection,
                      const struct crossing *crossing)
{
    const struct road_attributes *via = crossing->via_attributes;
    uint32_t lanes = via->lanes[!edge_is_forward(crossing->via)];
    float turn[CROSSING_ROADS_MAX];
    struct lane_roads roads = {.turn = turn};

    if (!lanes || crossing->count < 3)
        return;
    for (size_t i = 0; i < crossing->count; i++) {
        if (i == crossing->out)
            roads.out = roads.count;
        if (i == crossing->out || crossing->road[i].entry)
            turn[roads.count++] = crossing->road[i].turn;
    }
    intersection->lanes_valid =
        lanes_for_roads(crossing->roads->text + lanes, &roads);
    intersection->lanes = intersection->lanes_valid ? lanes : 0;
}

void maker_add_crossing(struct maker *maker, struct position position)
{
    struct guidance *guidance = maker->guidance;
    const struct crossing *crossing = &maker->crossing;
    struct guide_intersection intersection = {
        .position = position,
        .first_road = (uint32_t)guidance->road_count,
        .in = -1,
        .out = -1,
        .class_bits = crossing->road[crossing->out].attributes->class_bits,
    };

    for (size_t i = 0; i < crossing->count; i++) {
        int place = insert_road(guidance, &intersection, &crossing->road[i]);

        if (i == 0)
            intersection.in = place;
        if (i == crossing->out)
            intersection.out = place;
    }
    add_lanes(&intersection, crossing);
    guidance->road_count += intersection.road_count;
    guidance->intersection[guidance->intersection_count++] = intersection;
}

struct draft *maker_add_draft(struct maker *maker, uint32_t edge,
                              struct instruction instruction)
{
    struct drafts *drafts = &maker->drafts;
    size_t intersection = maker->guidance->intersection_count - 1;
    struct draft *draft = &drafts->list[drafts->count++];

    *draft = (struct draft){
        .instruction = instruction,
        .edge = edge,
        .step =
            {
                .position = drafts->intersection[intersection].position,
                .first_intersection = (uint32_t)intersection,
                .intersection_count = 1,
                .first_position = maker->position,
                .position_count = 1,
            },
    };
    draft_sign(&draft->step, drafts->roads, edge);
    return draft;
}
