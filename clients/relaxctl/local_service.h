/* local_service: a map file served within this process, for commands that ask
 * questions of core/service without a server. On the CPU. */
#ifndef RELAXD_CLIENTS_RELAXCTL_LOCAL_SERVICE_H
#define RELAXD_CLIENTS_RELAXCTL_LOCAL_SERVICE_H

#include <pthread.h>

#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/service/service.h"
#include "core/solver/catalog.h"

struct local_service {
    struct catalog catalog; /* the solvers that answer */
    struct registry *registry;
    struct engine *engine;
    struct service *service;
    pthread_mutex_t lock; /* guards `answered` */
    pthread_cond_t changed;
    bool answered; /* the one question that is asked at a time */
};

/* Opens the map, of this profile (NULL: its first), for a solver (NULL or
 * "auto": what suits). The struct must not move after. -EINVAL: no such profile
 * or solver; others as map_open_profile() has them. On failure there is nothing
 * to finish. */
int local_service_init(struct local_service *local, const char *path,
                       const char *profile, const char *solver,
                       struct error *error);
void local_service_finish(struct local_service *local);

/* Before asking; then, where service_ask_*() said OUTCOME_OK, wait. One thread.
 */
void local_service_prepare(struct local_service *local,
                           struct question *question);
void local_service_wait(struct local_service *local);

#endif
