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
#include "api/metrics/living_metrics.h"
#include "api/metrics/metrics.h"
#include "api/tile/tile_store.h"
#include "core/base/pool.h"
#include "core/engine/engine.h"
#include "core/engine/registry.h"

/* A histogram of times without labels. */
static void times(struct json_writer *out, const char *name, const char *help,
                  const struct histogram_figures *figures_us)
{
    exposition_head(out, "histogram", name, help);
    exposition_times(out, name, NULL, figures_us);
}

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

    exposition_head(
        out, "counter", name,
        "Finished requests. Code 499: the client left before the answer.");
    for (size_t i = 0; http_figures_endpoint(figures, i); i++)
        write_requests_of(figures, i, name, out);
}

static void write_durations(const struct http_figures *figures,
                            struct json_writer *out)
{
    static const char name[] = "relaxd_http_request_duration_seconds";

    exposition_head(
        out, "histogram", name,
        "Time from a request's first line to the end of its answer.");
    for (size_t i = 0; http_figures_endpoint(figures, i); i++) {
        struct metric_labels labels = {
            {{"endpoint", http_figures_endpoint(figures, i)}}};
        struct histogram_figures duration_us;

        histogram_read(&figures->endpoint[i].duration_us, &duration_us);
        if (duration_us.count)
            exposition_times(out, name, &labels, &duration_us);
    }
}

/* Counts by reason; includes zeros, so that a rate sees the first. */
static void write_reasons(struct json_writer *out, const char *name,
                          const char *help, const char *reason_of(size_t i),
                          const atomic_uint_fast64_t *counts)
{
    exposition_head(out, "counter", name, help);
    for (size_t i = 0; reason_of(i); i++) {
        struct metric_labels labels = {{{"reason", reason_of(i)}}};

        exposition_number(out, name, &labels, figure_get(&counts[i]));
    }
}

static void write_connections(const struct http_figures *figures,
                              size_t connections_max, struct json_writer *out)
{
    exposition_single(
        out, "gauge", "relaxd_http_connections", "Open connections.",
        atomic_load_explicit(&figures->connections, memory_order_relaxed));
    exposition_single(
        out, "gauge", "relaxd_http_body_bytes",
        "Bytes of request bodies that are being read.",
        atomic_load_explicit(&figures->body_bytes, memory_order_relaxed) +
            atomic_load_explicit(&figures->change_bytes, memory_order_relaxed));
    exposition_single(out, "gauge", "relaxd_http_connections_limit",
                      "The setting http.connections-max.", connections_max);
    exposition_single(out, "counter", "relaxd_http_connections_accepted_total",
                      "Accepted connections, those beyond the limit included.",
                      figure_get(&figures->accepted));
    exposition_single(
        out, "counter", "relaxd_http_connections_refused_total",
        "Connections beyond the limit: only health, status and metrics answer.",
        figure_get(&figures->surplus));
}

static void write_loops(const struct http_figures *figures,
                        struct json_writer *out)
{
    static const char turn[] = "relaxd_http_loop_longest_turn_seconds";
    struct histogram_figures lag_us;

    histogram_read(&figures->lag_us, &lag_us);
    times(out, "relaxd_http_loop_lag_seconds",
          "How late loops served their timers.", &lag_us);
    exposition_head(out, "gauge", turn,
                    "The longest turn of a loop since the start: clients wait "
                    "that long.");
    exposition_seconds_of_us(out, turn, NULL,
                             figure_get(&figures->longest_turn_us));
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
    write_reasons(out, "relaxd_http_refusals_total",
                  "Refused requests, by type of problem.", http_figures_refusal,
                  figures->refusals);
    exposition_single(
        out, "gauge", "relaxd_http_requests_in_flight",
        "Requests that are being read or answered, this one included.",
        begun > ended ? begun - ended : 0);
    exposition_single(out, "counter", "relaxd_http_answers_broken_off_total",
                      "Answers that began and could not be completed.",
                      figure_get(&figures->broken_off));
    exposition_single(out, "counter", "relaxd_http_answer_bytes_total",
                      "Bytes of answers' bodies, as sent.",
                      figure_get(&figures->answer_bytes));
    write_connections(figures, connections_max, out);
    write_reasons(out, "relaxd_http_connections_cut_total",
                  "Connections that relaxd closed, by reason.",
                  http_figures_cut, figures->cuts);
    write_loops(figures, out);
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

/* A number per device. */
struct device_family {
    const char *name;
    const char *help;
    const char *type;
};

enum {
    IN_USE,
    WORKERS,
    MEMORY,
    MEMORY_FREE,
    QUEUED,
    QUEUED_MAX,
    TURNED_AWAY,
    DEVICE_FAMILIES,
};

static const struct device_family device_families[DEVICE_FAMILIES] = {
    [IN_USE] = {"relaxd_device_in_use",
                "1; or 0: the device failed and is out of use.", "gauge"},
    [WORKERS] = {"relaxd_device_workers", "Threads that serve the device.",
                 "gauge"},
    [MEMORY] = {"relaxd_device_memory_bytes",
                "All memory of the device; 0: unknown.", "gauge"},
    [MEMORY_FREE] = {"relaxd_device_memory_free_bytes",
                     "Free memory of the device, as last seen.", "gauge"},
    [QUEUED] = {"relaxd_queue_jobs", "Jobs that wait for a worker.", "gauge"},
    [QUEUED_MAX] = {"relaxd_queue_jobs_limit",
                    "The setting engine.queue-length.", "gauge"},
    [TURNED_AWAY] = {"relaxd_queue_refused_total",
                     "Jobs that were refused: the queue was full, or would "
                     "have kept them too "
                     "long.",
                     "counter"},
};

static uint64_t device_number(const struct engine_device_figures *figures,
                              size_t family)
{
    const uint64_t numbers[DEVICE_FAMILIES] = {
        [IN_USE] = !*figures->failure,
        [WORKERS] = figures->workers,
        [MEMORY] = figures->device->memory_bytes,
        [MEMORY_FREE] = figures->free_bytes,
        [QUEUED] = figures->queued,
        [QUEUED_MAX] = figures->queued_max,
        [TURNED_AWAY] = figures->turned_away,
    };

    return numbers[family];
}

/* Omits numbers that are ENGINE_BYTES_UNKNOWN. */
static void write_device_numbers(const struct devices *devices,
                                 struct json_writer *out)
{
    for (size_t i = 0; i < DEVICE_FAMILIES; i++) {
        const struct device_family *family = &device_families[i];

        exposition_head(out, family->type, family->name, family->help);
        for (size_t j = 0; j < devices->count; j++) {
            struct metric_labels labels = device_labels(&devices->figures[j]);
            uint64_t number = device_number(&devices->figures[j], i);

            if (number != ENGINE_BYTES_UNKNOWN)
                exposition_number(out, family->name, &labels, number);
        }
    }
}

static void write_times(const struct devices *devices, struct json_writer *out)
{
    static const char busy[] = "relaxd_device_busy_seconds_total";
    static const char wait[] = "relaxd_queue_wait_seconds";

    exposition_head(out, "counter", busy,
                    "Time that all workers spent solving.");
    for (size_t i = 0; i < devices->count; i++) {
        struct metric_labels labels = device_labels(&devices->figures[i]);

        exposition_seconds_of_us(out, busy, &labels,
                                 devices->figures[i].busy_us);
    }
    exposition_head(out, "histogram", wait,
                    "How long jobs waited for a worker.");
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
    const char *help;

    /* For write_histogram(): how to write it, and its offset in the figures. */
    void (*write)(struct json_writer *out, const char *name,
                  const struct metric_labels *labels,
                  const struct histogram_figures *histogram);
    size_t histogram;
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

static void write_histogram(void *context,
                            const struct engine_solver_figures *figures)
{
    const struct pass *pass = context;
    struct metric_labels labels = solver_labels(figures);
    const char *histogram = (const char *)figures + pass->histogram;

    pass->write(pass->out, pass->name, &labels,
                (const struct histogram_figures *)histogram);
}

#define FIGURE(member) offsetof(struct engine_solver_figures, member)

static void write_solvers(struct engine *engine, struct json_writer *out)
{
    struct pass jobs = {out, "relaxd_jobs_total", "Finished jobs, by outcome.",
                        NULL, 0};
    struct pass histograms[] = {
        {out, "relaxd_solve_seconds", "Time to solve a batch.",
         exposition_times, FIGURE(solve_us)},
        {out, "relaxd_batch_jobs", "Jobs in a batch.", exposition_sizes,
         FIGURE(batch_jobs)},
        {out, "relaxd_batch_queries", "Queries in a batch.", exposition_sizes,
         FIGURE(batch_queries)},
    };

    exposition_head(out, "counter", jobs.name, jobs.help);
    engine_each_solver(engine, write_jobs, &jobs);
    for (size_t i = 0; i < sizeof(histograms) / sizeof(*histograms); i++) {
        exposition_head(out, "histogram", histograms[i].name,
                        histograms[i].help);
        engine_each_solver(engine, write_histogram, &histograms[i]);
    }
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

static void write_pool(struct pool *pool, struct json_writer *out)
{
    struct pool_figures figures;

    pool_read(pool, &figures);
    exposition_single(out, "gauge", "relaxd_compute_threads",
                      "Compute threads: for steps, tiles and long bodies.",
                      figures.threads);
    exposition_single(out, "gauge", "relaxd_compute_tasks",
                      "Tasks that wait for a compute thread.", figures.waiting);
    exposition_single(out, "gauge", "relaxd_compute_tasks_limit",
                      "How many tasks may wait.", figures.waiting_max);
    exposition_single(out, "counter", "relaxd_compute_refused_total",
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
    exposition_single(out, "counter", "relaxd_tile_cache_hits_total",
                      "Requested tiles that were in the cache.", figures.hits);
    exposition_single(out, "counter", "relaxd_tile_cache_misses_total",
                      "Requested tiles that had to be drawn.", figures.misses);
    exposition_single(out, "gauge", "relaxd_tile_cache_bytes",
                      "Memory of the cached tiles.", figures.bytes);
    exposition_single(out, "gauge", "relaxd_tile_cache_limit_bytes",
                      "The setting tiles.cache-bytes.", figures.bytes_max);
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

/* A gauge per map. */
enum {
    VERTICES,
    ARCS,
    EPOCH,
    OLDER_WEIGHTS,
    FILE_BYTES,
    MASKS,
    MASK_BYTES,
    MAP_FAMILIES
};

static const struct {
    const char *name;
    const char *help;
} map_families[MAP_FAMILIES] = {
    [VERTICES] = {"relaxd_map_vertices", "Vertices of the search graph."},
    [ARCS] = {"relaxd_map_arcs", "Arcs of the search graph."},
    [EPOCH] = {"relaxd_map_epoch", "The epoch of the weights in force."},
    [OLDER_WEIGHTS] = {"relaxd_map_older_weights",
                       "Older weights that questions still pin."},
    [FILE_BYTES] = {"relaxd_map_file_bytes",
                    "Size of the map's file, the same for all profiles in it."},
    [MASKS] = {"relaxd_map_masks",
               "Sets of excluded classes that are kept ready."},
    [MASK_BYTES] = {"relaxd_map_mask_bytes",
                    "Memory of these sets, and of sets about to be freed."},
};

static void read_map_numbers(struct map_entry *entry,
                             uint64_t ret_numbers[MAP_FAMILIES])
{
    const struct map *map = map_entry_map(entry);

    ret_numbers[VERTICES] = map->topology.vertex_count;
    ret_numbers[ARCS] = map->topology.arc_count;
    ret_numbers[EPOCH] = map_entry_epoch(entry);
    ret_numbers[OLDER_WEIGHTS] =
        published_map_elders_seen(map_entry_published(entry));
    ret_numbers[FILE_BYTES] = map->storage->mapped_size;
    ret_numbers[MASKS] = map_entry_kept_count(entry);
    ret_numbers[MASK_BYTES] = map_entry_kept_bytes(entry);
}

static void write_map_numbers(const struct maps *maps, struct json_writer *out)
{
    uint64_t numbers[REGISTRY_MAPS_MAX][MAP_FAMILIES];

    for (size_t j = 0; j < maps->count; j++)
        read_map_numbers(maps->entry[j], numbers[j]);
    for (size_t i = 0; i < MAP_FAMILIES; i++) {
        exposition_head(out, "gauge", map_families[i].name,
                        map_families[i].help);
        for (size_t j = 0; j < maps->count; j++) {
            struct metric_labels labels = map_labels(maps->entry[j]);

            exposition_number(out, map_families[i].name, &labels,
                              numbers[j][i]);
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
    exposition_head(out, "gauge", form_name,
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

    exposition_head(out, "counter", name,
                    "Reloads of settings and maps; one that failed changed "
                    "nothing.");
    exposition_number(out, name, &done, state->done);
    exposition_number(out, name, &failed, state->failed);
}

static void write_last(const struct reload_state *state,
                       struct json_writer *out)
{
    exposition_single(
        out, "gauge", "relaxd_reload_last_timestamp_seconds",
        "When the last reload ended, in seconds since 1970; 0: none yet.",
        (uint64_t)state->last);
    exposition_single(
        out, "gauge", "relaxd_reload_last_failed",
        "1: the last SIGHUP failed, or relaxd refused a map's new file.",
        *state->words.text != '\0');
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

    exposition_head(out, "gauge", name, "1; the version is in its label.");
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
    exposition_head(out, "gauge", name,
                    "When the process started, in seconds since 1970.");
    exposition_seconds_of_us(out, name, NULL, atomic_load(&first_us));
}

static void write_memory(struct json_writer *out)
{
    struct process_stat stat;

    if (!read_stat(&stat))
        return;
    exposition_single(out, "gauge", "process_resident_memory_bytes",
                      "Resident memory, mapped files included.",
                      stat.resident_pages * (uint64_t)sysconf(_SC_PAGESIZE));
    exposition_single(out, "gauge", "process_virtual_memory_bytes",
                      "Virtual memory.", stat.virtual_bytes);
    write_start(&stat, out);
}

static void write_cpu(struct json_writer *out)
{
    static const char name[] = "process_cpu_seconds_total";
    struct timespec used;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    exposition_head(out, "counter", name, "Processor time of all threads.");
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
        exposition_single(out, "gauge", "process_open_fds", "Open descriptors.",
                          count);
    if (!getrlimit(RLIMIT_NOFILE, &limit))
        exposition_single(out, "gauge", "process_max_fds",
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
    exposition_single(out, "gauge", "relaxd_question_memory_bytes",
                      "Bytes that questions and answers hold.",
                      service_memory(exchange_service(exchange)));
    metrics_write_engine(engine, out);
    write_pool(settings->pool, out);
    write_tiles(settings->tiles, out);
    metrics_write_maps(engine_registry(engine), out);
    living_metrics_write(settings->living, out);
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
