/* spool: a folder whose files are changes of weights.
 *
 * For jobs that make files and cannot send them: `mv` puts a file into the
 * folder, the thread "spool" takes it, in order of name, and moves it to
 * "done/" or "refused/" with a report beside it, NAME.json. The name says what
 * the file is:
 *
 *     [ORDER@]MAP.PROFILE.segments.csv     speeds, as PATCH
 *     0805@region.car.turns.csv.gz         turns, packed
 *     region.car.segments.put.json         as PUT
 *     graph.arcs.csv                       of a graph without roads
 *
 * ORDER is anything. Names that begin with a dot or end in ".tmp" or ".part"
 * are left alone. What fails for want of room or memory stays, and is tried
 * again. A file is taken once: after a crash between the change and the move
 * the journal knows it by its name, time and contents. */
#ifndef RELAXD_DAEMON_SPOOL_H
#define RELAXD_DAEMON_SPOOL_H

#include "core/base/limits.h"
#include "core/engine/living.h"

struct spool;

/* Takes what lies there, then what comes. The folder must be there; `living`
 * and `limits` outlive the spool. -errno with words. */
int spool_start(const char *directory, struct living *living,
                const struct runtime_limits *limits, struct spool **ret_spool,
                struct error *error);

/* Whether the folder is there, for who only checks settings. 0, or -errno with
 * words. */
int spool_check(const char *directory, struct error *error);

/* Waits for the change on its way. NULL is fine. */
void spool_stop(struct spool *spool);

#endif
