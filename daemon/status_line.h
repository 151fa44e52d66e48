/* status_line: the line that the service manager shows of this process while it
 * serves: maps, requests, what waits, and why the last reload changed nothing.
 *
 * All that is said between READY=1 and STOPPING=1 but for steps of loading a
 * map is said here, every few seconds and whenever it changes. The first loop's
 * thread. */
#ifndef RELAXD_DAEMON_STATUS_LINE_H
#define RELAXD_DAEMON_STATUS_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct wiring;

struct status_line {
    uv_timer_t timer;
    struct wiring *wiring;
    const char *address;
    uint64_t requests; /* as seen last, */
    uint64_t seen_us;  /* then */
    bool stopped;
};

/* Nothing is said yet. Wiring and address outlive it; it must not move until
 * the loop has ended. */
void status_line_start(struct status_line *line, uv_loop_t *loop,
                       struct wiring *wiring, const char *address);

/* Start or reload are over: READY=1. */
void status_line_ready(struct status_line *line);

/* Settings and maps are taken anew until it is ready again. */
void status_line_reloading(struct status_line *line);

/* Something is new. */
void status_line_tell(struct status_line *line);

/* Says no more, whatever it is asked; others do. */
void status_line_stop(struct status_line *line);
void status_line_close(struct status_line *line);

#endif
