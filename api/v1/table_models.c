/* table_models: a table under each of several models: one question after
 * another, whose matrices are kept; then the whole answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/model_json.h"
#include "api/http/listener_private.h"
#include "api/v1/table.h"
#include "api/v1/v1.h"
#include "core/base/array.h"

enum { TABLE_MODELS_MAX = 1000 };

/* A table, or why there is none. */
struct part {
    uint32_t *value[TABLE_METRICS]; /* [cells] of the metrics that were asked
                                       for; owned */
    bool failed;
    struct problem *problem; /* why, owned; NULL: memory was short */
};

struct table_models {
    struct model_option *option; /* [count] */
    struct part *part;           /* [count] */
    size_t count;
    size_t now;      /* the one that is asked about, later written */
    bool opened;     /* its object */
    unsigned metric; /* the next of it, of those that were asked for */
    size_t cell;     /* of that */
};

void table_models_destroy(struct table_models *models)
{
    if (!models)
        return;
    for (size_t i = 0; i < models->count; i++) {
        model_release(models->option[i].model);
        for (int m = 0; m < TABLE_METRICS; m++)
            free(models->part[i].value[m]);
        free(models->part[i].problem);
    }
    free(models->option);
    free(models->part);
    free(models);
}

/* ---- Reading ------------------------------------------------------------- */

static int refuse(struct problem *problem, const char *name, const char *words)
{
    problem_set(problem, PROBLEM_PARAMETER, "'%s' %s", name, words);
    problem_mend(problem, "give [MODEL, ...], as /docs/models has them");
    return problem_about(problem, name);
}

static int read_option(const json_t *value, size_t i,
                       struct model_option *option, struct problem *problem)
{
    const char *name = json_string_value(value);
    char label[32];

    snprintf(label, sizeof(label), "models[%zu]", i);
    if (!name)
        return model_json_read(value, label, &option->model, problem);
    if (!*name || strlen(name) >= sizeof(option->name))
        return refuse(problem, label,
                      "must be a name of 1 to 63 bytes, or a model");
    strcpy(option->name, name);
    return 0;
}

static int refuse_no_memory(struct problem *problem)
{
    return problem_set(problem, PROBLEM_FAILED, "out of memory");
}

static struct table_models *create(size_t count)
{
    struct table_models *models = calloc(1, sizeof(*models));

    if (!models)
        return NULL;
    models->option = array_zero(count, sizeof(*models->option));
    models->part = array_zero(count, sizeof(*models->part));
    if (models->option && models->part) {
        models->count = count;
        return models;
    }
    table_models_destroy(models);
    return NULL;
}

int table_models_read(const json_t *array, struct table_state *state,
                      struct problem *problem)
{
    size_t count = json_array_size(array);

    if (!array)
        return 0;
    if (!count || count > TABLE_MODELS_MAX)
        return refuse(problem, "models", "must be a list of 1 to 1000 models");
    if (state->options.model.model || *state->options.model.name)
        return refuse(problem, "models", "cannot stand beside 'model'");
    if (table_by_cells(state))
        return refuse(problem, "models",
                      "cannot stand beside 'pairs' and 'sparse'");
    state->models = create(count);
    if (!state->models)
        return refuse_no_memory(problem);
    for (size_t i = 0; i < count; i++) {
        if (read_option(json_array_get(array, i), i, &state->models->option[i],
                        problem))
            return -EINVAL;
    }
    return 0;
}

/* ---- Asking -------------------------------------------------------------- */

static int make_room(const struct table_state *state, struct part *part)
{
    for (unsigned m = 0; m < table_metric_count(state); m++) {
        part->value[m] =
            array_alloc(table_cells(state), sizeof(*part->value[m]));
        if (!part->value[m])
            return -ENOMEM;
    }
    return 0;
}

/* Keeps why the model has no table. */
static void keep_problem(struct table_state *state)
{
    struct part *part = &state->models->part[state->models->now];

    part->failed = true;
    part->problem = calloc(1, sizeof(*part->problem));
    if (part->problem)
        problem_from_question(part->problem, &state->question.base);
}

static void take_rows(struct table_state *state, struct part *part)
{
    size_t columns = state->question.target_count;

    for (;;) {
        state->rows = table_read(&state->question);
        if (!state->rows.count)
            return;
        for (size_t i = 0; i < state->rows.count * columns; i++) {
            size_t cell = state->rows.first * columns + i;
            uint32_t value[TABLE_METRICS];

            table_read_cell(state, i, value);
            for (unsigned m = 0; m < table_metric_count(state); m++)
                part->value[m][cell] = value[table_metric_at(state, m)];
        }
    }
}

/* Gives the options the model that is next. */
static void choose_model(struct table_state *state)
{
    const struct model_option *option =
        &state->models->option[state->models->now];

    question_options_finish(&state->options);
    state->options.model = *option;
    if (option->model)
        model_acquire(option->model);
}

static enum produced produce(struct exchange *exchange);

/* Asks about the next model that is not refused at once, or answers. */
static void ask_next(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct table_models *models = state->models;
    struct question *base = &state->question.base;
    uint64_t deadline_us = base->cancel.deadline_us;

    for (; models->now < models->count; models->now++) {
        table_question_finish(&state->question);
        table_line_up_again(state);
        base->cancel.deadline_us = deadline_us;
        choose_model(state);
        exchange_prepare(exchange, base, &state->options);
        if (make_room(state, &models->part[models->now])) {
            exchange_refuse_no_memory(exchange);
            return;
        }
        if (service_ask_table(exchange_service(exchange), &state->question) ==
            OUTCOME_OK) {
            exchange_asked(exchange, base, OUTCOME_OK);
            return;
        }
        keep_problem(state);
    }
    models->now = 0;
    exchange_stream(exchange, UINT64_MAX, produce);
}

static bool check_size(struct exchange *exchange)
{
    const struct table_state *state = exchange->state;
    uint64_t most = listener_limits(exchange->listener)->table_cells_max;
    size_t cells = table_cells(state);
    struct problem problem;
    char words[160];

    if (cells <= most / state->models->count)
        return true;
    snprintf(words, sizeof(words),
             "%zu tables of %zu cells are too many; together they may have %ju "
             "cells (limits.table-cells-max)",
             state->models->count, cells, (uintmax_t)most);
    problem_from_outcome(&problem, OUTCOME_TOO_LARGE, words);
    exchange_refuse(exchange, &problem);
    return false;
}

/* For all matrices, which are kept. */
static bool take_memory(struct exchange *exchange)
{
    const struct table_state *state = exchange->state;
    size_t bytes = table_cells(state) * table_metric_count(state) *
                   state->models->count * sizeof(uint32_t);
    struct service *service = exchange_service(exchange);
    struct problem problem;
    struct error error;

    if (service_take_memory(service, &exchange->memory, bytes))
        return true;
    problem_from_outcome(
        &problem, service_memory_refusal(service, bytes, &error), error.text);
    problem.retry_after_s = 1;
    exchange_refuse(exchange, &problem);
    return false;
}

void table_models_ask(struct exchange *exchange)
{
    exchange->hears_failures = true;
    if (check_size(exchange) && take_memory(exchange))
        ask_next(exchange);
}

void table_models_take(struct exchange *exchange, bool ended)
{
    struct table_state *state = exchange->state;
    struct table_models *models = state->models;
    bool refused = ended && state->question.base.outcome != OUTCOME_OK;

    if (refused)
        keep_problem(state);
    else
        take_rows(state, &models->part[models->now]);
    if (!ended)
        return;
    models->now++;
    ask_next(exchange);
}

/* ---- Answering ----------------------------------------------------------- */

/* Continues the matrices of a table; true at their end. */
static bool write_matrices(struct table_state *state, const struct part *part,
                           struct json_writer *writer)
{
    struct table_models *models = state->models;
    size_t columns = state->question.target_count;

    for (; models->metric < table_metric_count(state); models->metric++) {
        enum table_metric metric = table_metric_at(state, models->metric);

        if (!models->cell)
            json_open_array(writer, table_matrices[metric]);
        for (; models->cell < table_cells(state); models->cell++) {
            if (json_writer_full(writer))
                return false;
            if (models->cell % columns == 0)
                json_begin_array(writer);
            table_write_value(metric, part->value[models->metric][models->cell],
                              writer);
            if (models->cell % columns == columns - 1)
                json_end_array(writer);
        }
        json_end_array(writer);
        models->cell = 0;
    }
    return true;
}

static void write_problem(const struct part *part, const char *instance,
                          struct json_writer *writer)
{
    struct problem short_of_memory;

    problem_set(&short_of_memory, PROBLEM_FAILED, "out of memory");
    json_open_object(writer, "problem");
    problem_write_members(part->problem ? part->problem : &short_of_memory,
                          instance, writer);
    json_end_object(writer);
}

/* Continues a table; true at its end. */
static bool write_part(struct exchange *exchange, const struct part *part)
{
    struct table_state *state = exchange->state;
    struct table_models *models = state->models;
    const char *name = models->option[models->now].name;
    struct json_writer *writer = &exchange->out;

    if (!models->opened) {
        json_begin_object(writer);
        if (*name)
            json_put_string(writer, "model", name);
    }
    models->opened = true;
    if (part->failed)
        write_problem(part, exchange->target, writer);
    else if (!write_matrices(state, part, writer))
        return false;
    json_end_object(writer);
    models->opened = false;
    models->metric = 0;
    return true;
}

static enum produced produce(struct exchange *exchange)
{
    struct table_state *state = exchange->state;
    struct table_models *models = state->models;
    struct json_writer *writer = &exchange->out;

    if (!state->opened) {
        json_begin_object(writer);
        json_open_array(writer, "tables");
    }
    state->opened = true;
    for (; models->now < models->count; models->now++) {
        if (json_writer_full(writer) ||
            !write_part(exchange, &models->part[models->now]))
            return PRODUCED_PART;
    }
    json_end_array(writer);
    json_end_object(writer);
    return PRODUCED_LAST;
}
