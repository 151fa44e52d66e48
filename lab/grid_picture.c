/* Draws the least-cost path of a product over its cells, with gnuplot. */
#include "lab/grid.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "lab/gnuplot.h"

/* In pixels, for texts of the usual size. */
enum {
    WIDTH_USUAL = 900, /* of the cells, if they can be enlarged */
    WIDTH_MAX = 2048,
    WIDTH_LEGEND = 620,
    MARGIN = 20,
    LEGEND_LINE = 28,
    LEGEND_HEIGHT = 5 * LEGEND_LINE,
    VALUES_MAX = 6, /* rows, up to which cells show their values */
};

/* Maps cells to pixels. */
struct view {
    const struct grid_run *run;
    uint32_t shrink;  /* rows and columns of cells that a square shows */
    uint32_t squares; /* in a row, and their rows */
    int width;        /* of all squares, in pixels; also their height */
    double text;      /* the size of texts over the usual one */
};

static struct view view_of(const struct grid_run *run)
{
    uint32_t zoom = (WIDTH_USUAL + run->size / 2) / run->size;
    struct view view = {.run = run, .shrink = (run->size - 1) / WIDTH_MAX + 1};

    view.squares = (run->size - 1) / view.shrink + 1;
    view.width = (int)(view.squares * (zoom ? zoom : 1));
    view.text = view.width > 1400 ? 1.5 : 1;
    return view;
}

/* The mean of a square's cells. */
static double mean(const struct view *view, uint32_t row, uint32_t column)
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
    return sum / count;
}

static void put_squares(const struct view *view, FILE *to)
{
    fputs("$cells << end\n", to);
    for (uint32_t i = 0; i < view->squares; i++) {
        for (uint32_t j = 0; j < view->squares; j++)
            fprintf(to, "%.6g ",
                    mean(view, i * view->shrink, j * view->shrink));
        fputc('\n', to);
    }
    fputs("end\n", to);
}

/* From the source, also where no path leads on. */
static void put_path(const struct grid_run *run, FILE *to)
{
    fprintf(to, "$path << end\n%" PRIu32 " %" PRIu32 "\n",
            run->minimum[0].column, run->minimum[0].row);
    for (size_t i = 0; i < run->cell_count; i++)
        fprintf(to, "%" PRIu32 " %" PRIu32 "\n", run->cell[i] % run->size,
                run->cell[i] / run->size);
    fputs("end\n", to);
}

/* The canvas: squares, below them the legend and the scale of colours, which
 * runs from dark blue through green to pale yellow in steps of lightness that
 * look equal (B. Ottosson's Oklab, 2020). */
static void put_canvas(const struct view *view, FILE *to)
{
    const struct grid_run *run = view->run;
    double legend = WIDTH_LEGEND * view->text;
    double width = 2 * MARGIN + fmax(view->width, legend);
    double height = 2 * MARGIN + view->width + LEGEND_HEIGHT * view->text;
    double cells = (double)view->squares * view->shrink - 0.5;

    fprintf(to,
            "set terminal pngcairo size %.0f,%.0f noenhanced rounded "
            "font 'sans-serif,%g'\n"
            "set lmargin at screen %d/%.1f\n"
            "set rmargin at screen %d/%.1f\n"
            "set tmargin at screen 1-%d/%.1f\n"
            "set bmargin at screen 1-%d/%.1f\n"
            "unset border\nunset tics\n"
            "set xrange [-0.5:%.1f]\nset yrange [%.1f:-0.5]\n",
            width, height, 11 * view->text, MARGIN, width, MARGIN + view->width,
            width, MARGIN, height, MARGIN + view->width, height, cells, cells);
    fprintf(to,
            "set palette defined (0 '#181c39', 1 '#1a3659', 2 '#0b5473', "
            "3 '#007386', 4 '#119390', 5 '#4bb094', 6 '#83cb95', 7 '#bde39a', "
            "8 '#f5f8a9')\n"
            "set cbrange [%.9g:%.9g]\n"
            "set cbtics scale 0 (%.6g, %.6g)\n"
            "set colorbox horizontal user origin screen %d/%.1f,%.1f/%.1f "
            "size screen %.1f/%.1f,%.1f/%.1f\n"
            "set key at screen %d/%.1f, screen %.1f/%.1f left top Left "
            "reverse samplen 2 spacing 1.8\n",
            run->least, run->most > run->least ? run->most : run->least + 1,
            run->least, run->most, 2 * MARGIN, width, 28 * view->text, height,
            260 * view->text, width, 14 * view->text, height, MARGIN / 2, width,
            height - 1.5 * MARGIN - view->width, height);
}

/* A mark with two rims. */
static void put_mark(const struct view *view, int minimum, int type,
                     double radius, const char *colour, const char *name,
                     FILE *to)
{
    const struct matrix_minimum *at = &view->run->minimum[minimum];
    const char *colours[] = {"#191919", "white", colour};
    const double sizes[] = {1.35, 1.2, 0.8};
    const double unit = 3; /* pixels of gnuplot's size 1 */

    for (int i = 0; i < 3; i++)
        fprintf(to,
                "'+' using (%" PRIu32 "):(%" PRIu32
                ") every ::::0 with points pointtype %d pointsize %.2f "
                "linecolor '%s' notitle, ",
                at->column, at->row, type, radius / unit * sizes[i],
                colours[i]);
    fprintf(to,
            "NaN with points pointtype %d pointsize 2 linecolor '%s' "
            "title '%s minimum %.6g (row %" PRIu32 ", column %" PRIu32 ")', ",
            type, colour, name, at->value, at->row, at->column);
}

static void put_line(double width, const char *colour, FILE *to)
{
    fprintf(to, "$path with lines linewidth %.1f linecolor '%s' notitle, ",
            width, colour);
}

/* Marks that would overlap: a large diamond, a small disc on it, the path over
 * both. */
static void put_ends(const struct view *view, double line, FILE *to)
{
    const struct matrix_minimum *minimum = view->run->minimum;
    double zoom = view->width / ((double)view->squares * view->shrink);
    double radius = fmax(fmin(zoom * 0.2, 20), view->width / 110.0);
    double apart = zoom * hypot((double)minimum[0].row - minimum[1].row,
                                (double)minimum[0].column - minimum[1].column);
    bool close = apart < 3.2 * radius;

    put_mark(view, 1, 13, (close ? 2.4 : 1.35) * radius, "#d62896",
             "target: second", to);
    put_mark(view, 0, 7, (close ? 0.85 : 1) * radius, "#1ea046",
             "source: first", to);
    if (close)
        put_line(fmax(line, 0.5 * radius), "#e32f1c", to);
}

static void put_plot(const struct view *view, FILE *to)
{
    const struct grid_run *run = view->run;
    double middle = (view->shrink - 1) / 2.0;
    double line = fmax(fmin(180.0 / run->size, 16), view->width / 250.0);

    fprintf(to,
            "plot $cells matrix using ($1*%" PRIu32 "+%g):($2*%" PRIu32
            "+%g):3 with image notitle, ",
            view->shrink, middle, view->shrink, middle);
    put_line(1.6 * line, "white", to);
    put_line(line, "#e32f1c", to);
    put_ends(view, line, to);
    if (run->size <= VALUES_MAX)
        fprintf(to,
                "$cells matrix using 1:($2-0.4):(sprintf('%%.4g', $3)):"
                "($3 < %.9g ? 0xffffff : 0x191919) with labels textcolor "
                "rgb variable notitle, ",
                0.45 * run->least + 0.55 * run->most);
    fputs("NaN with lines linewidth 4 linecolor '#e32f1c' title '", to);
    if (run->cost <= COST_MAX)
        fprintf(to, "least-cost path: %.6g over %zu %s'\n", run->real_cost,
                run->cell_count - 1,
                plural(run->cell_count - 1, "step", "steps"));
    else
        fputs("the cost does not fit in 32 bits'\n", to);
}

static void grid_picture_script(const void *of, FILE *to)
{
    const struct view view = view_of(of);

    put_canvas(&view, to);
    put_squares(&view, to);
    put_path(view.run, to);
    put_plot(&view, to);
}

int grid_picture_draw(const struct grid_run *run, char **ret_png,
                      size_t *ret_size, struct error *error)
{
    return gnuplot_draw(grid_picture_script, run, ret_png, ret_size, error);
}

int grid_picture_write(const struct grid_run *run, const char *path,
                       struct error *error)
{
    char *png;
    size_t size;
    int r = grid_picture_draw(run, &png, &size, error);

    if (r)
        return r;
    r = atomic_file_put(path, png, size, error);
    free(png);
    return r;
}
