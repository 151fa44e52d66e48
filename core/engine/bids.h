/* bids: what solvers offer for a job that names none.
 *
 * A bid is what waits at a device already, and how long the job will take by
 * what is known of the solver's speed on its map (speed.h), measured or
 * guessed. A GPU's bids count double: it is one for all clients, workers are
 * many, and guesses are rough. The lowest wins. */
#ifndef RELAXD_ENGINE_BIDS_H
#define RELAXD_ENGINE_BIDS_H

#include "core/engine/roster.h"

struct bid {
    struct choice choice; /* no solver: there is none */
    double us;            /* HUGE_VAL then */
};

/* Lowers the best bids by those on one device: of the solvers that can answer
 * there now, and of all that nobody leaves aside, whose form of the map may be
 * missing. */
void bids_take(const struct roster *roster, const struct job *job,
               struct crew *crew, struct bid *able, struct bid *any);

#endif
