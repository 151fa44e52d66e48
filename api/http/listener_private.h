/* listener_private: what a listener is made of, for the files that make it. */
#ifndef RELAXD_API_HTTP_LISTENER_PRIVATE_H
#define RELAXD_API_HTTP_LISTENER_PRIVATE_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/http_limits.h"
#include "api/http/listener.h"
#include "api/http/mailbox.h"
#include "api/http/pump.h"
#include "api/http/request_id.h"

struct exchange;

/* One client's connection. */
struct peer {
    struct peer *previous; /* in the listener's list */
    struct peer *next;
    int fd;
    uint64_t waiting_since_ms; /* for a request, or its body; 0: not waiting */
    bool surplus;              /* over the limit: gets a 503 */
    struct exchange *exchange; /* the current one, or NULL */
};

struct listener {
    struct listener_settings settings;
    struct service *service;
    uv_loop_t *loop;
    struct MHD_Daemon *daemon;
    struct pump pump;
    struct mailbox mailbox;
    uv_timer_t sweep; /* looks for clients that are gone or too slow, and for
                         room to accept */
    struct peer *peers;
    struct exchange *exchanges;
    struct request_ids ids;
    bool draining;
    unsigned drain_sweeps;   /* since that began */
    uint64_t drain_until_ms; /* by the loop's clock */
    bool cut;                /* what was left then */
    bool stopped;
    void (*drained)(void *context);
    void *context;
};

/* libmicrohttpd's callbacks for connections. */
void peer_notify(void *cls, struct MHD_Connection *connection,
                 void **socket_context,
                 enum MHD_ConnectionNotificationCode code);
struct peer *peer_of(struct MHD_Connection *connection);

/* The connection waits for its next request from now on. */
void peer_wait(struct peer *peer, struct listener *listener);

/* Shuts connections down whose request takes too long or whose answer has begun
 * and passed its deadline, and cancels the questions of clients that have hung
 * up. */
void peers_sweep(struct listener *listener);

/* Ends all questions and connections; returns how many were being answered. */
size_t peers_cut(struct listener *listener);

#endif
