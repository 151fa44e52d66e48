/* ring: instructions on roundabouts. */
#include "core/service/guidance/ring.h"

#define STRAIGHT_THROUGH 25

static bool is_ring(const struct crossing *crossing, size_t road)
{
    return road_on_ring(crossing->road[road].attributes);
}

/* Where one may enter, and whether there is a way out before that, on the side
 * on which one drives. */
struct ring_look {
    bool can_enter;
    bool exit_before;
};

static size_t around(const struct crossing *crossing, size_t i)
{
    return road_has(crossing->via_attributes, ROAD_DRIVES_LEFT)
               ? crossing->count - 1 - i
               : i;
}

static struct ring_look look(const struct crossing *crossing)
{
    uint32_t from = edge_tail(crossing->roads, crossing->via);
    struct ring_look look = {false, false};

    for (size_t i = 0; i < crossing->count; i++) {
        size_t road = around(crossing, i);
        uint32_t edge = crossing->road[road].edge;

        if (!road || !crossing->road[road].entry)
            continue;
        if (is_ring(crossing, road))
            look.can_enter = true;
        else if (!look.can_enter && edge_head(crossing->roads, edge) != from)
            look.exit_before = true;
    }
    return look;
}

/* Ways out for which one might look, not yards. */
static bool passes_exit(const struct crossing *crossing)
{
    const struct crossing_road *out = &crossing->road[crossing->out];

    for (size_t i = 0; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];

        if (road->entry && !is_ring(crossing, i) &&
            (road_is_minor(out->attributes) ||
             !road_is_minor(road->attributes)))
            return true;
    }
    return false;
}

static enum instruction_kind on_ring(const struct crossing *crossing)
{
    if (!is_ring(crossing, crossing->out))
        return INSTRUCTION_LEAVE;
    if (passes_exit(crossing))
        return INSTRUCTION_STAY;
    return crossing->count == 2 ? INSTRUCTION_NONE : INSTRUCTION_SILENT;
}

/* Whether the ring lies between where one comes from and where one goes. */
static bool crosses_ring(const struct crossing *crossing)
{
    bool crosses = false;

    for (size_t i = 0; i < crossing->count; i++) {
        size_t road = around(crossing, i);

        if (road == crossing->out)
            return crosses && crossing->road[road].deviation < STRAIGHT_THROUGH;
        crosses ^= is_ring(crossing, road);
    }
    return false;
}

static bool has_ring(const struct crossing *crossing)
{
    bool has = road_on_ring(crossing->via_attributes);

    for (size_t i = 1; i < crossing->count; i++)
        has |= is_ring(crossing, i);
    return has;
}

static bool is_about_rings(const struct crossing *crossing,
                           struct ring_look look)
{
    return road_on_ring(crossing->via_attributes) || look.can_enter;
}

static void remember(const struct crossing *crossing, struct compass *compass,
                     struct ring_memory *memory)
{
    uint32_t junction = edge_head(crossing->roads, crossing->via);

    if (!memory->known || !road_on_ring(crossing->via_attributes))
        memory->kind = ring_kind_at(crossing->roads, compass, junction);
    memory->known = true;
}

bool instruction_ring(const struct crossing *crossing, struct compass *compass,
                      struct ring_memory *memory,
                      struct instruction *ret_instruction)
{
    const struct crossing_road *out = &crossing->road[crossing->out];
    struct instruction ring = {.modifier = modifier_of_turn(out->turn)};
    struct ring_look seen;

    if (!crossing->out || !has_ring(crossing)) {
        memory->known = false;
        return false;
    }
    seen = look(crossing);
    if (!is_about_rings(crossing, seen))
        return false;
    remember(crossing, compass, memory);
    ring.ring = memory->kind;
    if (ring.ring == RING_NONE)
        return false;
    if (road_on_ring(crossing->via_attributes))
        ring.kind = on_ring(crossing);
    else if (is_ring(crossing, crossing->out))
        ring.kind =
            seen.exit_before ? INSTRUCTION_ENTER_AT_EXIT : INSTRUCTION_ENTER;
    else if (crosses_ring(crossing))
        ring = instruction_obvious(crossing, crossing->out);
    else
        ring.kind = INSTRUCTION_TOUCH;
    *ret_instruction = ring;
    return true;
}
