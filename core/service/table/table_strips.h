/* table_strips: a table's costs on their way from the workers to the client.
 *
 * The rows come in strips, each solved as one job, in order. There are two
 * buffers: while the client reads one strip, a worker solves the next. A table
 * with both buffers full is idle, and no worker waits for its reader. One
 * thread at a time has the turn: only it may solve or end the table:
 *
 *     table_strips_make()            the caller has it, for the first strip
 *     table_strips_solved()          the caller keeps it unless it returns
 *                                    STRIPS_IDLE
 *     table_strips_read()            the client gets it if *ret_turn is true
 *     table_strips_stop()            the caller gets it if it returns true;
 * else the thread with the turn sees the stop when its strip ends
 *
 * Only the thread with the turn calls current, solved and end; read is for one
 * thread, the client's; stop for any. */
#ifndef RELAXD_SERVICE_TABLE_TABLE_STRIPS_H
#define RELAXD_SERVICE_TABLE_TABLE_STRIPS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/service/table/table_question.h"

struct table_strips {
    size_t rows;       /* of the table, at least 1 */
    size_t columns;    /* at least 1 */
    bool with_sums;    /* cells have sums, too */
    size_t strip_rows; /* of all strips except the last, which may be shorter */
    size_t buffers;    /* 1 if one strip is the whole table, else 2 */
    size_t strip_count;
    uint32_t *cost[2]; /* strip i is in cost[i % 2] */
    struct path_sums *sums[2];

    pthread_mutex_t lock; /* guards all below */
    size_t begun;         /* strips solved or being solved */
    size_t solved;
    size_t read;     /* by the client */
    size_t released; /* of those, how many it is done with */
    bool stopped;
    bool ended;
};

/* Chooses strips of about equal size, large enough to keep a GPU busy; two fit
 * into `bytes_max` if that holds two rows. */
void table_strips_init(struct table_strips *strips, size_t rows, size_t columns,
                       bool sums, size_t bytes_max);
size_t table_strips_bytes(const struct table_strips *strips); /* of buffers */

/* Makes the buffers. 0 or -ENOMEM; finish() after either. */
int table_strips_make(struct table_strips *strips);
void table_strips_finish(struct table_strips *strips);

/* The strip to solve next. */
struct table_rows table_strips_current(const struct table_strips *strips);

enum strips_turn {
    STRIPS_NEXT,    /* the caller continues with table_strips_current() */
    STRIPS_IDLE,    /* the caller no longer has the turn */
    STRIPS_OVER,    /* that was the last; the caller ends the question */
    STRIPS_STOPPED, /* the same, but it was not the last */
};

/* The current strip is solved. */
enum strips_turn table_strips_solved(struct table_strips *strips);

/* Ends the table before its last strip. */
void table_strips_end(struct table_strips *strips);

/* Releases the rows read before. If *ret_turn is true, the caller continues
 * with table_strips_current(). */
struct table_rows table_strips_read(struct table_strips *strips,
                                    bool *ret_turn);

/* Begins no further strips. True: the table was idle; the caller ends the
 * question. */
bool table_strips_stop(struct table_strips *strips);

#endif
