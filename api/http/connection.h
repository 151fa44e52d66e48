/* connection: one client's connection, and its time limits.
 *
 * A connection is in one phase at a time. Each phase has a limit, which counts
 * from its beginning: a byte now and then does not extend it. The phases are
 * queues, oldest first, so that a sweep looks at due connections alone, however
 * many are open.
 *
 *     opened -> headers -> body -> answering -> sending -> idle -> headers ...
 *
 * libmicrohttpd reports a request line when it is whole. Of a line that comes
 * slowly on an idle connection the kernel knows; the sweep asks it once a
 * second, and the connection is in `headers` from then on.
 *
 * `sending` goes on as long as the client reads: SEND_LEAST bytes, or all there
 * are, in each send_timeout_s. The kernel counts them; the sweep asks it about
 * slow answers alone.
 *
 * The socket of a client that resets its connection reports that at once. A
 * client that only closed its sending side looks like one that is gone: it gets
 * an interim answer, which every HTTP/1.1 client skips, and which resets the
 * socket of one that is gone.
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
    PHASE_HEADERS,   /* after some of a request line; header_timeout_s */
    PHASE_BODY,      /* after the headers; body_timeout_s */
    PHASE_ANSWERING, /* the question's deadline counts */
    PHASE_SENDING,   /* send_timeout_s */
    PHASE_IDLE,      /* after an answer; idle_timeout_s */
    PHASE_CUT,       /* libmicrohttpd will notice */
    PHASE_COUNT,
};

struct connection {
    struct connection *previous; /* in its phase's queue */
    struct connection *next;
    struct listener *listener;
    struct exchange *exchange; /* the current one, or NULL */
    int fd;
    enum connection_phase phase;
    char client[SOCKET_HOST_SIZE]; /* address; "" until it is asked for */
    bool surplus;      /* over the limit: only what is vital is answered */
    bool is_first;     /* the request, of this connection */
    bool probed;       /* asked whether it is only half closed */
    bool late;         /* cut, as its deadline passed */
    bool taken_known;  /* `taken` is from this answer */
    uint64_t since_ms; /* of the phase, or of its last look; the loop's clock */
    uint64_t answered_at_ms; /* when its answer began, by clock_now_us() */
    uint64_t idle_since_ms;  /* by the same */
    uint64_t taken;          /* bytes that the client had taken ... */
    uint64_t taken_at_ms;    /* ... then */
};

/* libmicrohttpd's callback for connections; `cls` is the listener. */
void connection_notify(void *cls, struct MHD_Connection *mhd,
                       void **socket_context,
                       enum MHD_ConnectionNotificationCode code);

/* NULL where there was no memory for it. */
struct connection *connection_of(struct MHD_Connection *mhd);

/* Begins the phase now; the current phase goes on. */
void connection_enter(struct connection *connection,
                      enum connection_phase phase);

/* Its request line has come. */
void connection_begin_request(struct connection *connection);

/* The same phase goes on, with the others in front of it. */
void connection_defer(struct connection *connection);

/* Its time is over: shuts the connection down, and counts why. */
void connection_cut(struct connection *connection);

/* Its answer has begun, and the deadline passed: shuts the connection down. It
 * stays in its phase until the question has ended; counted once. */
void connection_cut_late(struct connection *connection);

/* ---- All connections of a listener --------------------------------------- */

/* A sweep, some times a second, looks at those that may be due (connection.h
 * says what each phase may take), ends what took too long, and gives up
 * questions whose client is gone. Loop thread only. */

struct listener;

/* Starts as zeros. */
struct connections {
    struct connection_queue {
        struct connection *first; /* for longest */
        struct connection *last;
    } queues[PHASE_COUNT];
    unsigned
        cut[PHASE_COUNT]; /* that were in it; since the last line about it */
    char last_cut[SOCKET_ADDRESS_SIZE]; /* the address of the last one */
    uint64_t reported_ms;               /* when that line was; 0: never */
};

/* Shuts connections down whose time is over or whose answer has begun and
 * passed its deadline, and cancels the questions of clients that have hung up.
 * Says now and then how many were too slow. */
void connections_sweep(struct listener *listener);

/* Ends all questions and connections; returns how many were being answered. */
size_t connections_cut(struct listener *listener);

#endif
