/* An exchange from request line to end, and its question. */
#include "api/http/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xxhash.h>

#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "core/base/clock.h"
#include "core/base/log.h"

/* ---- How it ended -------------------------------------------------------- */

struct exchange;

/* Status 200 is already sent, so only the log gives the reason. */
static void exchange_log_broken(const struct exchange *exchange,
                                const char *reason)
{
    struct log_field fields[] = {
        log_text("reason", reason),
        log_text("target", exchange->target),
        log_text(NULL, NULL), /* for endpoint->progress() */
        log_text(NULL, NULL),
        log_number("took_us", clock_now_us() - exchange->started_us),
        log_text("request_id", exchange->id),
    };

    if (!exchange->status || !exchange->mhd)
        return;
    figure_add(&exchange->listener->settings.figures->broken_off, 1);
    if (exchange->endpoint->progress)
        exchange->endpoint->progress(exchange, &fields[2]);
    log_event(LOG_WARNING, "answer broken off", fields,
              sizeof(fields) / sizeof(*fields));
}

/* Counts the request, if its headers arrived. */
static void exchange_note_end(const struct exchange *exchange)
{
    struct ended_request request = {
        .endpoint = exchange->endpoint,
        .method = exchange->method,
        .status = exchange->status,
        .duration_us = clock_now_us() - exchange->started_us,
        .bytes = exchange->answer_bytes,
    };

    if (!exchange->begun)
        return;
    if (!strcmp(exchange->method, MHD_HTTP_METHOD_HEAD))
        request.bytes = 0;
    http_figures_note(exchange->listener->settings.figures, &request);
}

/* ---- Lifetime and question ----------------------------------------------- */

/* The kinds of event. */
enum {
    EVENT_READABLE = 1 << 0,
    EVENT_ANSWERED = 1 << 1,
    EVENT_COMPUTED = 1 << 2,
};

static void link_exchange(struct exchange *exchange)
{
    struct listener *listener = exchange->listener;

    exchange->next = listener->exchanges;
    if (exchange->next)
        exchange->next->previous = exchange;
    listener->exchanges = exchange;
}

static void unlink_exchange(struct exchange *exchange)
{
    if (exchange->next)
        exchange->next->previous = exchange->previous;
    if (exchange->previous)
        exchange->previous->next = exchange->next;
    else
        exchange->listener->exchanges = exchange->next;
}

/* Skips scheme and host, which clients send to a proxy (RFC 9112, 3.2.2). */
static const char *origin_form(const char *target)
{
    static const char scheme[] = "http://";

    if (strncasecmp(target, scheme, strlen(scheme)))
        return target;
    target += strlen(scheme);
    target += strcspn(target, "/?");
    return *target ? target : "/";
}

struct exchange *exchange_create(struct listener *listener, const char *target)
{
    struct exchange *exchange = calloc(1, sizeof(*exchange));
    size_t path_length;

    if (!exchange)
        return NULL;
    exchange->sent_length = strlen(target);
    target = origin_form(target);
    path_length = strcspn(target, "?");
    exchange->target = strdup(target);
    exchange->path = strndup(target, path_length);
    if (!exchange->target || !exchange->path) {
        free(exchange->target);
        free(exchange->path);
        free(exchange);
        return NULL;
    }
    exchange->listener = listener;
    exchange->dialect = &dialect_none;
    exchange->query = exchange->target + path_length;
    if (*exchange->query)
        exchange->query++;
    exchange->started_us = clock_now_us();
    link_exchange(exchange);
    return exchange;
}

static void finish_state(struct exchange *exchange)
{
    if (exchange->state && exchange->endpoint->finish)
        exchange->endpoint->finish(exchange->state);
    exchange->state = NULL;
    exchange->asked = NULL;
}

static void destroy(struct exchange *exchange)
{
    finish_state(exchange);
    service_return_memory(exchange_service(exchange), &exchange->memory,
                          exchange->memory);
    if (exchange->response)
        MHD_destroy_response(exchange->response);
    unlink_exchange(exchange);
    json_writer_finish(&exchange->out);
    packer_destroy(exchange->packer);
    free(exchange->access.body);
    exchange_drop_body(exchange);
    free(exchange->body_problem);
    if (exchange->parsed)
        exchange->dialect->finish(exchange->parsed);
    free(exchange->target);
    free(exchange->path);
    free(exchange);
}

size_t exchange_memory(const struct exchange *exchange)
{
    return exchange->memory + (exchange->asked ? exchange->asked->memory : 0);
}

static void refuse_full(struct exchange *exchange)
{
    struct service *service = exchange_service(exchange);
    struct problem problem;
    struct error error;
    enum outcome outcome =
        service_memory_refusal(service, exchange->text_bytes, &error);

    problem_from_outcome(&problem, outcome, error.text);
    if (outcome == OUTCOME_MEMORY_FULL)
        problem.retry_after_s = engine_retry_after_s(service_engine(service));
    exchange_refuse(exchange, &problem);
}

/* From now on a complete answer holds its text alone. */
static void settle(struct exchange *exchange)
{
    struct service *service = exchange_service(exchange);

    if (!exchange->produce)
        finish_state(exchange);
    if (!service_take_memory(service, &exchange->memory, exchange->text_bytes))
        refuse_full(exchange);
}

enum MHD_Result exchange_proceed(struct exchange *exchange)
{
    enum MHD_Result result;

    if (!exchange->status) {
        exchange->suspended = true;
        MHD_suspend_connection(exchange->mhd);
        return MHD_YES;
    }
    settle(exchange);
    exchange_add_header(exchange, REQUEST_ID_HEADER, exchange->id);
    if (!exchange->response)
        return MHD_NO; /* out of memory: closes the connection */
    connection_enter(exchange->connection, PHASE_SENDING);
    result =
        MHD_queue_response(exchange->mhd, exchange->status, exchange->response);
    MHD_destroy_response(exchange->response);
    exchange->response = NULL;
    access_hand_over(exchange);
    return result;
}

/* Another thread uses it, or the loop will. */
static bool is_busy(const struct exchange *exchange)
{
    return exchange->question || exchange->computing || exchange->waiting;
}

void exchange_disconnect(struct exchange *exchange)
{
    exchange_note_end(exchange);
    if (exchange->question && cancel_late(&exchange->question->cancel))
        exchange_log_broken(exchange, "its deadline passed");
    exchange->mhd = NULL;
    if (exchange->connection) {
        exchange->connection->exchange = NULL;
        connection_enter(exchange->connection, PHASE_IDLE);
        exchange->connection = NULL;
    }
    exchange_cancel(exchange);
    if (!is_busy(exchange))
        destroy(exchange);
}

void exchange_cancel(struct exchange *exchange)
{
    atomic_store(&exchange->unwanted, true);
    if (exchange->question)
        question_cancel(exchange->question);
}

static void resume(struct exchange *exchange)
{
    if (!exchange->suspended)
        return;
    exchange->suspended = false;
    MHD_resume_connection(exchange->mhd);
}

/* Logs a failed question, unless its client left. */
static void log_failed(const struct exchange *exchange,
                       const struct question *question)
{
    if (question->outcome == OUTCOME_OK)
        return;
    if (cancel_late(&question->cancel))
        exchange_log_broken(exchange, "its deadline passed");
    else if (question->outcome != OUTCOME_CANCELLED)
        exchange_log_broken(exchange, question->error.text);
}

/* Counts a refusal that no client reads and ends the connection. */
static void refuse_unwanted(struct exchange *exchange)
{
    struct problem problem;

    problem_from_outcome(&problem, OUTCOME_CANCELLED, "cancelled");
    exchange_refuse(exchange, &problem);
    exchange->answer_bytes = 0;
}

/* The exchange owns the question again. */
static void end_question(struct exchange *exchange)
{
    struct question *question = exchange->question;

    exchange->question = NULL;
    exchange->ended = true;
    access_add_question(exchange, question);
    if (!exchange->hears_failures || question->outcome == OUTCOME_FAILED)
        log_failed(exchange, question);
    if (!exchange->mhd)
        return;
    if (exchange->status) {
        if (question->outcome != OUTCOME_OK && cancel_late(&question->cancel))
            connection_cut_late(exchange->connection);
        return;
    }
    if (question->outcome == OUTCOME_OK ||
        (exchange->hears_failures && question->outcome != OUTCOME_CANCELLED)) {
        exchange->endpoint->answered(exchange);
    } else if (question->outcome == OUTCOME_CANCELLED) {
        refuse_unwanted(exchange);
    } else {
        exchange_refuse_question(exchange, question);
    }
}

static void end_computing(struct exchange *exchange)
{
    exchange->computing = false;
    if (!exchange->mhd)
        return;
    if (exchange_is_unwanted(exchange))
        refuse_unwanted(exchange);
    else
        exchange->done(exchange);
}

void exchange_deliver(struct exchange *exchange, unsigned kinds)
{
    if (kinds & EVENT_COMPUTED)
        end_computing(exchange);
    else if (kinds & EVENT_ANSWERED)
        end_question(exchange);
    else if (exchange->mhd && !exchange->status)
        exchange->endpoint->readable(exchange);
    if (!exchange->mhd && !is_busy(exchange))
        destroy(exchange);
    else if (exchange->mhd && !exchange->computing && !exchange->waiting)
        resume(exchange);
}

bool exchange_must_wait(const struct exchange *exchange)
{
    return clock_now_us() >= exchange->listener->turns.over_us;
}

void exchange_wait_turn(struct exchange *exchange)
{
    struct listener *listener = exchange->listener;

    exchange->waiting = true;
    exchange->next_waiting = NULL;
    *listener->turns.end = exchange;
    listener->turns.end = &exchange->next_waiting;
}

bool exchange_take_turn(struct listener *listener)
{
    struct exchange *exchange = listener->turns.first;

    if (!exchange)
        return false;
    listener->turns.first = exchange->next_waiting;
    if (!listener->turns.first)
        listener->turns.end = &listener->turns.first;
    exchange->waiting = false;
    if (!exchange->mhd) {
        if (!is_busy(exchange))
            destroy(exchange);
        return true;
    }
    if (exchange->status)
        exchange_make_part(exchange);
    else if (exchange_is_unwanted(exchange))
        refuse_unwanted(exchange);
    else
        exchange->endpoint->handle(exchange);
    if (exchange->status && exchange_has_part(exchange))
        resume(exchange);
    return true;
}

static void post(struct question *question, unsigned kind)
{
    struct exchange *exchange = question->context;

    inbox_post(&exchange->listener->inbox, &exchange->event, kind);
}

static void post_ended(struct question *question)
{
    post(question, EVENT_ANSWERED);
}

static void post_readable(struct question *question)
{
    post(question, EVENT_READABLE);
}

static void run_task(struct pool_task *task)
{
    struct exchange *exchange =
        (struct exchange *)((char *)task - offsetof(struct exchange, task));

    if (!exchange_is_unwanted(exchange))
        exchange->run(exchange);
    exchange_awaited(exchange);
}

void exchange_compute(struct exchange *exchange,
                      void (*run)(struct exchange *exchange),
                      void (*done)(struct exchange *exchange))
{
    struct problem problem;

    exchange->task.run = run_task;
    exchange->run = run;
    exchange->done = done;
    exchange->computing = true;
    if (pool_submit(exchange->listener->settings.pool, &exchange->task))
        return;
    exchange->computing = false;
    problem_from_outcome(&problem, OUTCOME_QUEUE_FULL,
                         "too many requests wait for a thread "
                         "(engine.queue-length)");
    problem.retry_after_s = 1;
    exchange_refuse(exchange, &problem);
}

void exchange_await(struct exchange *exchange,
                    void (*done)(struct exchange *exchange))
{
    exchange->done = done;
    exchange->computing = true;
}

void exchange_awaited(struct exchange *exchange)
{
    inbox_post(&exchange->listener->inbox, &exchange->event, EVENT_COMPUTED);
}

void exchange_compute_if(struct exchange *exchange, bool is_long,
                         void (*run)(struct exchange *exchange),
                         void (*done)(struct exchange *exchange))
{
    if (is_long) {
        exchange_compute(exchange, run, done);
        return;
    }
    run(exchange);
    done(exchange);
}

bool exchange_is_unwanted(const struct exchange *exchange)
{
    return atomic_load(&exchange->unwanted);
}

void *exchange_make_state(struct exchange *exchange, size_t size)
{
    exchange->state = calloc(1, size);
    if (!exchange->state)
        exchange_refuse_no_memory(exchange);
    return exchange->state;
}

int exchange_find_map(struct exchange *exchange, const char *map,
                      const char *profile, struct map_entry **ret_entry,
                      struct problem *problem)
{
    struct error error;
    enum outcome outcome =
        service_find_map(exchange_service(exchange), *map ? map : NULL,
                         *profile ? profile : NULL, ret_entry, &error);

    if (outcome != OUTCOME_OK)
        return problem_from_outcome(problem, outcome, error.text);
    exchange_note_epoch(exchange, *ret_entry);
    return 0;
}

struct service *exchange_service(const struct exchange *exchange)
{
    return exchange->listener->service;
}

/* An answer to a GET is good as long as the map and its weights are as they
 * were. The epoch is the one before the question: an answer of a later one is
 * asked for again once too often. */
static void choose_tag(struct exchange *exchange,
                       const struct question *question)
{
    struct map_entry *entry;
    struct error error;
    uint64_t parts[3];

    if (!exchange->dialect->tags ||
        !strcmp(exchange->method, MHD_HTTP_METHOD_POST))
        return;
    if (question->found)
        entry = map_entry_acquire(question->found);
    else if (service_find_map(exchange_service(exchange), question->map,
                              question->profile, &entry, &error) != OUTCOME_OK)
        return;
    parts[0] = XXH3_64bits(exchange->target, strlen(exchange->target));
    parts[1] = map_entry_published_us(entry);
    parts[2] = exchange->media;
    snprintf(exchange->tag, sizeof(exchange->tag), "W/\"%016jx-%ju\"",
             (uintmax_t)XXH3_64bits(parts, sizeof(parts)),
             (uintmax_t)map_entry_epoch(entry));
    map_entry_release(entry);
}

bool exchange_prepare(struct exchange *exchange, struct question *question,
                      const struct question_options *options)
{
    question->map = *options->map ? options->map : NULL;
    question->profile = *options->profile ? options->profile : NULL;
    question->solver = *options->solver ? options->solver : NULL;
    question->set = *options->set ? options->set : NULL;
    question->exclude_names = *options->exclude ? options->exclude : NULL;
    question->scenario = *options->scenario ? options->scenario : NULL;
    question->model = options->model.model;
    question->model_name = *options->model.name ? options->model.name : NULL;
    question->depart_at = options->depart_at;
    question->min_epoch = options->min_epoch;
    question->ended = post_ended;
    question->readable = post_readable;
    question->context = exchange;
    choose_tag(exchange, question);
    if (!*exchange->tag ||
        !exchange_has_tag(exchange, exchange->tag + strlen("W/")))
        return true;
    exchange_reply_unchanged(exchange);
    return false;
}

void exchange_asked(struct exchange *exchange, struct question *question,
                    enum outcome outcome)
{
    if (outcome == OUTCOME_OK)
        exchange->question = exchange->asked = question;
    else
        exchange_refuse_question(exchange, question);
}
