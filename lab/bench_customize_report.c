/* bench_customize_report: what 'relaxlab bench --output customize' measured. */
#include "lab/bench_customize_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/text.h"
#include "lab/bench_report.h"

enum { NAMES_SIZE = 512 };

/* The contestants that read the form, with commas between. */
static void list_solvers(const struct bench *bench, const struct form *form,
                         char names[static NAMES_SIZE])
{
    names[0] = '\0';
    for (size_t i = 0; i < bench->contestant_count; i++) {
        const struct runner *runner = &bench->contestants[i].runner;

        if (runner->form == form)
            text_list_add(names, NAMES_SIZE, runner->choice.ops->name);
    }
}

static void print_row(const struct bench_customize *customize, size_t form,
                      size_t step)
{
    const struct samples *ms = &customize->ms[form][step];
    const struct form *item = &customize->forms->item[form];
    uint32_t arcs = step ? customize->changes.arcs[step - 1] : 0;
    char what[32] = "in full";

    if (step)
        snprintf(what, sizeof(what), "%" PRIu32 " %s", arcs,
                 plural(arcs, "arc", "arcs"));
    printf("  %-12s  %-8s  %-15s %10.3f %10.3f %10.3f %10.3f\n",
           item->ops->name, item->device->name, what, samples_median(ms),
           samples_mean(ms), samples_at(ms, 0.95), samples_at(ms, 0));
}

static void print_wrong(const struct bench_customize *customize)
{
    const struct bench *bench = customize->bench;
    size_t wrong = 0;

    for (size_t i = 0; i < bench->contestant_count; i++) {
        const struct bench_contestant *contestant = &bench->contestants[i];

        wrong += contestant->wrong;
        if (contestant->wrong)
            printf("  %s: WRONG after %zu of %" PRIu32 " rounds\n",
                   contestant->runner.choice.ops->name, contestant->wrong,
                   bench->question_count + 1);
    }
    if (!wrong)
        puts("  answers after each round: right");
}

void bench_customize_report_print(const struct bench_customize *customize,
                                  const char *map_path)
{
    const struct bench *bench = customize->bench;
    const struct topology *topology = &bench->map->topology;

    printf("\n%s: %" PRIu32 " %s, %" PRIu32 " %s; customize, %" PRIu32
           " %s, seed %" PRIu64 "\n",
           map_path, topology->vertex_count,
           plural(topology->vertex_count, "vertex", "vertices"),
           topology->arc_count, plural(topology->arc_count, "arc", "arcs"),
           bench->question_count,
           plural(bench->question_count, "round", "rounds"), bench->seed);
    printf("  %-12s  %-8s  %-15s %10s %10s %10s %10s\n", "form", "device",
           "customized", "median ms", "mean ms", "p95 ms", "least ms");
    for (size_t f = 0; f < customize->forms->count; f++) {
        char names[NAMES_SIZE];

        list_solvers(bench, &customize->forms->item[f], names);
        for (size_t i = 0; *names && i <= customize->changes.count; i++)
            print_row(customize, f, i);
        if (*names)
            printf("    read by %s\n", names);
    }
    print_wrong(customize);
    fflush(stdout);
}

static json_t *times_json(const struct bench_customize *customize, size_t form)
{
    json_t *json = json_array();

    for (size_t i = 0; i <= customize->changes.count; i++) {
        const struct samples *ms = &customize->ms[form][i];

        json_array_append_new(
            json, json_pack("{s:s, s:I, s:f, s:f, s:f, s:f}", "customize",
                            i ? "partial" : "full", "arcs",
                            (json_int_t)(i ? customize->changes.arcs[i - 1]
                                           : customize->weights.arc_count),
                            "median_ms", samples_median(ms), "mean_ms",
                            samples_mean(ms), "p95_ms", samples_at(ms, 0.95),
                            "least_ms", samples_at(ms, 0)));
    }
    return json;
}

static json_t *solvers_json(const struct bench *bench, const struct form *form)
{
    json_t *json = json_array();

    for (size_t i = 0; i < bench->contestant_count; i++) {
        const struct bench_contestant *contestant = &bench->contestants[i];

        if (contestant->runner.form == form)
            json_array_append_new(
                json, json_pack("{s:s, s:I}", "solver",
                                contestant->runner.choice.ops->name, "wrong",
                                (json_int_t)contestant->wrong));
    }
    return json;
}

static json_t *forms_json(const struct bench_customize *customize)
{
    json_t *json = json_array();

    for (size_t f = 0; f < customize->forms->count; f++) {
        const struct form *form = &customize->forms->item[f];
        json_t *solvers = solvers_json(customize->bench, form);

        if (json_array_size(solvers) == 0) {
            json_decref(solvers);
            continue;
        }
        json_array_append_new(json, json_pack("{s:s, s:s, s:f, s:o, s:o}",
                                              "form", form->ops->name, "device",
                                              form->device->name, "prepare_ms",
                                              (double)form->prepare_us / 1000,
                                              "times", times_json(customize, f),
                                              "solvers", solvers));
    }
    return json;
}

void bench_customize_report_json_add(json_t *report,
                                     const struct bench_customize *customize,
                                     const char *map_path)
{
    json_t *map = bench_report_json_map(customize->bench, map_path, "customize",
                                        "rounds");

    json_object_set_new(map, "forms", forms_json(customize));
    json_array_append_new(json_object_get(report, "maps"), map);
}
