/* reweigh: a map's form brought to other weights, file after file. */
#ifndef RELAXD_CLIENTS_RELAXCTL_REWEIGH_H
#define RELAXD_CLIENTS_RELAXCTL_REWEIGH_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/forms.h"

enum { REWEIGH_FILES_MAX = 64 };

struct reweigh_step {
    const char *path;
    size_t arcs; /* of the map that the file gave a weight */
    uint64_t read_us;
    uint64_t customize_us; /* in full or in part, the form alone */
};

/* Zero bytes to begin with. */
struct reweigh {
    struct reweigh_step step[REWEIGH_FILES_MAX];
    size_t count;
    bool full;              /* customizes afresh each time, else in part */
    struct weights weights; /* in force after reweigh_apply() */
    uint32_t *weight;       /* [arc_count] owned; NULL: the map's own */
};

/* What --weights and --customize say. 0, or EXIT_USAGE after words. */
int reweigh_parse_file(char **argv, struct reweigh *reweigh);
int reweigh_parse_how(char **argv, struct reweigh *reweigh);

/* Reads each file (weight_file.h) and brings the form to its weights, before
 * the next. -EINVAL also for one that names no arc. The form is in use until it
 * is finished, which comes before reweigh_finish(). */
int reweigh_apply(struct reweigh *reweigh, struct forms *forms,
                  const struct form *form, struct error *error);
void reweigh_finish(struct reweigh *reweigh);

#endif
