/* table_question: costs from every source to every target. */
#include "core/service/table_question.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

/* One query a row; the targets are the same for all. */
struct table_work {
    struct query *rows;         /* [source_count] */
    struct query **queries;     /* [source_count], to rows */
    struct seed *seeds;         /* [source_count] */
    struct target *targets;     /* [target_count] */
    struct target_vertex *ends; /* [target_count] */
};

static void work_destroy(struct table_work *work)
{
    if (!work)
        return;
    free(work->rows);
    free(work->queries);
    free(work->seeds);
    free(work->targets);
    free(work->ends);
    free(work);
}

static struct table_work *work_create(size_t source_count, size_t target_count)
{
    struct table_work *work = calloc(1, sizeof(*work));

    if (!work)
        return NULL;
    work->rows = array_alloc(source_count, sizeof(*work->rows));
    work->queries = array_alloc(source_count, sizeof(*work->queries));
    work->seeds = array_alloc(source_count, sizeof(*work->seeds));
    work->targets = array_alloc(target_count, sizeof(*work->targets));
    work->ends = array_alloc(target_count, sizeof(*work->ends));
    if (work->rows && work->queries && work->seeds && work->targets &&
        work->ends)
        return work;
    work_destroy(work);
    return NULL;
}

void table_question_finish(struct table_question *question)
{
    work_destroy(question->work);
    free(question->costs);
    question->work = NULL;
    question->costs = NULL;
}

static enum outcome fill_targets(struct table_question *question)
{
    struct table_work *work = question->work;

    for (size_t i = 0; i < question->target_count; i++) {
        struct target_vertex *end = &work->ends[i];
        enum outcome outcome =
            ask_vertex(&question->base, (struct ask_place){"targets", i, NULL},
                       question->targets[i], &end->vertex);

        if (outcome != OUTCOME_OK)
            return outcome;
        end->adjustment = 0;
        work->targets[i] = (struct target){end, 1};
    }
    return OUTCOME_OK;
}

static enum outcome fill_row(struct table_question *question, size_t index)
{
    struct table_work *work = question->work;

    work->queries[index] = &work->rows[index];
    work->seeds[index].cost = 0;
    work->rows[index] = (struct query){
        .seeds = &work->seeds[index],
        .seed_count = 1,
        .targets = work->targets,
        .target_count = (uint32_t)question->target_count,
        .output = QUERY_COSTS,
        .bound = COST_OVERFLOW,
        .cancel = &question->base.cancel,
        .cost = question->costs + index * question->target_count,
    };
    return ask_vertex(&question->base,
                      (struct ask_place){"sources", index, NULL},
                      question->sources[index], &work->seeds[index].vertex);
}

static enum outcome fill(struct table_question *question)
{
    size_t cells = question->source_count * question->target_count;
    enum outcome outcome;

    question->work =
        work_create(question->source_count, question->target_count);
    question->costs = array_alloc(cells, sizeof(*question->costs));
    if (!question->work || !question->costs)
        return ask_refuse_no_memory(&question->base);
    outcome = fill_targets(question);
    for (size_t i = 0; i < question->source_count && outcome == OUTCOME_OK; i++)
        outcome = fill_row(question, i);
    return outcome;
}

static void done(struct job *job)
{
    struct table_question *question = job->context;

    ask_note_answer(&question->base);
    ask_end(&question->base);
}

static enum outcome check_size(struct service *service,
                               struct table_question *question)
{
    uint64_t most = service->settings.table_cells_max;
    uint64_t cells;

    if (question->source_count == 0 || question->target_count == 0)
        return ask_refuse(&question->base, OUTCOME_FAILED,
                          "a table without sources or targets");
    if (!__builtin_mul_overflow(question->source_count, question->target_count,
                                &cells) &&
        cells <= most && question->target_count <= UINT32_MAX)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "a table of %zu sources and %zu targets; "
                      "limits.table-cells-max is %llu",
                      question->source_count, question->target_count,
                      (unsigned long long)most);
}

enum outcome service_ask_table(struct service *service,
                               struct table_question *question)
{
    enum outcome outcome;

    question->work = NULL;
    question->costs = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = check_size(service, question);
    if (outcome == OUTCOME_OK)
        outcome = fill(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_submit(service, &question->base, question->work->queries,
                             question->source_count, done);
    if (outcome != OUTCOME_OK)
        table_question_finish(question);
    return outcome;
}
