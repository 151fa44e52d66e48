/* map_pieces: the forms of one map on devices, each with a metric. */
#ifndef RELAXD_ENGINE_MAP_PIECES_H
#define RELAXD_ENGINE_MAP_PIECES_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/solver/solver.h"

/* One form on one device. */
struct piece {
    const struct form_ops *ops;
    const struct device *device;
    struct prepared *prepared; /* owned; NULL: another map's is used */
    _Atomic(struct metric *)
        metric;          /* owned; NULL: waits for its first query */
    atomic_bool refused; /* `refusal` says why, for good, from then on */
    struct error refusal;
};

struct map_pieces {
    struct piece *list; /* [count] */
    size_t count;
    pthread_mutex_t lock; /* guards all once published, but for reading
                             `metric` and `refused`; held while one is prepared,
                             so that each is prepared once: whoever waits has
                             nothing else to do, and those who only read do not
                             wait */
};

/* Room for so many, none in it. 0 or -ENOMEM; finish() is fine after either. */
int map_pieces_init(struct map_pieces *pieces, size_t most);
void map_pieces_finish(struct map_pieces *pieces);

/* NULL: there is none. */
struct piece *map_pieces_find(const struct map_pieces *pieces,
                              const struct form_ops *ops,
                              const struct device *device);

/* Makes form and metric of a piece that has neither. SOLVER_REFUSES, which is
 * for good; or a negative code, after which it may be tried again. */
int piece_prepare(struct piece *piece, const struct map *map,
                  struct error *error);

#endif
