/* The results of 'relaxlab bench', as a table or as JSON, and the machine. */
#include "lab/bench.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "clients/relaxctl/output.h"
#include "clients/relaxctl/program.h"
#include "core/base/parallel.h"
#include "core/base/text.h"

static void read_cpu(char *ret_name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(ret_name, size, "unknown");
    while (file && fgets(line, sizeof(line), file)) {
        const char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) || !colon)
            continue;
        snprintf(ret_name, size, "%s", colon + 2);
        ret_name[strcspn(ret_name, "\n")] = '\0';
        break;
    }
    if (file)
        fclose(file);
}

void machine_describe(struct machine *ret_machine)
{
    struct utsname name;
    time_t now = time(NULL);
    struct tm utc;

    memset(ret_machine, 0, sizeof(*ret_machine));
    read_cpu(ret_machine->cpu, sizeof(ret_machine->cpu));
    ret_machine->cores = parallel_core_count();
    ret_machine->memory_bytes =
        (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (!uname(&name))
        snprintf(ret_machine->system, sizeof(ret_machine->system),
                 "%.40s %.40s %.40s", name.sysname, name.release, name.machine);
    strftime(ret_machine->date, sizeof(ret_machine->date), "%Y-%m-%dT%H:%M:%SZ",
             gmtime_r(&now, &utc));
}

void bench_report_print_machine(const struct machine *machine,
                                const struct inventory *inventory)
{
    printf("%s, %u %s, %.0f GiB; %s\n", machine->cpu, machine->cores,
           plural(machine->cores, "core", "cores"),
           (double)machine->memory_bytes / (1 << 30), machine->system);
    for (size_t i = 0; i < inventory->device_count; i++) {
        if (inventory->device[i].kind == DEVICE_CUDA)
            printf("%s: %s\n", inventory->device[i].name,
                   inventory->device[i].description);
    }
    if (inventory->device_count == 1)
        printf("no GPU: %s\n", inventory->no_gpu.text);
    printf("relaxd %s (%s), %s\n", program_version(), program_commit(),
           machine->date);
}

const char *const bench_kind_names[] = {
    [BENCH_WHOLE_TREE] = "tree",
    [BENCH_ONE_PATH] = "pairs",
    [BENCH_WHOLE_TABLE] = "table",
    [BENCH_CUSTOMIZE] = "customize",
    NULL,
};

static double ratio(const struct bench *bench,
                    const struct bench_contestant *contestant)
{
    const double step_ms = 1e-6; /* the clock's resolution */

    return fmax(samples_median(&bench->contestants[0].solve_ms), step_ms) /
           fmax(samples_median(&contestant->solve_ms), step_ms);
}

/* The share, 0 to 1, of a contestant's mean time if all phases were as short as
 * the shortest: launching and waiting, as that one does almost nothing. 0
 * without phases. */
static double wait_share(const struct bench_contestant *contestant)
{
    double mean_us = samples_mean(&contestant->solve_ms) * 1000;
    double wait_us = contestant->phases * contestant->least_phase_us;

    return mean_us > 0 && wait_us < mean_us ? wait_us / mean_us : 0;
}

/* The width of the column of solver names. */
static int name_width(const struct bench *bench)
{
    size_t width = strlen("solver");

    for (size_t i = 0; i < bench->contestant_count; i++) {
        size_t length = strlen(bench->contestants[i].runner.choice.ops->name);

        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_row(const struct bench *bench, int width,
                      const struct bench_contestant *contestant)
{
    const struct samples *ms = &contestant->solve_ms;
    const struct solver_choice *choice = &contestant->runner.choice;

    printf("  %-*s  %-8s %10.3f %10.3f %10.3f %8.2fx", width, choice->ops->name,
           choice->device->name, samples_median(ms), samples_mean(ms),
           samples_at(ms, 0.99), ratio(bench, contestant));
    if (contestant->phases > 0)
        printf(" %8.0f", contestant->phases);
    else
        printf(" %8s", "-");
    if (contestant->least_phase_us > 0)
        printf(" %5.0f %%", 100 * wait_share(contestant));
    else
        printf(" %7s", "-");
    if (contestant->wrong)
        printf("  WRONG: %zu", contestant->wrong);
    else
        printf("  right");
    putchar('\n');
}

/* Prints settings that are not the defaults, below the table. */
static void print_settings(const struct runner *runner)
{
    if (!runner->setting_count)
        return;
    printf("  %s:", runner->choice.ops->name);
    for (size_t i = 0; i < runner->setting_count; i++) {
        const struct solver_setting *setting = &runner->settings[i];
        char value[OPTION_VALUE_SIZE];

        option_value_text(option_find(runner->choice.ops, setting->name),
                          setting->value, value);
        printf(" %s=%s", setting->name, value);
    }
    puts(runner->tuned.count ? " (from 'relaxctl tune', then --set)" : "");
}

static void print_questions(const struct bench *bench)
{
    uint32_t count = bench->question_count;

    if (bench->shape.kind == BENCH_WHOLE_TABLE)
        printf("%" PRIu32 " random %s of %" PRIu32 " x %" PRIu32, count,
               plural(count, "table", "tables"), bench->shape.rows,
               bench->shape.columns);
    else
        printf("%s, %" PRIu32 " random %s", bench_kind_names[bench->shape.kind],
               count, plural(count, "source", "sources"));
    printf(", seed %" PRIu64 "\n", bench->seed);
}

void bench_report_print_map(const struct bench *bench, const char *map_path)
{
    uint32_t n = bench->map->topology.vertex_count;
    uint32_t m = bench->map->topology.arc_count;

    printf("\n%s: %" PRIu32 " %s, %" PRIu32 " %s; ", map_path, n,
           plural(n, "vertex", "vertices"), m, plural(m, "arc", "arcs"));
}

void bench_report_print(const struct bench *bench, const char *map_path)
{
    int width = name_width(bench);

    bench_report_print_map(bench, map_path);
    print_questions(bench);
    printf("  %-*s  %-8s %10s %10s %10s %9s %8s %7s  %s\n", width, "solver",
           "device", "median ms", "mean ms", "p99 ms", "speed", "phases",
           "wait", "costs");
    for (size_t i = 0; i < bench->contestant_count; i++)
        print_row(bench, width, &bench->contestants[i]);
    printf("  each question alone, one after the other, after %" PRIu32
           " %s or more; answers compared later\n",
           bench->warm ? bench->warm : 1,
           plural(bench->warm ? bench->warm : 1, "other", "others"));
    for (size_t i = 0; i < bench->contestant_count; i++)
        print_settings(&bench->contestants[i].runner);
    fflush(stdout);
}

static json_t *devices_json(const struct inventory *inventory)
{
    json_t *json = json_array();

    for (size_t i = 0; i < inventory->device_count; i++)
        json_array_append_new(
            json, json_pack("{s:s, s:s}", "name", inventory->device[i].name,
                            "description", inventory->device[i].description));
    return json;
}

json_t *bench_report_json(const struct machine *machine,
                          const struct inventory *inventory)
{
    return json_pack(
        "{s:s, s:s, s:s, s:{s:s, s:i, s:I, s:s, s:o}, s:[]}", "version",
        program_version(), "commit", program_commit(), "date", machine->date,
        "machine", "cpu", machine->cpu, "cores", (int)machine->cores,
        "memory_bytes", (json_int_t)machine->memory_bytes, "system",
        machine->system, "devices", devices_json(inventory), "maps");
}

static json_t *settings_json(const struct runner *runner)
{
    json_t *json = json_object();

    for (size_t i = 0; i < runner->setting_count; i++)
        json_object_set_new(json, runner->settings[i].name,
                            json_real(runner->settings[i].value));
    return json;
}

static json_t *contestant_json(const struct bench *bench,
                               const struct bench_contestant *contestant)
{
    const struct samples *ms = &contestant->solve_ms;
    const struct solver_choice *choice = &contestant->runner.choice;

    return json_pack(
        "{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:f, "
        "s:o}",
        "solver", choice->ops->name, "device", choice->device->name,
        "median_ms", samples_median(ms), "mean_ms", samples_mean(ms), "p95_ms",
        samples_at(ms, 0.95), "p99_ms", samples_at(ms, 0.99), "least_ms",
        samples_at(ms, 0), "speed", ratio(bench, contestant), "phases",
        contestant->phases, "least_phase_us", contestant->least_phase_us,
        "wait_share", wait_share(contestant), "wrong",
        (json_int_t)contestant->wrong, "prepare_ms",
        (double)(contestant->runner.form->prepare_us +
                 contestant->runner.form->customize_us) /
            1000,
        "settings", settings_json(&contestant->runner));
}

json_t *bench_report_json_map(const struct bench *bench, const char *map_path,
                              const char *questions)
{
    const struct map *map = bench->map;

    return json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:s, s:I, s:I}", "file", map_path, "source",
        map->info.source, "unit", map->info.unit, "vertices",
        (json_int_t)map->topology.vertex_count, "arcs",
        (json_int_t)map->topology.arc_count, "output",
        bench_kind_names[bench->shape.kind], questions,
        (json_int_t)bench->question_count, "seed", (json_int_t)bench->seed);
}

void bench_report_json_add(json_t *report, const struct bench *bench,
                           const char *map_path)
{
    json_t *map = bench_report_json_map(bench, map_path, "sources");
    json_t *solvers = json_array();

    for (size_t i = 0; i < bench->contestant_count; i++)
        json_array_append_new(solvers,
                              contestant_json(bench, &bench->contestants[i]));
    json_object_set_new(map, "warm", json_integer(bench->warm));
    json_object_set_new(map, "solvers", solvers);
    json_array_append_new(json_object_get(report, "maps"), map);
}

int bench_report_write(json_t *report, const char *path, struct error *error)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(9);
    FILE *file;
    int r;

    if (!strcmp(path, "-"))
        return print_json(json_incref(report), flags) ? error_no_memory(error)
                                                      : 0;
    file = fopen(path, "we");
    if (!file)
        return error_errno(error, "write '%s'", path);
    r = json_dumpf(report, file, flags);
    fputc('\n', file);
    if (fclose(file))
        r = -1;
    return r ? error_set(error, -EIO,
                         "write '%s': not all of it could be "
                         "written",
                         path)
             : 0;
}
