/* reload_note: how often settings and maps were read anew, and how that went
 * last, for /v1/status.
 *
 * One writer, readers on any thread. */
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
    struct error words; /* why it changed nothing; empty: it did */
};

struct reload_note {
    pthread_mutex_t lock; /* guards `state` */
    struct reload_state state;
};

void reload_note_init(struct reload_note *note);
void reload_note_finish(struct reload_note *note);

/* `failure` NULL: it went well. */
void reload_note_add(struct reload_note *note, const struct error *failure);
struct reload_state reload_note_get(struct reload_note *note);

#endif
