/* plot_svg: curves over a common axis, as SVG text. */
#include "clients/relaxctl/plot_svg.h"

#include <math.h>
#include <stdbool.h>

/* In pixels. */
enum {
    LEFT = 84,
    TOP = 48,
    WIDTH = 720, /* of the area that curves are in */
    HEIGHT = 250,
    GAP = 34,    /* between panels */
    BOTTOM = 56, /* for the x axis's numbers and label */
    LEGEND = 260,
    X_TICKS = 9, /* at most */
};

/* Told apart by people who do not see all colours (Okabe and Ito 2008), and by
 * dashes in print. */
static const struct stroke {
    const char *colour;
    const char *dashes;
} strokes[] = {
    {"#0072b2", "none"},    {"#d55e00", "6 2"},  {"#009e73", "2 2"},
    {"#cc79a7", "8 3 2 3"}, {"#e69f00", "none"}, {"#56b4e9", "6 2"},
    {"#000000", "2 2"},
};

enum { STROKE_COUNT = sizeof(strokes) / sizeof(strokes[0]) };

/* Where values lie in a panel. */
struct frame {
    double top;         /* pixels from above */
    double x_max;       /* at the right edge */
    double decade_low;  /* log10 at the lower edge */
    double decade_high; /* log10 at the upper edge */
};

static double x_at(const struct frame *frame, double x)
{
    return LEFT + WIDTH * x / frame->x_max;
}

static double y_at(const struct frame *frame, double value)
{
    double share = (log10(value) - frame->decade_low) /
                   (frame->decade_high - frame->decade_low);

    return frame->top + HEIGHT * (1 - share);
}

static void put_text(const char *text, FILE *to)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", to);
        else if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '>')
            fputs("&gt;", to);
        else
            fputc(*text, to);
    }
}

/* 1, 10, 100, 1k, 10k: short enough for an axis. */
static void put_number(double value, FILE *to)
{
    static const char *const suffix[] = {"", "k", "M", "G"};
    int thousands = 0;

    while (value >= 1000 && thousands < 3) {
        value /= 1000;
        thousands++;
    }
    fprintf(to, "%g%s", value, suffix[thousands]);
}

static double longest(const struct plot *plot)
{
    size_t most = 2;

    for (size_t i = 0; i < plot->panel_count; i++) {
        for (size_t j = 0; j < plot->panels[i].curve_count; j++) {
            if (plot->panels[i].curves[j].count > most)
                most = plot->panels[i].curves[j].count;
        }
    }
    return (double)(most - 1);
}

/* Whole decades around all values, at least one. */
static void find_decades(const struct plot_panel *panel, struct frame *frame)
{
    double low = INFINITY;
    double high = -INFINITY;

    for (size_t i = 0; i < panel->curve_count; i++) {
        for (size_t j = 0; j < panel->curves[i].count; j++) {
            double value = panel->curves[i].value[j];

            if (value > 0) {
                low = fmin(low, log10(value));
                high = fmax(high, log10(value));
            }
        }
    }
    frame->decade_low = isfinite(low) ? floor(low) : 0;
    frame->decade_high = fmax(ceil(high), frame->decade_low + 1);
}

static void put_y_line(const struct frame *frame, double value, bool labelled,
                       FILE *to)
{
    double y = y_at(frame, value);

    fprintf(to, "<path class=\"%s\" d=\"M%d %.1fh%d\"/>\n",
            labelled ? "grid" : "fine", LEFT, y, WIDTH);
    if (!labelled)
        return;
    fprintf(to, "<text class=\"end\" x=\"%d\" y=\"%.1f\">", LEFT - 8, y + 4);
    put_number(value, to);
    fputs("</text>\n", to);
}

static void put_y_axis(const struct plot_panel *panel,
                       const struct frame *frame, FILE *to)
{
    double middle = frame->top + HEIGHT / 2.0;
    /* Within one or two decades 2 and 5 are worth a label too. */
    bool close = frame->decade_high - frame->decade_low <= 2;

    for (double d = frame->decade_low; d < frame->decade_high; d++) {
        for (int digit = 1; digit < 10; digit++)
            put_y_line(frame, digit * pow(10, d),
                       digit == 1 || (close && (digit == 2 || digit == 5)), to);
    }
    put_y_line(frame, pow(10, frame->decade_high), true, to);
    fprintf(to,
            "<text class=\"middle\" transform=\"translate(22 %.1f) "
            "rotate(-90)\">",
            middle);
    put_text(panel->y_label, to);
    fputs("</text>\n", to);
}

/* 1, 2 or 5 times a power of ten. */
static double tick_step(double x_max)
{
    double rough = x_max / X_TICKS;
    double power = rough > 1 ? pow(10, floor(log10(rough))) : 1;

    if (rough <= power)
        return power;
    if (rough <= 2 * power)
        return 2 * power;
    return rough <= 5 * power ? 5 * power : 10 * power;
}

static void put_x_lines(const struct frame *frame, FILE *to)
{
    double step = tick_step(frame->x_max);

    for (double x = 0; x <= frame->x_max; x += step)
        fprintf(to, "<path class=\"fine\" d=\"M%.1f %.1fv%d\"/>\n",
                x_at(frame, x), frame->top, HEIGHT);
}

static void put_x_axis(const struct plot *plot, const struct frame *last,
                       FILE *to)
{
    double step = tick_step(last->x_max);
    double y = last->top + HEIGHT;

    for (double x = 0; x <= last->x_max; x += step)
        fprintf(to, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%g</text>\n",
                x_at(last, x), y + 18, x);
    fprintf(to, "<text class=\"middle\" x=\"%d\" y=\"%.1f\">", LEFT + WIDTH / 2,
            y + 42);
    put_text(plot->x_label, to);
    fputs("</text>\n", to);
}

static void put_curve(const struct plot_curve *curve, size_t index,
                      const struct frame *frame, FILE *to)
{
    const struct stroke *stroke = &strokes[index % STROKE_COUNT];
    bool gap = true;

    fprintf(to,
            "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" "
            "d=\"",
            stroke->colour, stroke->dashes);
    for (size_t i = 0; i < curve->count; i++) {
        if (curve->value[i] > 0)
            fprintf(to, "%c%.1f %.1f", gap ? 'M' : 'L', x_at(frame, (double)i),
                    y_at(frame, curve->value[i]));
        gap = curve->value[i] <= 0;
    }
    fputs("\"/>\n", to);
}

static void put_legend(const struct plot_panel *panel,
                       const struct frame *frame, FILE *to)
{
    for (size_t i = 0; i < panel->curve_count; i++) {
        const struct stroke *stroke = &strokes[i % STROKE_COUNT];
        double y = frame->top + 12 + 20 * (double)i;

        fprintf(to,
                "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" "
                "d=\"M%d %.1fh28\"/>\n<text x=\"%d\" y=\"%.1f\">",
                stroke->colour, stroke->dashes, LEFT + WIDTH + 14, y,
                LEFT + WIDTH + 50, y + 4);
        put_text(panel->curves[i].name, to);
        fputs("</text>\n", to);
    }
}

static void put_panel(const struct plot_panel *panel, const struct frame *frame,
                      FILE *to)
{
    put_x_lines(frame, to);
    put_y_axis(panel, frame, to);
    fprintf(to,
            "<rect class=\"frame\" x=\"%d\" y=\"%.1f\" width=\"%d\" "
            "height=\"%d\"/>\n",
            LEFT, frame->top, WIDTH, HEIGHT);
    for (size_t i = 0; i < panel->curve_count; i++)
        put_curve(&panel->curves[i], i, frame, to);
    put_legend(panel, frame, to);
}

static void put_head(const struct plot *plot, FILE *to)
{
    int width = LEFT + WIDTH + LEGEND;
    int height = TOP + BOTTOM - GAP + (int)plot->panel_count * (HEIGHT + GAP);

    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" viewBox=\"0 0 %d %d\">\n"
            "<style>\n"
            "text { font: 13px sans-serif; fill: #222 }\n"
            ".title { font-size: 16px; font-weight: bold }\n"
            ".middle { text-anchor: middle }\n"
            ".end { text-anchor: end }\n"
            ".grid { stroke: #bbb }\n"
            ".fine { stroke: #eee }\n"
            ".frame { fill: none; stroke: #444 }\n"
            ".curve { fill: none; stroke-width: 1.6; stroke-linecap: round }\n"
            "</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text class=\"title\" x=\"%d\" y=\"28\">",
            width, height, width, height, LEFT);
    put_text(plot->title, to);
    fputs("</text>\n", to);
}

void plot_svg_write(const struct plot *plot, FILE *to)
{
    struct frame frame = {.x_max = longest(plot)};

    put_head(plot, to);
    for (size_t i = 0; i < plot->panel_count; i++) {
        frame.top = TOP + (double)i * (HEIGHT + GAP);
        find_decades(&plot->panels[i], &frame);
        put_panel(&plot->panels[i], &frame, to);
    }
    put_x_axis(plot, &frame, to);
    fputs("</svg>\n", to);
}
