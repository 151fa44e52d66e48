/* table_strips: a table's costs between the workers that find them and the
 * client.
 *
 * The rows come in strips, each solved as one job, in their order. There are
 * two buffers: while the client reads one strip the next is solved. A table
 * whose buffers are both full is idle, and no worker waits for its reader. One
 * thread at a time has the turn: it alone may solve or end the table:
 *
 *     create                         the caller has it, for the first strip
 *     table_strips_solved()          the caller keeps it unless it answers
 *                                    STRIPS_IDLE
 *     table_strips_read()            the client has it, where that says so
 *     table_strips_stop()            the caller has it, where it answers true;
 *                                    else the thread with the turn learns of it
 *                                    when it ends
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

struct table_shape {
    size_t rows;       /* of the table, at least 1 */
    size_t columns;    /* at least 1 */
    bool sums;         /* cells have sums, too */
    size_t strip_rows; /* of all strips but the last, which may be shorter */
    size_t buffers;    /* 1 where one strip is the whole table, else 2 */
};

/* Strips of about equal size, large enough to keep a GPU busy, of which two are
 * no more than `bytes_max` where that holds two rows. */
struct table_shape table_shape_choose(size_t rows, size_t columns, bool sums,
                                      size_t bytes_max);
size_t table_shape_bytes(const struct table_shape *shape); /* of all buffers */

struct strip {
    size_t first;           /* row */
    size_t count;           /* rows */
    uint32_t *cost;         /* [count * columns] */
    struct path_sums *sums; /* the same; NULL: none are wanted */
};

struct table_strips {
    struct table_shape shape;
    size_t strip_count;
    uint32_t *cost[2]; /* strip i lies in cost[i % 2] */
    struct path_sums *sums[2];

    pthread_mutex_t lock; /* guards all below */
    size_t begun;         /* strips that are solved or being solved */
    size_t solved;
    size_t read;     /* by the client */
    size_t released; /* of those, what it is through with */
    bool stopped;
    bool ended;
};

/* NULL: out of memory. */
struct table_strips *table_strips_create(const struct table_shape *shape);
void table_strips_destroy(struct table_strips *strips); /* NULL is fine */

/* What to solve. */
struct strip table_strips_current(const struct table_strips *strips);

enum strips_turn {
    STRIPS_NEXT,    /* the caller goes on with table_strips_current() */
    STRIPS_IDLE,    /* the caller has the turn no more */
    STRIPS_OVER,    /* that was the last; the caller ends the question */
    STRIPS_STOPPED, /* the same, but it was not the last */
};

/* The current strip is solved. */
enum strips_turn table_strips_solved(struct table_strips *strips);

/* There will be no more of them. */
void table_strips_end(struct table_strips *strips);

/* Gives back what was taken before. Where *ret_turn is true the caller goes on
 * with table_strips_current(). */
struct table_rows table_strips_read(struct table_strips *strips,
                                    bool *ret_turn);

/* There will be no more strips than those begun. True: it was idle; the caller
 * ends the question. */
bool table_strips_stop(struct table_strips *strips);

#endif
