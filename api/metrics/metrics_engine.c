/* metrics_engine: queues, batches and solvers of each device. */
#include "api/metrics/exposition.h"
#include "api/metrics/metrics.h"
#include "core/engine/engine.h"

/* ---- By device ----------------------------------------------------------- */

struct devices {
    struct engine_device_figures figures[ENGINE_DEVICES_MAX];
    size_t count;
};

static struct metric_labels
labels_of(const struct engine_device_figures *figures)
{
    return (struct metric_labels){{{"device", figures->device->name}}};
}

/* A number of each device, or of those where it is not ENGINE_BYTES_UNKNOWN. */
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
    {"relaxd_device_in_use", "1, or 0: it failed and is out of use.",
     exposition_gauge, in_use},
    {"relaxd_device_workers", "Threads that serve the device.",
     exposition_gauge, workers},
    {"relaxd_device_memory_bytes",
     "All the memory that the device has; 0: not known.", exposition_gauge,
     memory},
    {"relaxd_device_memory_free_bytes",
     "Memory of the device that nobody has taken, as seen last.",
     exposition_gauge, free_memory},
    {"relaxd_queue_jobs", "Jobs that wait.", exposition_gauge, queued},
    {"relaxd_queue_jobs_limit", "The setting engine.queue-length.",
     exposition_gauge, queued_max},
    {"relaxd_queue_refused_total",
     "Jobs that were turned away: the queue was full, or would have kept them "
     "too long.",
     exposition_counter, turned_away},
};

static void write_numbers(const struct devices *devices,
                          struct json_writer *out)
{
    const size_t count = sizeof(device_families) / sizeof(*device_families);

    for (size_t i = 0; i < count; i++) {
        const struct device_family *family = &device_families[i];

        family->head(out, family->name, family->help);
        for (size_t j = 0; j < devices->count; j++) {
            struct metric_labels labels = labels_of(&devices->figures[j]);
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

    exposition_counter(out, busy, "What workers spent solving, all added up.");
    for (size_t i = 0; i < devices->count; i++) {
        struct metric_labels labels = labels_of(&devices->figures[i]);

        exposition_seconds_of_us(out, busy, &labels,
                                 devices->figures[i].busy_us);
    }
    exposition_histogram(out, wait,
                         "How long jobs waited until a worker took them.");
    for (size_t i = 0; i < devices->count; i++) {
        struct metric_labels labels = labels_of(&devices->figures[i]);

        exposition_times(out, wait, &labels, &devices->figures[i].wait_us);
    }
}

/* ---- By solver and device ------------------------------------------------ */

/* One pass over the solvers for each family, whose samples stand together. */
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
        labels.label[2] = (struct metric_label){"outcome", outcomes[i]};
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

    exposition_counter(out, jobs.name, "Jobs that ended, by how.");
    engine_each_solver(engine, write_jobs, &jobs);
    exposition_histogram(out, solve.name, "What solving a batch took.");
    engine_each_solver(engine, write_solve, &solve);
    exposition_histogram(out, batch_jobs.name,
                         "Jobs that had a part in a batch.");
    engine_each_solver(engine, write_batch_jobs, &batch_jobs);
    exposition_histogram(out, batch_queries.name, "Queries in a batch.");
    engine_each_solver(engine, write_batch_queries, &batch_queries);
}

void metrics_write_engine(struct engine *engine, struct json_writer *out)
{
    struct devices devices;

    devices.count = engine_figures(engine, devices.figures, ENGINE_DEVICES_MAX);
    write_numbers(&devices, out);
    write_times(&devices, out);
    write_solvers(engine, out);
}
