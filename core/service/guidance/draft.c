/* draft: merging steps, and trimming the ends. */
#include "core/service/guidance/draft.h"

enum { TRIM_MM = 1000, NAME_SEEN_MM = 105000 };

size_t draft_next(const struct drafts *drafts, size_t draft)
{
    do
        draft++;
    while (drafts->list[draft].gone);
    return draft;
}

size_t draft_before(const struct drafts *drafts, size_t draft)
{
    do
        draft--;
    while (drafts->list[draft].gone);
    return draft;
}

void draft_sign(struct guide_step *step, const struct roads *roads,
                uint32_t edge)
{
    const struct road_attributes *attributes =
        roads_attributes(roads, edge_piece(edge));

    step->name = attributes->name;
    step->ref = attributes->ref;
    step->destinations = attributes->destinations;
    step->exits = attributes->exits;
    step->pronunciation = attributes->pronunciation;
    step->mode = edge_mode(roads, edge);
    step->drives_left = road_has(attributes, ROAD_DRIVES_LEFT);
}

void draft_copy_sign(struct guide_step *to, const struct guide_step *from)
{
    to->name = from->name;
    to->ref = from->ref;
    to->destinations = from->destinations;
    to->exits = from->exits;
    to->pronunciation = from->pronunciation;
}

struct road_label draft_label(const struct draft *draft)
{
    const struct guide_step *step = &draft->step;

    return (struct road_label){step->name, step->ref, step->pronunciation,
                               step->exits};
}

static void add_sums(struct guide_step *step, const struct guide_step *other)
{
    step->weight += other->weight;
    step->duration_ms += other->duration_ms;
    step->length_mm += other->length_mm;
    step->position_count += other->position_count - 1;
}

void draft_absorb(struct drafts *drafts, size_t draft, size_t next)
{
    struct guide_step *step = &drafts->list[draft].step;

    add_sums(step, &drafts->list[next].step);
    step->intersection_count += drafts->list[next].step.intersection_count;
    drafts->list[next].gone = true;
}

/* The second draft departs. Keeps one of the roads where it begins. */
static void trim_begin(struct drafts *drafts)
{
    struct draft *first = &drafts->list[0];
    struct draft *second = &drafts->list[1];
    struct guide_intersection *at =
        &drafts->intersection[second->step.first_intersection];

    if (first->step.length_mm > TRIM_MM || drafts->count < 3)
        return;
    at->position = first->step.position;
    at->first_road += (uint32_t)at->out;
    at->road_count = 1;
    at->in = -1;
    at->out = 0;
    at->lanes = at->lanes_right = 0;
    second->instruction = first->instruction;
    second->step.position = first->step.position;
    second->step.bearing_before_deg = 0;
    second->step.first_position = first->step.first_position;
    add_sums(&second->step, &first->step);
    drafts->list++;
    drafts->count--;
}

static void trim_end(struct drafts *drafts)
{
    struct draft *arrive = &drafts->list[drafts->count - 1];
    struct draft *last = arrive - 1;

    if (last->step.length_mm > TRIM_MM || drafts->count < 3)
        return;
    add_sums(&last[-1].step, &last->step);
    arrive->step.mode = last[-1].step.mode;
    draft_copy_sign(&arrive->step, &last[-1].step);
    *last = *arrive;
    drafts->count--;
}

void drafts_trim(struct drafts *drafts)
{
    trim_begin(drafts);
    trim_end(drafts);
}

/* Who has passed no other road needs not hear that this one ends. */
static void name_end_of_road(const struct drafts *drafts, size_t before,
                             struct draft *draft)
{
    struct road_label from = draft_label(&drafts->list[before]);
    struct road_label to = draft_label(draft);

    if (!draft_is(draft, MANEUVER_END_OF_ROAD) ||
        drafts->list[before].step.intersection_count > 1)
        return;
    draft->instruction.type = road_label_same(drafts->roads, &from, &to)
                                  ? MANEUVER_CONTINUE
                                  : MANEUVER_TURN;
}

void drafts_drop_silent(struct drafts *drafts)
{
    size_t last = 0;

    for (size_t i = 1; i < drafts->count; i++) {
        if (drafts->list[i].gone)
            continue;
        if (draft_is_silent(&drafts->list[i])) {
            draft_absorb(drafts, last, i);
        } else {
            name_end_of_road(drafts, last, &drafts->list[i]);
            last = i;
        }
    }
}

/* Lanes are shown even where nothing else is announced. */
static bool has_lanes(const struct drafts *drafts, const struct draft *draft)
{
    return drafts->intersection[draft->step.first_intersection].lanes;
}

static bool is_needless_name(const struct drafts *drafts, size_t before,
                             size_t draft)
{
    struct road_label from = draft_label(&drafts->list[before]);
    struct road_label to = draft_label(&drafts->list[draft]);

    if (!draft_is(&drafts->list[draft], MANEUVER_NEW_NAME) ||
        has_lanes(drafts, &drafts->list[draft]))
        return false;
    return drafts->list[draft].step.length_mm < NAME_SEEN_MM ||
           (from.name == to.name && from.ref == to.ref) ||
           road_label_same(drafts->roads, &from, &to);
}

void drafts_drop_short_names(struct drafts *drafts)
{
    size_t last = 0;

    for (size_t i = 1; i + 1 < drafts->count; i++) {
        if (drafts->list[i].gone)
            continue;
        if (is_needless_name(drafts, last, i))
            draft_absorb(drafts, last, i);
        else
            last = i;
    }
}
