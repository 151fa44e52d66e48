/* model_weighting: pieces in parts. Most stretches of a map are alike in what
 * rules can see, so a part keeps what the rules do where, and applies that to
 * segments. */
#include "core/weighting/model/model_weighting.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/roads/road_cost.h"
#include "core/weighting/row_value.h"
#include "core/weighting/weighting_edit.h"

enum {
    PART = 1 << 13,    /* pieces that a thread takes at a time */
    LISTED_SHARE = 16, /* of the segments; if more change, all is summed up */
    ASKED = 64,        /* pieces between two calls of stop() */
    VERDICTS = 512,    /* kept by a part */
    VERDICT_STEPS = 6, /* of a kept one, in both lists */
};

struct laying {
    const struct weighting *over;
    const struct map *map;
    const struct model *model;
    bool (*stop)(void *context);
    void *context; /* of stop() */
    struct weighting *made;
    struct covered_segment *covered; /* [covered_count] */
    size_t covered_count;
    unsigned needs;             /* of conditions and amounts */
    bool each;                  /* segment is judged for itself */
    bool shaped;                /* else each piece is */
    bool of_area;               /* the model changes nothing elsewhere */
    struct index_list *listed;  /* [parts] items that have changed */
    atomic_size_t listed_count; /* of all parts that have ended */
    atomic_bool all;            /* they are too many */
    atomic_bool closes;
    atomic_bool differs; /* a weight from its duration */
};

/* ---- What rules do in a place -------------------------------------------- */

/* What conditions without speed and shape can see. */
struct verdict_key {
    uint32_t facts;
    uint32_t attributes;
    uint64_t areas;
    uint32_t way; /* backward, against the way, open, and back */
    uint32_t reserved;
};

struct verdict {
    struct verdict_key key;
    struct model_step *step; /* first those of speed, then of priority */
    size_t count[MODEL_LISTS];
    double priority;  /* wherever no step of it needs speed or shape */
    bool weighs_each; /* else */
};

struct kept_verdict {
    struct verdict verdict;
    struct model_step step[VERDICT_STEPS];
};

struct part {
    struct laying *laying;
    struct kept_verdict *kept; /* [VERDICTS] */
    struct model_step *step;   /* [2 * MODEL_RULES_MAX] of the last that is not
                                  kept */
    struct index_list *listed;
    struct model_place place;
    size_t covered; /* the next covered segment */
    uint32_t asked; /* pieces since stop() was asked */
    bool closes;    /* this and the next are the part's own: threads that write
                       to one line of the cache wait for each other */
    bool differs;
};

static double walk_priority(const struct part *part,
                            const struct verdict *verdict)
{
    return model_walk(&verdict->step[verdict->count[MODEL_SPEED]],
                      verdict->count[MODEL_PRIORITY], &part->place, 1);
}

/* Whether stop() says so. Rules may be long, so it is asked often. */
static bool is_over(struct part *part)
{
    const struct laying *laying = part->laying;

    return laying->stop && part->asked++ % ASKED == 0 &&
           laying->stop(laying->context);
}

static void judge(const struct part *part, struct verdict *verdict)
{
    const struct model *model = part->laying->model;
    size_t *count = verdict->count;

    verdict->step = part->step;
    count[MODEL_SPEED] =
        model_steps(model, MODEL_SPEED, &part->place, verdict->step);
    count[MODEL_PRIORITY] = model_steps(model, MODEL_PRIORITY, &part->place,
                                        &verdict->step[count[MODEL_SPEED]]);
    verdict->weighs_each = false;
    for (size_t i = 0; i < count[MODEL_PRIORITY]; i++)
        verdict->weighs_each |=
            verdict->step[count[MODEL_SPEED] + i].expression != NULL;
    verdict->priority = verdict->weighs_each ? 0 : walk_priority(part, verdict);
}

static size_t slot_of(const struct verdict_key *key)
{
    uint64_t hash = key->facts * UINT64_C(0x9e3779b97f4a7c15) ^
                    key->attributes * UINT64_C(0xc2b2ae3d27d4eb4f) ^
                    key->areas * UINT64_C(0x165667b19e3779f9) ^ key->way;

    return (hash ^ hash >> 32) % VERDICTS;
}

static bool is_of(const struct verdict *verdict, const struct verdict_key *key)
{
    return verdict->step && !memcmp(&verdict->key, key, sizeof(*key));
}

/* The verdict of a place that conditions see by the key alone. */
static struct verdict find_verdict(struct part *part,
                                   const struct verdict_key *key)
{
    struct kept_verdict *kept = &part->kept[slot_of(key)];
    struct verdict verdict = {.key = *key};
    size_t steps;

    if (is_of(&kept->verdict, key))
        return kept->verdict;
    judge(part, &verdict);
    steps = verdict.count[MODEL_SPEED] + verdict.count[MODEL_PRIORITY];
    if (steps > VERDICT_STEPS)
        return verdict;
    memcpy(kept->step, verdict.step, steps * sizeof(*kept->step));
    verdict.step = kept->step;
    kept->verdict = verdict;
    return verdict;
}

/* ---- Segments ------------------------------------------------------------ */

static uint32_t step_ms(const struct road_profile *profile)
{
    return profile->step_ms ? profile->step_ms : 1;
}

/* Most are not: only others need the piece. */
static uint32_t cut(const struct roads *roads, uint32_t piece, uint32_t segment,
                    uint32_t cost, uint32_t before, uint32_t step)
{
    return cost <= 1.5 * before
               ? cost
               : segment_cut(roads, piece, segment, cost, before, step);
}

static uint32_t new_duration_ms(const struct map *map, uint32_t piece,
                                uint32_t segment, double mm, double speed,
                                uint32_t before_ms)
{
    uint32_t step = step_ms(&map->roads.profile);

    return cut(&map->roads, piece, segment, segment_speed_ms(mm, speed, step),
               before_ms, step);
}

/* Where priority and speed are above 0. */
static uint32_t new_weight(const struct laying *laying, uint32_t piece,
                           uint32_t segment, double mm, double priority,
                           struct row_value before, uint32_t duration_ms)
{
    const struct roads *roads = &laying->map->roads;
    bool weighs_distance = roads->profile.weighs_distance;
    uint32_t step = weighs_distance ? 1 : step_ms(&roads->profile);
    double influence = weighs_distance ? 0 : laying->model->distance_influence;
    double weight = before.weight;

    if (influence == 0 && priority == 1 &&
        (weighs_distance || duration_ms == before.duration_ms))
        return before.weight;
    if (!weighs_distance && duration_ms != before.duration_ms)
        weight *= (double)duration_ms / before.duration_ms;
    weight = weight / priority + influence * mm / 1000;
    return cut(roads, piece, segment, segment_takes_ms(mm, weight, step),
               before.weight, step);
}

static struct row_value value_of(const struct part *part,
                                 const struct verdict *verdict, uint32_t piece,
                                 uint32_t segment, double mm,
                                 struct row_value before)
{
    const struct laying *laying = part->laying;
    double speed = part->place.speed_kmh;
    double walked = model_walk(verdict->step, verdict->count[MODEL_SPEED],
                               &part->place, speed);
    double priority =
        verdict->weighs_each ? walk_priority(part, verdict) : verdict->priority;
    struct row_value value = before;

    if (!(walked > 0) || !(priority > 0)) {
        value.weight = WEIGHT_CLOSED;
        return value;
    }
    if (mm > 0 && before.duration_ms && walked != speed)
        value.duration_ms = new_duration_ms(laying->map, piece, segment, mm,
                                            walked, before.duration_ms);
    value.weight = new_weight(laying, piece, segment, mm, priority, before,
                              value.duration_ms);
    return value;
}

static int list_item(struct part *part, uint32_t item)
{
    struct laying *laying = part->laying;

    if (atomic_load_explicit(&laying->all, memory_order_relaxed))
        return 0;
    return array_append(&part->listed->at, &part->listed->count,
                        &part->listed->capacity, &item, sizeof(item));
}

static int put(struct part *part, uint32_t item, struct row_value before,
               struct row_value value)
{
    struct weighting *made = part->laying->made;

    if (value.weight == before.weight &&
        value.duration_ms == before.duration_ms)
        return 0;
    made->copies.segment[item] = value.weight;
    made->copies.segment_duration_ms[item] = value.duration_ms;
    part->closes |= value.weight == WEIGHT_CLOSED;
    part->differs |=
        value.weight != WEIGHT_CLOSED && value.weight != value.duration_ms;
    return list_item(part, item);
}

/* ---- Pieces -------------------------------------------------------------- */

static struct verdict_key key_of(const struct part *part, uint32_t piece,
                                 uint32_t stretch)
{
    const struct roads *roads = &part->laying->map->roads;
    const struct model_place *place = &part->place;

    return (struct verdict_key){
        .facts = roads->stretch_facts ? roads->stretch_facts[stretch] : 0,
        .attributes = part->laying->needs & NEEDS_ATTRIBUTES
                          ? roads->piece_attributes[piece]
                          : 0,
        .areas = place->areas,
        .way = (uint32_t)(place->backward + 2 * place->against_way +
                          4 * place->open + 8 * place->opposite_open),
    };
}

/* Segments [first, end) of a stretch of a piece, all in the same areas. */
struct run {
    uint32_t piece;
    uint32_t stretch;
    uint32_t first;
    uint32_t end;
};

static int lay_item(struct part *part, const struct verdict *verdict,
                    uint32_t piece, uint32_t segment)
{
    struct laying *laying = part->laying;
    const struct roads *roads = &laying->map->roads;
    uint32_t item = 2 * segment + part->place.backward;
    double mm = (double)roads_segment_mm(roads, segment);
    struct row_value before =
        item_value(&laying->over->arrays, WEIGHT_SEGMENTS, item);
    struct verdict own = {0};

    if (before.weight == WEIGHT_CLOSED)
        return 0;
    part->place.speed_kmh = segment_speed_kmh(mm, before.duration_ms);
    if (laying->each) {
        judge(part, &own);
        verdict = &own;
    }
    return put(part, item, before,
               value_of(part, verdict, piece, segment, mm, before));
}

static bool changes_nothing(const struct laying *laying,
                            const struct verdict *verdict)
{
    return verdict->count[MODEL_SPEED] + verdict->count[MODEL_PRIORITY] == 0 &&
           laying->model->distance_influence == 0;
}

/* In a direction that is open. */
static int lay_direction(struct part *part, const struct run *run)
{
    const struct laying *laying = part->laying;
    struct verdict verdict = {0};
    int r = 0;

    model_place_see_stretch(&part->place, &laying->map->roads, run->stretch);
    if (laying->shaped) {
        judge(part, &verdict);
    } else if (!laying->each) {
        struct verdict_key key = key_of(part, run->piece, run->stretch);

        verdict = find_verdict(part, &key);
    }
    if (!laying->each && changes_nothing(laying, &verdict))
        return 0;
    for (uint32_t s = run->first; !r && s < run->end; s++)
        r = lay_item(part, &verdict, run->piece, s);
    return r;
}

static int lay_run(struct part *part, const struct run *run)
{
    int r = 0;

    for (unsigned direction = 0; !r && direction < 2; direction++) {
        model_place_see_piece(&part->place, &part->laying->map->roads,
                              run->piece, direction);
        if (part->place.open)
            r = lay_direction(part, run);
    }
    return r;
}

/* The areas of a segment, and up to where the next ones have the same; segments
 * ascend. */
static uint64_t areas_of(struct part *part, uint32_t segment, uint32_t *end)
{
    const struct laying *laying = part->laying;
    const struct covered_segment *covered;

    while (part->covered < laying->covered_count &&
           laying->covered[part->covered].segment < segment)
        part->covered++;
    if (part->covered == laying->covered_count)
        return 0;
    covered = &laying->covered[part->covered];
    if (covered->segment >= *end)
        return 0;
    if (covered->segment > segment) {
        *end = covered->segment;
        return 0;
    }
    *end = segment + 1;
    return covered->areas;
}

static void see_shape(struct part *part, uint32_t piece)
{
    const struct laying *laying = part->laying;

    if (laying->needs & NEEDS_SHAPE)
        part->place.curvature = piece_curvature(&laying->map->roads, piece);
}

/* The segments [first, end) of a piece on one stretch. */
static int lay_stretch(struct part *part, struct run run)
{
    uint32_t end = run.end;
    int r = 0;

    for (; !r && run.first < end; run.first = run.end) {
        run.end = end;
        part->place.areas = areas_of(part, run.first, &run.end);
        r = lay_run(part, &run);
    }
    return r;
}

static int lay_piece(struct part *part, uint32_t piece, uint32_t *stretch)
{
    const struct roads *roads = &part->laying->map->roads;
    uint32_t first, end;
    int r = 0;

    piece_segments(roads, piece, &first, &end);
    see_shape(part, piece);
    while (!r && first < end) {
        struct run run = {.piece = piece, .first = first};

        while (roads->first_of_stretch[*stretch + 1] <= first)
            ++*stretch;
        run.stretch = *stretch;
        run.end = roads->first_of_stretch[*stretch + 1];
        if (run.end > end)
            run.end = end;
        r = lay_stretch(part, run);
        first = run.end;
    }
    return r;
}

static int lay_pieces(struct part *part, uint32_t piece, uint32_t end)
{
    const struct roads *roads = &part->laying->map->roads;
    uint32_t first, last;
    uint32_t stretch;
    int r = 0;

    piece_segments(roads, piece, &first, &last);
    stretch = roads_segment_stretch(roads, first);
    for (; !r && piece < end; piece++)
        r = is_over(part) ? -ECANCELED : lay_piece(part, piece, &stretch);
    return r;
}

/* The covered segments of pieces before `end` alone. */
static int lay_covered(struct part *part, uint32_t piece, uint32_t end)
{
    const struct laying *laying = part->laying;
    const struct roads *roads = &laying->map->roads;
    int r = 0;

    for (; !r && part->covered < laying->covered_count; part->covered++) {
        const struct covered_segment *covered = &laying->covered[part->covered];
        struct run run = {
            .stretch = roads_segment_stretch(roads, covered->segment),
            .first = covered->segment,
            .end = covered->segment + 1,
        };

        piece = roads_segment_piece_from(roads, covered->segment, piece);
        if (piece >= end)
            break;
        run.piece = piece;
        see_shape(part, piece);
        part->place.areas = covered->areas;
        r = is_over(part) ? -ECANCELED : lay_run(part, &run);
    }
    return r;
}

static size_t first_covered(const struct laying *laying, uint32_t piece)
{
    uint32_t first, end;

    piece_segments(&laying->map->roads, piece, &first, &end);
    return array_lower_bound(laying->covered, sizeof(*laying->covered),
                             offsetof(struct covered_segment, segment),
                             laying->covered_count, first);
}

static int lay_part(void *context, size_t number, struct error *error)
{
    struct laying *laying = context;
    size_t end = size_min((number + 1) * PART, laying->map->roads.piece_count);
    uint32_t first = (uint32_t)(number * PART);
    struct part part = {
        .laying = laying,
        .kept = array_zero(VERDICTS, sizeof(*part.kept)),
        .step = array_alloc((size_t)MODEL_LISTS * MODEL_RULES_MAX,
                            sizeof(*part.step)),
        .listed = &laying->listed[number],
        .covered = first_covered(laying, first),
    };
    int r = -ENOMEM;

    if (part.kept && part.step)
        r = laying->of_area ? lay_covered(&part, first, (uint32_t)end)
                            : lay_pieces(&part, first, (uint32_t)end);
    if (atomic_fetch_add(&laying->listed_count, part.listed->count) +
            part.listed->count >
        laying->map->roads.segment_count / LISTED_SHARE)
        atomic_store(&laying->all, true);
    if (part.closes)
        atomic_store(&laying->closes, true);
    if (part.differs)
        atomic_store(&laying->differs, true);
    free(part.kept);
    free(part.step);
    return r == -ECANCELED ? error_set(error, r, "no longer waited for")
           : r             ? error_no_memory(error)
                           : 0;
}

/* ---- The whole ----------------------------------------------------------- */

/* Sums up what the segments have become. */
static int sum_up(struct laying *laying, size_t parts, struct error *error)
{
    struct index_list items = {0};
    int r = 0;

    if (atomic_load(&laying->all))
        return weighting_sum(laying->made, laying->map, NULL,
                             atomic_load(&laying->closes), error);
    for (size_t i = 0; !r && i < parts; i++)
        r = index_list_join(&items, &laying->listed[i]);
    if (r)
        r = error_no_memory(error);
    else if (items.count)
        r = weighting_sum(laying->made, laying->map, &items,
                          atomic_load(&laying->closes), error);
    free(items.at);
    return r;
}

static int lay(struct laying *laying, struct error *error)
{
    size_t parts = size_divide_up(laying->map->roads.piece_count, PART);
    int r;

    laying->listed = array_zero(parts, sizeof(*laying->listed));
    if (!laying->listed)
        return error_no_memory(error);
    r = parallel_run(parallel_thread_count(), parts, lay_part, laying, error);
    r = r ? r : sum_up(laying, parts, error);
    laying->made->duration_differs |= atomic_load(&laying->differs);
    for (size_t i = 0; i < parts; i++)
        free(laying->listed[i].at);
    free(laying->listed);
    return r;
}

int weighting_model(const struct weighting *over, const struct map *map,
                    const struct model *model, bool (*stop)(void *context),
                    void *context, struct weighting **ret_weighting,
                    struct error *error)
{
    unsigned conditions = model_conditions_need(model);
    struct laying laying = {
        .over = over,
        .map = map,
        .model = model,
        .stop = stop,
        .context = context,
        .needs = model_needs(model),
        .each = conditions & NEEDS_SPEED,
        .shaped = !(conditions & NEEDS_SPEED) && conditions & NEEDS_SHAPE,
        .of_area = model_is_of_area(model),
    };
    int r;

    if (laying.needs & NEEDS_FACTS && !map->roads.stretch_facts)
        return error_set(error, -EINVAL,
                         "the map was imported by an older relaxctl, which did "
                         "not keep what ways say: import it again");
    r = areas_cover(model->area, model->area_count, &map->roads, stop, context,
                    &laying.covered, &laying.covered_count, error);
    if (r)
        return r;
    laying.made = weighting_copy(over, map);
    r = laying.made ? lay(&laying, error) : error_no_memory(error);
    free(laying.covered);
    if (r)
        weighting_release(laying.made);
    else
        *ret_weighting = laying.made;
    return r;
}
