/* bench_answers: answers put aside while others are measured. */
#include "lab/bench_answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

size_t bench_answers_most(const struct bench_question *question)
{
    size_t words = bench_question_costs(question);
    size_t most = BENCH_COST_WORDS / (words ? words : 1);

    return most ? most : 1;
}

int bench_answers_init(struct bench_answers *answers,
                       const struct bench_question *question, size_t capacity,
                       bool paths)
{
    size_t vertices = question->map->topology.vertex_count;

    *answers = (struct bench_answers){
        .capacity = capacity,
        .cost_count = bench_question_costs(question),
    };
    if (paths)
        answers->arc_capacity =
            vertices > BENCH_ARC_WORDS ? vertices : BENCH_ARC_WORDS;
    answers->kept = array_alloc(capacity, sizeof(*answers->kept));
    answers->cost =
        array_alloc(capacity * answers->cost_count, sizeof(uint32_t));
    answers->arc = array_alloc(answers->arc_capacity, sizeof(uint32_t));
    return answers->kept && answers->cost && answers->arc ? 0 : -ENOMEM;
}

void bench_answers_finish(struct bench_answers *answers)
{
    free(answers->kept);
    free(answers->cost);
    free(answers->arc);
}

/* Of a question's path that are kept. */
static size_t arcs_of(const struct bench_answers *answers,
                      const struct bench_question *question)
{
    size_t count = question->path.arc_count;

    if (!answers->arc_capacity || question->shape.kind != BENCH_ONE_PATH)
        return 0;
    return count < answers->arc_capacity ? count : answers->arc_capacity;
}

bool bench_answers_keep(struct bench_answers *answers,
                        const struct bench_question *question)
{
    size_t arcs = arcs_of(answers, question);
    size_t count = answers->cost_count;

    if (answers->count == answers->capacity ||
        arcs > answers->arc_capacity - answers->arc_count)
        return false;
    memcpy(answers->cost + answers->count * count, question->cost,
           count * sizeof(uint32_t));
    if (arcs)
        memcpy(answers->arc + answers->arc_count, question->path.arc,
               arcs * sizeof(uint32_t));
    answers->kept[answers->count++] = (struct bench_kept){
        .from = question->seed[0].vertex,
        .to = question->vertices[0].vertex,
        .first_vertex = question->path.first_vertex,
        .seed_cost = question->path.seed_cost,
        .first_arc = answers->arc_count,
        .arc_count = arcs,
    };
    answers->arc_count += arcs;
    return true;
}

void bench_answers_clear(struct bench_answers *answers)
{
    answers->count = 0;
    answers->arc_count = 0;
}

int bench_answers_load(const struct bench_answers *answers, size_t index,
                       struct bench_question *question)
{
    const struct bench_kept *kept = &answers->kept[index];
    size_t count = answers->cost_count;
    int r = 0;

    bench_question_set(question, kept->from, kept->to);
    memcpy(question->cost, answers->cost + index * count,
           count * sizeof(uint32_t));
    path_clear(&question->path);
    question->path.first_vertex = kept->first_vertex;
    question->path.seed_cost = kept->seed_cost;
    for (size_t i = 0; i < kept->arc_count && !r; i++)
        r = path_append(&question->path, answers->arc[kept->first_arc + i]);
    return r;
}
