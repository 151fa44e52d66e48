/* Builds the line, and sends it by a timer and on changes. */
#include "daemon/status_line.h"

#include "api/http/http_figures.h"
#include "api/http/reload_note.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "daemon/service_manager.h"
#include "daemon/wiring.h"

enum { TURN_MS = 5000 };

static size_t count_waiting(struct engine *engine)
{
    struct engine_device_figures figures[WIRING_DEVICES_MAX];
    size_t count = engine_figures(engine, figures, WIRING_DEVICES_MAX);
    size_t waiting = 0;

    for (size_t i = 0; i < count; i++)
        waiting += figures[i].queued;
    return waiting;
}

/* Requests per second since the last call. */
static double request_rate(struct status_line *line)
{
    uint64_t requests = figure_get(&line->wiring->http_figures.requests);
    uint64_t now_us = clock_now_us();
    double seconds = (double)(now_us - line->seen_us + 1) / 1e6;
    double rate = (double)(requests - line->requests) / seconds;

    line->requests = requests;
    line->seen_us = now_us;
    return rate;
}

static void compose(struct status_line *line,
                    void (*notify_line)(const char *format, ...))
{
    struct wiring *wiring = line->wiring;
    size_t maps = registry_count(wiring->registry);
    struct reload_state reloads = reload_note_get(&wiring->reloads);
    const char *failure = reloads.words.text;

    notify_line("listening on %s: %zu %s, %.1f requests/s, %zu waiting%s%.200s",
                line->address, maps, plural(maps, "map", "maps"),
                request_rate(line), count_waiting(wiring->engine),
                *failure ? "; a reload changed nothing: " : "", failure);
}

void status_line_send(struct status_line *line)
{
    if (!line->stopped)
        compose(line, notify_status);
}

static void on_turn(uv_timer_t *timer)
{
    status_line_send(timer->data);
}

void status_line_start(struct status_line *line, uv_loop_t *loop,
                       struct wiring *wiring, const char *address)
{
    *line = (struct status_line){
        .wiring = wiring,
        .address = address,
        .seen_us = clock_now_us(),
    };
    line->timer.data = line;
    uv_timer_init(loop, &line->timer);
}

void status_line_ready(struct status_line *line)
{
    if (line->stopped)
        return;
    compose(line, notify_ready);
    if (notify_is_heard())
        uv_timer_start(&line->timer, on_turn, TURN_MS, TURN_MS);
}

void status_line_reloading(struct status_line *line)
{
    if (line->stopped)
        return;
    uv_timer_stop(&line->timer);
    notify_reloading();
}

void status_line_stop(struct status_line *line)
{
    line->stopped = true;
    uv_timer_stop(&line->timer);
}

void status_line_close(struct status_line *line)
{
    uv_close((uv_handle_t *)&line->timer, NULL);
}
