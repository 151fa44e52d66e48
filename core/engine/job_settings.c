/* job_settings: what a job sets of its solver's options. */
#include "core/engine/job_settings.h"

#include <string.h>

struct job_settings job_settings_of(const struct job *job)
{
    struct job_settings settings = {.count = 0};

    if (job->solved_by != job->solver)
        return settings;
    settings.count = job->setting_count;
    for (size_t i = 0; i < settings.count; i++)
        settings.item[i] = job->settings[i];
    return settings;
}

bool job_settings_equal(const struct job_settings *a,
                        const struct job_settings *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->item[i].name, b->item[i].name) != 0 ||
            a->item[i].value != b->item[i].value)
            return false;
    }
    return true;
}
