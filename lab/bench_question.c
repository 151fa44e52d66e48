/* bench_question: one question to several solvers, and whether they agree. */
#include "lab/bench_question.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/random.h"

size_t bench_question_costs(const struct bench_question *question)
{
    if (question->shape.kind == BENCH_WHOLE_TREE)
        return question->map->topology.vertex_count;
    return (size_t)question->row_count * question->shape.columns;
}

int bench_question_init(struct bench_question *question, const struct map *map,
                        struct bench_shape shape)
{
    size_t rows;

    shape.rows += shape.rows == 0;
    shape.columns += shape.columns == 0;
    shape.step += shape.step == 0;
    rows = (shape.rows - 1) / shape.step + 1;
    *question = (struct bench_question){.map = map, .shape = shape};
    path_init(&question->path);
    question->row_count = (uint32_t)rows;
    question->query = array_zero(rows, sizeof(*question->query));
    question->queries = array_zero(rows, sizeof(struct query *));
    question->seed = array_zero(rows, sizeof(*question->seed));
    question->vertices = array_zero(shape.columns, sizeof(*question->vertices));
    question->targets = array_zero(shape.columns, sizeof(*question->targets));
    question->cost =
        array_zero(bench_question_costs(question), sizeof(uint32_t));
    return question->query && question->queries && question->seed &&
                   question->vertices && question->targets && question->cost
               ? 0
               : -ENOMEM;
}

void bench_question_finish(struct bench_question *question)
{
    path_finish(&question->path);
    free(question->query);
    free(question->queries);
    free(question->seed);
    free(question->vertices);
    free(question->targets);
    free(question->cost);
}

/* The ends of all rows and columns, whichever rows are asked. */
static void draw_ends(struct bench_question *question, uint32_t from,
                      uint32_t to)
{
    const struct bench_shape *shape = &question->shape;
    uint32_t n = question->map->topology.vertex_count;
    struct random random;

    random_seed(&random, (uint64_t)from << 32 | to);
    for (uint32_t i = 0; i < shape->rows; i++) {
        uint32_t vertex = i ? random_below(&random, n) : from;

        if (i % shape->step == 0)
            question->seed[i / shape->step] = (struct seed){vertex, 0};
    }
    for (uint32_t j = 0; j < shape->columns; j++) {
        uint32_t vertex = j ? random_below(&random, n) : to;

        question->vertices[j] = (struct target_vertex){vertex, 0};
        question->targets[j] = (struct target){&question->vertices[j], 1};
    }
}

void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to)
{
    static const enum query_output output[] = {
        [BENCH_WHOLE_TREE] = QUERY_TREE,
        [BENCH_ONE_PATH] = QUERY_PATHS,
        [BENCH_WHOLE_TABLE] = QUERY_COSTS,
    };
    enum bench_kind kind = question->shape.kind;
    uint32_t columns = kind == BENCH_WHOLE_TREE ? 0 : question->shape.columns;

    draw_ends(question, from, to);
    tree_sink_init(&question->sink, question->cost);
    for (uint32_t i = 0; i < question->row_count; i++) {
        question->query[i] = (struct query){
            .seeds = &question->seed[i],
            .seed_count = 1,
            .targets = question->targets,
            .target_count = columns,
            .output = output[kind],
            .bound = COST_OVERFLOW,
            .sink = &question->sink.base,
            .cost = question->cost + (size_t)i * columns,
            .path = &question->path,
        };
        question->queries[i] = &question->query[i];
    }
}

int bench_question_ask(struct runner *runner, struct bench_question *question,
                       struct phase_observer *observer, struct error *error)
{
    return runner_solve(runner, question->queries, question->row_count,
                        observer, error);
}

static bool same_row(const struct bench_question *expected,
                     const struct bench_question *given, uint32_t row)
{
    size_t columns = given->shape.columns;
    uint32_t at = row * expected->shape.step / given->shape.step;

    return !memcmp(expected->cost + row * columns, given->cost + at * columns,
                   columns * sizeof(uint32_t));
}

/* Whether arcs lead from the source to the target, at the cost of the answer.
 */
static bool path_is_right(const struct bench_question *question,
                          const struct weights *weights)
{
    const struct topology *topology = &question->map->topology;
    const struct path *path = &question->path;
    uint32_t vertex = path->first_vertex;

    if (*question->cost > COST_MAX)
        return path->first_vertex == VERTEX_NONE && path->arc_count == 0;
    if (vertex != question->seed[0].vertex ||
        path->arc_count >= topology->vertex_count)
        return false;
    for (size_t i = 0; i < path->arc_count; i++) {
        uint32_t arc = path->arc[i];

        if (arc < topology->first_out[vertex] ||
            arc >= topology->first_out[vertex + 1])
            return false;
        vertex = topology->head[arc];
    }
    return vertex == question->vertices[0].vertex &&
           path_cost(path, weights) == *question->cost;
}

bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights)
{
    if (given->shape.kind == BENCH_WHOLE_TREE)
        return !memcmp(expected->cost, given->cost,
                       bench_question_costs(given) * sizeof(uint32_t));
    for (uint32_t i = 0; i < expected->row_count; i++) {
        if (!same_row(expected, given, i))
            return false;
    }
    return given->shape.kind == BENCH_WHOLE_TABLE ||
           path_is_right(given, weights);
}
