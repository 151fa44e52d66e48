/* ask: what asking any kind of question has in common. */
#include "core/service/ask.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/solver/option.h"

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
    release_map(question);
    question->outcome = outcome;
    return outcome;
}

enum outcome ask_refuse_no_memory(struct question *question)
{
    return ask_refuse(question, OUTCOME_FAILED, "out of memory");
}

/* Appends ", <name>" as far as there is room. */
static void append_name(char *list, size_t size, const char *name)
{
    size_t length = strlen(list);

    snprintf(list + length, size - length, "%s%s", length ? ", " : "", name);
}

/* The names of all maps, each once, or of the profiles of the one that is
 * asked for. */
struct names {
    char maps[ERROR_TEXT_SIZE / 3];
    char profiles[ERROR_TEXT_SIZE / 3];
};

static void collect_names(struct service *service,
                          const struct question *question,
                          struct names *ret_names)
{
    struct map_entry *entries[64];
    size_t count = registry_list(engine_registry(service->engine), entries, 64);
    const char *map = count ? map_entry_name(entries[0]) : "";

    *ret_names = (struct names){"", ""};
    if (question->map)
        map = question->map;
    for (size_t i = 0; i < count; i++) {
        const char *name = map_entry_name(entries[i]);

        if (!i || strcmp(name, map_entry_name(entries[i - 1])))
            append_name(ret_names->maps, sizeof(ret_names->maps), name);
        if (!strcmp(name, map) && *map_entry_profile(entries[i]))
            append_name(ret_names->profiles, sizeof(ret_names->profiles),
                        map_entry_profile(entries[i]));
    }
    for (size_t i = 0; i < count; i++)
        map_entry_release(entries[i]);
}

static bool is_map(struct service *service, const char *name)
{
    struct map_entry *entry =
        registry_acquire(engine_registry(service->engine), name, NULL);

    map_entry_release(entry);
    return entry;
}

static enum outcome refuse_map(struct service *service,
                               struct question *question)
{
    struct names names;

    collect_names(service, question, &names);
    if (!*names.maps)
        return ask_refuse(question, OUTCOME_UNKNOWN_MAP, "no map is loaded");
    if (!is_map(service, question->map))
        return ask_refuse(question, OUTCOME_UNKNOWN_MAP,
                          "no map is called '%.80s'; there are: %s",
                          question->map, names.maps);
    if (!*names.profiles)
        return ask_refuse(question, OUTCOME_UNKNOWN_PROFILE,
                          "no profile '%.80s': the map was not made with one",
                          question->profile);
    return ask_refuse(question, OUTCOME_UNKNOWN_PROFILE,
                      "no profile '%.80s' in the map; there are: %s",
                      question->profile, names.profiles);
}

static enum outcome refuse_solver(struct service *service,
                                  struct question *question)
{
    const struct catalog *catalog = engine_catalog(service->engine);
    char names[ERROR_TEXT_SIZE / 2] = "auto";

    for (size_t i = 0; i < catalog->count; i++)
        append_name(names, sizeof(names), catalog->solver[i]->name);
    return ask_refuse(question, OUTCOME_UNKNOWN_SOLVER,
                      "no solver is called '%.80s'; there are: %s",
                      question->solver, names);
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

static bool is_set(const struct job *job, const char *name)
{
    for (size_t i = 0; i < job->setting_count; i++) {
        if (!strcmp(job->settings[i].name, name))
            return true;
    }
    return false;
}

/* Adds "name=value", which is cut in two, to the job's settings. */
static int add_setting(const struct catalog *catalog, struct question *question,
                       char *text, struct error *error)
{
    struct job *job = &question->job;
    struct solver_setting *setting = &question->settings[job->setting_count];
    char *value = strchr(text, '=');
    int r;

    if (!value)
        return error_set(error, -EINVAL, "set: '%s' is not option=value", text);
    if (job->setting_count == JOB_SETTINGS_MAX)
        return error_set(error, -EINVAL, "set: more than %d options",
                         JOB_SETTINGS_MAX);
    *value++ = '\0';
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

/* What the question sets of its solver. */
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

enum outcome ask_begin(struct service *service, struct question *question)
{
    const char *solver = question->solver;
    bool automatic = solver && !strcmp(solver, "auto");
    enum outcome outcome;

    clear_answer(question);
    question->job.solver = NULL;
    question->job.automatic = automatic;
    question->job.continues = false;
    if (solver && !automatic) {
        question->job.solver =
            catalog_find(engine_catalog(service->engine), solver);
        if (!question->job.solver)
            return refuse_solver(service, question);
    }
    outcome = read_settings(question);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->entry = registry_acquire(engine_registry(service->engine),
                                       question->map, question->profile);
    if (!question->entry)
        return refuse_map(service, question);
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
