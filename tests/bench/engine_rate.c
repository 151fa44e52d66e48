/* engine_rate: tables, pairs and trees per second of an engine, by its devices.
 *
 * usage: engine_rate [OPTIONS] MAP.rlx
 *     -n N        sources and targets of a table; default 1000
 *     -j N        jobs outstanding for each device; default 4
 *     -t SECONDS  measured for each number of devices; default 3
 *     -k KINDS    of tables,pairs,trees; default all three
 *     -s SOLVER   default the fastest here for each kind, by its estimate
 *     -c          CPU workers instead of GPUs
 *     -m N        of GPUs or workers, at most; default all there are
 *
 * Through core/engine, without a server, so it measures how jobs spread over
 * devices and what they cost there. The same jobs for 1, 2, ... GPUs, or, where
 * there is none, CPU workers; ratios are to one. One query of each job is
 * compared with dijkstra's answer. Exit status 1 where one differs or another
 * solver answered a job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "gpu/gpu.h"
#include "tests/bench/load.h"
#include "tests/publish.h"

enum { JOB_QUERIES_MAX = 1024, JOB_PAIRS = 1024, JOB_TREES = 64, KINDS = 3 };

static const struct {
    const char *name;
    unsigned capability;
} kinds[KINDS] = {
    [LOAD_TABLES] = {"tables", SOLVER_TABLES},
    [LOAD_PAIRS] = {"pairs", SOLVER_PAIRS},
    [LOAD_TREES] = {"trees", SOLVER_TREES},
};

struct call {
    const char *path;
    const char *kinds;
    const char *solver; /* NULL: the favourite */
    uint32_t side;
    uint32_t jobs; /* for each device */
    uint32_t seconds;
    uint32_t most; /* GPUs or workers; 0: all */
    bool cpu;
};

struct machine {
    struct catalog catalog;
    struct device gpus[GPU_DEVICES_MAX];
    size_t gpu_count; /* 0: counts CPU workers */
    size_t most;      /* devices or workers */
};

/* Some devices with a map on them. */
struct stand {
    struct catalog catalog; /* dijkstra and the measured solver */
    const struct device *devices[1 + GPU_DEVICES_MAX];
    size_t device_count;
    struct registry *registry;
    struct engine *engine;
    struct map_entry *entry;
};

static void stand_finish(struct stand *stand)
{
    engine_destroy(stand->engine);
    map_entry_release(stand->entry);
    registry_destroy(stand->registry);
}

static int publish(struct stand *stand, const char *path, struct error *error)
{
    struct map *map;
    int r = map_open(path, &map, error);

    if (!r)
        r = publish_map(stand->registry, "map", map, stand->catalog.solver,
                        stand->catalog.count, stand->devices,
                        stand->device_count, error);
    if (!r)
        stand->entry = registry_acquire(stand->registry, "map", NULL);
    return r;
}

static int stand_init(struct stand *stand, const struct machine *machine,
                      const struct call *call, const struct solver_ops *solver,
                      size_t count, struct error *error)
{
    const struct solver_ops *dijkstra = machine->catalog.solver[0];
    struct engine_settings settings = {
        .queue_length = call->jobs * count + 1,
        .batch_max = JOB_QUERIES_MAX,
        .cpu_workers = machine->gpu_count ? 0 : (unsigned)count,
        .solver = "auto",
    };
    int r;

    *stand = (struct stand){.device_count = 1};
    catalog_add(&stand->catalog, dijkstra);
    if (solver != dijkstra)
        catalog_add(&stand->catalog, solver);
    stand->devices[0] = device_cpu();
    for (size_t i = 0; i < count && machine->gpu_count; i++)
        stand->devices[stand->device_count++] = &machine->gpus[i];
    r = registry_create(&stand->registry, error);
    if (!r)
        r = engine_create(&settings, stand->registry, &stand->catalog,
                          stand->devices, stand->device_count, &stand->engine,
                          error);
    if (!r)
        r = publish(stand, call->path, error);
    if (r)
        stand_finish(stand);
    return r;
}

static struct load_shape shape_of(enum load_kind kind, const struct call *call,
                                  size_t count)
{
    struct load_shape shape = {.kind = kind, .jobs = call->jobs * count};

    shape.queries = kind == LOAD_TABLES  ? call->side
                    : kind == LOAD_PAIRS ? JOB_PAIRS
                                         : JOB_TREES;
    shape.targets = kind == LOAD_TABLES ? call->side : kind == LOAD_PAIRS;
    return shape;
}

/* Each GPU's share of the jobs. */
static void print_shares(struct stand *stand)
{
    struct engine_device_figures figures[1 + GPU_DEVICES_MAX];
    size_t count = engine_figures(stand->engine, figures, 1 + GPU_DEVICES_MAX);
    uint64_t jobs = 0;

    for (size_t i = 1; i < count; i++)
        jobs += figures[i].jobs;
    for (size_t i = 1; i < count && jobs; i++)
        printf(" %s %.0f %%", figures[i].device->name,
               100.0 * (double)figures[i].jobs / (double)jobs);
}

/* The rate of one device, or worker, for the ratio. */
static int print_rate(struct stand *stand, const struct load *load,
                      const struct load_rate *rate, size_t count, double *one)
{
    const struct load_shape *shape = &load->shape;
    double each = shape->kind == LOAD_TABLES ? 1 : shape->queries;

    if (count == 1)
        *one = rate->jobs_per_s;
    printf("%-7s %2zu %s%s %12.1f /s  ratio %5.2f  jobs %zu:",
           kinds[shape->kind].name, count,
           stand->device_count > 1 ? "GPU" : "worker", count > 1 ? "s" : "",
           rate->jobs_per_s * each, *one > 0 ? rate->jobs_per_s / *one : 0,
           rate->jobs);
    print_shares(stand);
    if (!rate->jobs_per_s)
        printf(" too few, give -t more");
    if (rate->amiss)
        printf(" AMISS: %s", rate->reason.text);
    return rate->amiss > 0;
}

/* Returns 1 where answers or solvers were wrong. */
static int measure_on(struct stand *stand, const struct call *call,
                      const struct load_shape *shape,
                      const struct solver_ops *solver, size_t count,
                      double *one, struct error *error)
{
    struct load *load;
    struct load_rate rate;
    size_t wrong = 0;
    int amiss = 0;
    int r =
        load_create(stand->engine, stand->entry, solver, shape, &load, error);

    if (r)
        return r;
    load_run(load, 500000, call->seconds * 1000000ull, &rate);
    amiss = print_rate(stand, load, &rate, count, one);
    if (!amiss)
        r = load_check(load, stand->catalog.solver[0], &wrong, error);
    if (!r && !amiss)
        printf("; %zu of %zu queries as dijkstra", shape->jobs - wrong,
               shape->jobs);
    putchar('\n');
    fflush(stdout);
    load_destroy(load);
    return r ? r : amiss || wrong;
}

static int measure(const struct machine *machine, const struct call *call,
                   enum load_kind kind, const struct solver_ops *solver,
                   struct error *error)
{
    double one = 0;
    int bad = 0;

    for (size_t count = 1; count <= machine->most; count++) {
        struct load_shape shape = shape_of(kind, call, count);
        struct stand stand;
        int r = stand_init(&stand, machine, call, solver, count, error);

        if (r)
            return r;
        r = measure_on(&stand, call, &shape, solver, count, &one, error);
        stand_finish(&stand);
        if (r < 0)
            return r;
        bad |= r;
    }
    return bad;
}

static void machine_init(struct machine *machine, const struct call *call)
{
    struct error reason = {"-c"};

    catalog_init(&machine->catalog);
    gpu_add_solvers(&machine->catalog);
    machine->gpu_count = call->cpu ? 0 : gpu_devices(machine->gpus, &reason);
    machine->most = machine->gpu_count;
    if (!machine->gpu_count) {
        printf("no GPU (%s): CPU workers instead\n", reason.text);
        machine->most = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    }
    if (call->most && call->most < machine->most)
        machine->most = call->most;
}

static const struct solver_ops *find_solver(const struct machine *machine,
                                            const struct call *call,
                                            enum load_kind kind,
                                            const struct map *map)
{
    enum device_kind device = machine->gpu_count ? DEVICE_CUDA : DEVICE_CPU;
    const struct solver_ops *solver;

    if (!call->solver)
        return catalog_favourite(&machine->catalog, device,
                                 kinds[kind].capability, map, NULL);
    solver = catalog_find(&machine->catalog, call->solver);
    if (!solver || solver->form->device_kind != device ||
        !(solver->capabilities & kinds[kind].capability))
        return NULL;
    return solver;
}

static int run(const struct call *call, struct error *error)
{
    struct machine machine;
    struct map *map;
    int bad = 0;
    int r = map_open(call->path, &map, error);

    if (r)
        return r;
    machine_init(&machine, call);
    printf("%s: %u vertices; tables of %u x %u, %u jobs outstanding each\n",
           call->path, map->topology.vertex_count, call->side, call->side,
           call->jobs);
    for (int kind = 0; kind < KINDS && r >= 0; kind++) {
        const struct solver_ops *solver;

        if (!strstr(call->kinds, kinds[kind].name))
            continue;
        solver = find_solver(&machine, call, kind, map);
        if (!solver) {
            printf("%-7s no such solver for it here\n", kinds[kind].name);
            continue;
        }
        printf("%-7s by %s\n", kinds[kind].name, solver->name);
        r = measure(&machine, call, kind, solver, error);
        bad |= r > 0;
    }
    map_destroy(map);
    return r < 0 ? r : bad;
}

static bool parse(int argc, char **argv, struct call *call)
{
    uint32_t *numbers[128] = {['n'] = &call->side,
                              ['j'] = &call->jobs,
                              ['t'] = &call->seconds,
                              ['m'] = &call->most};
    int option;

    while ((option = getopt(argc, argv, "n:j:t:k:s:m:c")) != -1) {
        if (option == '?')
            return false;
        if (numbers[option] &&
            (!parse_u32(optarg, numbers[option]) || !*numbers[option]))
            return false;
        if (option == 'k')
            call->kinds = optarg;
        if (option == 's')
            call->solver = optarg;
        call->cpu |= option == 'c';
    }
    call->path = argv[optind];
    return optind + 1 == argc;
}

int main(int argc, char **argv)
{
    struct call call = {
        .kinds = "tables,pairs,trees",
        .side = 1000,
        .jobs = 4,
        .seconds = 3,
    };
    struct error error = {""};
    int r;

    if (!parse(argc, argv, &call)) {
        fputs("usage: engine_rate [-n SIDE] [-j JOBS] [-t SECONDS] [-k KINDS] "
              "[-s SOLVER] [-m MOST] [-c] MAP.rlx\n",
              stderr);
        return 2;
    }
    r = run(&call, &error);
    if (r < 0)
        fprintf(stderr, "engine_rate: %s\n", error.text);
    return r != 0;
}
