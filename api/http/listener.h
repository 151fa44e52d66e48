/* listener: a socket where requests are answered. Start reading api/ here.
 *
 * The way of one request, in the order of the names that it meets:
 *
 *     listener    a socket, and libmicrohttpd turned by a libuv loop
 *     connection  one client, its phases and their time limits
 *     exchange    one request and its answer
 *     dialect     the API that owns the path: v1, osrm or page (endpoint.h)
 *     endpoint    reads the parameters in handle(), and asks a ...
 *     question    ... of core/service: a route, a table, a tree. It becomes a
 * ... job         ... of the engine: queries on one map, which wait in a queue
 *     batch       the jobs that a worker thread solves together
 *     query       one source and one target, or several; a solver answers it
 *     event       what the worker posts to the loop's inbox at the end
 *     answered()  the endpoint writes the answer to exchange->out
 *     task        what would keep the loop thread too long, on the compute pool
 *
 * A listener is a value: a process may have several, each on a loop and a
 * thread of its own; what they share, and the settings name, any thread may
 * use. All functions: the loop's thread, or before that runs. */
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
    int fd;       /* that clients connect to; the listener closes it */
    bool fd_lent; /* others keep it open: waiting clients are for the next
                     process */
    size_t connections_max;
    size_t header_max_bytes; /* of request line and headers; 0: what OSRM's
                                limits take */
    struct pool *pool;       /* for what keeps a loop thread too long; outlives
                                the listener */
    struct reload_note *reloads; /* the same; NULL: nothing is reloaded */
    const struct runtime_limits *limits; /* outlives it */
    struct tile_store *tiles;            /* the same */
    dialect_list dialects;               /* that are spoken; the same */
    struct http_figures *figures;        /* the same; of all listeners */
    struct log_batch *log; /* the same; lines of requests, which the owner of
                              the loop flushes before it waits; NULL where
                              `limits` ask for none */
    const char *version;   /* of the program; outlives the listener */
    const char *gpu_words; /* why no GPU is used; NULL: one is; outlives it */
};

/* How many descriptors so many listeners come to with all connections open, and
 * all that they turn away. */
uint64_t listener_descriptors(uint64_t connections_max, uint64_t listeners);

/* Answers from the next turn of the loop on. On failure, too, the socket is
 * closed. */
int listener_create(const struct listener_settings *settings, uv_loop_t *loop,
                    struct service *service, struct listener **ret_listener,
                    struct error *error);

/* Accepts no more connections, answers new requests on old ones 503, and calls
 * `drained` once everything admitted is answered; maybe at once. What is not by
 * shutdown_ms is cancelled and its connection cut, with a line in the log. */
void listener_drain(struct listener *listener, void (*drained)(void *context),
                    void *context);

/* After `drained`: closes what is open. Run the loop until its handles are
 * closed, then destroy. */
void listener_close(struct listener *listener);
void listener_destroy(struct listener *listener); /* NULL is fine */

#endif
