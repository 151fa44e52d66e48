/* pump: a libmicrohttpd daemon turned by a libuv loop. */
#include "api/http/pump.h"

#include <stdbool.h>

static void on_idle(uv_idle_t *idle)
{
    pump_kick(idle->data);
}

static void on_timer(uv_timer_t *timer)
{
    pump_kick(timer->data);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    pump_kick(poll->data);
}

static void arm(struct pump *pump)
{
    MHD_UNSIGNED_LONG_LONG timeout_ms;
    bool due = MHD_get_timeout(pump->daemon, &timeout_ms) == MHD_YES;

    if (due && !timeout_ms)
        uv_idle_start(&pump->idle, on_idle);
    else
        uv_idle_stop(&pump->idle);
    if (due && timeout_ms)
        uv_timer_start(&pump->timer, on_timer, timeout_ms, 0);
    else
        uv_timer_stop(&pump->timer);
}

void pump_kick(struct pump *pump)
{
    MHD_run(pump->daemon);
    arm(pump);
}

int pump_start(struct pump *pump, uv_loop_t *loop, struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    int result;

    if (!info)
        return UV_ENOTSUP;
    result = uv_poll_init(loop, &pump->poll, info->epoll_fd);
    if (result)
        return result;
    uv_timer_init(loop, &pump->timer);
    uv_idle_init(loop, &pump->idle);
    pump->poll.data = pump;
    pump->timer.data = pump;
    pump->idle.data = pump;
    pump->daemon = daemon;
    uv_poll_start(&pump->poll, UV_READABLE, on_readable);
    return 0;
}

void pump_close(struct pump *pump)
{
    uv_close((uv_handle_t *)&pump->poll, NULL);
    uv_close((uv_handle_t *)&pump->timer, NULL);
    uv_close((uv_handle_t *)&pump->idle, NULL);
}
