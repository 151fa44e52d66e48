/* ask: what asking any kind of question has in common. */
#include "core/service/ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

static void release_map(struct question *question)
{
    map_entry_release(question->entry);
    question->entry = NULL;
}

enum outcome ask_refuse(struct question *question, enum outcome outcome,
                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(question->error.text, sizeof(question->error.text), format, args);
    va_end(args);
    text_mend_line(question->error.text, strlen(question->error.text));
    release_map(question);
    question->outcome = outcome;
    return outcome;
}

enum outcome ask_refuse_no_memory(struct question *question)
{
    return ask_refuse(question, OUTCOME_FAILED, "out of memory");
}

static void clear_answer(struct question *question)
{
    question->outcome = OUTCOME_OK;
    question->error.text[0] = '\0';
    question->retry_after_s = 0;
    question->solved_by = NULL;
    question->device_name = NULL;
    question->epoch = 0;
    question->queued_us = 0;
    question->solve_us = 0;
    question->note[0] = '\0';
    question->entry = NULL;
    question->wake = NULL;
}

static enum outcome find_map(struct service *service, struct question *question)
{
    struct error error;
    enum outcome outcome;

    if (question->found) {
        question->entry = map_entry_acquire(question->found);
        return OUTCOME_OK;
    }
    outcome = service_find_map(service, question->map, question->profile,
                               &question->entry, &error);
    return outcome == OUTCOME_OK
               ? OUTCOME_OK
               : ask_refuse(question, outcome, "%s", error.text);
}

enum outcome ask_begin(struct service *service, struct question *question)
{
    enum outcome outcome;

    clear_answer(question);
    outcome = ask_solver(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = find_map(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = ask_mask(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (!question->cancel.deadline_us && service->settings.deadline_ms)
        question->cancel.deadline_us =
            clock_now_us() + service->settings.deadline_ms * 1000;
    return OUTCOME_OK;
}

static enum outcome refused_by_engine(int code)
{
    switch (code) {
    case ENGINE_QUEUE_FULL:
        return OUTCOME_QUEUE_FULL;
    case ENGINE_STOPPING:
        return OUTCOME_STOPPING;
    case ENGINE_CANNOT:
        return OUTCOME_CANNOT;
    default:
        return OUTCOME_FAILED;
    }
}

enum outcome ask_submit(struct service *service, struct question *question,
                        struct query **queries, size_t query_count,
                        void (*done)(struct job *job))
{
    struct job *job = &question->job;
    struct error error = {""};
    int r;

    job->map = question->entry;
    job->queries = queries;
    job->query_count = query_count;
    job->cancel = &question->cancel;
    job->observer = question->observer;
    job->done = done;
    job->context = question;
    r = engine_submit(service->engine, job, &error);
    if (r == 0)
        return OUTCOME_OK;
    if (r == ENGINE_QUEUE_FULL)
        question->retry_after_s = engine_retry_after_s(service->engine);
    return ask_refuse(question, refused_by_engine(r), "%s", error.text);
}

static enum outcome job_outcome(const struct job *job)
{
    switch (job->status) {
    case JOB_DONE:
        return OUTCOME_OK;
    case JOB_CANCELLED:
        return OUTCOME_CANCELLED;
    case JOB_LATE:
        return OUTCOME_LATE;
    case JOB_REFUSED:
        return OUTCOME_REFUSED;
    case JOB_FAILED:
        break;
    }
    return OUTCOME_FAILED;
}

static const char *outcome_words(const struct question *question)
{
    switch (question->outcome) {
    case OUTCOME_OK:
        return "";
    case OUTCOME_LATE:
        return "the deadline passed before the answer was complete";
    case OUTCOME_CANCELLED:
        return "cancelled";
    default:
        return question->job.error.text;
    }
}

void ask_note_origin(struct question *question)
{
    const struct job *job = &question->job;

    if (question->solved_by)
        return;
    question->solved_by = job->solved_by->name;
    question->device_name = job->device->name;
    question->epoch = job->epoch;
}

void ask_note_answer(struct question *question)
{
    const struct job *job = &question->job;

    question->outcome = job_outcome(job);
    strcpy(question->error.text, outcome_words(question));
    ask_note_origin(question);
    question->queued_us = job->queued_us;
    question->solve_us = job->solve_us;
    strcpy(question->note, job->note);
}

void ask_add_answer(struct question *question)
{
    const struct job *job = &question->job;

    question->outcome = job_outcome(job);
    strcpy(question->error.text, outcome_words(question));
    question->queued_us += job->queued_us;
    question->solve_us += job->solve_us;
    if (*question->note)
        return;
    strcpy(question->note, job->note);
    if (!*question->note && job->solved_by->name != question->solved_by)
        snprintf(question->note, sizeof(question->note),
                 "in part answered by %s on %s", job->solved_by->name,
                 job->device->name);
}

void ask_note_no_memory(struct question *question)
{
    question->outcome = OUTCOME_FAILED;
    error_no_memory(&question->error);
}

void ask_note_ended(struct question *question)
{
    bool asked_to = atomic_load(&question->cancel.requested);

    question->outcome = asked_to ? OUTCOME_CANCELLED : OUTCOME_LATE;
    strcpy(question->error.text, outcome_words(question));
}

void ask_end(struct question *question)
{
    release_map(question);
    question->answered(question);
}
