/* status_line: a line for the service manager, now and then, that says how the
 * process is doing: maps, requests, what waits. The first loop's thread. */
#ifndef RELAXD_DAEMON_STATUS_LINE_H
#define RELAXD_DAEMON_STATUS_LINE_H

#include <stdint.h>
#include <uv.h>

struct engine;
struct http_figures;

struct status_line {
    uv_timer_t timer;
    struct engine *engine;
    const struct http_figures *figures;
    const char *address;
    uint64_t requests; /* as seen last, */
    uint64_t seen_us;  /* then */
};

/* All of these outlive it; it must not move until the loop has ended. */
void status_line_start(struct status_line *line, uv_loop_t *loop,
                       struct engine *engine,
                       const struct http_figures *figures, const char *address);

/* Says no more; others do. */
void status_line_stop(struct status_line *line);
void status_line_close(struct status_line *line);

#endif
