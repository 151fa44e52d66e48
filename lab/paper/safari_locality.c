/* Counts phases, and sets locality's options. */
#include "lab/paper/safari_locality.h"

#include <stdlib.h>
#include <string.h>

#include "lab/paper/contest.h"
#include "lab/paper/updates.h"

static void take_in(struct safari_phases *phases, uint32_t count,
                    uint32_t sources)
{
    if (!phases->most || count < phases->least)
        phases->least = count;
    if (count > phases->most)
        phases->most = count;
    phases->mean += (double)count / sources;
}

static int count_all(const struct study *study, struct updates *updates,
                     const uint32_t *source, uint32_t sources,
                     struct safari_phases *phases, struct error *error)
{
    int r = 0;

    for (uint32_t i = 0; !r && i < sources; i++) {
        progress_report(study->progress, "count phases", i, sources);
        r = updates_count(updates, source[i], error);
        take_in(phases, (uint32_t)updates->count, sources);
    }
    return r;
}

int safari_count_phases(const struct study *study, const struct map *map,
                        uint32_t sources, struct safari_phases *ret_phases,
                        struct error *error)
{
    uint32_t *source = study_draw_sources(study, map, sources);
    struct safari_phases phases = {0};
    struct updates updates = {0};
    int r = source ? updates_init(&updates, study, map, error)
                   : error_no_memory(error);

    if (!r)
        r = count_all(study, &updates, source, sources, &phases, error);
    updates_finish(&updates);
    free(source);
    if (!r)
        *ret_phases = phases;
    return r;
}

void safari_set(struct arguments_settings *settings, struct report *report,
                unsigned k, unsigned affinity, unsigned launches)
{
    contest_set(settings, "locality.walk", "thread");
    contest_set(settings, "locality.k", report_words(report, "%u", k));
    contest_set(settings, "locality.affinity",
                report_words(report, "%u", affinity));
    contest_set(settings, "locality.launches",
                report_words(report, "%u", launches));
}

/* Later settings win. */
static bool is_in_force(const struct runner *runner, size_t index)
{
    for (size_t i = index + 1; i < runner->setting_count; i++) {
        if (!strcmp(runner->settings[i].name, runner->settings[index].name))
            return false;
    }
    return true;
}

const char *safari_settings_words(struct report *report,
                                  const struct runner *runner)
{
    const char *text = "";

    for (size_t i = 0; i < runner->setting_count; i++) {
        if (is_in_force(runner, i))
            text = report_words(report, "%s%s%s=%.9g", text, *text ? " " : "",
                                runner->settings[i].name,
                                runner->settings[i].value);
    }
    return *text ? text : "defaults";
}
