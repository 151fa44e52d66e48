/* stretch: a part of an edge that a search came along. */
#include "core/service/isochrone/stretch.h"

#include "core/graph/cost.h"
#include "core/graph/roads/ground.h"

uint32_t measure_edge(const struct measure *measure, const struct roads *roads,
                      uint32_t edge)
{
    uint32_t first, end;
    uint64_t sum = 0;

    piece_segments(roads, edge_piece(edge), &first, &end);
    for (uint32_t s = first; s < end; s++)
        sum += measure_segment(measure, roads, edge, s);
    return sum < COST_OVERFLOW ? (uint32_t)sum : COST_OVERFLOW;
}

uint32_t measure_sums(const struct measure *measure,
                      const struct edge_sums *sums)
{
    if (!measure->distance)
        return sums->duration_ms;
    return sums->length_mm < COST_OVERFLOW ? (uint32_t)sums->length_mm
                                           : COST_OVERFLOW;
}

/* Whether the walk along an edge goes in the piece's direction. */
static bool walks_forward(const struct measure *measure, uint32_t edge)
{
    return edge_is_forward(edge) != measure->backward;
}

struct stretch stretch_whole(const struct measure *measure,
                             const struct roads *roads, uint32_t edge,
                             uint32_t spent)
{
    uint32_t first, end;
    bool forward = walks_forward(measure, edge);

    piece_segments(roads, edge_piece(edge), &first, &end);
    return (struct stretch){edge, forward ? first : end - 1, forward ? 0 : 1,
                            spent};
}

/* Shortens a part that spends too much; whether it did. */
static bool cut(struct stretch_part *part, uint32_t most)
{
    double share;

    if (part->spent_to <= most)
        return false;
    share = (most - part->spent_from) / (part->spent_to - part->spent_from);
    part->to = ground_between(part->from, part->to, share);
    part->spent_to = most;
    return true;
}

void stretch_walk(const struct stretch *stretch, const struct measure *measure,
                  const struct roads *roads, stretch_take *take, void *context)
{
    bool forward = walks_forward(measure, stretch->edge);
    const struct position *node =
        roads->node_position + edge_piece(stretch->edge);
    double left = forward ? 1 - (double)stretch->fraction : stretch->fraction;
    struct stretch_part part = {.spent_to = stretch->spent};
    uint32_t first, end;

    piece_segments(roads, edge_piece(stretch->edge), &first, &end);
    part.to = ground_between(node[stretch->segment], node[stretch->segment + 1],
                             stretch->fraction);
    for (uint32_t s = stretch->segment; part.spent_to <= measure->most;) {
        part.from = part.to;
        part.spent_from = part.spent_to;
        part.to = node[s + forward];
        part.spent_to +=
            left * (double)measure_segment(measure, roads, stretch->edge, s);
        if (cut(&part, measure->most)) {
            take(context, &part);
            return;
        }
        take(context, &part);
        left = 1;
        if (s == (forward ? end - 1 : first))
            return;
        s = forward ? s + 1 : s - 1;
    }
}
