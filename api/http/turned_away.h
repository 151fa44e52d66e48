/* turned_away: connections beyond what is read get a 503 all the same.
 *
 * Its text is made once and sent before anything has come: a tenth of the work
 * of reading a request to refuse it. It is relaxd's problem and has OSRM's code
 * and message, too, as nobody has looked whose path it is. The socket then
 * stays open for a moment, since closing it with unread bytes resets it and may
 * take the answer along; of so many that wait thus, the longest goes first.
 * Loop thread only. */
#ifndef RELAXD_API_HTTP_TURNED_AWAY_H
#define RELAXD_API_HTTP_TURNED_AWAY_H

#include <stddef.h>
#include <stdint.h>

#include "api/form/problem.h"
#include "api/http/socket_ring.h"

struct http_figures;

enum { TURNED_AWAY_TEXT_SIZE = 2048 };

struct turned_away {
    struct http_figures *figures;
    char text[TURNED_AWAY_TEXT_SIZE]; /* head and body */
    size_t length;
    struct socket_ring ring; /* answered, not closed yet */
    uint64_t untold;         /* since the last line in the log about them */
    uint64_t told_ms;        /* when that was; 0: never */
};

/* Why: for those, too, whose request was read. */
void turned_away_problem(struct problem *problem, size_t connections_max);

/* `connections_max`: what the text says is allowed. 0, or -ENOMEM. */
int turned_away_init(struct turned_away *away, struct http_figures *figures,
                     size_t connections_max);

/* Answers and, in the end, closes it. */
void turn_away(struct turned_away *away, int fd);

/* Closes those who have read it, or had the time; a line in the log now and
 * then. */
void turned_away_sweep(struct turned_away *away);

/* Closes all. */
void turned_away_finish(struct turned_away *away);

#endif
