/* table_ends: the sources and targets of a table as seeds and target vertices.
 */
#include "core/service/table/table_ends.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

void table_ends_finish(struct table_ends *ends)
{
    free(ends->seeds);
    free(ends->first_seed);
    free(ends->seed_sums);
    free(ends->adjustments);
    free(ends->target_adjustments);
    free(ends->targets);
    free(ends->vertices);
    free(ends->from.list);
    free(ends->to.list);
    *ends = (struct table_ends){0};
}

size_t table_ends_bytes(const struct table_ends *ends)
{
    size_t seed = sizeof(*ends->seeds);
    size_t vertex = sizeof(*ends->vertices);
    size_t target = sizeof(*ends->targets);

    if (ends->sums) {
        seed += sizeof(*ends->seed_sums);
        vertex += sizeof(*ends->adjustments);
        target += sizeof(*ends->target_adjustments);
    }
    return ends->seed_count * seed +
           (ends->first_seed
                ? (ends->source_count + 1) * sizeof(*ends->first_seed)
                : 0) +
           ends->target_count * target + ends->vertex_count * vertex +
           (ends->from.count + ends->to.count) * sizeof(struct table_point);
}

uint32_t table_ends_seeds(const struct table_ends *ends, size_t row,
                          size_t *ret_first)
{
    *ret_first = ends->first_seed ? ends->first_seed[row] : row;
    return ends->first_seed ? ends->first_seed[row + 1] - ends->first_seed[row]
                            : 1;
}

/* Of a bare graph. */
static enum outcome fill_vertices(struct table_ends *ends,
                                  struct table_question *question)
{
    struct question *base = &question->base;
    enum outcome outcome = OUTCOME_OK;

    for (size_t i = 0; i < ends->source_count && outcome == OUTCOME_OK; i++) {
        ends->seeds[i].cost = 0;
        outcome = ask_vertex(base, (struct ask_place){"sources", i, NULL},
                             question->sources[i], &ends->seeds[i].vertex);
    }
    for (size_t i = 0; i < ends->target_count && outcome == OUTCOME_OK; i++) {
        struct target_vertex *vertex = &ends->vertices[i];

        vertex->adjustment = 0;
        ends->targets[i] = (struct target){vertex, 1};
        outcome = ask_vertex(base, (struct ask_place){"targets", i, NULL},
                             question->targets[i], &vertex->vertex);
    }
    return outcome;
}

static enum outcome init_vertices(struct table_ends *ends,
                                  struct table_question *question)
{
    ends->seed_count = ends->source_count;
    ends->vertex_count = ends->target_count;
    ends->seeds = array_alloc(ends->seed_count, sizeof(*ends->seeds));
    ends->vertices = array_alloc(ends->vertex_count, sizeof(*ends->vertices));
    if (!ends->seeds || !ends->vertices)
        return ask_refuse_no_memory(&question->base);
    return fill_vertices(ends, question);
}

enum outcome table_ends_init(struct table_ends *ends,
                             struct table_question *question)
{
    *ends = (struct table_ends){
        .source_count = question->source_count,
        .target_count = question->target_count,
        .sums = question->sums,
    };
    ends->targets = array_alloc(ends->target_count, sizeof(*ends->targets));
    if (ends->sums)
        ends->target_adjustments =
            array_alloc(ends->target_count, sizeof(*ends->target_adjustments));
    if (!ends->targets || (ends->sums && !ends->target_adjustments))
        return ask_refuse_no_memory(&question->base);
    return ask_has_roads(&question->base)
               ? table_ends_init_places(ends, question)
               : init_vertices(ends, question);
}
