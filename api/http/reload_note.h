/* reload_note: how often settings and maps were reloaded, and what failed and
 * was not mended since, for /v1/status.
 *
 * A map's file that is taken mends what failed of files, not what SIGHUP was to
 * do; SIGHUP mends all. One writer, readers on any thread. */
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
    time_t last;        /* when the last one ended; 0: there was none */
    struct error words; /* why it changed nothing, or one before it that is not
                           mended; empty: all is well */
};

enum reload_cause {
    RELOAD_ASKED, /* by SIGHUP: all of it */
    RELOAD_FILE,  /* a map's file is another */
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

/* `refused`: a file that was refused is still there. */
void reload_note_done(struct reload_note *note, enum reload_cause cause,
                      bool refused);
struct reload_state reload_note_get(struct reload_note *note);

#endif
