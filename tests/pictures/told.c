/* told: what came out of a route, in the words of a picture. */
#include "tests/pictures/told.h"

#include <stdlib.h>
#include <string.h>

static bool same_position(struct position a, struct position b)
{
    return abs(a.lon_e7 - b.lon_e7) <= 1 && abs(a.lat_e7 - b.lat_e7) <= 1;
}

static void add_node(const struct asking *asking, struct told *told,
                     uint32_t place)
{
    const struct roads *roads = &asking->world->map->roads;
    char letter[2] = {asking_letter(asking, roads->node_id[place]), 0};
    size_t length = strlen(told->nodes);

    if (length && told->nodes[length - 1] == letter[0])
        return;
    snprintf(told->nodes + length, sizeof(told->nodes) - length, "%s", letter);
}

/* The node where a step's first segment begins, or its last one ends. */
static uint32_t step_node(const struct roads *roads,
                          const struct route_step *step, bool last)
{
    uint32_t piece = edge_piece(step->edge);
    uint32_t skipped = last ? step->segment_count : 0;

    if (edge_is_forward(step->edge))
        return step->first_segment + piece + skipped;
    return step->first_segment + piece + 1 - skipped;
}

/* Where a leg begins or ends at a node, that node. */
static void add_end(const struct asking *asking, const struct route_leg *leg,
                    bool last, struct told *told)
{
    const struct roads *roads = &asking->world->map->roads;
    struct position at = last ? leg->to : leg->from;
    const struct route_step *step =
        &leg->steps.list[last ? leg->steps.count - 1 : 0];
    uint32_t node;

    if (!step->segment_count)
        return;
    node = step_node(roads, step, last);
    if (same_position(roads->node_position[node], at))
        add_node(asking, told, node);
}

static void tell_nodes(const struct asking *asking, const struct route_leg *leg,
                       struct told *told)
{
    const struct roads *roads = &asking->world->map->roads;

    add_end(asking, leg, false, told);
    for (uint32_t i = 0; i < leg->steps.count; i++) {
        const struct route_step *step = &leg->steps.list[i];

        if (i > 0)
            add_node(asking, told, edge_first_node(roads, step->edge));
        for (uint32_t j = 1; j < step->segment_count; j++)
            add_node(asking, told, route_step_node(step, j));
    }
    add_end(asking, leg, true, told);
}

/* "toll+motorway", "-" for none. */
static void tell_classes(const struct asking *asking, uint32_t piece,
                         struct told *told)
{
    const struct roads *roads = &asking->world->map->roads;
    uint16_t bits = roads_attributes(roads, piece)->class_bits;
    char names[200] = "";

    for (uint32_t i = 0; i < roads->profile.class_count; i++) {
        if (bits >> i & 1)
            snprintf(names + strlen(names), sizeof(names) - strlen(names),
                     "%s%s", *names ? "+" : "", roads->profile.class_name[i]);
    }
    list_add(told->classes, sizeof(told->classes), *names ? names : "-");
}

static void tell_step(const struct asking *asking,
                      const struct route_step *step, struct told *told)
{
    uint32_t piece = edge_piece(step->edge);
    const struct road_attributes *attributes =
        roads_attributes(&asking->world->map->roads, piece);

    told->turns_s += step->turn_duration_ms / 1e3;
    if (!step->segment_count)
        return;
    list_add(told->ways, sizeof(told->ways), asking_piece_name(asking, piece));
    tell_classes(asking, piece, told);
    list_add(told->modes, sizeof(told->modes),
             travel_mode_name(attributes->mode[!edge_is_forward(step->edge)]));
}

void told_route(const struct asking *asking,
                const struct route_question *question, struct told *told)
{
    *told = (struct told){.weight_s = (double)question->weight / 1e3};
    for (size_t i = 0; i + 1 < question->stop_count; i++) {
        const struct route_leg *leg = &question->legs[i];

        told->time_s += (double)leg->duration_ms / 1e3;
        told->distance_m += (double)leg->length_mm / 1e3;
        for (uint32_t s = 0; s < leg->steps.count; s++)
            tell_step(asking, &leg->steps.list[s], told);
        if (leg->steps.count)
            tell_nodes(asking, leg, told);
    }
    fprintf(asking->got,
            "ways %s, nodes %s, time %gs, weight %gs, turns %gs, distance "
            "%gm, modes %s",
            told->ways, told->nodes, told->time_s, told->weight_s,
            told->turns_s, told->distance_m, told->modes);
}
