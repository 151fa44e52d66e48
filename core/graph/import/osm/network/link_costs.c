/* link_costs: how long links are, how long they take and what they weigh. */
#include "core/graph/import/osm/network/link_costs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/roads/ground.h"
#include "core/graph/roads/roads.h"

uint32_t cost_rounded(double cost)
{
    return (uint32_t)fmin(fmax(floor(cost + 0.5), 0), LINK_COST_MAX);
}

/* Through degrees, as OSRM rounds: what is half way may go either way. */
static int32_t on_grid(int32_t degrees_e7, uint32_t grid_e7)
{
    double steps = degrees_e7 / 1e7 * (1e7 / grid_e7);

    return (int32_t)(lround(steps) * (long)grid_e7);
}

struct position position_on_grid(struct position position, uint32_t grid_e7)
{
    if (grid_e7 <= 1)
        return position;
    return (struct position){.lon_e7 = on_grid(position.lon_e7, grid_e7),
                             .lat_e7 = on_grid(position.lat_e7, grid_e7)};
}

static uint64_t length_mm(const struct osm_data *data, uint32_t from,
                          uint32_t to, uint32_t grid_e7)
{
    return ground_apart_mm(position_on_grid(data->node_position[from], grid_e7),
                           position_on_grid(data->node_position[to], grid_e7),
                           grid_e7);
}

static uint64_t link_mm(const struct courses *courses,
                        const struct osm_data *data, uint32_t grid_e7,
                        uint32_t link)
{
    return length_mm(data, courses->spot_node[courses->ref_spot[link]],
                     courses->spot_node[courses->ref_spot[link + 1]], grid_e7);
}

static void measure(const struct courses *courses, const struct osm_data *data,
                    struct link_costs *costs)
{
    for (uint32_t c = 0; c < courses->course_count; c++) {
        uint32_t last = courses->first_ref[c + 1] - 1;

        for (uint32_t l = courses->first_ref[c]; l < last; l++) {
            uint64_t mm = link_mm(courses, data, costs->grid_e7, l);

            costs->length_mm[l] = mm < LENGTH_LONG ? (uint32_t)mm : LENGTH_LONG;
        }
        costs->length_mm[last] = 0;
    }
}

/* Of a link, long or not. */
static double length_of(const struct link_costs *costs,
                        const struct courses *courses,
                        const struct osm_data *data, uint32_t link)
{
    uint32_t mm = costs->length_mm[link];

    return mm < LENGTH_LONG
               ? mm
               : (double)link_mm(courses, data, costs->grid_e7, link);
}

/* Of a way the links that are not there, because a node of theirs is not. */
struct gaps {
    uint32_t links;
    uint32_t end_links; /* of these, beyond the first and last node there */
    double across_mm;   /* straight across the others */
};

static struct gaps find_gaps(const struct osm_data *data, uint32_t way,
                             uint32_t grid_e7)
{
    const uint32_t *ref = data->way_ref;
    uint32_t before = OSM_NODE_MISSING;
    uint32_t nodes = 0; /* missing since then */
    struct gaps gaps = {0};

    for (uint64_t i = data->first_ref[way]; i < data->first_ref[way + 1]; i++) {
        if (ref[i] == OSM_NODE_MISSING) {
            nodes++;
            continue;
        }
        if (nodes > 0 && before != OSM_NODE_MISSING) {
            gaps.links += nodes + 1;
            gaps.across_mm += (double)length_mm(data, before, ref[i], grid_e7);
        } else {
            gaps.end_links += nodes;
        }
        before = ref[i];
        nodes = 0;
    }
    gaps.end_links += nodes;
    gaps.links += gaps.end_links;
    return gaps;
}

/* How far one has come on a way of which all takes a stated time. */
struct share {
    double all; /* length, or the number of links where they have none */
    double done;
    bool by_number;
};

/* All of a used way, gaps too. What is beyond its ends is guessed. */
static struct share share_of(const struct courses *courses,
                             const struct osm_data *data, uint32_t used,
                             const struct link_costs *costs)
{
    const struct used_way *way = &courses->way[used];
    uint32_t end_course = way_course_end(courses, used);
    uint32_t first = courses->first_ref[way->first_course];
    uint32_t end = courses->first_ref[end_course];
    uint32_t links = end - first - (end_course - way->first_course);
    struct gaps gaps = {0};
    double sum = 0;

    if (way->way != WAY_MADE_UP)
        gaps = find_gaps(data, way->way, costs->grid_e7);
    for (uint32_t l = first; l < end; l++)
        sum += length_of(costs, courses, data, l);
    if (sum > 0)
        return (struct share){.all = sum + gaps.across_mm +
                                     gaps.end_links * (sum / links)};
    return (struct share){.all = (double)links + gaps.links, .by_number = true};
}

static double share_duration(struct share *share, double total_ms,
                             double length)
{
    double before = floor(total_ms * share->done / share->all + 0.5);

    share->done += share->by_number ? 1 : length;
    return floor(total_ms * share->done / share->all + 0.5) - before;
}

/* OSRM keeps the steps of a segment in 22 bits, all set for none. */
static const double steps_most = (1 << 22) - 2;

static uint32_t in_steps(double cost, uint32_t step)
{
    double steps = floor(cost / step + 0.5);

    return cost_rounded((step > 1 ? fmin(steps, steps_most) : steps) * step);
}

/* Both darts of a link; `duration` where the way says what it takes. */
static void cost_link(struct link_costs *costs, const struct used_way *way,
                      uint32_t link, double length, double duration)
{
    const struct pace *pace = &way->pace;
    uint32_t step = costs->step_ms;

    for (uint32_t side = 0; side < 2; side++) {
        uint32_t dart = 2 * link + side;
        double takes =
            pace->total_s > 0 ? duration : length * 3.6 / pace->speed_kmh[side];
        uint32_t ms = in_steps(length > 0 ? fmax(takes, step) : takes, step);
        double base = pace->by_distance ? length / 10 : ms;

        if (!way->open[side])
            ms = 0;
        if (costs->duration_ms)
            costs->duration_ms[dart] = ms;
        costs->weight[dart] = costs->duration_ms && way->open[side]
                                  ? in_steps(base * pace->factor[side],
                                             pace->by_distance ? 1 : step)
                                  : ms;
    }
}

static void cost_way(struct link_costs *costs, const struct courses *courses,
                     const struct osm_data *data, uint32_t used)
{
    const struct used_way *way = &courses->way[used];
    uint32_t end = way_course_end(courses, used);
    struct share share = {.all = 1};

    if (way->pace.total_s > 0)
        share = share_of(courses, data, used, costs);
    for (uint32_t c = way->first_course; c < end; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1]; l++) {
            double length = length_of(costs, courses, data, l);

            cost_link(costs, way, l, length,
                      share_duration(&share, way->pace.total_s * 1000, length));
        }
    }
}

int link_costs_make(const struct courses *courses, const struct osm_data *data,
                    const struct road_profile *profile,
                    struct link_costs *costs)
{
    size_t darts = 2 * (size_t)courses->ref_count;

    costs->length_mm =
        array_alloc_huge(courses->ref_count, sizeof(*costs->length_mm));
    costs->weight = array_alloc_huge(darts, sizeof(*costs->weight));
    costs->step_ms = profile->step_ms ? profile->step_ms : 1;
    costs->grid_e7 = profile->grid_e7;
    if (!profile->weight_is_duration) {
        costs->duration_ms =
            array_alloc_huge(darts, sizeof(*costs->duration_ms));
        if (!costs->duration_ms)
            return -ENOMEM;
    }
    if (!costs->length_mm || !costs->weight)
        return -ENOMEM;
    measure(courses, data, costs);
    for (uint32_t used = 0; used < courses->way_count; used++)
        cost_way(costs, courses, data, used);
    return 0;
}

void link_costs_finish(struct link_costs *costs)
{
    free(costs->length_mm);
    free(costs->weight);
    free(costs->duration_ms);
    *costs = (struct link_costs){0};
}
