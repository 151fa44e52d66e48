/* isochrone: runs the search, sizes the grid, and draws the contours, largest
 * first. */
#include "core/service/isochrone/isochrone.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/service/ask.h"
#include "core/service/isochrone/contour.h"
#include "core/service/isochrone/field.h"
#include "core/service/isochrone/reach.h"
#include "core/service/isochrone/shape.h"

enum {
    CELLS = 400,   /* along the longer side, if contours are similar */
    FINER_MAX = 4, /* factor allowed for a small contour */
};

static const double SMOOTH = 0.25; /* cells, by default */

static struct measure measure_of(const struct isochrone_options *options)
{
    return (struct measure){
        .distance = options->distance,
        .backward = options->arrive,
        .most = options->contours[options->contour_count - 1],
        .cancel = options->cancel,
    };
}

static uint32_t cells_of(const struct isochrone_options *options)
{
    double most = options->contours[options->contour_count - 1];
    double finer = fmin(fmax(most / options->contours[0] / 3, 1), FINER_MAX);

    return (uint32_t)(CELLS * finer);
}

/* ---- Drawing ------------------------------------------------------------ */

struct drawing {
    struct field *field;
    const struct isochrone_options *options;
    struct shaper *shaper; /* NULL: no simplification */
    struct contour lines;  /* of the next larger contour, drawn before */
};

static void drawing_finish(struct drawing *drawing)
{
    shaper_destroy(drawing->shaper);
    contour_finish(&drawing->lines);
}

static int drawing_init(struct drawing *drawing, struct field *field,
                        const struct isochrone_options *options)
{
    double tolerance = isnan(options->generalize_m)
                           ? SMOOTH
                           : options->generalize_m / field->grid.step_m;

    *drawing = (struct drawing){.field = field, .options = options};
    if (tolerance <= 0)
        return 0;
    drawing->shaper = shaper_create(&field->grid, tolerance);
    return drawing->shaper ? 0 : -ENOMEM;
}

static int trace(struct drawing *drawing, uint32_t contour)
{
    const struct grid *grid = &drawing->field->grid;
    const struct contour *around =
        drawing->lines.parent ? &drawing->lines : NULL;
    struct contour lines;
    int r;

    field_fill_depth(drawing->field, contour);
    r = contour_trace(drawing->field->depth, grid->columns, grid->rows, &lines);
    if (r)
        return r;
    denoise(&lines, drawing->options->denoise, around);
    contour_finish(&drawing->lines);
    drawing->lines = lines;
    return 0;
}

static int draw(struct drawing *drawing, uint32_t contour,
                struct isochrone *isochrone)
{
    int r = trace(drawing, contour);

    if (r)
        return r;
    return drawing->shaper
               ? shaper_draw(drawing->shaper, &drawing->lines,
                             drawing->options->cancel, contour, isochrone)
               : outline_write(&drawing->field->grid, &drawing->lines, contour,
                               isochrone);
}

static int draw_field(struct field *field,
                      const struct isochrone_options *options,
                      struct isochrone *isochrone)
{
    struct drawing drawing;
    int r = drawing_init(&drawing, field, options);

    for (size_t i = options->contour_count; i > 0 && !r; i--) {
        r = cancel_due(options->cancel)
                ? -ECANCELED
                : draw(&drawing, options->contours[i - 1], isochrone);
    }
    drawing_finish(&drawing);
    return r;
}

/* ---- All of it ---------------------------------------------------------- */

int isochrone_make(const struct map *map, const struct weighting *weighting,
                   const struct place *places, size_t place_count,
                   const struct isochrone_options *options,
                   struct isochrone *ret_isochrone)
{
    struct isochrone isochrone = {.point = NULL};
    struct measure measure = measure_of(options);
    uint64_t started_us = clock_now_us();
    struct reach reach;
    struct field field;
    int r = reach_find(map, weighting, places, place_count, &measure, &reach);

    if (r)
        return r;
    isochrone.settled = reach.settled;
    isochrone.search_us = clock_now_us() - started_us;
    r = field_init(&field, &map->roads, weighting, &reach, &measure,
                   cells_of(options));
    isochrone.cell_m = field.grid.step_m;
    isochrone.beyond_m = field.beyond_m;
    if (!r)
        r = draw_field(&field, options, &isochrone);
    field_finish(&field);
    isochrone.draw_us = clock_now_us() - started_us - isochrone.search_us;
    free(reach.list);
    if (r)
        isochrone_finish(&isochrone);
    else
        *ret_isochrone = isochrone;
    return r;
}

void isochrone_finish(struct isochrone *isochrone)
{
    free(isochrone->point);
    free(isochrone->ring);
    isochrone->point = NULL;
    isochrone->ring = NULL;
}

/* ---- The question -------------------------------------------------------- */

void isochrone_question_finish(struct isochrone_question *question)
{
    ask_finish(&question->base);
    map_entry_release(question->base.entry);
    question->base.entry = NULL;
    isochrone_finish(&question->isochrone);
    free(question->found);
    question->found = NULL;
}

static enum outcome check(struct isochrone_question *question)
{
    size_t most = limits_now(question->base.service->limits)->stops_max;
    struct error error;

    if (stops_check(question->source_count, "places", most, &error))
        return ask_refuse(&question->base, OUTCOME_TOO_LARGE, "%s", error.text);
    return OUTCOME_OK;
}

static struct ask_field name_of(const struct isochrone_question *question,
                                size_t index)
{
    if (question->source_count == 1)
        return (struct ask_field){NULL, 0, "from"};
    return (struct ask_field){"from", index, NULL};
}

static enum outcome find_snap(struct isochrone_question *question, size_t index,
                              struct place *ret_place)
{
    const struct limits *limits = limits_now(question->base.service->limits);
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    const struct weighting *weighting =
        map_entry_weighting(question->base.entry);
    struct snap_options options = question->sources[index].options;
    struct snap snaps[PLACE_SNAPS_MAX];
    uint32_t count;

    options.closed = weighting->closed;
    options.topology = &map_entry_map(question->base.entry)->topology;
    if (limits->snap_radius_m)
        options.radius_m =
            fmin(options.radius_m, (double)limits->snap_radius_m);
    count = snap_large(roads, &options, PLACE_SNAPS_MAX, snaps);
    if (!count)
        count = snap_place(roads, &options, PLACE_SNAPS_MAX, snaps);
    place_of_snaps(roads, weighting, snaps, count, ret_place);
    if (!ret_place->point_count)
        return ask_refuse_far(&question->base, name_of(question, index),
                              &options);
    question->found[index] = snaps[0];
    question->found[index].position = ret_place->position;
    return OUTCOME_OK;
}

static enum outcome find_place(struct isochrone_question *question,
                               size_t index, struct place *ret_place)
{
    const struct route_stop *source = &question->sources[index];
    enum outcome outcome;

    if (!source->has_node)
        return find_snap(question, index, ret_place);
    outcome = ask_node(&question->base, name_of(question, index),
                       (uint64_t)source->node, ret_place);
    if (outcome == OUTCOME_OK)
        question->found[index] = (struct snap){.position = ret_place->position};
    return outcome;
}

/* Takes the memory that the areas hold until the client has read them. */
static enum outcome take_memory(struct isochrone_question *question)
{
    struct isochrone *isochrone = &question->isochrone;

    return ask_memory(&question->base,
                      isochrone->point_capacity * sizeof(*isochrone->point) +
                          isochrone->ring_capacity * sizeof(*isochrone->ring) +
                          question->source_count * sizeof(*question->found));
}

static enum outcome make_around(struct isochrone_question *question,
                                const struct place *places)
{
    struct question *base = &question->base;
    int r = isochrone_make(
        map_entry_map(base->entry), map_entry_weighting(base->entry), places,
        question->source_count, &question->options, &question->isochrone);

    if (r == -ECANCELED)
        return ask_note_ended(base);
    if (r)
        return ask_refuse_no_memory(base);
    if (take_memory(question) != OUTCOME_OK)
        return base->outcome;
    ask_end(base);
    return OUTCOME_OK;
}

static enum outcome answer(struct question *base)
{
    struct isochrone_question *question = (struct isochrone_question *)base;
    size_t count = question->source_count;
    struct place *places = array_alloc(count, sizeof(*places));
    enum outcome outcome = OUTCOME_OK;

    base->epoch = ask_epoch(base);
    question->found = array_alloc(count, sizeof(*question->found));
    if (!places || !question->found)
        outcome = ask_refuse_no_memory(base);
    for (size_t i = 0; i < count && outcome == OUTCOME_OK; i++)
        outcome = find_place(question, i, &places[i]);
    if (outcome == OUTCOME_OK)
        outcome = make_around(question, places);
    free(places);
    return outcome;
}

enum outcome service_ask_isochrone(struct service *service,
                                   struct isochrone_question *question)
{
    enum outcome outcome;

    question->found = NULL;
    question->isochrone = (struct isochrone){.point = NULL};
    outcome = ask_begin(service, &question->base);
    if (outcome == OUTCOME_OK)
        outcome = ask_need_roads(&question->base);
    if (outcome == OUTCOME_OK)
        outcome = check(question);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->options.cancel = &question->base.cancel;
    return ask_work(&question->base, true, answer);
}
