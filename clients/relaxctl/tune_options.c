/* tune_options: CUDA solvers' options for one map on one GPU, as lines to keep.
 */
#include "clients/relaxctl/tune_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int tune_options_find(const struct map *map, const struct device *device,
                      const struct tune_settings *settings,
                      struct tune_options *ret_found, struct error *error)
{
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = gpu_tune_adaptive(map, device, settings, &printer.base,
                          &ret_found->adaptive, error);
    if (!r)
        r = gpu_tune_delta(map, device, settings, &printer.base,
                           &ret_found->delta, error);
    if (!r)
        r = gpu_tune_locality(map, device, settings, &printer.base,
                              &ret_found->locality, error);
    progress_printer_finish(&printer);
    return r;
}

void tune_options_lines(
    const struct tune_options *found,
    struct solver_setting ret_lines[static TUNE_OPTIONS_LINES])
{
    const struct adaptive_thresholds *thresholds = &found->adaptive.thresholds;
    const struct solver_setting lines[TUNE_OPTIONS_LINES] = {
        {"adaptive.to-all-us", thresholds->to_all_us},
        {"adaptive.to-selected-us", thresholds->to_selected_us},
        {"delta-stepping.delta", found->delta.delta},
        {"locality.k", found->locality.k},
        {"locality.affinity", found->locality.affinity},
        {"locality.launches", found->locality.launches},
    };

    memcpy(ret_lines, lines, sizeof(lines));
}

void tune_options_print(const struct tune_options *found)
{
    const struct tune_result *adaptive = &found->adaptive;
    const struct tune_delta_result *delta = &found->delta;
    const struct tune_locality_result *locality = &found->locality;

    printf("    to-all-us %.1f, to-selected-us %.1f\n"
           "    mean query: adaptive %.3f ms, harish %.3f ms, selection "
           "%.3f ms\n",
           adaptive->thresholds.to_all_us, adaptive->thresholds.to_selected_us,
           adaptive->adaptive_us / 1000, adaptive->harish_us / 1000,
           adaptive->selection_us / 1000);
    printf("    delta %" PRIu32 "\n"
           "    mean query: delta-stepping %.3f ms, by its rule %.3f ms\n",
           delta->delta, delta->time_us / 1000, delta->untouched_us / 1000);
    printf("    k %" PRIu32 ", affinity %" PRIu32 ", launches %" PRIu32 "\n"
           "    mean query: locality %.3f ms, untuned %.3f ms\n",
           locality->k, locality->affinity, locality->launches,
           locality->time_us / 1000, locality->untouched_us / 1000);
}
