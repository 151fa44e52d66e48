/* isochrone: what is reached from places within so much, as areas. */
#include "core/service/isochrone/isochrone.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/service/isochrone/contour.h"
#include "core/service/isochrone/depth.h"
#include "core/service/isochrone/field.h"
#include "core/service/isochrone/reach.h"
#include "core/service/isochrone/shape.h"

enum {
    WALK_M = 100,  /* off the roads */
    CELLS = 400,   /* along the longer side, where contours are alike */
    FINER_MAX = 4, /* times as many for the sake of a small contour */
    STEP_MIN_M = 5,
};

static const double WALK_MS_PER_M = 720; /* 5 km/h */
static const double MM_PER_M = 1000;
static const double SMOOTH = 0.25; /* cells, unless it is said */

static struct measure measure_of(const struct isochrone_wish *wish)
{
    return (struct measure){
        .distance = wish->distance,
        .backward = wish->arrive,
        .most = wish->contours[wish->contour_count - 1],
    };
}

static struct field_wish field_wish_of(const struct isochrone_wish *wish)
{
    double most = wish->contours[wish->contour_count - 1];
    double finer = fmin(fmax(most / wish->contours[0] / 3, 1), FINER_MAX);

    return (struct field_wish){
        .measure = measure_of(wish),
        .pace = wish->distance ? MM_PER_M : WALK_MS_PER_M,
        .beyond_m = WALK_M,
        .cells = (uint32_t)(CELLS * finer),
        .step_min_m = STEP_MIN_M,
        .cancel = wish->cancel,
    };
}

/* ---- Drawing ------------------------------------------------------------ */

struct drawing {
    struct depth depth;
    struct shaper *shaper;
    struct shape_wish wish;
};

/* One contour, in the shape of the larger one, whose place it takes. */
static int draw(struct drawing *drawing, uint32_t contour,
                struct shape **around, struct isochrone *isochrone)
{
    const struct grid *grid = &drawing->depth.field->grid;
    struct contour lines;
    struct shape *shape;
    int r;

    depth_fill(&drawing->depth, contour);
    r = contour_trace(drawing->depth.smooth, grid->columns, grid->rows, &lines);
    if (r)
        return r;
    r = shape_make(drawing->shaper, &lines, &drawing->wish, *around, &shape);
    contour_finish(&lines);
    if (r)
        return r;
    shape_destroy(drawing->shaper, *around);
    *around = shape;
    return shape_tell(drawing->shaper, shape, contour, isochrone);
}

static int draw_all(struct drawing *drawing, const struct isochrone_wish *wish,
                    struct isochrone *isochrone)
{
    struct shape *around = NULL;
    int r = 0;

    for (size_t i = wish->contour_count; i > 0 && !r; i--) {
        r = cancel_due(wish->cancel)
                ? -ECANCELED
                : draw(drawing, wish->contours[i - 1], &around, isochrone);
    }
    shape_destroy(drawing->shaper, around);
    return r;
}

static int draw_field(const struct field *field,
                      const struct isochrone_wish *wish,
                      struct isochrone *isochrone)
{
    struct drawing drawing = {
        .shaper = shaper_create(&field->grid),
        .wish = {wish->denoise, isnan(wish->generalize_m)
                                    ? SMOOTH
                                    : wish->generalize_m / field->grid.step_m},
    };
    int r = depth_init(&drawing.depth, field);

    if (!drawing.shaper)
        r = -ENOMEM;
    if (!r)
        r = draw_all(&drawing, wish, isochrone);
    shaper_destroy(drawing.shaper);
    depth_finish(&drawing.depth);
    return r;
}

/* ---- All of it ---------------------------------------------------------- */

static int draw_reach(const struct roads *roads, const struct reach *reach,
                      const struct isochrone_wish *wish,
                      struct isochrone *isochrone)
{
    struct field_wish field_wish = field_wish_of(wish);
    struct field field;
    int r = field_init(&field, roads, reach, &field_wish);

    if (r)
        return r;
    isochrone->cell_m = field.grid.step_m;
    isochrone->beyond_m = field.beyond_m;
    r = draw_field(&field, wish, isochrone);
    field_finish(&field);
    return r;
}

static int make(const struct map *map, const struct place *places,
                size_t place_count, const struct isochrone_wish *wish,
                struct isochrone *isochrone)
{
    struct reach_wish reach_wish = {measure_of(wish), wish->cancel};
    uint64_t started_us = clock_now_us();
    struct reach reach;
    int r = reach_find(map, places, place_count, &reach_wish, &reach);

    if (r)
        return r;
    isochrone->settled = reach.settled;
    isochrone->search_us = clock_now_us() - started_us;
    r = draw_reach(&map->roads, &reach, wish, isochrone);
    isochrone->draw_us = clock_now_us() - started_us - isochrone->search_us;
    free(reach.list);
    return r;
}

int isochrone_make(const struct map *map, const struct place *places,
                   size_t place_count, const struct isochrone_wish *wish,
                   struct isochrone *ret_isochrone, struct error *error)
{
    struct isochrone isochrone = {.point = NULL};
    int r = make(map, places, place_count, wish, &isochrone);

    if (!r) {
        *ret_isochrone = isochrone;
        return 0;
    }
    isochrone_finish(&isochrone);
    return r == -ENOMEM ? error_no_memory(error)
                        : error_set(error, r, "isochrone: cancelled");
}

void isochrone_finish(struct isochrone *isochrone)
{
    free(isochrone->point);
    free(isochrone->ring);
    isochrone->point = NULL;
    isochrone->ring = NULL;
}
