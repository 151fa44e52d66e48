/* listener_private: the parts of a listener, for the files of this room. */
#ifndef RELAXD_API_HTTP_LISTENER_PRIVATE_H
#define RELAXD_API_HTTP_LISTENER_PRIVATE_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/acceptor.h"
#include "api/http/access_log.h"
#include "api/http/connection.h"
#include "api/http/inbox.h"
#include "api/http/listener.h"
#include "core/base/limits.h"

struct exchange;

struct listener {
    struct listener_settings settings;
    size_t header_max_bytes; /* of request line and headers */
    struct service *service;
    uv_loop_t *loop;
    struct MHD_Daemon *daemon;
    struct pump { /* turns libmicrohttpd (listener.c) */
        struct MHD_Daemon *daemon;
        uv_poll_t poll;   /* the daemon's epoll descriptor */
        uv_timer_t timer; /* its timeout: its sockets are edge-triggered, so
                             what it put off is seen no other way */
        uv_idle_t idle;   /* a timeout of 0 */
    } pump;
    struct acceptor acceptor;
    struct inbox inbox;
    uv_timer_t sweep;  /* looks for clients that are gone or too slow */
    uint64_t swept_us; /* when it did so last, by clock_now_us(); 0: never */
    struct connections connections;
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

/* The limits in force. */
static inline const struct limits *
listener_limits(const struct listener *listener)
{
    return limits_now(listener->settings.limits);
}

#endif
