/* ask_solver: the solver that a question names, and what it sets of it. */
#include <errno.h>
#include <string.h>

#include "core/base/text.h"
#include "core/service/ask.h"
#include "core/solver/option.h"

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

enum outcome ask_solver(struct service *service, struct question *question)
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
