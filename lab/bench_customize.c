/* How quickly each form of a map follows its weights, and the report on it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/weighting/weighting.h"
#include "lab/bench.h"

/* ---- Measuring ----------------------------------------------------------- */

enum { CLOSED_SHARE = 20 };

/* Kinds of questions: BENCH_WHOLE_TREE and BENCH_ONE_PATH. */
enum { KINDS = 2 };

struct round {
    struct bench_customize *customize;
    struct random random;
    bool measured;
    uint32_t *arc; /* [arc_count] arcs that change */
    struct bench_question expected[KINDS];
    struct bench_question given[KINDS];
};

bool bench_changes_parse(char *text, struct bench_changes *ret_changes)
{
    const char *items[BENCH_CHANGES_MAX];
    struct bench_changes changes = {
        .count = arguments_split(text, items, BENCH_CHANGES_MAX),
    };

    for (size_t i = 0; i < changes.count; i++) {
        if (!strcmp(items[i], "all"))
            changes.arcs[i] = BENCH_CHANGES_ALL;
        else if (!parse_u32(items[i], &changes.arcs[i]) || !changes.arcs[i])
            return false;
    }
    if (changes.count)
        *ret_changes = changes;
    return changes.count;
}

/* Drops repeats and limits numbers to the map's arcs. */
static struct bench_changes distinct(const struct bench_changes *changes,
                                     uint32_t arc_count)
{
    struct bench_changes kept = {.count = 0};

    for (size_t i = 0; i < changes->count; i++) {
        uint32_t arcs = changes->arcs[i];
        size_t j = 0;

        arcs = arcs < arc_count ? arcs : arc_count;
        while (j < kept.count && kept.arcs[j] != arcs)
            j++;
        kept.arcs[j] = arcs;
        kept.count += j == kept.count;
    }
    return kept;
}

int bench_customize_init(struct bench_customize *customize, struct bench *bench,
                         const struct bench_changes *changes,
                         struct error *error)
{
    const struct weights *weights = imported_weights(bench->map);
    bool failed;

    *customize = (struct bench_customize){
        .bench = bench,
        .changes = distinct(changes, weights->arc_count),
        .weights = *weights,
        .weight = array_alloc(weights->arc_count, sizeof(uint32_t)),
    };
    failed = !customize->weight;
    for (size_t f = 0; f < bench->forms.count; f++) {
        for (size_t i = 0; i <= customize->changes.count; i++)
            failed |= samples_init(&customize->ms[f][i], bench->question_count);
    }
    if (failed)
        return error_no_memory(error);
    memcpy(customize->weight, weights->weight,
           weights->arc_count * sizeof(*customize->weight));
    customize->weights.weight = customize->weight;
    return 0;
}

void bench_customize_finish(struct bench_customize *customize)
{
    for (size_t f = 0; f < FORMS_MAX; f++) {
        for (size_t i = 0; i <= BENCH_CHANGES_MAX; i++)
            samples_finish(&customize->ms[f][i]);
    }
    free(customize->weight);
    *customize = (struct bench_customize){0};
}

static uint32_t draw_weight(struct round *round)
{
    const struct weights *weights =
        imported_weights(round->customize->bench->map);

    if (random_below(&round->random, CLOSED_SHARE) == 0)
        return WEIGHT_CLOSED;
    return weights->weight[random_below(&round->random, weights->arc_count)];
}

static struct weight_changes draw_changes(struct round *round, uint32_t count)
{
    uint32_t arc_count = round->customize->weights.arc_count;

    for (uint32_t i = 0; i < count; i++) {
        round->arc[i] =
            count == arc_count ? i : random_below(&round->random, arc_count);
        round->customize->weight[round->arc[i]] = draw_weight(round);
    }
    return (struct weight_changes){round->arc, count};
}

/* Brings all forms to the current weights; `changes` NULL: in full. */
static int follow(struct round *round, size_t step,
                  const struct weight_changes *changes, struct error *error)
{
    struct bench_customize *customize = round->customize;
    struct forms *forms = &customize->bench->forms;
    size_t order[FORMS_MAX];
    int r = 0;

    for (size_t f = 0; f < forms->count; f++)
        order[f] = f;
    bench_shuffle(order, forms->count, &round->random);
    customize->weights.epoch++;
    for (size_t i = 0; !r && i < forms->count; i++) {
        uint64_t us = 0;

        r = forms_change(forms, &forms->item[order[i]], &customize->weights,
                         changes, &us, error);
        if (!r && round->measured)
            samples_add(&customize->ms[order[i]][step], (double)us / 1000);
    }
    return r;
}

static int ask_oracle(struct round *round, struct error *error)
{
    const struct map *map = round->customize->bench->map;
    uint32_t from = random_below(&round->random, map->topology.vertex_count);
    uint32_t to = random_below(&round->random, map->topology.vertex_count);
    int r = 0;

    for (int kind = 0; !r && kind < KINDS; kind++) {
        bench_question_set(&round->expected[kind], from, to);
        r = runner_solve(&round->customize->bench->oracle,
                         round->expected[kind].queries, 1, NULL, error);
    }
    return r;
}

static int compare(struct round *round, struct bench_contestant *contestant,
                   struct error *error)
{
    int kind = contestant->runner.choice.ops->capabilities & SOLVER_TREES
                   ? BENCH_WHOLE_TREE
                   : BENCH_ONE_PATH;
    const struct bench_question *expected = &round->expected[kind];
    struct bench_question *given = &round->given[kind];
    int r;

    bench_question_set(given, expected->seed[0].vertex,
                       expected->vertices[0].vertex);
    r = runner_solve(&contestant->runner, given->queries, 1, NULL, error);
    if (!r)
        contestant->wrong +=
            !bench_question_same(expected, given, &round->customize->weights);
    return r;
}

static int run_round(struct round *round, struct error *error)
{
    struct bench_customize *customize = round->customize;
    struct bench *bench = customize->bench;
    int r = follow(round, 0, NULL, error);

    for (size_t i = 0; !r && i < customize->changes.count; i++) {
        struct weight_changes changes =
            draw_changes(round, customize->changes.arcs[i]);

        r = follow(round, 1 + i, &changes, error);
    }
    if (!r)
        r = ask_oracle(round, error);
    for (size_t i = 0; !r && i < bench->contestant_count; i++)
        r = compare(round, &bench->contestants[i], error);
    return r;
}

static int run_rounds(struct round *round, struct progress *progress,
                      struct error *error)
{
    uint32_t count = round->customize->bench->question_count;
    int r = run_round(round, error);

    round->measured = true;
    for (uint32_t i = 0; !r && i < count; i++) {
        progress_report(progress, "customize", i, count);
        r = run_round(round, error);
    }
    return r;
}

static int init_round(struct round *round, const struct map *map)
{
    int r = 0;

    round->arc = array_alloc(map->topology.arc_count, sizeof(uint32_t));
    if (!round->arc)
        return -1;
    for (int kind = 0; !r && kind < KINDS; kind++) {
        const struct bench_shape shape = {.kind = (enum bench_kind)kind};

        r = bench_question_init(&round->expected[kind], map, shape);
        if (!r)
            r = bench_question_init(&round->given[kind], map, shape);
    }
    return r;
}

int bench_customize_run(struct bench_customize *customize,
                        struct progress *progress, struct error *error)
{
    struct round round = {.customize = customize};
    int r;

    random_seed(&round.random, customize->bench->seed);
    r = init_round(&round, customize->bench->map)
            ? error_no_memory(error)
            : run_rounds(&round, progress, error);
    for (size_t f = 0; !r && f < customize->bench->forms.count; f++) {
        for (size_t i = 0; i <= customize->changes.count; i++)
            samples_sort(&customize->ms[f][i]);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        bench_question_finish(&round.expected[kind]);
        bench_question_finish(&round.given[kind]);
    }
    free(round.arc);
    return r;
}

/* ---- The report ---------------------------------------------------------- */

enum { NAMES_SIZE = 512 };

/* Lists the contestants that use the form, comma-separated. */
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
    const struct form *item = &customize->bench->forms.item[form];
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

    bench_report_print_map(bench, map_path);
    printf("customize, %" PRIu32 " %s, seed %" PRIu64 "\n",
           bench->question_count,
           plural(bench->question_count, "round", "rounds"), bench->seed);
    printf("  %-12s  %-8s  %-15s %10s %10s %10s %10s\n", "form", "device",
           "customized", "median ms", "mean ms", "p95 ms", "least ms");
    for (size_t f = 0; f < customize->bench->forms.count; f++) {
        char names[NAMES_SIZE];

        list_solvers(bench, &customize->bench->forms.item[f], names);
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

    for (size_t f = 0; f < customize->bench->forms.count; f++) {
        const struct form *form = &customize->bench->forms.item[f];
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
    json_t *map = bench_report_json_map(customize->bench, map_path, "rounds");

    json_object_set_new(map, "forms", forms_json(customize));
    json_array_append_new(json_object_get(report, "maps"), map);
}
