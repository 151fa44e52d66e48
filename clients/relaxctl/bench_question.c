/* bench_question: one question to several solvers, and whether they agree. */
#include "clients/relaxctl/bench_question.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

int bench_question_init(struct bench_question *question, const struct map *map,
                        bool pair)
{
    uint32_t n = map->topology.vertex_count;

    memset(question, 0, sizeof(*question));
    path_init(&question->path);
    question->vertex_count = n;
    if (pair)
        return 0;
    question->costs = array_zero(n, sizeof(uint32_t));
    return question->costs ? 0 : -ENOMEM;
}

void bench_question_finish(struct bench_question *question)
{
    path_finish(&question->path);
    free(question->costs);
}

void bench_question_set(struct bench_question *question, uint32_t from,
                        uint32_t to)
{
    tree_sink_init(&question->sink, question->costs);
    question->seed = (struct seed){from, 0};
    question->vertex = (struct target_vertex){to, 0};
    question->target = (struct target){&question->vertex, 1};
    question->query = (struct query){
        .seeds = &question->seed,
        .seed_count = 1,
        .targets = &question->target,
        .target_count = question->costs ? 0 : 1,
        .output = question->costs ? QUERY_TREE : QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .sink = &question->sink.base,
        .cost = &question->cost,
        .path = &question->path,
    };
}

int bench_question_ask(struct runner *runner, struct bench_question *question,
                       struct phase_observer *observer, struct error *error)
{
    struct query *queries[] = {&question->query};

    return runner_solve(runner, queries, 1, observer, error);
}

bool bench_question_same(const struct bench_question *expected,
                         const struct bench_question *given,
                         const struct weights *weights)
{
    if (given->costs)
        return !memcmp(expected->costs, given->costs,
                       given->vertex_count * sizeof(uint32_t));
    if (given->cost != expected->cost)
        return false;
    return given->cost > COST_MAX ||
           path_cost(&given->path, weights) == given->cost;
}
