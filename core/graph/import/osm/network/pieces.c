/* pieces: links without a choice between them, as one. */
#include "core/graph/import/osm/network/pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_order.h"
#include "core/graph/roads/hilbert.h"

struct tracing {
    const struct courses *courses;
    const struct link_costs *costs;
    struct junctions *junctions;
    struct pieces *pieces;
    size_t capacity;     /* of pieces->first */
    uint32_t dart_count; /* in pieces->dart */
};

/* Sums of a piece, each way. */
struct sums {
    uint64_t weight[2];
    uint64_t duration_ms[2];
};

static bool is_traced(const struct tracing *tracing, uint32_t dart)
{
    return tracing->pieces->link_edge[dart / 2] != EDGE_NONE;
}

static bool is_junction(const struct tracing *tracing, uint32_t spot)
{
    return tracing->junctions->mark[spot] & SPOT_JUNCTION;
}

static void append(struct tracing *tracing, uint32_t dart)
{
    struct pieces *pieces = tracing->pieces;

    pieces->link_edge[dart / 2] = 2 * pieces->count | (dart & 1);
    pieces->dart[tracing->dart_count++] = dart;
}

/* Whether the sums are still good with the dart. */
static bool sums_take(struct sums *sums, const struct link_costs *costs,
                      uint32_t dart)
{
    bool good = true;

    for (uint32_t side = 0; side < 2; side++) {
        sums->weight[side] += costs->weight[dart ^ side];
        sums->duration_ms[side] += dart_duration_ms(costs, dart ^ side);
        good &= sums->weight[side] <= LINK_COST_MAX &&
                sums->duration_ms[side] <= LINK_COST_MAX;
    }
    return good;
}

/* From a junction to the next. `ret_next`: the dart that would go on where the
 * piece became too much; the spot there is a junction then. */
static bool trace_piece(struct tracing *tracing, uint32_t dart,
                        uint32_t *ret_next)
{
    struct sums sums = {0};

    sums_take(&sums, tracing->costs, dart);
    append(tracing, dart);
    for (;;) {
        uint32_t spot = dart_head(tracing->courses, dart);

        if (is_junction(tracing, spot))
            return false;
        dart = junctions_next(tracing->junctions, tracing->courses, dart);
        if (!sums_take(&sums, tracing->costs, dart)) {
            tracing->junctions->mark[spot] |= SPOT_JUNCTION;
            *ret_next = dart;
            return true;
        }
        append(tracing, dart);
    }
}

static int trace(struct tracing *tracing, uint32_t dart)
{
    struct pieces *pieces = tracing->pieces;
    bool more;

    do {
        int r =
            array_reserve((void **)&pieces->first, &tracing->capacity,
                          (size_t)pieces->count + 2, sizeof(*pieces->first));

        if (r)
            return r;
        pieces->first[pieces->count] = tracing->dart_count;
        more = trace_piece(tracing, dart, &dart);
        pieces->count++;
    } while (more);
    return 0;
}

/* All pieces that begin with such a dart: each link's forward (0) or backward
 * (1) one, where it leaves a junction, or anywhere. */
static int trace_all(struct tracing *tracing, uint32_t side, bool anywhere)
{
    const struct courses *courses = tracing->courses;
    int r = 0;

    for (uint32_t c = 0; c < courses->course_count; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1] && !r; l++) {
            uint32_t dart = 2 * l + side;
            uint32_t spot = dart_tail(courses, dart);

            if (is_traced(tracing, dart) ||
                (!anywhere && !is_junction(tracing, spot)))
                continue;
            tracing->junctions->mark[spot] |= SPOT_JUNCTION;
            r = trace(tracing, dart);
        }
    }
    return r;
}

static int trace_pieces(struct tracing *tracing)
{
    struct pieces *pieces = tracing->pieces;
    uint32_t ref_count = tracing->courses->ref_count;
    int r;

    pieces->dart = array_alloc_huge(ref_count, sizeof(*pieces->dart));
    pieces->link_edge = array_alloc_huge(ref_count, sizeof(*pieces->link_edge));
    if (!pieces->dart || !pieces->link_edge)
        return -ENOMEM;
    memset(pieces->link_edge, 0xff, ref_count * sizeof(*pieces->link_edge));
    r = array_reserve((void **)&pieces->first, &tracing->capacity, 1,
                      sizeof(*pieces->first));
    r = r ? r : trace_all(tracing, 0, false);
    r = r ? r : trace_all(tracing, 1, false);
    r = r ? r : trace_all(tracing, 0, true);
    if (!r)
        pieces->first[pieces->count] = tracing->dart_count;
    return r;
}

static int order_pieces(const struct pieces *pieces,
                        const struct courses *courses,
                        const struct osm_data *data, uint32_t **ret_order)
{
    uint64_t *key = array_alloc(pieces->count, sizeof(*key));
    int r;

    if (!key)
        return -ENOMEM;
    for (uint32_t p = 0; p < pieces->count; p++) {
        uint32_t middle = (pieces->first[p] + pieces->first[p + 1]) / 2;
        uint32_t spot = dart_tail(courses, pieces->dart[middle]);

        key[p] =
            hilbert_position(data->node_position[courses->spot_node[spot]]);
    }
    r = key_order(key, pieces->count, 0, ret_order);
    free(key);
    return r;
}

/* Piece i becomes what order[i] was. */
static int rearrange(struct pieces *pieces, const uint32_t *order,
                     uint32_t dart_count)
{
    uint32_t *first = array_alloc((size_t)pieces->count + 1, sizeof(*first));
    uint32_t *dart = array_alloc_huge(dart_count, sizeof(*dart));
    uint32_t at = 0;

    if (!first || !dart) {
        free(first);
        free(dart);
        return -ENOMEM;
    }
    for (uint32_t p = 0; p < pieces->count; p++) {
        first[p] = at;
        for (uint32_t i = pieces->first[order[p]];
             i < pieces->first[order[p] + 1]; i++) {
            dart[at++] = pieces->dart[i];
            pieces->link_edge[pieces->dart[i] / 2] =
                2 * p | (pieces->dart[i] & 1);
        }
    }
    first[pieces->count] = at;
    free(pieces->first);
    free(pieces->dart);
    pieces->first = first;
    pieces->dart = dart;
    return 0;
}

int pieces_make(const struct courses *courses, const struct osm_data *data,
                const struct link_costs *costs, struct junctions *junctions,
                struct pieces *pieces)
{
    struct tracing tracing = {
        .courses = courses,
        .costs = costs,
        .junctions = junctions,
        .pieces = pieces,
    };
    uint32_t *order;
    int r = trace_pieces(&tracing);

    if (r)
        return r;
    r = order_pieces(pieces, courses, data, &order);
    if (r)
        return r;
    r = rearrange(pieces, order, tracing.dart_count);
    free(order);
    return r;
}

void pieces_finish(struct pieces *pieces)
{
    free(pieces->first);
    free(pieces->dart);
    free(pieces->link_edge);
    *pieces = (struct pieces){0};
}
