/* listener_private: the members of a listener, for the files of api/http. */
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
    struct pump {         /* drives libmicrohttpd (listener.c) */
        uv_poll_t poll;   /* the daemon's epoll descriptor */
        uv_timer_t timer; /* the daemon's timeout. Its sockets are
                             edge-triggered: without it, postponed work would
                             be lost */
        uv_idle_t idle;   /* a timeout of 0 */
    } pump;
    struct acceptor *acceptor;
    struct inbox inbox;
    uv_timer_t sweep;  /* finds clients that are gone or too slow */
    uint64_t swept_us; /* when that last ran, by clock_now_us(); 0: never */
    struct connections connections;
    struct exchange *exchanges;
    struct {                    /* exchange_wait_turn() */
        struct exchange *first; /* those that wait, oldest first */
        struct exchange **end;
        uint64_t over_us; /* when this turn has lasted long enough, by
                             clock_now_us() */
    } turns;
    uint64_t id_counter; /* of requests */
    bool draining;
    unsigned drain_sweeps;   /* since draining began */
    uint64_t drain_until_ms; /* by the loop clock */
    bool cut;                /* then cut what was left */
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
