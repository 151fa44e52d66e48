/* Draws the least-cost path of a product over its cells. */
#include "lab/grid.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/cost.h"
#include "lab/picture.h"

enum {
    WIDTH_USUAL = 900, /* of the cells, if they can be enlarged */
    WIDTH_MAX = 2048,
    WIDTH_LEGEND = 620, /* for its lines, in dots of 2 pixels */
    MARGIN = 20,
    CELL_WITH_VALUE = 140, /* pixels */
    LEGEND_LINES = 4,
    TEXT_SIZE = 96,
    SHADES = 256,
};

static const struct colour paper = {255, 255, 255};
static const struct colour ink = {25, 25, 25};
static const struct colour path_colour = {227, 47, 28};
static const struct colour source_colour = {30, 160, 70};
static const struct colour target_colour = {214, 40, 150};

/* Maps cells to pixels. */
struct view {
    const struct grid_run *run;
    struct picture *picture;
    uint32_t zoom;   /* pixels per cell */
    uint32_t shrink; /* cells per pixel; one of the two is 1 */
    int width;       /* of the cells, in pixels; also their height */
    int dot;         /* of letters, in pixels */
    double radius;   /* of the path's line */
    struct colour shade[SHADES];
};

static void plan(struct view *view)
{
    uint32_t size = view->run->size;

    for (int i = 0; i < SHADES; i++)
        view->shade[i] = picture_ramp(i / (SHADES - 1.0));
    view->shrink = (size - 1) / WIDTH_MAX + 1;
    view->zoom = (WIDTH_USUAL + size / 2) / size;
    if (!view->zoom)
        view->zoom = 1;
    view->width = (int)((size - 1) / view->shrink + 1) * (int)view->zoom;
    view->dot = view->width > 1400 ? 3 : 2;
    view->radius = fmax(fmin(view->zoom * 0.11, 9), view->width / 500.0);
}

/* The mean of a pixel's cells, as a share of the range. */
static double shade(const struct view *view, uint32_t row, uint32_t column)
{
    const struct grid_run *run = view->run;
    uint32_t bottom = row + view->shrink;
    uint32_t right = column + view->shrink;
    double sum = 0;
    uint32_t count = 0;

    for (uint32_t r = row; r < bottom && r < run->size; r++) {
        for (uint32_t c = column; c < right && c < run->size; c++, count++)
            sum += run->product[(size_t)r * run->size + c];
    }
    if (run->most <= run->least)
        return 0.5;
    return (sum / count - run->least) / ((double)run->most - run->least);
}

static void draw_cells(const struct view *view)
{
    uint32_t step = view->shrink;
    int zoom = (int)view->zoom;

    for (uint32_t row = 0; row < view->run->size; row += step) {
        for (uint32_t column = 0; column < view->run->size; column += step)
            picture_fill(
                view->picture, MARGIN + (int)(column / step) * zoom,
                MARGIN + (int)(row / step) * zoom, zoom, zoom,
                view->shade[(int)(shade(view, row, column) * (SHADES - 0.01))]);
    }
}

/* Pixels from the margin to a cell's centre. */
static double middle(const struct view *view, uint32_t at)
{
    return MARGIN + (at + 0.5) * view->zoom / view->shrink;
}

/* Draws each straight part as one line. */
static size_t straight_end(const struct grid_run *run, size_t from)
{
    uint32_t step = run->cell[from + 1] - run->cell[from];
    size_t end = from + 1;

    while (end + 1 < run->cell_count &&
           run->cell[end + 1] - run->cell[end] == step)
        end++;
    return end;
}

static void draw_lines(const struct view *view, double radius,
                       struct colour colour)
{
    const struct grid_run *run = view->run;
    size_t end;

    for (size_t from = 0; from + 1 < run->cell_count; from = end) {
        uint32_t tail = run->cell[from];
        uint32_t head;

        end = straight_end(run, from);
        head = run->cell[end];
        picture_line(view->picture, middle(view, tail % run->size),
                     middle(view, tail / run->size),
                     middle(view, head % run->size),
                     middle(view, head / run->size), radius, colour);
    }
}

static double casing(const struct view *view)
{
    return view->radius + fmax(1.2, view->radius * 0.45);
}

static double marker_radius(const struct view *view)
{
    return fmax(fmin(view->zoom * 0.2, 20), view->width / 110.0);
}

static void draw_source(struct picture *picture, double x, double y,
                        double radius)
{
    picture_line(picture, x, y, x, y, radius * 1.35, ink);
    picture_line(picture, x, y, x, y, radius * 1.2, paper);
    picture_line(picture, x, y, x, y, radius * 0.8, source_colour);
}

static void draw_target(struct picture *picture, double x, double y,
                        double radius)
{
    picture_diamond(picture, x, y, radius * 1.75, ink);
    picture_diamond(picture, x, y, radius * 1.55, paper);
    picture_diamond(picture, x, y, radius * 1.0, target_colour);
}

/* Draws markers that would overlap: a large diamond, a small disc on it, the
 * path over both. */
static void draw_close(const struct view *view, const double source[2],
                       const double target[2], double radius)
{
    draw_target(view->picture, target[0], target[1], radius * 1.7);
    draw_source(view->picture, source[0], source[1], radius * 0.85);
    draw_lines(view, fmax(view->radius, radius * 0.3), path_colour);
}

static void draw_path(const struct view *view)
{
    const struct matrix_minimum *minimum = view->run->minimum;
    const double source[2] = {middle(view, minimum[0].column),
                              middle(view, minimum[0].row)};
    const double target[2] = {middle(view, minimum[1].column),
                              middle(view, minimum[1].row)};
    double radius = marker_radius(view);

    draw_lines(view, casing(view), paper);
    draw_lines(view, view->radius, path_colour);
    if (hypot(source[0] - target[0], source[1] - target[1]) < 3.2 * radius) {
        draw_close(view, source, target, radius);
        return;
    }
    draw_source(view->picture, source[0], source[1], radius);
    draw_target(view->picture, target[0], target[1], radius);
}

static void draw_values(const struct view *view)
{
    const struct grid_run *run = view->run;
    int zoom = (int)view->zoom;

    for (uint32_t i = 0; i < run->size * run->size; i++) {
        int x = MARGIN + (int)(i % run->size) * zoom + 8;
        int y = MARGIN + (int)(i / run->size) * zoom + 8;
        bool dark = shade(view, i / run->size, i % run->size) < 0.55;
        char text[TEXT_SIZE];

        snprintf(text, sizeof(text), "%.4g", run->product[i]);
        picture_text(view->picture, x, y, 2, text, dark ? paper : ink);
    }
}

static int line_height(const struct view *view)
{
    return 2 * PICTURE_TEXT_HEIGHT * view->dot;
}

/* The left end and the centre of a legend line; its text begins legend_indent()
 * further right. */
static double legend_middle(const struct view *view, int line)
{
    return 2 * MARGIN + view->width + (line + 0.5) * line_height(view);
}

static int legend_indent(const struct view *view)
{
    return MARGIN + 28 * view->dot;
}

static void write_line(const struct view *view, int line, const char *text)
{
    picture_text(view->picture, legend_indent(view),
                 (int)(legend_middle(view, line) -
                       PICTURE_TEXT_HEIGHT * view->dot / 2.0),
                 view->dot, text, ink);
}

static void write_minimum(const struct view *view, int line, const char *name,
                          const struct matrix_minimum *minimum)
{
    char text[TEXT_SIZE];

    snprintf(text, sizeof(text),
             "%s %.6g (row %" PRIu32 ", column %" PRIu32 ")", name,
             minimum->value, minimum->row, minimum->column);
    write_line(view, line, text);
}

static void write_cost(const struct view *view, int line)
{
    const struct grid_run *run = view->run;
    char text[TEXT_SIZE] = "the cost does not fit in 32 bits";

    if (run->cost <= COST_MAX)
        snprintf(text, sizeof(text), "least-cost path: %.6g over %zu %s",
                 run->real_cost, run->cell_count - 1,
                 plural(run->cell_count - 1, "step", "steps"));
    write_line(view, line, text);
}

/* The ramp from the least to the greatest value. */
static void draw_scale(const struct view *view, int line)
{
    int y = (int)legend_middle(view, line) - 4 * view->dot;
    int bar = 130 * view->dot;
    char text[TEXT_SIZE];

    for (int x = 0; x < bar; x++)
        picture_fill(view->picture, MARGIN + x, y, 1, 8 * view->dot,
                     picture_ramp((x + 0.5) / bar));
    snprintf(text, sizeof(text), "%.6g to %.6g", view->run->least,
             view->run->most);
    picture_text(view->picture, MARGIN + bar + 8 * view->dot, y, view->dot,
                 text, ink);
}

static void draw_legend(const struct view *view)
{
    const struct grid_run *run = view->run;
    double x = MARGIN + 11 * view->dot;
    double radius = 4.5 * view->dot;

    draw_source(view->picture, x, legend_middle(view, 0), radius);
    write_minimum(view, 0, "source: first minimum", &run->minimum[0]);
    draw_target(view->picture, x, legend_middle(view, 1), radius * 0.9);
    write_minimum(view, 1, "target: second minimum", &run->minimum[1]);
    picture_line(view->picture, MARGIN + 3 * view->dot, legend_middle(view, 2),
                 MARGIN + 19 * view->dot, legend_middle(view, 2),
                 1.6 * view->dot, path_colour);
    write_cost(view, 2);
    draw_scale(view, 3);
}

int grid_picture_draw(const struct grid_run *run, struct picture *ret_picture,
                      struct error *error)
{
    struct picture picture;
    struct view view = {.run = run, .picture = &picture};
    int legend = WIDTH_LEGEND;
    int r;

    plan(&view);
    legend = legend * view.dot / 2;
    r = picture_init(
        &picture, 2 * MARGIN + (view.width > legend ? view.width : legend),
        3 * MARGIN + view.width + LEGEND_LINES * line_height(&view), paper,
        error);
    if (r)
        return r;
    draw_cells(&view);
    draw_path(&view);
    if (view.zoom >= CELL_WITH_VALUE)
        draw_values(&view);
    draw_legend(&view);
    *ret_picture = picture;
    return 0;
}

int grid_picture_write(const struct grid_run *run, const char *path,
                       struct error *error)
{
    struct picture picture;
    int r = grid_picture_draw(run, &picture, error);

    if (r)
        return r;
    r = picture_write_png(&picture, path, error);
    picture_finish(&picture);
    return r;
}
