/* peer: one client's connection, and how long it may take.
 *
 * A connection is in one phase at a time, each with a limit of its own that
 * counts from the phase's beginning: what comes meanwhile, a byte now and then,
 * does not put it off. The phases are queues in the order of their beginnings,
 * so that a sweep looks at those alone that are due, however many are open.
 *
 *     opened -> headers -> body -> answering -> sending -> idle -> headers ...
 *
 * Of a request line that comes slowly after an answer the kernel tells, which
 * is asked once a second; it counts as headers from then on.
 *
 * Sending is the one that goes on as long as the client reads: in each
 * send_timeout_s it takes SEND_LEAST bytes, or all there is. What it took, the
 * kernel tells, and is asked only about answers that take their time.
 *
 * A client that hangs up while its question is answered is seen by its socket:
 * at once where it is reset. One that closed its sending side cannot be told
 * from one that is gone by that alone; what it is sent, an interim answer that
 * every client of HTTP/1.1 reads over, resets the socket of one that is gone.
 *
 * Loop thread only. */
#ifndef RELAXD_API_HTTP_PEER_H
#define RELAXD_API_HTTP_PEER_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/http/socket_address.h"

struct exchange;
struct listener;

enum peer_phase {
    PEER_OPENED,    /* accepted; header_timeout_s */
    PEER_HEADERS,   /* after some of a request line; header_timeout_s */
    PEER_BODY,      /* after the headers; body_timeout_s */
    PEER_ANSWERING, /* the question's deadline counts */
    PEER_SENDING,   /* send_timeout_s */
    PEER_IDLE,      /* after an answer; idle_timeout_s */
    PEER_CUT,       /* libmicrohttpd will notice */
    PEER_PHASES,
};

struct peer {
    struct peer *previous; /* in its phase's queue */
    struct peer *next;
    struct listener *listener;
    struct exchange *exchange; /* the current one, or NULL */
    int fd;
    enum peer_phase phase;
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
void peer_notify(void *cls, struct MHD_Connection *connection,
                 void **socket_context,
                 enum MHD_ConnectionNotificationCode code);

/* NULL where there was no memory for it. */
struct peer *peer_of(struct MHD_Connection *connection);

/* Begins the phase now; that it is in already goes on. */
void peer_enter(struct peer *peer, enum peer_phase phase);

/* Its request line has come. */
void peer_begin_request(struct peer *peer);

/* The same phase goes on, with the others in front of it. */
void peer_look_later(struct peer *peer);

/* Its time is over: shuts the connection down, and counts why. */
void peer_cut(struct peer *peer);

/* Its answer has begun, and the deadline passed: shuts the connection down. It
 * stays in its phase until the question has ended; counted once. */
void peer_cut_late(struct peer *peer);

#endif
