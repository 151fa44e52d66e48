/* delta_search: the width of a bucket that takes least time, by measuring. */
#include "gpu/delta_stepping/delta_search.h"

#include <stddef.h>

#include "core/graph/cost.h"

/* A width is taken over a better known one for no less, and a walk ends where
 * time has risen by so much: smaller differences are noise. */
static const double worthwhile = 0.99;
static const double plainly = 1.25;

static const double step = 4;
static const double finer_steps[] = {2, 1.4};

struct walk {
    const struct delta_search *search;
    uint32_t first;
    uint32_t best;
    double best_us;
    double last_us;
};

/* A width outside the range leaves things as they are. */
static int try_width(struct walk *walk, double delta, struct error *error)
{
    int r;

    if (delta < walk->first || delta > WEIGHT_MAX)
        return 0;
    r = walk->search->measure(walk->search->context, (uint32_t)delta,
                              &walk->last_us, error);
    if (r)
        return r;
    if (walk->best == 0 || walk->last_us < worthwhile * walk->best_us) {
        walk->best = (uint32_t)delta;
        walk->best_us = walk->last_us;
    }
    return 0;
}

static int walk_down(struct walk *walk, struct error *error)
{
    double delta = walk->first;
    int r = 0;

    while (!r && delta <= WEIGHT_MAX) {
        r = try_width(walk, delta, error);
        if (walk->last_us > plainly * walk->best_us)
            break;
        delta *= step;
    }
    return r;
}

static int look_around(struct walk *walk, double factor, struct error *error)
{
    double centre = walk->best;
    int r = try_width(walk, centre * factor, error);

    return r ? r : try_width(walk, centre / factor, error);
}

int delta_search_run(const struct delta_search *search, uint32_t first,
                     uint32_t *ret_delta, double *ret_us, struct error *error)
{
    struct walk walk = {.search = search, .first = first ? first : 1};
    int r = walk_down(&walk, error);

    for (size_t i = 0; i < sizeof(finer_steps) / sizeof(finer_steps[0]) && !r;
         i++)
        r = look_around(&walk, finer_steps[i], error);
    if (r)
        return r;
    *ret_delta = walk.best;
    *ret_us = walk.best_us;
    return 0;
}
