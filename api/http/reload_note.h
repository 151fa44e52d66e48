/* reload_note: counts reloads of settings and maps and remembers unresolved
 * failures, for /v1/status.
 *
 * Loading a map's new file resolves failures of files, not those of SIGHUP; a
 * SIGHUP that succeeds resolves all. One writer, readers on any thread. */
#ifndef RELAXD_API_HTTP_RELOAD_NOTE_H
#define RELAXD_API_HTTP_RELOAD_NOTE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "core/base/error.h"

struct reload_state {
    uint64_t done;
    uint64_t failed;
    time_t last;        /* when the last one ended; 0: never */
    struct error words; /* why it changed nothing, or an earlier unresolved
                           failure; empty: none */
};

enum reload_cause {
    RELOAD_ASKED, /* by SIGHUP: everything */
    RELOAD_FILE,  /* a map's file changed */
    RELOAD_CAUSES,
};

struct reload_note {
    pthread_mutex_t lock; /* guards all below */
    struct reload_state state;
    struct error failures[RELOAD_CAUSES];
};

void reload_note_init(struct reload_note *note);
void reload_note_finish(struct reload_note *note);

void reload_note_failed(struct reload_note *note, enum reload_cause cause,
                        const struct error *failure);

/* `refused`: a refused file is still in place. */
void reload_note_done(struct reload_note *note, enum reload_cause cause,
                      bool refused);
struct reload_state reload_note_get(struct reload_note *note);

#endif
