/* thresholds: adaptive's, for a map, as the paper set them: tuned. */
#include "lab/paper/thresholds.h"

#include <stdlib.h>

#include "core/engine/tuned.h"
#include "gpu/tune/tune.h"
#include "lab/paper/contest.h"

enum { TUNING_SOURCES = 16 };

/* Takes those of the settings that are thresholds; whether there were any. */
static bool take(const struct solver_ops *adaptive,
                 const struct solver_setting *settings, size_t count,
                 struct adaptive_thresholds *thresholds)
{
    bool found = false;

    for (size_t i = 0; i < count; i++) {
        const struct solver_option *option =
            option_find(adaptive, settings[i].name);

        if (option == option_find(adaptive, "to-all-us"))
            thresholds->to_all_us = settings[i].value;
        else if (option == option_find(adaptive, "to-selected-us"))
            thresholds->to_selected_us = settings[i].value;
        else
            continue;
        found |= option != NULL;
    }
    return found;
}

static int take_given(const struct study *study,
                      const struct solver_ops *adaptive,
                      struct adaptive_thresholds *thresholds, bool *ret_found,
                      struct error *error)
{
    struct solver_setting settings[ARGUMENTS_SETTINGS_MAX];
    int r = arguments_read_settings(&study->settings, &study->inventory.catalog,
                                    settings, error);

    if (!r)
        *ret_found =
            take(adaptive, settings, study->settings.count, thresholds);
    return r;
}

static int take_kept(const struct study *study, const struct map *map,
                     const struct solver_ops *adaptive,
                     struct adaptive_thresholds *thresholds, bool *ret_found,
                     struct error *error)
{
    char *directory = tuned_default_directory();
    struct tuned_key key;
    struct tuned tuned;
    int r = TUNED_NONE;

    if (directory) {
        tuned_key_init(&key, map, study->cuda);
        r = tuned_load(directory, &key, &tuned, error);
    }
    free(directory);
    *ret_found = !r && take(adaptive, tuned.setting, tuned.count, thresholds);
    return r < 0 ? r : 0;
}

static int find_now(const struct study *study, const struct map *map,
                    struct adaptive_thresholds *thresholds, struct error *error)
{
    const struct tune_settings settings = {TUNING_SOURCES, study->seed};
    struct tune_result result;
    int r = gpu_tune_adaptive(map, study->cuda, &settings, study->progress,
                              &result, error);

    if (!r)
        *thresholds = result.thresholds;
    return r;
}

int thresholds_find(const struct study *study, const struct map *map,
                    const char *name, struct report *report,
                    struct adaptive_thresholds *ret_thresholds,
                    struct error *error)
{
    const struct solver_ops *adaptive =
        catalog_find(&study->inventory.catalog, "adaptive");
    struct adaptive_thresholds thresholds = {
        solver_option_value(adaptive, NULL, 0, "to-all-us"),
        solver_option_value(adaptive, NULL, 0, "to-selected-us"),
    };
    const char *from = "as given";
    bool found = false;
    int r = take_given(study, adaptive, &thresholds, &found, error);

    if (!r && !found) {
        from = "as 'relaxctl tune' kept them";
        r = take_kept(study, map, adaptive, &thresholds, &found, error);
    }
    if (!r && !found) {
        from = "tuned now";
        r = find_now(study, map, &thresholds, error);
    }
    if (r)
        return r;
    report_add_note(
        report,
        report_words(report,
                     "%s: adaptive's thresholds, %s: to all above %.9g us, "
                     "to selected below %.9g us.",
                     name, from, thresholds.to_all_us,
                     thresholds.to_selected_us));
    *ret_thresholds = thresholds;
    return 0;
}

void thresholds_set(struct adaptive_thresholds thresholds,
                    struct report *report, struct arguments_settings *settings)
{
    contest_set(settings, "adaptive.to-all-us",
                report_words(report, "%.9g", thresholds.to_all_us));
    contest_set(settings, "adaptive.to-selected-us",
                report_words(report, "%.9g", thresholds.to_selected_us));
}
