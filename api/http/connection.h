/* connection: one client's connection, and its time limits.
 *
 * A connection is in one phase at a time. Each phase has a limit that counts
 * from the phase's start: a byte now and then does not extend it. Each phase
 * has a queue, oldest first, so a sweep looks only at due connections, however
 * many are open.
 *
 *     opened -> headers -> body -> answering -> sending -> idle -> headers ...
 *
 * libmicrohttpd reports a request line only when it is complete. While a line
 * trickles in on an idle connection, only the kernel knows; the sweep asks it
 * once a second and then moves the connection to `headers`.
 *
 * `sending` continues as long as the client reads SEND_LEAST bytes, and a
 * sixteenth of the memory that its answer holds, or all there are, in each
 * send_timeout_s. The kernel counts them; the sweep asks only about slow
 * answers.
 *
 * The socket of a client that resets its connection reports that at once. A
 * client that has only closed its sending side looks like one that is gone. It
 * gets an interim answer, which every HTTP/1.1 client skips and which resets
 * the socket of a client that is gone.
 *
 * Loop thread only. */
#ifndef RELAXD_API_HTTP_CONNECTION_H
#define RELAXD_API_HTTP_CONNECTION_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/http/sockets.h"

struct exchange;
struct listener;

enum connection_phase {
    PHASE_OPENED,    /* accepted; header_timeout_s */
    PHASE_HEADERS,   /* part of a request line came; header_timeout_s */
    PHASE_BODY,      /* after the headers; body_timeout_s */
    PHASE_ANSWERING, /* the question's deadline applies */
    PHASE_SENDING,   /* send_timeout_s */
    PHASE_IDLE,      /* after an answer; idle_timeout_s */
    PHASE_CUT,       /* shut down; libmicrohttpd will notice */
    PHASE_COUNT,
};

struct connection {
    struct connection *previous; /* in its phase's queue */
    struct connection *next;
    struct listener *listener;
    struct MHD_Connection *mhd;
    struct exchange *exchange; /* the current one, or NULL */
    int fd;
    enum connection_phase phase;
    char client[SOCKET_HOST_SIZE]; /* address; "" until first needed */
    bool surplus;      /* over the limit: only vital requests are answered */
    bool is_first;     /* the request is the connection's first */
    bool probed;       /* got an interim answer, to see if it is gone */
    bool late;         /* cut because its deadline passed */
    bool taken_known;  /* `taken` belongs to this answer */
    uint64_t since_ms; /* start of the phase, or last check; loop clock */
    uint64_t answered_at_ms; /* when its answer began, clock_now_us() */
    uint64_t idle_since_ms;  /* the same clock */
    uint64_t taken;          /* bytes that the client had read ... */
    uint64_t taken_at_ms;    /* ... at this time */
};

/* libmicrohttpd's callback for connections; `cls` is the listener. */
void connection_notify(void *cls, struct MHD_Connection *mhd,
                       void **socket_context,
                       enum MHD_ConnectionNotificationCode code);

/* NULL if its allocation failed. */
struct connection *connection_of(struct MHD_Connection *mhd);

/* Begins the phase now, unless it is the current one. */
void connection_enter(struct connection *connection,
                      enum connection_phase phase);

/* Begins the current phase anew. */
void connection_renew(struct connection *connection);

/* The request line is complete. */
void connection_begin_request(struct connection *connection);

/* Shuts down a connection whose deadline passed after its answer began. It
 * stays in its phase until the question has ended; counted once. */
void connection_cut_late(struct connection *connection);

/* ---- All connections of a listener --------------------------------------- */

/* Several times a second a sweep looks at connections that may be due, ends
 * those over their phase's limit, and cancels questions of clients that are
 * gone. Loop thread only. */

struct listener;

/* Start from zeros. */
struct connections {
    struct connection_queue {
        struct connection *first; /* in the phase for longest */
        struct connection *last;
    } queues[PHASE_COUNT];
    unsigned
        cut[PHASE_COUNT]; /* in each phase, since the last log line about it */
    char last_cut[SOCKET_ADDRESS_SIZE]; /* of the last connection cut */
    uint64_t reported_ms;               /* time of that line; 0: never */
};

/* Shuts down connections whose time is up, or whose deadline passed after the
 * answer began; cancels the questions of clients that hung up. Now and then
 * logs how many were too slow. */
void connections_sweep(struct listener *listener);

/* Whether nobody is connected. */
bool connections_none(const struct listener *listener);

/* Ends all questions and connections; returns how many were being answered. */
size_t connections_cut(struct listener *listener);

#endif
