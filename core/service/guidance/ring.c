/* ring: classifies roundabouts by going around them; gives the instruction at
 * each of their junctions; and merges these into one at the entry, with the
 * number of the exit, and one at the exit. */
#include "core/service/guidance/instruction.h"

#include "core/service/guidance/draft.h"

/* ---- Kinds -------------------------------------------------------------- */

#define CIRCLE_MM      6283.185307 /* around a circle of a metre's radius */
#define SMALL_RADIUS_M 15
#define BRANCHES_APART 40

enum { PIECES_MAX = 200, CONNECTED_MAX = 48, BRANCHES_MAX = 4 };

struct ring {
    const struct roads *roads;
    unsigned flag;
    uint32_t junctions; /* where other roads meet it */
    uint64_t length_mm;
    uint32_t name;
    bool has_names;                    /* more than one */
    bool crowded;                      /* several roads at one junction */
    uint32_t connected[CONNECTED_MAX]; /* names of roads that meet the ring */
    uint32_t connected_count;
    float branch[BRANCHES_MAX]; /* bearings of roads that leave at the first
                                   entries */
};

static unsigned flags_of(const struct roads *roads, uint32_t edge)
{
    return roads_attributes(roads, edge_piece(edge))->flags &
           (ROAD_ROUNDABOUT | ROAD_CIRCULAR);
}

static void note_name(struct ring *ring, uint32_t edge)
{
    uint32_t name = roads_attributes(ring->roads, edge_piece(edge))->name;

    ring->has_names |= ring->name && name && name != ring->name;
    if (name)
        ring->name = name;
}

static void note_branch(struct ring *ring, struct compass *compass,
                        uint32_t edge)
{
    if (ring->connected_count < CONNECTED_MAX)
        ring->connected[ring->connected_count++] =
            roads_attributes(ring->roads, edge_piece(edge))->name;
    if (ring->junctions < BRANCHES_MAX)
        ring->branch[ring->junctions] =
            compass_edge_bearing(compass, ring->roads, edge);
}

/* Examines a junction; returns the edge on which the ring goes on, EDGE_NONE if
 * that is unclear. */
static uint32_t pass_junction(struct ring *ring, struct compass *compass,
                              uint32_t junction)
{
    const struct roads *roads = ring->roads;
    uint32_t end = roads->first_leaving[junction + 1];
    uint32_t on = EDGE_NONE;
    uint32_t around = 0;
    uint32_t others = 0;

    for (uint32_t i = roads->first_leaving[junction]; i < end; i++) {
        uint32_t edge = roads->leaving[i];
        unsigned flags = flags_of(roads, edge);

        around += flags != 0;
        if (!flags && others++ == 0)
            note_branch(ring, compass, edge);
        if (flags != ring->flag || !edge_is_open(roads, edge))
            continue;
        if (on != EDGE_NONE)
            return EDGE_NONE;
        on = edge;
    }
    ring->junctions += others > 0;
    ring->crowded |= others > 1;
    return around == 2 ? on : EDGE_NONE;
}

static bool go_around(struct ring *ring, struct compass *compass,
                      uint32_t junction)
{
    uint32_t at = junction;

    for (uint32_t i = 0; i < PIECES_MAX; i++) {
        uint32_t edge = pass_junction(ring, compass, at);

        if (edge == EDGE_NONE)
            return false;
        note_name(ring, edge);
        ring->length_mm += roads_piece_mm(ring->roads, edge_piece(edge));
        at = edge_head(ring->roads, edge);
        if (at == junction)
            return true;
    }
    return false;
}

/* A name that none of the roads leading there has. */
static bool has_own_name(const struct ring *ring)
{
    for (uint32_t i = 0; i < ring->connected_count; i++) {
        if (ring->connected[i] == ring->name)
            return false;
    }
    return true;
}

/* Up to four roads that lead away in clearly different directions. */
static bool is_like_crossing(const struct ring *ring)
{
    if (ring->junctions > BRANCHES_MAX || ring->crowded)
        return false;
    for (uint32_t i = 0; i < ring->junctions; i++) {
        for (uint32_t j = 0; j < i; j++) {
            float apart = bearing_turn(ring->branch[i], ring->branch[j]);

            if (apart <= BRANCHES_APART && apart >= -BRANCHES_APART)
                return false;
        }
    }
    return true;
}

static enum ring_kind kind_of(const struct ring *ring)
{
    double radius_m = (double)ring->length_mm / CIRCLE_MM;
    bool circular = ring->flag == ROAD_CIRCULAR;
    bool named = ring->name && !ring->has_names;

    if (!ring->junctions)
        return RING_NONE;
    if (ring->junctions == 1 && !circular)
        return RING_TURN;
    if (named &&
        (circular || (has_own_name(ring) && radius_m > SMALL_RADIUS_M)))
        return RING_ROTARY;
    if (circular)
        return RING_NONE;
    return radius_m < SMALL_RADIUS_M && is_like_crossing(ring)
               ? RING_TURN
               : RING_ROUNDABOUT;
}

/* How people see the roundabout at a junction; NONE: there is none, or an
 * irregular one. */
static enum ring_kind kind_at(const struct roads *roads,
                              struct compass *compass, uint32_t junction)
{
    struct ring ring = {.roads = roads};

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++)
        ring.flag |= flags_of(roads, roads->leaving[i]);
    if (ring.flag != ROAD_ROUNDABOUT && ring.flag != ROAD_CIRCULAR)
        return RING_NONE;
    return go_around(&ring, compass, junction) ? kind_of(&ring) : RING_NONE;
}

/* ---- At a junction ------------------------------------------------------ */

#define STRAIGHT_THROUGH 25

static bool is_ring(const struct crossing *crossing, size_t road)
{
    return road_on_ring(crossing->road[road].attributes);
}

/* Whether the ring can be entered here, and whether there is an exit before
 * that, on the driving side. */
struct ring_view {
    bool can_enter;
    bool exit_before;
};

static size_t around(const struct crossing *crossing, size_t i)
{
    return road_has(crossing->via_attributes, ROAD_DRIVES_LEFT)
               ? crossing->count - 1 - i
               : i;
}

static struct ring_view look(const struct crossing *crossing)
{
    uint32_t from = edge_tail(crossing->roads, crossing->via);
    struct ring_view look = {false, false};

    for (size_t i = 0; i < crossing->count; i++) {
        size_t road = around(crossing, i);
        uint32_t edge = crossing->road[road].edge;

        if (!road || !crossing->road[road].enterable)
            continue;
        if (is_ring(crossing, road))
            look.can_enter = true;
        else if (!look.can_enter && edge_head(crossing->roads, edge) != from)
            look.exit_before = true;
    }
    return look;
}

/* Exits that a traveller might look for, not yards. */
static bool passes_exit(const struct crossing *crossing)
{
    const struct crossing_road *out = &crossing->road[crossing->out];

    for (size_t i = 0; i < crossing->count; i++) {
        const struct crossing_road *road = &crossing->road[i];

        if (road->enterable && !is_ring(crossing, i) &&
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

/* Whether the ring lies between the road in and the road out. */
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
                           struct ring_view look)
{
    return road_on_ring(crossing->via_attributes) || look.can_enter;
}

static enum ring_kind find_kind(const struct crossing *crossing,
                                struct compass *compass, enum ring_kind known)
{
    uint32_t junction = edge_head(crossing->roads, crossing->via);

    if (known != RING_UNKNOWN && road_on_ring(crossing->via_attributes))
        return known;
    return kind_at(crossing->roads, compass, junction);
}

bool instruction_ring(const struct crossing *crossing, struct compass *compass,
                      enum ring_kind *known,
                      struct instruction *ret_instruction)
{
    const struct crossing_road *out = &crossing->road[crossing->out];
    struct instruction ring = {.modifier = modifier_of_turn(out->turn)};
    struct ring_view seen;

    if (!crossing->out || !has_ring(crossing)) {
        *known = RING_UNKNOWN;
        return false;
    }
    seen = look(crossing);
    if (!is_about_rings(crossing, seen))
        return false;
    ring.ring = *known = find_kind(crossing, compass, *known);
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

/* ---- Merging steps ------------------------------------------------------ */

static bool enters(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_ENTER ||
           draft->instruction.kind == INSTRUCTION_ENTER_AT_EXIT ||
           draft->instruction.kind == INSTRUCTION_TOUCH;
}

static bool leaves(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_LEAVE ||
           draft->instruction.kind == INSTRUCTION_TOUCH;
}

static bool is_counted(const struct draft *draft)
{
    return leaves(draft) || draft->instruction.kind == INSTRUCTION_STAY ||
           draft->instruction.kind == INSTRUCTION_ENTER_AT_EXIT;
}

static void tell(struct draft *draft, enum maneuver_type roundabout,
                 enum maneuver_type rotary, enum maneuver_type turn)
{
    draft->instruction.kind = INSTRUCTION_ANNOUNCED;
    draft->instruction.type = draft->instruction.ring == RING_ROTARY ? rotary
                              : draft->instruction.ring == RING_TURN
                                  ? turn
                                  : roundabout;
}

static void absorb_range(struct drafts *drafts, size_t begin, size_t end)
{
    for (size_t i = begin + 1; i < end; i++)
        draft_absorb(drafts, begin, i);
}

/* The route ends on the ring. */
static void announce_entry(struct drafts *drafts, size_t begin, size_t end)
{
    struct draft *draft = &drafts->list[begin];

    absorb_range(drafts, begin, end);
    if (!enters(draft))
        return;
    if (draft->instruction.ring == RING_ROTARY)
        draft->step.rotary_name = draft->step.name;
    tell(draft, MANEUVER_ROUNDABOUT, MANEUVER_ROTARY, MANEUVER_ROUNDABOUT);
}

/* Merges the whole ring, from `begin` past others to `last`. */
static void announce_entry_with_exit(struct draft *begin,
                                     const struct draft *last, unsigned exit)
{
    begin->step.exit = exit;
    if (begin->instruction.ring == RING_ROTARY)
        begin->step.rotary_name = begin->step.name;
    if (begin->instruction.ring == RING_TURN)
        begin->instruction.modifier = modifier_of_turn(
            bearing_turn(begin->in_bearing, last->out_bearing));
    draft_copy_sign(&begin->step, &last->step);
    tell(begin, MANEUVER_ROUNDABOUT, MANEUVER_ROTARY, MANEUVER_ROUNDABOUT_TURN);
}

static void announce_whole(struct drafts *drafts, size_t begin, size_t last)
{
    struct draft *first = &drafts->list[begin];
    struct draft *leaving = &drafts->list[last];
    bool is_turn = enters(first) && first->instruction.ring == RING_TURN &&
                   first->step.mode == leaving->step.mode;
    unsigned exit = 0;

    for (size_t i = begin; i <= last; i++)
        exit += is_counted(&drafts->list[i]);
    if (enters(first))
        announce_entry_with_exit(first, leaving, exit);
    absorb_range(drafts, begin, is_turn ? last + 1 : last);
    if (begin == last)
        return;
    leaving->step.exit = exit;
    tell(leaving, MANEUVER_EXIT_ROUNDABOUT, MANEUVER_EXIT_ROTARY,
         MANEUVER_EXIT_ROUNDABOUT);
}

static bool is_on_ring(const struct draft *draft)
{
    return draft->instruction.kind == INSTRUCTION_STAY ||
           draft->instruction.kind == INSTRUCTION_LEAVE;
}

/* The first draft at or after `from` with a roundabout; the arrival if there is
 * none. */
static size_t find_ring(const struct drafts *drafts, size_t from)
{
    while (from + 1 < drafts->count && !enters(&drafts->list[from]) &&
           !is_on_ring(&drafts->list[from]))
        from++;
    return from;
}

static size_t find_leaving(const struct drafts *drafts, size_t from)
{
    while (from + 1 < drafts->count && !leaves(&drafts->list[from]))
        from++;
    return from;
}

/* A part of a roundabout that the route did not enter. */
static void silence_rest(struct drafts *drafts)
{
    for (size_t i = 1; i + 1 < drafts->count; i++) {
        if (drafts->list[i].instruction.kind == INSTRUCTION_STAY)
            drafts->list[i].instruction.kind = INSTRUCTION_SILENT;
    }
}

void drafts_announce_rings(struct drafts *drafts)
{
    size_t last = drafts->count - 1;
    size_t first = find_ring(drafts, 1);
    bool departs_there = road_on_ring(
        roads_attributes(drafts->roads, edge_piece(drafts->list[0].edge)));

    for (size_t i = first; i < last;) {
        bool from_start =
            i == first && departs_there && is_on_ring(&drafts->list[i]);
        size_t begin = from_start ? 0 : i;
        size_t end = find_leaving(drafts, i);

        if (end == last)
            announce_entry(drafts, begin, last);
        else
            announce_whole(drafts, begin, end);
        i = find_ring(drafts, end + 1 < last ? end + 1 : last);
    }
    silence_rest(drafts);
}
