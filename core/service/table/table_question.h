/* table_question: costs from every source to every target, as a stream of rows.
 * Start reading core/service/table/ here: table_ends.h makes sources and
 * targets of it, table_strips.h hands rows from worker to client.
 *
 * A small table is solved as one job and there at once. A larger one comes in
 * strips of rows, each a job of its own behind what waits meanwhile, all on the
 * one map that was pinned when it was asked for. Two strips are the most that
 * is in memory: the next is begun when the client is through with the one
 * before the last (table_strips.h). So a slow client keeps memory, but no
 * worker; and where the deadline passes before the last strip is solved, the
 * table ends there. All tables together keep within table_memory_max, or are
 * refused. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_QUESTION_H
#define RELAXD_SERVICE_TABLE_TABLE_QUESTION_H

#include "core/service/place/place.h"
#include "core/service/service.h"

/* Where the places of a table are on the roads: found before the table is asked
 * for, on any thread, as many take a while: some 10 us each. */
struct table_places {
    size_t count;
    struct snap *snaps;   /* owned; those of place i from first_snap[i] on */
    uint32_t *first_snap; /* [count + 1] owned */
};

/* Puts all of them on roads, so that there is a way between them where there
 * can be (snap_together); the settings' radius is no limit. ret_missing: the
 * first that is near none, `count` where there is none such. 0, -ENOMEM or
 * -ECANCELED by `cancel`, which may be NULL. finish() is fine after either and
 * on zero bytes. */
int table_places_find(const struct roads *roads,
                      const struct snap_options *options, size_t count,
                      struct cancel *cancel, struct table_places *ret_places,
                      size_t *ret_missing);
void table_places_finish(struct table_places *places);

/* All roads of place i. */
static inline const struct snap *
table_places_snaps(const struct table_places *places, size_t i,
                   uint32_t *ret_count)
{
    *ret_count = places->first_snap[i + 1] - places->first_snap[i];
    return places->snaps + places->first_snap[i];
}

struct table_question {
    struct question base; /* `answered` comes after the last row is in the
                             stream, and tells how it ended; from table_read()
                             and question_cancel(), too. solved_by, device_name
                             and epoch are the first strip's and stand when rows
                             do; times are sums */
    const struct table_places *places; /* the client's; NULL: by ids */
    const uint64_t *sources; /* [source_count] ids, or numbers of places; the
                                client's */
    size_t source_count;     /* at least 1 */
    const uint64_t *targets; /* [target_count] the same */
    size_t target_count;     /* at least 1 */
    bool sums; /* duration and length of shortest paths (query.h), too, on a
                  map with roads */
    size_t answer_bytes; /* of memory that the client will take for the answer,
                            which count as the table's; 0: none worth it */
    void (*readable)(struct table_question *question); /* a worker's thread,
                             when there are rows and more will follow */

    struct table_state *state; /* the service's own */
};

/* As service_ask_path(). */
enum outcome service_ask_table(struct service *service,
                               struct table_question *question);

struct table_rows {
    const uint32_t *cost; /* [count * target_count], row by row; COST_INFINITY,
                             COST_OVERFLOW */
    const struct path_sums *sums; /* the same; NULL: none are wanted */
    size_t first;                 /* row: that of sources[first] */
    size_t count;                 /* rows */
};

/* The next rows; count 0 where there are none for now. Valid until the next
 * table_read(). One thread, the client's; also after `answered`. */
struct table_rows table_read(struct table_question *question);

/* Once answered (or never asked). */
void table_question_finish(struct table_question *question);

#endif
