/* status_line: the line that the service manager shows while relaxd serves:
 * maps, requests, queues, and why the last reload changed nothing.
 *
 * Between READY=1 and STOPPING=1 it sends all status, except for steps of
 * loading a map: every few seconds and at each change. The first loop's
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
    uint64_t requests; /* at the last report, ... */
    uint64_t seen_us;  /* ... and its time */
    bool stopped;
};

/* Sends nothing yet. Wiring and address must outlive it; it must not move until
 * the loop has ended. */
void status_line_start(struct status_line *line, uv_loop_t *loop,
                       struct wiring *wiring, const char *address);

/* The start or a reload has ended: sends READY=1. */
void status_line_ready(struct status_line *line);

/* A reload starts, until status_line_ready(). */
void status_line_reloading(struct status_line *line);

/* Sends the line again, because something changed. */
void status_line_send(struct status_line *line);

/* Ignores later calls; the shutdown reports instead. */
void status_line_stop(struct status_line *line);
void status_line_close(struct status_line *line);

#endif
