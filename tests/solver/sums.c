/* sums: exact sums, cut to what solvers can represent. */
#include "tests/solver/sums.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "tests/solver/fifo.h"

static uint32_t draw_sum(struct random *random)
{
    if (random_below(random, 40) == 0)
        return SUM_NONE - random_below(random, 3);
    return random_below(random, 3);
}

void draw_arc_sums(const struct map *map, uint64_t number,
                   struct arc_sums *ret_sums)
{
    size_t arcs = map->topology.arc_count;
    struct arc_sums sums;
    struct random random;

    random_seed(&random, number + arcs);
    if (map->roads.piece_count && random_below(&random, 2)) {
        if (arc_sums_make(map, &map->imported, ret_sums))
            abort();
        return;
    }
    sums.duration_ms = array_alloc(arcs, sizeof(uint32_t));
    sums.length_mm = array_alloc(arcs, sizeof(uint32_t));
    if (!sums.duration_ms || !sums.length_mm)
        abort();
    for (size_t a = 0; a < arcs; a++) {
        sums.duration_ms[a] = draw_sum(&random);
        sums.length_mm[a] = draw_sum(&random);
    }
    *ret_sums = sums;
}

/* Exact: cost, duration, length, compared in this order. */
struct exact {
    uint64_t part[3];
};

#define UNREACHED ((struct exact){{UINT64_MAX, 0, 0}})

static bool is_less(struct exact a, struct exact b)
{
    for (int i = 0; i < 3; i++)
        if (a.part[i] != b.part[i])
            return a.part[i] < b.part[i];
    return false;
}

/* Sums that do not fit are equal, as solvers cannot tell them apart. */
static struct exact cut(struct exact label)
{
    static const uint64_t most[3] = {COST_OVERFLOW, SUM_NONE, SUM_NONE};

    for (int i = 0; i < 3; i++)
        if (label.part[i] > most[i] && label.part[0] != UINT64_MAX)
            label.part[i] = most[i];
    return label;
}

static void improve(struct fifo *fifo, struct exact *labels, uint32_t vertex,
                    struct exact label)
{
    label = cut(label);
    if (!is_less(label, labels[vertex]))
        return;
    labels[vertex] = label;
    fifo_push(fifo, vertex);
}

static void relax(const struct topology *topology,
                  const struct weights *weights, const struct arc_sums *sums,
                  struct fifo *fifo, struct exact *labels, uint32_t vertex)
{
    struct exact from = labels[vertex];

    for (uint32_t a = topology->first_out[vertex];
         a < topology->first_out[vertex + 1]; a++) {
        struct exact next = {{from.part[0] + weights->weight[a],
                              from.part[1] + sums->duration_ms[a],
                              from.part[2] + sums->length_mm[a]}};

        if (weights->weight[a] != WEIGHT_CLOSED)
            improve(fifo, labels, topology->head[a], next);
    }
}

static struct exact *find_labels(const struct sample *sample,
                                 const struct topology *topology,
                                 const struct weights *weights)
{
    const struct query *query = &sample->query;
    struct exact *labels = array_alloc(topology->vertex_count, sizeof(*labels));
    struct fifo fifo;

    if (!labels)
        abort();
    fifo_init(&fifo, topology->vertex_count);
    for (uint32_t v = 0; v < topology->vertex_count; v++)
        labels[v] = UNREACHED;
    for (uint32_t i = 0; i < query->seed_count; i++)
        improve(&fifo, labels, query->seeds[i].vertex,
                (struct exact){{query->seeds[i].cost,
                                query->sums->seeds[i].duration_ms,
                                query->sums->seeds[i].length_mm}});
    while (fifo.count)
        relax(topology, weights, query->sums->arcs, &fifo, labels,
              fifo_pop(&fifo));
    fifo_finish(&fifo);
    return labels;
}

/* A part beyond its limit stays there. */
static uint64_t move(uint64_t part, uint64_t limit, int64_t by)
{
    if (part >= limit)
        return limit;
    if ((int64_t)part + by < 0)
        return 0;
    return part + (uint64_t)by < limit ? part + (uint64_t)by : limit;
}

static struct exact at_target(struct exact label, int64_t cost,
                              struct sums_adjustment by)
{
    bool early = label.part[0] < COST_OVERFLOW && cost < 0 &&
                 label.part[0] < (uint64_t)-cost;
    bool short_time = label.part[1] < SUM_NONE && by.duration_ms < 0 &&
                      label.part[1] < (uint64_t)-by.duration_ms;

    label.part[0] = move(label.part[0], COST_OVERFLOW, cost);
    label.part[1] = move(label.part[1], SUM_NONE, by.duration_ms);
    label.part[2] = move(label.part[2], SUM_NONE, by.length_mm);
    if (early)
        return (struct exact){{0, 0, 0}};
    if (short_time)
        label.part[2] = 0;
    if (label.part[0] == COST_OVERFLOW)
        label.part[1] = SUM_NONE;
    if (label.part[1] == SUM_NONE)
        label.part[2] = SUM_NONE;
    return label;
}

static struct exact find_target(const struct query *query, uint32_t at,
                                const struct exact *labels)
{
    const struct target *target = &query->targets[at];
    struct exact best = {{UINT64_MAX, SUM_NONE, SUM_NONE}};

    for (uint32_t i = 0; i < target->vertex_count; i++) {
        const struct target_vertex *vertex = &target->vertices[i];
        struct exact label = labels[vertex->vertex];

        if (label.part[0] > query->bound)
            continue;
        label =
            at_target(label, vertex->adjustment, query->sums->targets[at][i]);
        if (is_less(label, best))
            best = label;
    }
    return best;
}

int check_sums(const struct sample *sample, const struct topology *topology,
               const struct weights *weights, struct error *error)
{
    const struct query *query = &sample->query;
    struct exact *labels;
    int r = 0;

    if (query->status != QUERY_DONE)
        return 0;
    labels = find_labels(sample, topology, weights);
    for (uint32_t i = 0; i < query->target_count && !r; i++) {
        struct exact right = find_target(query, i, labels);
        struct path_sums found = query->sums->sums[i];

        if (found.duration_ms != right.part[1] ||
            found.length_mm != right.part[2])
            r = error_set(error, -EINVAL,
                          "target %u of cost %u: sums %u and %u instead of "
                          "%llu and %llu",
                          i, query->cost[i], found.duration_ms, found.length_mm,
                          (unsigned long long)right.part[1],
                          (unsigned long long)right.part[2]);
    }
    free(labels);
    return r;
}
