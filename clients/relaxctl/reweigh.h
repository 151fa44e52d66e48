/* reweigh: brings a form to other weights, file after file. */
#ifndef RELAXD_CLIENTS_RELAXCTL_REWEIGH_H
#define RELAXD_CLIENTS_RELAXCTL_REWEIGH_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/runner.h"
#include "core/weighting/weighting.h"

enum { REWEIGH_FILES_MAX = 64 };

struct reweigh_step {
    const char *path;
    size_t count; /* of arcs, or segments, with a weight in the file */
    uint64_t read_us;
    uint64_t customize_us; /* in full or in part; the form only */
};

/* Starts from zeros. */
struct reweigh {
    struct reweigh_step step[REWEIGH_FILES_MAX];
    size_t count;
    bool full; /* customize in full each time; false: in part */
    struct weighting *weighting; /* in force after reweigh_apply() */
};

/* Read --weights and --customize. 0, or EXIT_USAGE after a message. */
int reweigh_parse_file(char **argv, struct reweigh *reweigh);
int reweigh_parse_how(char **argv, struct reweigh *reweigh);

/* Reads the files (weight_file.h) in turn and brings the form to each one's
 * weights. -EINVAL also for a file that names no arc. The form uses the
 * weighting: finish the form before reweigh_finish(). */
int reweigh_apply(struct reweigh *reweigh, struct forms *forms,
                  const struct form *form, struct error *error);
void reweigh_finish(struct reweigh *reweigh);

#endif
