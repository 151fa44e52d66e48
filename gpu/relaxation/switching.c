/* switching: compares averaged phase times with the thresholds. */
#include "gpu/relaxation/switching.h"

#include <math.h>

static struct switching start(enum threads_for threads, double to_all_us,
                              double to_selected_us)
{
    return (struct switching){
        .thresholds = {to_all_us, to_selected_us},
        .threads = threads,
        .last_us = -1,
    };
}

struct switching switching_all(void)
{
    return start(THREADS_ALL, INFINITY, 0);
}

struct switching switching_selected(void)
{
    return start(THREADS_SELECTED, INFINITY, 0);
}

struct switching switching_adaptive(struct adaptive_thresholds thresholds)
{
    return start(THREADS_SELECTED, thresholds.to_all_us,
                 thresholds.to_selected_us);
}

void switching_phase_ended(struct switching *switching, double time_us)
{
    double last_us = switching->last_us < 0 ? time_us : switching->last_us;
    double mean_us = (last_us + time_us) / 2;

    switching->last_us = time_us;
    if (switching->threads == THREADS_SELECTED) {
        if (mean_us > switching->thresholds.to_all_us)
            switching->threads = THREADS_ALL;
    } else if (mean_us < switching->thresholds.to_selected_us) {
        switching->threads = THREADS_SELECTED;
    }
}

const char *threads_for_name(enum threads_for threads)
{
    return threads == THREADS_ALL ? "all" : "selected";
}
