/* quiet: memory that nothing needs any more goes back to the system.
 *
 * A large table leaves workspaces, sums of a metric and freed blocks between
 * others, for the next one; a minute later they would only be in the way of
 * whatever else runs on the machine. So while the process works, and for about
 * a minute after, a timer has the engine rest (engine.h) and the heap trimmed:
 * where nothing was asked since it last fired, else now and then. At last the
 * maps' pages go, too (map_trim), and then nothing happens while all is quiet.
 * The first loop's thread. */
#ifndef RELAXD_DAEMON_QUIET_H
#define RELAXD_DAEMON_QUIET_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

struct engine;

struct quiet {
    uv_timer_t timer;
    struct engine *engine;
    uint64_t spent_us;      /* of the processor, by all threads, as seen last */
    uint64_t work_least_us; /* in a turn that was not quiet */
    unsigned turns;         /* that are left of rest */
    unsigned busy;          /* turns since the heap was trimmed */
};

/* `loops`: that the process has. The engine outlives it; quiet must not move
 * until the loop has ended. */
void quiet_start(struct quiet *quiet, uv_loop_t *loop, size_t loops,
                 struct engine *engine);
void quiet_close(struct quiet *quiet);

#endif
