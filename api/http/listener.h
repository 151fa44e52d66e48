/* listener: a socket on which relaxd answers requests. Start reading api/ here.
 *
 * One request passes these, in this order:
 *
 *     listener    a socket, and libmicrohttpd driven by a libuv loop
 *     connection  one client, its phases and their time limits
 *     exchange    one request and its answer
 *     dialect     the API that owns the path: v1, osrm or page (endpoint.h)
 *     endpoint    reads the parameters in handle(), and asks a ...
 *     question    ... of core/service: a route, a table, a tree. It finds its
 *                 places, for routes, tables of positions and isochrones on
 *                 the pool if that takes long, and becomes a ...
 *     job         ... of the engine: queries on one map, waiting in a queue
 *     batch       the jobs that a worker thread solves together
 *     query       one source and one target, or several; a solver answers it
 *     event       the worker posts it to the loop's inbox at the end
 *     answered()  the endpoint writes the answer to exchange->out
 *     task        writing too long for the loop thread, on the compute pool
 *
 * A process may have several listeners, each on a loop and a thread of its own.
 * Any thread may use what the settings point to, which they share. All
 * functions: the loop's thread, or before the loop runs. */
#ifndef RELAXD_API_HTTP_LISTENER_H
#define RELAXD_API_HTTP_LISTENER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/endpoint.h"
#include "core/base/error.h"
#include "core/base/pool.h"
#include "core/service/service.h"

struct http_figures;
struct runtime_limits;
struct log_batch;
struct reload_note;
struct listener;
struct tile_store;

struct listener_settings {
    int fd;       /* listens; the listener closes it */
    bool fd_lent; /* another owner keeps it open: waiting clients go to the
                     next process */
    size_t connections_max;
    size_t header_max_bytes; /* of request line and headers; 0: enough for
                                OSRM's limits */
    bool local;              /* for this machine alone: no other origin or host
                                is answered */
    bool changes;            /* weights may be changed without a token */
    struct token *token;     /* who sends it may change weights; outlives the
                                listener; NULL: nobody may */
    struct living *living;   /* outlives it; NULL: weights never change */
    struct pool *pool;       /* for work too long for a loop thread; outlives
                                the listener */
    struct reload_note *reloads;         /* outlives it; NULL: no reloads */
    const struct runtime_limits *limits; /* outlives it */
    struct tile_store *tiles;            /* outlives it */
    dialect_list dialects;               /* outlives it */
    struct http_figures *figures;        /* of all listeners; outlives it */
    struct log_batch *log; /* request lines, which the owner of the loop
                              flushes before it waits; outlives it; NULL if
                              `limits` ask for none */
    const char *version;   /* of the program; outlives the listener */
    const char *gpu_words; /* why no GPU is used; NULL: one is; outlives it */
};

/* The descriptors that this many listeners need when all connections are open,
 * including those they turn away. */
uint64_t listener_descriptors(uint64_t connections_max, uint64_t listeners);

/* Answers from the loop's next turn. Closes the socket on failure too. */
int listener_create(const struct listener_settings *settings, uv_loop_t *loop,
                    struct service *service, struct listener **ret_listener,
                    struct error *error);

/* Accepts no more connections, answers new requests on old ones with 503, and
 * calls `drained` when everything admitted is answered; perhaps at once. At
 * shutdown_ms cancels what is left, cuts its connections and logs a line. */
void listener_drain(struct listener *listener, void (*drained)(void *context),
                    void *context);

/* After `drained`: closes everything open. Run the loop until its handles are
 * closed, then destroy. */
void listener_close(struct listener *listener);
void listener_destroy(struct listener *listener); /* NULL is fine */

#endif
