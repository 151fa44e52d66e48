/* model_weighting: pieces in parts. Most stretches of a map are alike in what
 * rules can see, so a part keeps what the rules do where, and applies that to
 * segments. */
#include "core/weighting/model/model_weighting.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/weighting/model/segment_batch.h"
#include "core/weighting/model/verdicts.h"
#include "core/weighting/row_value.h"
#include "core/weighting/weighting_edit.h"

enum {
    PART = 1 << 13,    /* pieces that a thread takes at a time */
    LISTED_SHARE = 16, /* of the segments; if more change, all is summed up */
    ASKED = 64,        /* pieces between two calls of stop() */
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
    bool each;                  /* segment is judged for itself */
    bool shaped;                /* else each piece is */
    bool of_area;               /* the model changes nothing elsewhere */
    struct index_list *listed;  /* [parts] items that have changed */
    atomic_size_t listed_count; /* of all parts that have ended */
    atomic_bool all;            /* they are too many */
    atomic_bool closes;
    atomic_bool opens;   /* an edge that the profile closes */
    atomic_bool differs; /* a weight from its duration */
};

struct part {
    struct laying *laying;
    struct verdicts verdicts;
    struct index_list *listed;
    struct model_place place;
    struct segment_batch batch;
    const struct verdict *verdict[SEGMENT_BATCH]; /* kept; NULL: the segment has
                                                     been walked */
    size_t covered;                               /* the next covered segment */
    uint32_t asked; /* pieces since stop() was asked */
    bool closes;    /* this and what follows are the part's own: threads that
                       write to one line of the cache wait for each other */
    bool differs;
    bool opens;
};

/* Whether stop() says so. Rules may be long, so it is asked often. */
static bool is_over(struct part *part)
{
    const struct laying *laying = part->laying;

    return laying->stop && part->asked++ % ASKED == 0 &&
           laying->stop(laying->context);
}

/* ---- Segments ------------------------------------------------------------ */

/* Without memory for a list all is summed up. */
static void list_item(struct part *part, uint32_t item)
{
    atomic_bool *all = &part->laying->all;

    if (!atomic_load_explicit(all, memory_order_relaxed) &&
        array_append(&part->listed->at, &part->listed->count,
                     &part->listed->capacity, &item, sizeof(item)))
        atomic_store(all, true);
}

/* Puts what has changed. */
static void put(struct part *part)
{
    const struct segment_batch *batch = &part->batch;
    const struct weight_copies *copies = &part->laying->made->copies;
    bool closes = false;
    bool differs = false;

    for (size_t i = 0; i < batch->count; i++) {
        int32_t weight = batch->new_weight[i];
        int32_t duration_ms = batch->new_duration_ms[i];

        if (weight == batch->weight[i] && duration_ms == batch->duration_ms[i])
            continue;
        copies->segment[batch->item[i]] = (uint32_t)weight;
        copies->segment_duration_ms[batch->item[i]] = (uint32_t)duration_ms;
        closes |= !batch->open[i];
        differs |= batch->open[i] && weight != duration_ms;
        list_item(part, batch->item[i]);
    }
    part->closes |= closes;
    part->differs |= differs;
}

static void finish_batch(struct part *part)
{
    const struct laying *laying = part->laying;
    struct segment_batch *batch = &part->batch;

    segment_batch_speeds(batch);
    for (size_t i = 0; i < batch->count; i++) {
        const struct verdict *verdict = part->verdict[i];

        if (verdict)
            segment_batch_walk(
                batch, i, verdict_speed(verdict, &part->place, batch->speed[i]),
                verdict->priority);
    }
    segment_batch_values(batch, laying->map, laying->model->distance_influence);
    put(part);
    batch->count = 0;
}

/* Its place is known now, and later only what a kept verdict has. */
static void walk_now(struct part *part, const struct verdict *verdict, size_t i)
{
    struct segment_batch *batch = &part->batch;
    struct model_place *place = &part->place;
    double speed =
        segment_speed_kmh(batch->mm[i], (uint32_t)batch->duration_ms[i]);

    place->speed_kmh = speed;
    batch->speed[i] = speed;
    if (!verdict)
        verdict = verdicts_judge(&part->verdicts, place);
    segment_batch_walk(batch, i, verdict_speed(verdict, place, speed),
                       verdict_priority(verdict, place));
}

/* Segments [first, end) of a stretch of a piece, all in the same areas. */
struct run {
    uint32_t piece;
    int32_t share; /* of EDGE_TAKES_MAX */
    uint32_t stretch;
    uint32_t first;
    uint32_t end;
};

/* NULL verdict: it is judged for itself. */
static void lay_item(struct part *part, const struct verdict *verdict,
                     const struct run *run, uint32_t segment)
{
    const struct laying *laying = part->laying;
    struct segment_batch *batch = &part->batch;
    uint32_t item = 2 * segment + part->place.backward;
    uint32_t weight = laying->over->arrays.segment[item];
    size_t i = batch->count;
    bool waits;

    if (weight == WEIGHT_CLOSED)
        return;
    batch->item[i] = item;
    batch->piece[i] = run->piece;
    batch->share[i] = run->share;
    batch->mm[i] = (double)roads_segment_mm(&laying->map->roads, segment);
    batch->weight[i] = (int32_t)weight;
    batch->duration_ms[i] =
        (int32_t)laying->over->arrays.segment_duration_ms[item];
    waits = verdict && verdict->is_kept && !verdict->walks_each;
    part->verdict[i] = waits ? verdict : NULL;
    if (!waits)
        walk_now(part, verdict, i);
    if (++batch->count == SEGMENT_BATCH)
        finish_batch(part);
}

/* ---- Pieces -------------------------------------------------------------- */

/* The verdict of a place that conditions see by its key alone. */
static const struct verdict *find_verdict(struct part *part,
                                          const struct run *run)
{
    struct verdict_key key =
        verdict_key_of(&part->verdicts, &part->place, &part->laying->map->roads,
                       run->piece, run->stretch);
    const struct verdict *verdict = verdicts_find(&part->verdicts, &key);

    if (verdict)
        return verdict;
    finish_batch(part); /* it may point to the verdict that is replaced */
    return verdicts_add(&part->verdicts, &key, &part->place);
}

static bool changes_nothing(const struct laying *laying,
                            const struct verdict *verdict)
{
    return verdict_steps(verdict) == 0 &&
           laying->model->distance_influence == 0;
}

/* In a direction that is open. */
static void lay_direction(struct part *part, const struct run *run)
{
    const struct laying *laying = part->laying;
    const struct verdict *verdict = NULL;

    if (part->verdicts.needs & NEEDS_FACTS)
        model_place_see_stretch(&part->place, &laying->map->roads,
                                run->stretch);
    if (laying->shaped)
        verdict = verdicts_judge(&part->verdicts, &part->place);
    else if (!laying->each)
        verdict = find_verdict(part, run);
    if (verdict && changes_nothing(laying, verdict))
        return;
    for (uint32_t s = run->first; s < run->end; s++)
        lay_item(part, verdict, run, s);
}

/* Its edge is summed up anew, whatever rules make of it. The batch goes first,
 * so that items are listed by piece. */
static void note_opened(struct part *part, const struct run *run)
{
    part->opens = true;
    finish_batch(part);
    list_item(part, 2 * run->first + part->place.backward);
}

/* Whether the model is the first one that opens the edge. */
static bool opens(const struct part *part, uint32_t edge)
{
    const struct laying *laying = part->laying;
    const struct road_attributes *attributes = part->place.attributes;

    return flags_close(attributes->flags, edge) &&
           model_opens(laying->model, attributes, !edge_is_forward(edge)) &&
           !closed_set_opens(laying->over->closed, edge);
}

static void lay_open(struct part *part, const struct run *run)
{
    if (!part->place.open)
        return;
    if (opens(part, 2 * run->piece + part->place.backward))
        note_opened(part, run);
    lay_direction(part, run);
}

static void lay_run(struct part *part, const struct run *run)
{
    const struct laying *laying = part->laying;

    model_see_piece(laying->model, &laying->map->roads, laying->over->closed,
                    run->piece, false, &part->place);
    lay_open(part, run);
    model_place_turn_round(&part->place);
    lay_open(part, run);
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
    if (part->verdicts.needs & NEEDS_SHAPE)
        part->place.curvature =
            piece_curvature(&part->laying->map->roads, piece);
}

static int32_t share_of(const struct roads *roads, uint32_t piece)
{
    uint32_t first, end;

    piece_segments(roads, piece, &first, &end);
    return (int32_t)(EDGE_TAKES_MAX / (end - first));
}

/* The segments [first, end) of a piece on one stretch. */
static void lay_stretch(struct part *part, struct run run)
{
    uint32_t end = run.end;

    for (; run.first < end; run.first = run.end) {
        run.end = end;
        part->place.areas = areas_of(part, run.first, &run.end);
        lay_run(part, &run);
    }
}

static void lay_piece(struct part *part, uint32_t piece, uint32_t *stretch)
{
    const struct roads *roads = &part->laying->map->roads;
    int32_t share = share_of(roads, piece);
    uint32_t first, end;

    piece_segments(roads, piece, &first, &end);
    see_shape(part, piece);
    while (first < end) {
        struct run run = {piece, share, 0, first, 0};

        while (roads->first_of_stretch[*stretch + 1] <= first)
            ++*stretch;
        run.stretch = *stretch;
        run.end = roads->first_of_stretch[*stretch + 1];
        if (run.end > end)
            run.end = end;
        lay_stretch(part, run);
        first = run.end;
    }
}

static int lay_pieces(struct part *part, uint32_t piece, uint32_t end)
{
    const struct roads *roads = &part->laying->map->roads;
    uint32_t first, last;
    uint32_t stretch;

    piece_segments(roads, piece, &first, &last);
    stretch = roads_segment_stretch(roads, first);
    for (; piece < end; piece++) {
        if (is_over(part))
            return -ECANCELED;
        lay_piece(part, piece, &stretch);
    }
    finish_batch(part);
    return 0;
}

/* The covered segments of pieces before `end` alone. */
static int lay_covered(struct part *part, uint32_t piece, uint32_t end)
{
    const struct laying *laying = part->laying;
    const struct roads *roads = &laying->map->roads;

    for (; part->covered < laying->covered_count; part->covered++) {
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
        run.share = share_of(roads, piece);
        see_shape(part, piece);
        part->place.areas = covered->areas;
        if (is_over(part))
            return -ECANCELED;
        lay_run(part, &run);
    }
    finish_batch(part);
    return 0;
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
        .listed = &laying->listed[number],
        .covered = first_covered(laying, first),
    };
    int r = verdicts_init(&part.verdicts, laying->model);

    if (!r)
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
    if (part.opens)
        atomic_store(&laying->opens, true);
    verdicts_finish(&part.verdicts);
    return r == -ECANCELED ? error_set(error, r, "no longer waited for")
           : r             ? error_no_memory(error)
                           : 0;
}

/* ---- The whole ----------------------------------------------------------- */

/* Parts share no word of the set. */
static int list_part(void *context, size_t number, struct error *error)
{
    const struct laying *laying = context;
    const struct roads *roads = &laying->map->roads;
    size_t end = size_min((number + 1) * PART, roads->piece_count);
    struct model_place place;

    (void)error;
    for (uint32_t p = (uint32_t)(number * PART); p < end; p++) {
        for (unsigned backward = 0; backward < 2; backward++) {
            uint32_t edge = 2 * p + backward;

            if (edge_is_open(roads, edge))
                continue;
            model_see_piece(laying->model, roads, laying->over->closed, p,
                            backward, &place);
            closed_set_put(laying->made->closed, edge, !place.open);
        }
    }
    return 0;
}

/* Lists what stays closed, so that what the model opens is open. */
static int override_profile(struct laying *laying, size_t parts,
                            struct error *error)
{
    const struct roads *roads = &laying->map->roads;
    struct closed_set **closed = &laying->made->closed;

    if (!*closed)
        *closed = closed_set_create(2 * roads->piece_count);
    if (!*closed)
        return error_no_memory(error);
    (*closed)->overrides_profile = true;
    return parallel_run(parallel_thread_count(), parts, list_part, laying,
                        error);
}

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
    if (!r && atomic_load(&laying->opens))
        r = override_profile(laying, parts, error);
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
        .each = conditions & NEEDS_SPEED,
        .shaped = !(conditions & NEEDS_SPEED) && conditions & NEEDS_SHAPE,
        .of_area = model_is_of_area(model),
    };
    int r;

    if (model_needs(model) & NEEDS_FACTS && !map->roads.stretch_facts)
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
