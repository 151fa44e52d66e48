/* status: whether relaxd answers, which maps and solvers it serves, and its
 * load. */
#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "api/http/reload_note.h"
#include "api/v1/v1.h"
#include "core/base/clock.h"
#include "core/engine/engine.h"

/* ---- Probes -------------------------------------------------------------- */

static void handle_health(struct exchange *exchange)
{
    json_begin_object(&exchange->out);
    json_put_string(&exchange->out, "status", "ok");
    json_end_object(&exchange->out);
    exchange_reply(exchange, MHD_HTTP_OK);
}

const struct endpoint endpoint_healthz = {
    .path = "/healthz",
    .method = "GET",
    .media = MEDIA_JSON,
    .vital = true,
    .handle = handle_health,
};

/* A listener exists only once its maps are loaded; while it drains, request.c
 * answers before any endpoint runs. */
static void handle_ready(struct exchange *exchange)
{
    struct living *living = exchange->listener->settings.living;
    uint64_t most_s = listener_limits(exchange->listener)->feed_lag_max_s;
    uint64_t lag_us = most_s && living ? living_lag_us(living) : 0;
    struct problem problem;

    if (lag_us <= most_s * 1000000) {
        handle_health(exchange);
        return;
    }
    problem_set(&problem, PROBLEM_LAG,
                "changes of weights have waited for %ju s, or their stream was "
                "not followed, longer than %ju (weights.feed-lag-max-s)",
                (uintmax_t)lag_us / 1000000, (uintmax_t)most_s);
    problem.retry_after_s = 1;
    exchange_refuse(exchange, &problem);
}

const struct endpoint endpoint_readyz = {
    .path = "/readyz",
    .method = "GET",
    .media = MEDIA_JSON,
    .vital = true,
    .handle = handle_ready,
};

/* null: the map is not ordered. */
static void write_hierarchy(const struct hierarchy *hierarchy,
                            struct json_writer *writer)
{
    json_key(writer, "hierarchy");
    if (!hierarchy->supernode_count) {
        json_write_null(writer);
        return;
    }
    json_begin_object(writer);
    json_put_number(writer, "levels", hierarchy->level_count);
    json_put_number(writer, "largest_front", hierarchy->front_max);
    json_end_object(writer);
}

/* The devices with measured, not estimated, speeds. */
static void write_measured(struct engine *engine, const struct map_entry *entry,
                           struct json_writer *writer)
{
    struct engine_device_figures figures[ENGINE_DEVICES_MAX];
    size_t count = engine_figures(engine, figures, ENGINE_DEVICES_MAX);

    json_open_array(writer, "measured_on");
    for (size_t i = 0; i < count; i++) {
        if (map_entry_measured(entry, figures[i].device))
            json_write_string(writer, figures[i].device->name);
    }
    json_end_array(writer);
}

static void write_map(struct engine *engine, const struct map_entry *entry,
                      struct json_writer *writer)
{
    const struct map *map = map_entry_map(entry);

    json_begin_object(writer);
    json_put_string(writer, "name", map_entry_name(entry));
    json_put_string(writer, "profile",
                    *map_entry_profile(entry) ? map_entry_profile(entry)
                                              : NULL);
    json_put_number(writer, "vertices", map->topology.vertex_count);
    json_put_number(writer, "arcs", map->topology.arc_count);
    json_put_string(writer, "unit", map->info.unit);
    json_put_string(writer, "source", map->info.source);
    json_put_bool(writer, "positions", map->position != NULL);
    json_put_number(writer, "epoch", map_entry_epoch(entry));
    write_hierarchy(&map->hierarchy, writer);
    write_measured(engine, entry, writer);
    json_end_object(writer);
}

static void write_maps(struct engine *engine, struct json_writer *writer)
{
    struct map_entry *entries[REGISTRY_MAPS_MAX];
    size_t count =
        registry_list(engine_registry(engine), entries, REGISTRY_MAPS_MAX);

    json_open_array(writer, "maps");
    for (size_t i = 0; i < count; i++) {
        write_map(engine, entries[i], writer);
        map_entry_release(entries[i]);
    }
    json_end_array(writer);
}

static void write_device(const struct engine_device_figures *figures,
                         struct json_writer *writer)
{
    json_begin_object(writer);
    json_put_string(writer, "name", figures->device->name);
    json_put_string(writer, "description", figures->device->description);
    json_put_bool(writer, "in_use", !*figures->failure);
    if (*figures->failure)
        json_put_string(writer, "failure", figures->failure);
    json_put_number(writer, "queued", figures->queued);
    json_put_number(writer, "jobs", figures->jobs);
    json_put_number(writer, "batches", figures->batches);
    json_put_number(writer, "queries", figures->queries);
    json_put_number(writer, "busy_us", figures->busy_us);
    json_end_object(writer);
}

static void write_devices(struct engine *engine, struct json_writer *writer)
{
    struct engine_device_figures figures[ENGINE_DEVICES_MAX];
    size_t count = engine_figures(engine, figures, ENGINE_DEVICES_MAX);

    json_open_array(writer, "devices");
    for (size_t i = 0; i < count; i++)
        write_device(&figures[i], writer);
    json_end_array(writer);
}

static void write_capabilities(unsigned capabilities,
                               struct json_writer *writer)
{
    static const char *const names[] = {
        "pairs",       "tables",       "trees",        "bounded",
        "stops_early", "many_sources", "traces",       "needs_order",
        "sums",        "shows",        "alternatives",
    };

    json_open_array(writer, "capabilities");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (capabilities & 1u << i)
            json_write_string(writer, names[i]);
    }
    json_end_array(writer);
}

static void write_solvers(struct engine *engine, struct json_writer *writer)
{
    const struct catalog *catalog = engine_catalog(engine);

    json_open_array(writer, "solvers");
    for (size_t i = 0; i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];

        json_begin_object(writer);
        json_put_string(writer, "name", ops->name);
        json_put_string(writer, "summary", ops->summary);
        json_put_string(writer, "device",
                        ops->form->device_kind == DEVICE_CUDA ? "cuda" : "cpu");
        write_capabilities(ops->capabilities, writer);
        if (ops->slow)
            json_put_string(writer, "slow", ops->slow);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_listener(const struct listener *listener,
                           struct json_writer *writer)
{
    const struct http_figures *figures = listener->settings.figures;

    json_open_object(writer, "http");
    json_put_number(writer, "connections", atomic_load(&figures->connections));
    json_put_number(writer, "connections_max",
                    listener->settings.connections_max);
    json_put_number(writer, "requests", figure_get(&figures->requests));
    json_put_number(writer, "longest_turn_us",
                    figure_get(&figures->longest_turn_us));
    json_end_object(writer);
}

static void write_last_reload(const struct reload_state *state,
                              struct json_writer *writer)
{
    struct tm parts;
    char time[32];

    json_key(writer, "last");
    if (!state->last) {
        json_write_null(writer);
        return;
    }
    gmtime_r(&state->last, &parts);
    strftime(time, sizeof(time), "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_begin_object(writer);
    json_put_string(writer, "time", time);
    json_put_bool(writer, "ok", !*state->words.text);
    if (*state->words.text)
        json_put_string(writer, "error", state->words.text);
    json_end_object(writer);
}

static void write_feed(void *context, const struct living_figures *figures)
{
    static const char *const states[FEED_STATES] = {[FEED_FOLLOWS] = "follows",
                                                    [FEED_LOST] = "lost",
                                                    [FEED_APART] = "apart"};
    const struct feed_note *feed = &figures->feed;
    struct json_writer *writer = context;

    if (feed->state == FEED_NONE)
        return;
    json_begin_object(writer);
    json_put_string(writer, "map", figures->map);
    json_put_string(writer, "state", states[feed->state]);
    if (*feed->words.text)
        json_put_string(writer, "error", feed->words.text);
    json_put_number(writer, "epoch", figures->ledger->epoch);
    json_put_number(writer, "lag_entries", feed->lag_entries);
    json_put_thousandths(writer, "lag_s",
                         feed->lags_since_us
                             ? (clock_now_us() - feed->lags_since_us) / 1000
                             : 0);
    json_end_object(writer);
}

/* How maps follow their streams of changes; none does without a feed. */
static void write_feeds(struct living *living, struct json_writer *writer)
{
    json_open_array(writer, "feeds");
    living_each(living, write_feed, writer);
    json_end_array(writer);
}

static void write_reloads(struct reload_note *note, struct json_writer *writer)
{
    struct reload_state state = reload_note_get(note);

    json_open_object(writer, "reloads");
    json_put_number(writer, "done", state.done);
    json_put_number(writer, "failed", state.failed);
    write_last_reload(&state, writer);
    json_end_object(writer);
}

static void write_status(struct listener *listener, struct json_writer *writer)
{
    struct engine *engine = service_engine(listener->service);

    json_begin_object(writer);
    json_put_string(writer, "version", listener->settings.version);
    json_put_number(writer, "uptime_s",
                    (clock_now_us() - listener->settings.figures->started_us) /
                        1000000);
    write_maps(engine, writer);
    write_devices(engine, writer);
    if (listener->settings.gpu_words)
        json_put_string(writer, "gpu", listener->settings.gpu_words);
    write_solvers(engine, writer);
    write_listener(listener, writer);
    if (listener->settings.living)
        write_feeds(listener->settings.living, writer);
    if (listener->settings.reloads)
        write_reloads(listener->settings.reloads, writer);
    json_end_object(writer);
}

static void handle(struct exchange *exchange)
{
    if (!exchange_read_query(exchange, NULL, NULL))
        return;
    write_status(exchange->listener, &exchange->out);
    exchange_reply(exchange, MHD_HTTP_OK);
}

const struct endpoint endpoint_status = {
    .path = "/v1/status",
    .method = "GET",
    .media = MEDIA_JSON,
    .vital = true,
    .handle = handle,
};
