/* listener_private: what a listener is made of, for the files that make it. */
#ifndef RELAXD_API_HTTP_LISTENER_PRIVATE_H
#define RELAXD_API_HTTP_LISTENER_PRIVATE_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "api/http/acceptor.h"
#include "api/http/http_limits.h"
#include "api/http/listener.h"
#include "api/http/mailbox.h"
#include "api/http/peers.h"
#include "api/http/pump.h"
#include "api/http/request_id.h"

struct exchange;

struct listener {
    struct listener_settings settings;
    size_t header_max_bytes; /* of request line and headers */
    struct service *service;
    uv_loop_t *loop;
    struct MHD_Daemon *daemon;
    struct pump pump;
    struct acceptor acceptor;
    struct mailbox mailbox;
    uv_timer_t sweep;  /* looks for clients that are gone or too slow */
    uint64_t swept_us; /* when it did so last, by clock_now_us(); 0: never */
    struct peers peers;
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

#endif
