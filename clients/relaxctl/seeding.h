/* seeding: makes the changes that one relaxd has on disk the beginning of a
 * stream that several share (core/feed/stream.h). */
#ifndef RELAXD_CLIENTS_RELAXCTL_SEEDING_H
#define RELAXD_CLIENTS_RELAXCTL_SEEDING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"

struct seeding {
    const char *map;
    const char *feed;       /* the URL of weights.feed */
    const char *login_file; /* of weights.feed-login-file; NULL: none */
    const char *state;      /* daemon.state-directory; NULL: the usual one */
    bool replaces;          /* also a stream that others may follow */
    uint64_t epoch;         /* what the disk must have; 0: any */
};

/* Prints what it did. Codes with words; then the stream is as before. -EEXIST:
 * it is there, and it is not to be replaced; -ESTALE: the disk has another
 * epoch. */
int seed_stream(const struct seeding *seeding, struct error *error);

#endif
