/* status_line: a line for the service manager that says how it is. */
#include "daemon/status_line.h"

#include "api/http/http_figures.h"
#include "core/base/clock.h"
#include "core/base/plural.h"
#include "core/engine/engine.h"
#include "daemon/notify.h"
#include "gpu/gpu.h"

enum {
    TURN_MS = 5000,
    MAPS_MAX = 1024,
    DEVICES_MAX = GPU_DEVICES_MAX + 1,
};

static size_t count_maps(struct engine *engine)
{
    struct map_entry *entries[MAPS_MAX];
    size_t count = registry_list(engine_registry(engine), entries, MAPS_MAX);

    for (size_t i = 0; i < count; i++)
        map_entry_release(entries[i]);
    return count;
}

static size_t count_waiting(struct engine *engine)
{
    struct engine_device_figures figures[DEVICES_MAX];
    size_t count = engine_figures(engine, figures, DEVICES_MAX);
    size_t waiting = 0;

    for (size_t i = 0; i < count; i++)
        waiting += figures[i].queued;
    return waiting;
}

/* Of each second since it was asked last. */
static double request_rate(struct status_line *line)
{
    uint64_t requests = figure_get(&line->figures->requests);
    uint64_t now_us = clock_now_us();
    double seconds = (double)(now_us - line->seen_us) / 1e6;
    double rate = (double)(requests - line->requests) / seconds;

    line->requests = requests;
    line->seen_us = now_us;
    return rate;
}

static void on_turn(uv_timer_t *timer)
{
    struct status_line *line = timer->data;
    size_t maps = count_maps(line->engine);

    notify_status("listening on %s: %zu %s, %.1f requests/s, %zu waiting",
                  line->address, maps, plural(maps, "map", "maps"),
                  request_rate(line), count_waiting(line->engine));
}

void status_line_start(struct status_line *line, uv_loop_t *loop,
                       struct engine *engine,
                       const struct http_figures *figures, const char *address)
{
    *line = (struct status_line){
        .engine = engine,
        .figures = figures,
        .address = address,
        .seen_us = clock_now_us(),
    };
    line->timer.data = line;
    uv_timer_init(loop, &line->timer);
    if (notify_is_heard())
        uv_timer_start(&line->timer, on_turn, TURN_MS, TURN_MS);
}

void status_line_stop(struct status_line *line)
{
    uv_timer_stop(&line->timer);
}

void status_line_close(struct status_line *line)
{
    uv_close((uv_handle_t *)&line->timer, NULL);
}
