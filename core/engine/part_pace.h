/* part_pace: how long parts of a job take, learned from those solved so far.
 *
 * A part takes a time of its own beside that of its queries, where the solver
 * shares work among them: so parts of several sizes are looked at, as a line
 * through them, the last ones weighing most. The first part is forgotten once
 * there is a second: it also makes ready what the others find. */
#ifndef RELAXD_ENGINE_PART_PACE_H
#define RELAXD_ENGINE_PART_PACE_H

#include <stddef.h>

/* Zero bytes: nothing is known. One thread. */
struct part_pace {
    size_t parts;      /* noted so far */
    size_t last_count; /* queries of the last */

    /* Weighted sums over parts: of 1, queries, time, and products. */
    double weight;
    double count;
    double us;
    double count_count;
    double count_us;
};

/* A part of `count` queries, at least 1, took so long. */
void part_pace_note(struct part_pace *pace, size_t count, double us);

/* How many queries to take next, at least 1 and at most `most`, for a part of
 * `wanted_us`, or of twice its own time where that is more, so that half of the
 * time goes to queries. No more than four times the last part; every other time
 * half as many, to learn by, or twice the last where all were alike. Needs a
 * part. */
size_t part_pace_limit(const struct part_pace *pace, double wanted_us,
                       size_t most);

#endif
