/* status: whether relaxd answers, what it serves, by what, and how busy it is.
 */
#include "api/form/fields.h"
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
    json_key(&exchange->out, "status");
    json_write_string(&exchange->out, "ok");
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

/* A listener exists only once its maps are served; that one drains is said
 * before any endpoint is asked (request.c). */
const struct endpoint endpoint_readyz = {
    .path = "/readyz",
    .method = "GET",
    .media = MEDIA_JSON,
    .vital = true,
    .handle = handle_health,
};

/* ---- The status ---------------------------------------------------------- */

static void member_text(struct json_writer *writer, const char *key,
                        const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

static void member_number(struct json_writer *writer, const char *key,
                          uint64_t number)
{
    json_key(writer, key);
    json_write_number(writer, number);
}

/* null: not ordered. */
static void write_hierarchy(const struct hierarchy *hierarchy,
                            struct json_writer *writer)
{
    json_key(writer, "hierarchy");
    if (!hierarchy->supernode_count) {
        json_write_null(writer);
        return;
    }
    json_begin_object(writer);
    member_number(writer, "levels", hierarchy->level_count);
    member_number(writer, "largest_front", hierarchy->front_max);
    json_end_object(writer);
}

/* The devices on which speeds need not be guessed. */
static void write_measured(struct engine *engine, const struct map_entry *entry,
                           struct json_writer *writer)
{
    struct engine_device_figures figures[ENGINE_DEVICES_MAX];
    size_t count = engine_figures(engine, figures, ENGINE_DEVICES_MAX);

    json_key(writer, "measured_on");
    json_begin_array(writer);
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
    member_text(writer, "name", map_entry_name(entry));
    json_key(writer, "profile");
    json_write_string(
        writer, *map_entry_profile(entry) ? map_entry_profile(entry) : NULL);
    member_number(writer, "vertices", map->topology.vertex_count);
    member_number(writer, "arcs", map->topology.arc_count);
    member_text(writer, "unit", map->info.unit);
    member_text(writer, "source", map->info.source);
    json_key(writer, "positions");
    json_write_bool(writer, map->position != NULL);
    member_number(writer, "epoch", map_entry_epoch(entry));
    write_hierarchy(&map->hierarchy, writer);
    write_measured(engine, entry, writer);
    json_end_object(writer);
}

static void write_maps(struct engine *engine, struct json_writer *writer)
{
    struct map_entry *entries[REGISTRY_MAPS_MAX];
    size_t count =
        registry_list(engine_registry(engine), entries, REGISTRY_MAPS_MAX);

    json_key(writer, "maps");
    json_begin_array(writer);
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
    member_text(writer, "name", figures->device->name);
    member_text(writer, "description", figures->device->description);
    json_key(writer, "in_use");
    json_write_bool(writer, !*figures->failure);
    if (*figures->failure)
        member_text(writer, "failure", figures->failure);
    member_number(writer, "queued", figures->queued);
    member_number(writer, "jobs", figures->jobs);
    member_number(writer, "batches", figures->batches);
    member_number(writer, "queries", figures->queries);
    member_number(writer, "busy_us", figures->busy_us);
    json_end_object(writer);
}

static void write_devices(struct engine *engine, struct json_writer *writer)
{
    struct engine_device_figures figures[ENGINE_DEVICES_MAX];
    size_t count = engine_figures(engine, figures, ENGINE_DEVICES_MAX);

    json_key(writer, "devices");
    json_begin_array(writer);
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

    json_key(writer, "capabilities");
    json_begin_array(writer);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (capabilities & 1u << i)
            json_write_string(writer, names[i]);
    }
    json_end_array(writer);
}

static void write_solvers(struct engine *engine, struct json_writer *writer)
{
    const struct catalog *catalog = engine_catalog(engine);

    json_key(writer, "solvers");
    json_begin_array(writer);
    for (size_t i = 0; i < catalog->count; i++) {
        const struct solver_ops *ops = catalog->solver[i];

        json_begin_object(writer);
        member_text(writer, "name", ops->name);
        member_text(writer, "summary", ops->summary);
        member_text(writer, "device",
                    ops->form->device_kind == DEVICE_CUDA ? "cuda" : "cpu");
        write_capabilities(ops->capabilities, writer);
        if (ops->slow)
            member_text(writer, "slow", ops->slow);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_listener(const struct listener *listener,
                           struct json_writer *writer)
{
    const struct http_figures *figures = listener->settings.figures;

    json_key(writer, "http");
    json_begin_object(writer);
    member_number(writer, "connections", atomic_load(&figures->connections));
    member_number(writer, "connections_max",
                  listener->settings.connections_max);
    member_number(writer, "requests", figure_get(&figures->requests));
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
    member_text(writer, "time", time);
    json_key(writer, "ok");
    json_write_bool(writer, !*state->words.text);
    if (*state->words.text)
        member_text(writer, "error", state->words.text);
    json_end_object(writer);
}

static void write_reloads(struct reload_note *note, struct json_writer *writer)
{
    struct reload_state state = reload_note_get(note);

    json_key(writer, "reloads");
    json_begin_object(writer);
    member_number(writer, "done", state.done);
    member_number(writer, "failed", state.failed);
    write_last_reload(&state, writer);
    json_end_object(writer);
}

static void write_status(struct listener *listener, struct json_writer *writer)
{
    struct engine *engine = service_engine(listener->service);

    json_begin_object(writer);
    member_text(writer, "version", listener->settings.version);
    member_number(writer, "uptime_s",
                  (clock_now_us() - listener->settings.figures->started_us) /
                      1000000);
    write_maps(engine, writer);
    write_devices(engine, writer);
    if (listener->settings.gpu_words)
        member_text(writer, "gpu", listener->settings.gpu_words);
    write_solvers(engine, writer);
    write_listener(listener, writer);
    if (listener->settings.reloads)
        write_reloads(listener->settings.reloads, writer);
    json_end_object(writer);
}

static void handle(struct exchange *exchange)
{
    struct problem problem;

    if (params_parse(exchange->query, &(struct fields){0}, NULL, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
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
