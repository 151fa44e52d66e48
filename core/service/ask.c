/* ask: a question from its names to the engine's queue, and the job's outcome
 * back.
 *
 * Happy path: ask_begin() finds solver, map and closed classes; ask_vertex()
 * and ask_node() (ask_places.c) find ids; ask_submit() hands a job to the
 * engine; done() calls ask_note_answer() and ask_end(). Failures before
 * submission end in ask_refuse(). */
#include "core/service/ask.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/solver/option.h"

/* Held while another thread looks at the flag of an entry that may be released
 * at any time. */
static pthread_mutex_t cut_lock = PTHREAD_MUTEX_INITIALIZER;

bool ask_is_due(struct question *question)
{
    bool due;

    pthread_mutex_lock(&cut_lock);
    due = cancel_late(&question->cancel) || cancel_cut(&question->cancel);
    pthread_mutex_unlock(&cut_lock);
    return due;
}

static void release_map(struct question *question)
{
    model_turn_end(question);
    pthread_mutex_lock(&cut_lock);
    question->cancel.cut = NULL;
    pthread_mutex_unlock(&cut_lock);
    map_entry_release(question->entry);
    question->entry = NULL;
}

uint64_t ask_epoch(const struct question *question)
{
    uint64_t epoch = map_entry_epoch(question->entry);

    return epoch < question->named_epoch ? epoch : question->named_epoch;
}

enum outcome ask_refuse(struct question *question, enum outcome outcome,
                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(question->error.text, sizeof(question->error.text), format, args);
    va_end(args);
    text_mend_line(question->error.text, strlen(question->error.text));
    if (question->entry) {
        question->names_epoch = true;
        question->epoch = ask_epoch(question);
    }
    release_map(question);
    question->outcome = outcome;
    return outcome;
}

enum outcome ask_refuse_no_memory(struct question *question)
{
    return ask_refuse(question, OUTCOME_FAILED, "out of memory");
}

enum outcome ask_memory(struct question *question, size_t bytes)
{
    if (service_take_memory(question->service, &question->memory, bytes))
        return OUTCOME_OK;
    return ask_refuse_full(question, bytes);
}

enum outcome ask_refuse_full(struct question *question, size_t more)
{
    struct service *service = question->service;
    struct error error;
    enum outcome outcome =
        service_memory_refusal(service, question->memory + more, &error);

    if (outcome == OUTCOME_MEMORY_FULL)
        question->retry_after_s = engine_retry_after_s(service->engine);
    return ask_refuse(question, outcome, "%s", error.text);
}

void ask_finish(struct question *question)
{
    model_release(question->named);
    question->named = NULL;
    if (question->memory)
        service_return_memory(question->service, &question->memory,
                              question->memory);
}

/* ---- The solver --------------------------------------------------------- */

static enum outcome refuse_solver(struct service *service,
                                  struct question *question)
{
    const struct catalog *catalog = engine_catalog(service->engine);
    char names[ERROR_TEXT_SIZE / 2] = "auto";

    for (size_t i = 0; i < catalog->count; i++)
        text_list_add(names, sizeof(names), catalog->solver[i]->name);
    return ask_refuse(question, OUTCOME_UNKNOWN_SOLVER,
                      "no solver is called '%.80s'; there are: %s",
                      question->solver, names);
}

static bool is_set(const struct job *job, const char *name)
{
    for (size_t i = 0; i < job->setting_count; i++) {
        if (!strcmp(job->settings[i].name, name))
            return true;
    }
    return false;
}

/* Cuts "name=value" in two and adds it to the job's settings. */
static int add_setting(const struct catalog *catalog, struct question *question,
                       char *text, struct error *error)
{
    struct job *job = &question->job;
    struct solver_setting *setting = &question->settings[job->setting_count];
    const char *value;
    int r;

    if (job->setting_count == JOB_SETTINGS_MAX)
        return error_set(error, -EINVAL, "set: more than %d options",
                         JOB_SETTINGS_MAX);
    value = option_cut(text);
    if (!value)
        return error_set(error, -EINVAL, "set: '%s' is not option=value", text);
    r = option_read(catalog, text, value, setting, error);
    if (r)
        return r;
    setting->name = option_find(job->solver, text)->name;
    if (is_set(job, setting->name))
        return error_set(error, -EINVAL, "set: option %s is given twice",
                         setting->name);
    job->setting_count++;
    return 0;
}

/* The options that the question sets for its solver. */
static enum outcome read_settings(struct question *question)
{
    struct catalog own = {{question->job.solver}, 1};
    char *rest = question->set_text;
    struct error error;

    question->job.settings = question->settings;
    question->job.setting_count = 0;
    if (!question->set)
        return OUTCOME_OK;
    if (!question->job.solver)
        return ask_refuse(question, OUTCOME_BAD_OPTION,
                          "set: name the solver whose options these are");
    if (strlen(question->set) >= sizeof(question->set_text))
        return ask_refuse(question, OUTCOME_BAD_OPTION,
                          "set: longer than %zu bytes",
                          sizeof(question->set_text) - 1);
    strcpy(question->set_text, question->set);
    for (char *item; (item = strsep(&rest, ","));) {
        if (add_setting(&own, question, item, &error))
            return ask_refuse(question, OUTCOME_BAD_OPTION, "%s", error.text);
    }
    return OUTCOME_OK;
}

/* Finds the solver and reads its settings. */
static enum outcome find_solver(struct service *service,
                                struct question *question)
{
    const char *solver = question->solver;
    bool automatic = solver && !strcmp(solver, "auto");

    question->job.solver = NULL;
    question->job.automatic = automatic;
    question->job.continues = false;
    if (solver && !automatic) {
        question->job.solver =
            catalog_find(engine_catalog(service->engine), solver);
        if (!question->job.solver)
            return refuse_solver(service, question);
    }
    return read_settings(question);
}

/* ---- The map ------------------------------------------------------------- */

static enum outcome pin_map(struct service *service, struct question *question)
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

/* ---- From question to answer -------------------------------------------- */

static void clear_answer(struct question *question)
{
    question->outcome = OUTCOME_OK;
    question->error.text[0] = '\0';
    question->retry_after_s = 0;
    question->solved_by = NULL;
    question->device_name = NULL;
    question->names_epoch = false;
    question->epoch = 0;
    question->queued_us = 0;
    question->solve_us = 0;
    question->note[0] = '\0';
    question->missing = 0;
    question->entry = NULL;
    question->cancel.cut = NULL;
    question->memory = 0;
    question->makes_model = false;
    question->named_epoch = UINT64_MAX;
    atomic_store(&question->wake, NULL);
}

static bool needs_living(const struct question *question)
{
    return question->scenario ||
           question->min_epoch > map_entry_epoch(question->entry);
}

/* Conditions that a loop has the time to look at. */
enum { CONDITIONS_AT_ONCE = 256 };

static bool departs_slowly(const struct question *question)
{
    const struct service *service = question->service;
    uint32_t count = map_entry_map(question->entry)->roads.condition_count;

    return question->depart_at.given && service->pool &&
           count > CONDITIONS_AT_ONCE;
}

enum outcome ask_begin(struct service *service, struct question *question)
{
    const char *refusal;
    enum outcome outcome;

    clear_answer(question);
    question->service = service;
    outcome = find_solver(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = pin_map(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    refusal = service_refuses_time(service, &question->depart_at);
    if (refusal)
        return ask_refuse(question, OUTCOME_FIXED_TIME, "%s", refusal);
    if (ask_has_model(question) && !ask_has_roads(question))
        return ask_need_roads(question);
    question->awaits = needs_living(question) || departs_slowly(question) ||
                       ask_has_model(question);
    outcome = question->awaits ? OUTCOME_OK : ask_close(question);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (!question->cancel.deadline_us &&
        limits_now(service->limits)->deadline_ms)
        question->cancel.deadline_us =
            clock_now_us() + limits_now(service->limits)->deadline_ms * 1000;
    return OUTCOME_OK;
}

enum outcome ask_need_roads(struct question *question)
{
    if (ask_has_roads(question))
        return OUTCOME_OK;
    return ask_refuse(question, OUTCOME_NO_ROADS,
                      "map '%s' is a bare graph, without roads",
                      map_entry_name(question->entry));
}

/* Looking up this many ids takes less than a millisecond. */
enum { CHECK_EVERY = 256 };

static void resume(struct question *question);

static enum outcome work(struct question *question)
{
    enum model_turn turn = TURN_TAKEN;
    enum outcome outcome = OUTCOME_OK;

    if (question->awaits)
        outcome = ask_weights(question, resume, &turn);

    return outcome == OUTCOME_OK && turn == TURN_TAKEN
               ? question->work(question)
               : outcome;
}

static struct question *question_of(struct pool_task *task)
{
    return (struct question *)((char *)task - offsetof(struct question, task));
}

static void run_work(struct pool_task *task)
{
    struct question *question = question_of(task);
    enum outcome outcome = cancel_due(&question->cancel)
                               ? ask_note_ended(question)
                               : work(question);

    if (outcome != OUTCOME_OK)
        ask_end(question);
}

static bool run_on_pool(struct question *question,
                        void (*run)(struct pool_task *task))
{
    question->task.run = run;
    return pool_submit(question->service->pool, &question->task);
}

static enum outcome refuse_busy(struct question *question)
{
    return ask_refuse(question, OUTCOME_QUEUE_FULL,
                      "too many requests wait for a thread "
                      "(engine.queue-length)");
}

/* What it has waited for is there, or will not be in time. */
static void resume(struct question *question)
{
    atomic_store(&question->wake, NULL);
    if (run_on_pool(question, run_work))
        return;
    refuse_busy(question);
    ask_end(question);
}

static void on_epoch(struct epoch_wait *wait)
{
    resume((struct question *)((char *)wait - offsetof(struct question, wait)));
}

static void hurry(struct question *question)
{
    living_hurry(question->service->living, &question->wait);
}

static enum outcome await_epoch(struct question *question)
{
    question->wait = (struct epoch_wait){
        .epoch = question->min_epoch,
        .deadline_us = question->cancel.deadline_us,
        .ready = on_epoch,
        .published = map_entry_published(question->entry),
    };
    atomic_store(&question->wake, hurry);
    living_await(question->service->living, &question->wait);
    return OUTCOME_OK;
}

static enum outcome refuse_awaiting(struct question *question)
{
    if (question->scenario)
        return ask_refuse(question, OUTCOME_UNKNOWN_SCENARIO,
                          "no scenario is called '%.64s': the weights of map "
                          "'%s' do not change",
                          question->scenario, map_entry_name(question->entry));
    return ask_refuse(question, OUTCOME_LATE,
                      "the weights of map '%s' do not change: epoch %ju never "
                      "comes",
                      map_entry_name(question->entry),
                      (uintmax_t)question->min_epoch);
}

enum outcome ask_work(struct question *question, bool is_long,
                      enum outcome (*run)(struct question *question))
{
    const struct service *service = question->service;

    question->work = run;
    if (question->awaits && needs_living(question) &&
        (!service->living || !service->pool))
        return refuse_awaiting(question);
    if (question->min_epoch > map_entry_epoch(question->entry))
        return await_epoch(question);
    if (!service->pool)
        return work(question);
    if (!is_long && !question->awaits)
        return run(question);
    return run_on_pool(question, run_work) ? OUTCOME_OK : refuse_busy(question);
}

static void run_further_work(struct pool_task *task)
{
    struct question *question = question_of(task);

    question->work(question);
}

void ask_go_on(struct question *question, bool is_long,
               enum outcome (*run)(struct question *question))
{
    question->work = run;
    if (!is_long || !question->service->pool ||
        !run_on_pool(question, run_further_work))
        run(question);
}

enum outcome ask_refuse_ended(struct question *question)
{
    ask_note_ended(question);
    release_map(question);
    return question->outcome;
}

enum outcome ask_check_cancel(struct question *question, size_t index)
{
    if (index % CHECK_EVERY || !cancel_due(&question->cancel))
        return OUTCOME_OK;
    return ask_refuse_ended(question);
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

enum outcome ask_submit(struct question *question, struct query **queries,
                        size_t query_count, void (*done)(struct job *job))
{
    struct engine *engine = question->service->engine;
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
    r = engine_submit(engine, job, &error);
    if (r == 0)
        return OUTCOME_OK;
    if (r == ENGINE_QUEUE_FULL)
        question->retry_after_s = engine_retry_after_s(engine);
    return ask_refuse(question, refused_by_engine(r), "%s", error.text);
}

static const enum outcome job_outcome[JOB_STATUS_COUNT] = {
    [JOB_DONE] = OUTCOME_OK,       [JOB_CANCELLED] = OUTCOME_CANCELLED,
    [JOB_LATE] = OUTCOME_LATE,     [JOB_REFUSED] = OUTCOME_REFUSED,
    [JOB_FAILED] = OUTCOME_FAILED,
};

static const char *outcome_words(const struct question *question)
{
    switch (question->outcome) {
    case OUTCOME_OK:
        return "";
    case OUTCOME_LATE:
        return "the deadline passed before the answer was complete";
    case OUTCOME_OUTDATED:
        return "the weights changed so often meanwhile that those it began "
               "with are no longer kept (weights.epochs-max)";
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
    question->epoch =
        job->epoch < question->named_epoch ? job->epoch : question->named_epoch;
}

/* The flag is up: by the client, or as the weights are no longer kept. */
static enum outcome cancelled_outcome(const struct question *question)
{
    return !atomic_load(&question->cancel.requested) &&
                   cancel_cut(&question->cancel)
               ? OUTCOME_OUTDATED
               : OUTCOME_CANCELLED;
}

void ask_note_answer(struct question *question)
{
    const struct job *job = &question->job;

    model_turn_end(question);
    question->outcome = job_outcome[job->status];
    if (question->outcome == OUTCOME_CANCELLED)
        question->outcome = cancelled_outcome(question);
    strcpy(question->error.text, outcome_words(question));
    ask_note_origin(question);
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

enum outcome ask_note_ended(struct question *question)
{
    bool cancelled = atomic_load(&question->cancel.requested) ||
                     cancel_cut(&question->cancel);

    uint64_t epoch = map_entry_epoch(question->entry);

    question->outcome = cancelled ? cancelled_outcome(question) : OUTCOME_LATE;
    strcpy(question->error.text, outcome_words(question));
    if (!cancelled && question->min_epoch > epoch)
        error_set(&question->error, 0,
                  "epoch %ju has not come before the deadline: map '%s' was at "
                  "epoch %ju",
                  (uintmax_t)question->min_epoch,
                  map_entry_name(question->entry), (uintmax_t)epoch);
    return question->outcome;
}

void ask_end(struct question *question)
{
    release_map(question);
    question->ended(question);
}
