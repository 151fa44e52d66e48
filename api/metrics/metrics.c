/* metrics: what `GET /metrics` reports to a Prometheus about this process.
 *
 * Each section writes one group of families. None waits for a query, nor for a
 * map that is loading: sections read the counters as they are. The table in
 * docs/operate.md lists all families; a test compares the two. */
#include <dirent.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "api/form/fields.h"
#include "api/form/json_writer.h"
#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "api/http/reload_note.h"
#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"
#include "api/tile/tile_store.h"
#include "core/base/pool.h"
#include "core/engine/engine.h"
#include "core/engine/registry.h"

/* ---- HTTP ---------------------------------------------------------------- */

static void write_requests_of(const struct http_figures *figures,
                              size_t endpoint, const char *name,
                              struct json_writer *out)
{
    const struct endpoint_figures *of = &figures->endpoint[endpoint];
    struct metric_labels labels = {
        {{"endpoint", http_figures_endpoint(figures, endpoint)}}};

    for (size_t i = 0; http_figures_method(i); i++) {
        labels.label[1].name = "method";
        labels.label[1].value = http_figures_method(i);
        for (size_t j = 0; http_figures_code(j); j++) {
            uint64_t count = figure_get(&of->requests[i][j]);

            labels.label[2].name = "code";
            labels.label[2].value = http_figures_code(j);
            if (count)
                exposition_number(out, name, &labels, count);
        }
    }
}

static void write_requests(const struct http_figures *figures,
                           struct json_writer *out)
{
    static const char name[] = "relaxd_http_requests_total";

    exposition_counter(
        out, name,
        "Finished requests. Code 499: the client left before the "
        "answer.");
    for (size_t i = 0; http_figures_endpoint(figures, i); i++)
        write_requests_of(figures, i, name, out);
}

static void write_durations(const struct http_figures *figures,
                            struct json_writer *out)
{
    static const char name[] = "relaxd_http_request_duration_seconds";

    exposition_histogram(out, name,
                         "Time from a request's first line to the end of its "
                         "answer.");
    for (size_t i = 0; http_figures_endpoint(figures, i); i++) {
        struct metric_labels labels = {
            {{"endpoint", http_figures_endpoint(figures, i)}}};
        struct histogram_figures duration_us;

        histogram_read(&figures->endpoint[i].duration_us, &duration_us);
        if (duration_us.count)
            exposition_times(out, name, &labels, &duration_us);
    }
}

/* Includes zeros, so that a rate sees the first refusal. */
static void write_refusals(const struct http_figures *figures,
                           struct json_writer *out)
{
    static const char name[] = "relaxd_http_refusals_total";

    exposition_counter(out, name, "Refused requests, by type of problem.");
    for (size_t i = 0; http_figures_refusal(i); i++) {
        struct metric_labels labels = {{{"reason", http_figures_refusal(i)}}};

        exposition_number(out, name, &labels,
                          figure_get(&figures->refusals[i]));
    }
}

static void write_connections(const struct http_figures *figures,
                              size_t connections_max, struct json_writer *out)
{
    exposition_gauge_of(
        out, "relaxd_http_connections", "Open connections.",
        atomic_load_explicit(&figures->connections, memory_order_relaxed));
    exposition_gauge_of(
        out, "relaxd_http_body_bytes",
        "Bytes of request bodies that are being read.",
        atomic_load_explicit(&figures->body_bytes, memory_order_relaxed));
    exposition_gauge_of(out, "relaxd_http_connections_limit",
                        "The setting http.connections-max.", connections_max);
    exposition_counter_of(
        out, "relaxd_http_connections_accepted_total",
        "Accepted connections, those beyond the limit included.",
        figure_get(&figures->accepted));
    exposition_counter_of(
        out, "relaxd_http_connections_refused_total",
        "Connections beyond the limit: only health, status and metrics answer.",
        figure_get(&figures->surplus));
}

static void write_cuts(const struct http_figures *figures,
                       struct json_writer *out)
{
    static const char name[] = "relaxd_http_connections_cut_total";

    exposition_counter(out, name, "Connections that relaxd closed, by reason.");
    for (size_t i = 0; http_figures_cut(i); i++) {
        struct metric_labels labels = {{{"reason", http_figures_cut(i)}}};

        exposition_number(out, name, &labels, figure_get(&figures->cuts[i]));
    }
}

static void write_lag(const struct http_figures *figures,
                      struct json_writer *out)
{
    static const char name[] = "relaxd_http_loop_lag_seconds";
    struct histogram_figures lag_us;

    histogram_read(&figures->lag_us, &lag_us);
    exposition_histogram(out, name, "How late loops served their timers.");
    exposition_times(out, name, NULL, &lag_us);
}

/* Requests, refusals, connections. */
static void metrics_write_http(const struct http_figures *figures,
                               size_t connections_max, struct json_writer *out)
{
    /* Read in this order, so that `ended` never exceeds `begun`. */
    uint64_t ended = figure_get(&figures->ended);
    uint64_t begun = figure_get(&figures->requests);

    write_requests(figures, out);
    write_durations(figures, out);
    write_refusals(figures, out);
    exposition_gauge_of(
        out, "relaxd_http_requests_in_flight",
        "Requests that are being read or answered, this one included.",
        begun > ended ? begun - ended : 0);
    exposition_counter_of(out, "relaxd_http_answers_broken_off_total",
                          "Answers that began and could not be completed.",
                          figure_get(&figures->broken_off));
    exposition_counter_of(out, "relaxd_http_answer_bytes_total",
                          "Bytes of answers' bodies, as sent.",
                          figure_get(&figures->answer_bytes));
    write_connections(figures, connections_max, out);
    write_cuts(figures, out);
    write_lag(figures, out);
}

/* ---- The engine ---------------------------------------------------------- */

/* ---- By device ----------------------------------------------------------- */

struct devices {
    struct engine_device_figures figures[ENGINE_DEVICES_MAX];
    size_t count;
};

static struct metric_labels
device_labels(const struct engine_device_figures *figures)
{
    return (struct metric_labels){{{"device", figures->device->name}}};
}

/* A number per device, omitted if it is ENGINE_BYTES_UNKNOWN. */
struct device_family {
    const char *name;
    const char *help;
    void (*head)(struct json_writer *out, const char *name, const char *help);
    uint64_t (*value)(const struct engine_device_figures *figures);
};

static uint64_t in_use(const struct engine_device_figures *figures)
{
    return !*figures->failure;
}

static uint64_t workers(const struct engine_device_figures *figures)
{
    return figures->workers;
}

static uint64_t queued(const struct engine_device_figures *figures)
{
    return figures->queued;
}

static uint64_t queued_max(const struct engine_device_figures *figures)
{
    return figures->queued_max;
}

static uint64_t turned_away(const struct engine_device_figures *figures)
{
    return figures->turned_away;
}

static uint64_t memory(const struct engine_device_figures *figures)
{
    return figures->device->memory_bytes;
}

static uint64_t free_memory(const struct engine_device_figures *figures)
{
    return figures->free_bytes;
}

static const struct device_family device_families[] = {
    {"relaxd_device_in_use", "1; or 0: the device failed and is out of use.",
     exposition_gauge, in_use},
    {"relaxd_device_workers", "Threads that serve the device.",
     exposition_gauge, workers},
    {"relaxd_device_memory_bytes", "All memory of the device; 0: unknown.",
     exposition_gauge, memory},
    {"relaxd_device_memory_free_bytes",
     "Free memory of the device, as last seen.", exposition_gauge, free_memory},
    {"relaxd_queue_jobs", "Jobs that wait for a worker.", exposition_gauge,
     queued},
    {"relaxd_queue_jobs_limit", "The setting engine.queue-length.",
     exposition_gauge, queued_max},
    {"relaxd_queue_refused_total",
     "Jobs that were refused: the queue was full, or would have kept them too "
     "long.",
     exposition_counter, turned_away},
};

static void write_device_numbers(const struct devices *devices,
                                 struct json_writer *out)
{
    const size_t count = sizeof(device_families) / sizeof(*device_families);

    for (size_t i = 0; i < count; i++) {
        const struct device_family *family = &device_families[i];

        family->head(out, family->name, family->help);
        for (size_t j = 0; j < devices->count; j++) {
            struct metric_labels labels = device_labels(&devices->figures[j]);
            uint64_t value = family->value(&devices->figures[j]);

            if (value != ENGINE_BYTES_UNKNOWN)
                exposition_number(out, family->name, &labels, value);
        }
    }
}

static void write_times(const struct devices *devices, struct json_writer *out)
{
    static const char busy[] = "relaxd_device_busy_seconds_total";
    static const char wait[] = "relaxd_queue_wait_seconds";

    exposition_counter(out, busy, "Time that all workers spent solving.");
    for (size_t i = 0; i < devices->count; i++) {
        struct metric_labels labels = device_labels(&devices->figures[i]);

        exposition_seconds_of_us(out, busy, &labels,
                                 devices->figures[i].busy_us);
    }
    exposition_histogram(out, wait, "How long jobs waited for a worker.");
    for (size_t i = 0; i < devices->count; i++) {
        struct metric_labels labels = device_labels(&devices->figures[i]);

        exposition_times(out, wait, &labels, &devices->figures[i].wait_us);
    }
}

/* ---- By solver and device ------------------------------------------------ */

/* One pass over the solvers per family, so that its samples are in a row. */
struct pass {
    struct json_writer *out;
    const char *name;
};

static struct metric_labels
solver_labels(const struct engine_solver_figures *figures)
{
    return (struct metric_labels){
        {{"solver", figures->solver->name}, {"device", figures->device->name}}};
}

static void write_jobs(void *context,
                       const struct engine_solver_figures *figures)
{
    static const char *const outcomes[JOB_STATUS_COUNT] = {
        [JOB_DONE] = "done",     [JOB_CANCELLED] = "cancelled",
        [JOB_LATE] = "late",     [JOB_REFUSED] = "refused",
        [JOB_FAILED] = "failed",
    };
    const struct pass *pass = context;
    struct metric_labels labels = solver_labels(figures);

    for (size_t i = 0; i < JOB_STATUS_COUNT; i++) {
        labels.label[2].name = "outcome";
        labels.label[2].value = outcomes[i];
        exposition_number(pass->out, pass->name, &labels, figures->jobs[i]);
    }
}

static void write_solve(void *context,
                        const struct engine_solver_figures *figures)
{
    const struct pass *pass = context;
    struct metric_labels labels = solver_labels(figures);

    exposition_times(pass->out, pass->name, &labels, &figures->solve_us);
}

static void write_batch_jobs(void *context,
                             const struct engine_solver_figures *figures)
{
    const struct pass *pass = context;
    struct metric_labels labels = solver_labels(figures);

    exposition_sizes(pass->out, pass->name, &labels, &figures->batch_jobs);
}

static void write_batch_queries(void *context,
                                const struct engine_solver_figures *figures)
{
    const struct pass *pass = context;
    struct metric_labels labels = solver_labels(figures);

    exposition_sizes(pass->out, pass->name, &labels, &figures->batch_queries);
}

static void write_solvers(struct engine *engine, struct json_writer *out)
{
    struct pass jobs = {out, "relaxd_jobs_total"};
    struct pass solve = {out, "relaxd_solve_seconds"};
    struct pass batch_jobs = {out, "relaxd_batch_jobs"};
    struct pass batch_queries = {out, "relaxd_batch_queries"};

    exposition_counter(out, jobs.name, "Finished jobs, by outcome.");
    engine_each_solver(engine, write_jobs, &jobs);
    exposition_histogram(out, solve.name, "Time to solve a batch.");
    engine_each_solver(engine, write_solve, &solve);
    exposition_histogram(out, batch_jobs.name, "Jobs in a batch.");
    engine_each_solver(engine, write_batch_jobs, &batch_jobs);
    exposition_histogram(out, batch_queries.name, "Queries in a batch.");
    engine_each_solver(engine, write_batch_queries, &batch_queries);
}

/* Queues, batches and solvers of each device. */
static void metrics_write_engine(struct engine *engine, struct json_writer *out)
{
    struct devices devices;

    devices.count = engine_figures(engine, devices.figures, ENGINE_DEVICES_MAX);
    write_device_numbers(&devices, out);
    write_times(&devices, out);
    write_solvers(engine, out);
}

/* ---- The compute pool and tiles ------------------------------------------ */

static void times(struct json_writer *out, const char *name, const char *help,
                  const struct histogram_figures *figures_us)
{
    exposition_histogram(out, name, help);
    exposition_times(out, name, NULL, figures_us);
}

static void write_pool(struct pool *pool, struct json_writer *out)
{
    struct pool_figures figures;

    pool_read(pool, &figures);
    exposition_gauge_of(out, "relaxd_compute_threads",
                        "Compute threads: for steps, tiles and long bodies.",
                        figures.threads);
    exposition_gauge_of(out, "relaxd_compute_tasks",
                        "Tasks that wait for a compute thread.",
                        figures.waiting);
    exposition_gauge_of(out, "relaxd_compute_tasks_limit",
                        "How many tasks may wait.", figures.waiting_max);
    exposition_counter_of(out, "relaxd_compute_refused_total",
                          "Tasks that were refused because too many waited.",
                          figures.turned_away);
    times(out, "relaxd_compute_wait_seconds",
          "How long tasks waited for a compute thread.", &figures.wait_us);
    times(out, "relaxd_compute_seconds", "Time that a task took.",
          &figures.run_us);
}

static void write_tiles(struct tile_store *tiles, struct json_writer *out)
{
    struct tile_figures figures;

    tile_store_read(tiles, &figures);
    exposition_counter_of(out, "relaxd_tile_cache_hits_total",
                          "Requested tiles that were in the cache.",
                          figures.hits);
    exposition_counter_of(out, "relaxd_tile_cache_misses_total",
                          "Requested tiles that had to be drawn.",
                          figures.misses);
    exposition_gauge_of(out, "relaxd_tile_cache_bytes",
                        "Memory of the cached tiles.", figures.bytes);
    exposition_gauge_of(out, "relaxd_tile_cache_limit_bytes",
                        "The setting tiles.cache-bytes.", figures.bytes_max);
}

/* The compute pool's threads, and the tiles they draw. */
static void metrics_write_compute(struct pool *pool, struct tile_store *tiles,
                                  struct json_writer *out)
{
    write_pool(pool, out);
    write_tiles(tiles, out);
}

/* ---- Maps ---------------------------------------------------------------- */

struct maps {
    struct map_entry *entry[REGISTRY_MAPS_MAX]; /* pinned */
    size_t count;
};

static struct metric_labels map_labels(const struct map_entry *entry)
{
    return (struct metric_labels){{{"map", map_entry_name(entry)},
                                   {"profile", map_entry_profile(entry)}}};
}

/* A number per map. */
struct map_family {
    const char *name;
    const char *help;
    uint64_t (*value)(struct map_entry *entry);
};

static uint64_t vertices(struct map_entry *entry)
{
    return map_entry_map(entry)->topology.vertex_count;
}

static uint64_t arcs(struct map_entry *entry)
{
    return map_entry_map(entry)->topology.arc_count;
}

static uint64_t epoch(struct map_entry *entry)
{
    return map_entry_epoch(entry);
}

static uint64_t file_bytes(struct map_entry *entry)
{
    return map_entry_map(entry)->storage->mapped_size;
}

static uint64_t masks(struct map_entry *entry)
{
    return map_entry_kept_count(entry);
}

static uint64_t mask_bytes(struct map_entry *entry)
{
    return map_entry_kept_bytes(entry);
}

static const struct map_family map_families[] = {
    {"relaxd_map_vertices", "Vertices of the search graph.", vertices},
    {"relaxd_map_arcs", "Arcs of the search graph.", arcs},
    {"relaxd_map_epoch", "The epoch of the weights in force.", epoch},
    {"relaxd_map_file_bytes",
     "Size of the map's file, the same for all profiles in it.", file_bytes},
    {"relaxd_map_masks", "Sets of excluded classes that are kept ready.",
     masks},
    {"relaxd_map_mask_bytes",
     "Memory of these sets, and of sets about to be freed.", mask_bytes},
};

static void write_map_numbers(const struct maps *maps, struct json_writer *out)
{
    for (size_t i = 0; i < sizeof(map_families) / sizeof(*map_families); i++) {
        exposition_gauge(out, map_families[i].name, map_families[i].help);
        for (size_t j = 0; j < maps->count; j++) {
            struct metric_labels labels = map_labels(maps->entry[j]);

            exposition_number(out, map_families[i].name, &labels,
                              map_families[i].value(maps->entry[j]));
        }
    }
}

static const char form_name[] = "relaxd_map_form_bytes";

struct forms {
    struct json_writer *out;
    const struct map_entry *entry;
};

static void write_form(void *context, const char *form,
                       const struct device *device, uint64_t bytes)
{
    const struct forms *forms = context;
    struct metric_labels labels = map_labels(forms->entry);

    labels.label[2].name = "form";
    labels.label[2].value = form;
    labels.label[3].name = "device";
    labels.label[3].value = device->name;
    exposition_number(forms->out, form_name, &labels, bytes);
}

static void write_forms(const struct maps *maps, struct json_writer *out)
{
    exposition_gauge(out, form_name,
                     "Memory of a prepared form beside the file, where known.");
    for (size_t i = 0; i < maps->count; i++) {
        struct forms forms = {out, maps->entry[i]};

        map_entry_each_form(maps->entry[i], write_form, &forms);
    }
}

/* The served maps. */
static void metrics_write_maps(struct registry *registry,
                               struct json_writer *out)
{
    struct maps maps;

    maps.count = registry_list(registry, maps.entry, REGISTRY_MAPS_MAX);
    write_map_numbers(&maps, out);
    write_forms(&maps, out);
    for (size_t i = 0; i < maps.count; i++)
        map_entry_release(maps.entry[i]);
}

/* ---- Reloads ------------------------------------------------------------- */

static void write_counts(const struct reload_state *state,
                         struct json_writer *out)
{
    static const char name[] = "relaxd_reloads_total";
    struct metric_labels done = {{{"result", "done"}}};
    struct metric_labels failed = {{{"result", "failed"}}};

    exposition_counter(out, name,
                       "Reloads of settings and maps; one that failed changed "
                       "nothing.");
    exposition_number(out, name, &done, state->done);
    exposition_number(out, name, &failed, state->failed);
}

static void write_last(const struct reload_state *state,
                       struct json_writer *out)
{
    static const char time_name[] = "relaxd_reload_last_timestamp_seconds";
    static const char failed_name[] = "relaxd_reload_last_failed";

    exposition_gauge(out, time_name,
                     "When the last reload ended, in seconds since 1970; 0: "
                     "none yet.");
    exposition_number(out, time_name, NULL, (uint64_t)state->last);
    exposition_gauge(out, failed_name,
                     "1: the last SIGHUP failed, or relaxd refused a map's new "
                     "file.");
    exposition_number(out, failed_name, NULL, *state->words.text != '\0');
}

/* Reloads of settings and maps; `note` NULL: none happen. */
static void metrics_write_reloads(struct reload_note *note,
                                  struct json_writer *out)
{
    struct reload_state state;

    if (!note)
        return;
    state = reload_note_get(note);
    write_counts(&state, out);
    write_last(&state, out);
}

/* ---- The process --------------------------------------------------------- */

static void write_version(const char *version, struct json_writer *out)
{
    static const char name[] = "relaxd_build_info";
    struct metric_labels labels = {{{"version", version}}};

    exposition_gauge(out, name, "1; the version is in its label.");
    exposition_number(out, name, &labels, 1);
}

/* Fields of /proc/self/stat after the name, which may contain blanks and
 * brackets (proc(5)). */
struct process_stat {
    unsigned long long start_ticks; /* since the system booted */
    unsigned long long virtual_bytes;
    unsigned long long resident_pages;
};

static bool read_stat(struct process_stat *ret_stat)
{
    FILE *file = fopen("/proc/self/stat", "re");
    char text[1024];
    size_t length;
    const char *after;

    if (!file)
        return false;
    length = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    text[length] = '\0';
    after = strrchr(text, ')');
    return after && sscanf(after,
                           ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u "
                           "%*u %*d %*d %*d %*d %*d %*d %llu %llu %llu",
                           &ret_stat->start_ticks, &ret_stat->virtual_bytes,
                           &ret_stat->resident_pages) == 3;
}

static uint64_t us_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_nsec / 1000;
}

/* When the process started, since the epoch. The ticks count on a clock that
 * runs while the system sleeps. */
static uint64_t start_us(const struct process_stat *stat)
{
    struct timespec now;
    struct timespec running;

    clock_gettime(CLOCK_REALTIME, &now);
    clock_gettime(CLOCK_BOOTTIME, &running);
    return us_of(&now) - us_of(&running) +
           stat->start_ticks * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

/* The same at each scrape: a change would look like another process. */
static void write_start(const struct process_stat *stat,
                        struct json_writer *out)
{
    static _Atomic uint64_t first_us;
    static const char name[] = "process_start_time_seconds";
    uint64_t none = 0;

    atomic_compare_exchange_strong(&first_us, &none, start_us(stat));
    exposition_gauge(out, name,
                     "When the process started, in seconds since 1970.");
    exposition_seconds_of_us(out, name, NULL, atomic_load(&first_us));
}

static void write_memory(struct json_writer *out)
{
    struct process_stat stat;

    if (!read_stat(&stat))
        return;
    exposition_gauge_of(out, "process_resident_memory_bytes",
                        "Resident memory, mapped files included.",
                        stat.resident_pages * (uint64_t)sysconf(_SC_PAGESIZE));
    exposition_gauge_of(out, "process_virtual_memory_bytes", "Virtual memory.",
                        stat.virtual_bytes);
    write_start(&stat, out);
}

static void write_cpu(struct json_writer *out)
{
    static const char name[] = "process_cpu_seconds_total";
    struct timespec used;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    exposition_counter(out, name, "Processor time of all threads.");
    exposition_seconds_of_us(out, name, NULL, us_of(&used));
}

/* Linux before 6.2 reports no size for this folder. Its entries include the
 * reading descriptor, "." and "..". */
static uint64_t count_descriptors(void)
{
    static const char path[] = "/proc/self/fd";
    struct stat stat_of;
    uint64_t count = 0;
    DIR *folder;

    if (!stat(path, &stat_of) && stat_of.st_size > 0)
        return (uint64_t)stat_of.st_size;
    folder = opendir(path);
    if (!folder)
        return 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count > 3 ? count - 3 : 0;
}

static void write_descriptors(struct json_writer *out)
{
    uint64_t count = count_descriptors();
    struct rlimit limit;

    if (count)
        exposition_gauge_of(out, "process_open_fds", "Open descriptors.",
                            count);
    if (!getrlimit(RLIMIT_NOFILE, &limit))
        exposition_gauge_of(out, "process_max_fds",
                            "The limit of open descriptors.", limit.rlim_cur);
}

/* The version, and the system's figures about the process; missing ones are
 * left out. */
static void metrics_write_process(const char *version, struct json_writer *out)
{
    write_version(version, out);
    write_memory(out);
    write_cpu(out);
    write_descriptors(out);
}

/* ---- The endpoint -------------------------------------------------------- */

static void handle(struct exchange *exchange)
{
    const struct listener_settings *settings = &exchange->listener->settings;
    struct engine *engine = service_engine(exchange->listener->service);
    struct json_writer *out = &exchange->out;

    if (!exchange_read_query(exchange, NULL, NULL))
        return;
    metrics_write_http(settings->figures, settings->connections_max, out);
    metrics_write_engine(engine, out);
    metrics_write_compute(settings->pool, settings->tiles, out);
    metrics_write_maps(engine_registry(engine), out);
    metrics_write_reloads(settings->reloads, out);
    metrics_write_process(settings->version, out);
    exchange->type = EXPOSITION_TYPE;
    exchange_reply(exchange, MHD_HTTP_OK);
}

/* One form, whatever a scraper accepts. */
const struct endpoint endpoint_metrics = {
    .path = "/metrics",
    .method = "GET",
    .media = MEDIA_ANY,
    .vital = true,
    .handle = handle,
};
