/* switching: for which vertices the next phase creates threads.
 *
 * Suzuki et al. (gpu/relaxation), Algorithm 4 and section 6: the host measures
 * the time of a phase, averages it with that of the phase before, and compares
 * it with two thresholds. harish and selection are the two extremes, where one
 * threshold is out of reach. No CUDA here: tune.c replays it. */
#ifndef RELAXD_GPU_RELAXATION_SWITCHING_H
#define RELAXD_GPU_RELAXATION_SWITCHING_H

enum threads_for {
    THREADS_ALL,      /* one for every vertex of the map */
    THREADS_SELECTED, /* one for every vertex whose label fell */
};

/* Times in microseconds. */
struct adaptive_thresholds {
    double to_all_us;      /* selected phases longer than this: switch to all */
    double to_selected_us; /* all phases shorter than this: switch to
                              selected */
};

struct switching {
    struct adaptive_thresholds thresholds;
    enum threads_for threads; /* of the next phase */
    double last_us;           /* of the previous phase; negative: none */
};

/* harish, selection and adaptive; call one for each query. */
struct switching switching_all(void);
struct switching switching_selected(void);
struct switching switching_adaptive(struct adaptive_thresholds thresholds);

/* Records the time of the phase that ended and decides on the next. */
void switching_phase_ended(struct switching *switching, double time_us);

/* "all" or "selected". */
const char *threads_for_name(enum threads_for threads);

#endif
