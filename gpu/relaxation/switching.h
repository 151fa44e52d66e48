/* switching: for which vertices the next phase creates threads.
 *
 * Suzuki et al. (gpu/relaxation.h), Algorithm 4 and section 6: the time of a
 * phase as the host measured it, averaged with that of the phase before, is
 * held against two thresholds. harish and selection are the two ends, where one
 * threshold is out of reach. No CUDA in here: tune.c replays it. */
#ifndef RELAXD_GPU_RELAXATION_SWITCHING_H
#define RELAXD_GPU_RELAXATION_SWITCHING_H

enum threads_for {
    THREADS_ALL,      /* one for every vertex of the map */
    THREADS_SELECTED, /* one for every vertex whose label fell */
};

/* Times in microseconds. */
struct adaptive_thresholds {
    double to_all_us;      /* selected phases longer than this: all */
    double to_selected_us; /* all phases shorter than this: selected */
};

struct switching {
    struct adaptive_thresholds thresholds;
    enum threads_for threads; /* of the coming phase */
    double last_us;           /* the phase before; negative: there was none */
};

/* harish, selection and adaptive; each begins a query again. */
struct switching switching_all(void);
struct switching switching_selected(void);
struct switching switching_adaptive(struct adaptive_thresholds thresholds);

/* Takes in the time of the phase that ended and decides on the next. */
void switching_phase_ended(struct switching *switching, double time_us);

/* "all" or "selected". */
const char *threads_for_name(enum threads_for threads);

#endif
