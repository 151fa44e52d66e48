/* part_pace: how long parts of a job take, learned from those solved so far. */
#include "core/engine/part_pace.h"

#include <math.h>
#include <stdbool.h>

/* What earlier parts weigh beside the last. */
static const double memory = 0.75;

/* Of what a query takes with its share of a part's own time, it takes this much
 * by itself at least, whatever a line through noise says. */
static const double each_share_min = 1.0 / 64;

enum { GROWTH_MAX = 4 };

struct part_line {
    double own_us;
    double each_us;
    bool drawn; /* through several sizes; else all time is the queries' */
};

static void fade(struct part_pace *pace, double share)
{
    pace->weight *= share;
    pace->count *= share;
    pace->us *= share;
    pace->count_count *= share;
    pace->count_us *= share;
}

void part_pace_note(struct part_pace *pace, size_t count, double us)
{
    double n = (double)count;

    fade(pace, pace->parts > 1 ? memory : 0);
    pace->parts++;
    pace->last_count = count;
    pace->weight += 1;
    pace->count += n;
    pace->us += us;
    pace->count_count += n * n;
    pace->count_us += n * us;
}

/* Least squares. */
static struct part_line fit(const struct part_pace *pace)
{
    double count = pace->count / pace->weight;
    double us = pace->us / pace->weight;
    double variance = pace->count_count / pace->weight - count * count;
    double covariance = pace->count_us / pace->weight - count * us;
    double each_us = us / count;
    bool drawn = variance > count * count / 100;

    if (drawn)
        each_us = fmin(each_us,
                       fmax(each_us * each_share_min, covariance / variance));
    return (struct part_line){us - count * each_us, each_us, drawn};
}

size_t part_pace_limit(const struct part_pace *pace, double wanted_us,
                       size_t most)
{
    struct part_line line = fit(pace);
    double us = fmax(wanted_us, 2 * line.own_us) - line.own_us;
    double last = (double)pace->last_count;
    double count = GROWTH_MAX * last;

    if (us < count * line.each_us)
        count = us / line.each_us;
    if (pace->parts % 2 == 0)
        count /= 2;
    else if (pace->parts > 1 && !line.drawn)
        count = fmax(count, 2 * last);
    return (size_t)fmax(1, fmin(count, (double)most));
}
