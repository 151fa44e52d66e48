/* activation: sockets that the service manager opened for us
 * (sd_listen_fds(3)), without libsystemd. */
#ifndef RELAXD_DAEMON_ACTIVATION_H
#define RELAXD_DAEMON_ACTIVATION_H

#include <stddef.h>

#include "core/base/error.h"

enum { ACTIVATION_MAX = 16 };

struct activation {
    int fds[ACTIVATION_MAX]; /* [count], the caller's to close */
    size_t count;            /* 0: nobody gave any */
};

/* Takes what $LISTEN_FDS says where it is meant for this process, once. Each
 * socket, whatever $LISTEN_FDNAMES calls it, is one where HTTP's clients come.
 * -EINVAL: something that is no listening TCP socket, or too many. */
int activation_take(struct activation *ret_activation, struct error *error);

/* What $LISTEN_FDNAMES calls it, `index` from 0; "" where it has no name. */
enum { ACTIVATION_NAME_SIZE = 64 };
void activation_name(size_t index, char ret_name[ACTIVATION_NAME_SIZE]);

/* A socket for each of `count` loops, as the first ones given or others that
 * accept from the same; `count` is at least as many as were given. On failure
 * all that were given are closed. */
int activation_spread(const struct activation *activation, size_t count,
                      int *ret_fds, struct error *error);

#endif
