/* table_question: costs from every source to every target, as a stream of rows.
 * Start reading core/service/table/ here: table_ends.h turns sources and
 * targets into vertices, table_strips.h passes rows from worker to client.
 *
 * A small table is one job. A larger one comes in strips of rows, each a job of
 * its own behind other waiting jobs, all on the map pinned at the start. At
 * most two strips are in memory: the next begins when the client has read the
 * one before the last (table_strips.h). So a slow client holds memory, but no
 * worker; if the deadline passes before the last strip is solved, the table
 * ends there. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_QUESTION_H
#define RELAXD_SERVICE_TABLE_TABLE_QUESTION_H

#include "core/service/place/place.h"
#include "core/service/service.h"

struct table_question {
    struct question base;        /* `ended` comes after the last row is in the
                                    stream, with the outcome; table_read() and
                                    question_cancel() may call it, too. `readable`
                                    comes when there are rows and more will follow.
                                    solved_by, device_name and epoch are the first
                                    strip's, set before its rows; times are sums */
    struct snap_options *places; /* [place_count] the client's, in which the
                                    service sets `closed`; NULL: by ids */
    size_t place_count;
    const uint64_t *sources; /* [source_count] ids, or indices of places; the
                                client's */
    size_t source_count;     /* at least 1 */
    const uint64_t *targets; /* [target_count] the same */
    size_t target_count;     /* at least 1 */
    bool sums; /* also durations and lengths of shortest paths (query.h), on a
                  map with roads */
    bool durations;      /* of places: the client takes costs for them where the
                            profile weighs by them; the service sets `sums` where
                            weights have changed that */
    size_t answer_bytes; /* memory that the client needs for the answer, counted
                            as the table's; 0: negligible */

    struct snaps snaps;        /* of the places, once answered OK */
    struct table_state *state; /* the service's own */
};

/* As service_ask_path(). The pool snaps places, some 10 us each, so that routes
 * exist between them if possible (snap_together); it ignores the settings'
 * radius limit. */
enum outcome service_ask_table(struct service *service,
                               struct table_question *question);

struct table_rows {
    uint32_t *cost;         /* [count * target_count], row by row; may be
                               COST_INFINITY or COST_OVERFLOW */
    struct path_sums *sums; /* the same; NULL: not wanted */
    size_t first;           /* row of sources[first] */
    size_t count;           /* rows */
};

/* The next rows; count 0 if there are none yet. Valid until the next
 * table_read(). Only the client's one thread; also after `ended`. */
struct table_rows table_read(struct table_question *question);

/* Once answered (or never asked). */
void table_question_finish(struct table_question *question);

#endif
