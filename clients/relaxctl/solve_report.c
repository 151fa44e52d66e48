/* Text first, then JSON. */
#include "clients/relaxctl/solve_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "clients/relaxctl/output.h"
#include "core/base/text.h"

static double ms(uint64_t us)
{
    return (double)us / 1000;
}

static uint64_t id_of(const struct map *map, uint32_t vertex)
{
    return map->external_id[vertex];
}

static void print_times(const struct solve_report *report,
                        const struct query_figures *figures)
{
    const struct solver_choice *choice = &report->runner->choice;
    uint32_t levels = report->map->hierarchy.level_count;

    printf("    solved by %s on %s in %.3f ms", choice->ops->name,
           choice->device->name, ms(figures->solve_us));
    if (choice->ops->capabilities & SOLVER_NEEDS_ORDER)
        printf(" by a hierarchy of %" PRIu32 " %s\n", levels,
               plural(levels, "level", "levels"));
    else if (figures->phases)
        printf(", %" PRIu32 " %s with %" PRIu64 " %s\n", figures->phases,
               plural(figures->phases, "phase", "phases"), figures->settled,
               plural(figures->settled, "update", "updates"));
    else
        printf(", %" PRIu64 " %s settled\n", figures->settled,
               plural(figures->settled, "vertex", "vertices"));
}

static void print_path(const struct solve_report *report,
                       const struct solve_question *question, bool all)
{
    bool on_roads = report->map->roads.piece_count > 0;
    size_t steps = question->step_count;

    printf("from %" PRIu64 " to %" PRIu64 ": ", question->from, question->to);
    if (question->cost == COST_INFINITY) {
        puts("no path");
    } else if (question->cost == COST_OVERFLOW) {
        puts("there is a path, but its cost does not fit in 32 bits");
    } else {
        printf("cost %" PRIu32 " (%s), %zu %s\n", question->cost,
               report->map->info.unit, steps,
               on_roads ? plural(steps, "road", "roads")
                        : plural(steps, "arc", "arcs"));
        id_lines_print(stdout, question->ids, question->id_count, all);
    }
    print_times(report, &question->query->figures);
}

static void print_tree(const struct solve_report *report)
{
    const struct tree_summary *tree = report->tree;
    uint32_t n = report->map->topology.vertex_count;

    printf("from %" PRIu64 ": %" PRIu64 " of %" PRIu32 " %s reached\n",
           report->from, tree->reached, n, plural(n, "vertex", "vertices"));
    if (tree->farthest != VERTEX_NONE)
        printf("    largest cost %" PRIu32 " (%s) at %" PRIu64
               ", sum of costs %" PRIu64 "\n",
               tree->cost_max, report->map->info.unit,
               id_of(report->map, tree->farthest), tree->cost_sum);
    if (tree->overflown)
        printf("    of them %" PRIu64 " with a cost that does not fit in 32 "
               "bits\n",
               tree->overflown);
    print_times(report, &report->tree_query->figures);
}

static const char *items_word(const struct solve_report *report, size_t count)
{
    return report->map->roads.piece_count ? plural(count, "segment", "segments")
                                          : plural(count, "arc", "arcs");
}

static void print_setup(const struct solve_report *report)
{
    const struct form *form = report->runner->form;
    const struct reweigh *reweigh = report->reweigh;

    printf("    map opened in %.1f ms, prepared in %.1f ms, customized in %.3f "
           "ms\n",
           ms(report->open_us), ms(form->prepare_us), ms(form->customize_us));
    for (size_t i = 0; i < reweigh->count; i++) {
        const struct reweigh_step *step = &reweigh->step[i];

        printf("    weights '%s': %zu %s, read in %.1f ms, %s in %.3f ms\n",
               step->path, step->count, items_word(report, step->count),
               ms(step->read_us), reweigh->full ? "customized" : "recustomized",
               ms(step->customize_us));
    }
}

void solve_report_print(const struct solve_report *report, bool all)
{
    if (report->tree)
        print_tree(report);
    for (size_t i = 0; i < report->question_count; i++)
        print_path(report, &report->questions[i], all);
    print_setup(report);
}

static json_t *figures_json(const struct query_figures *figures)
{
    return json_pack("{s:f, s:I, s:I}", "solve_ms", ms(figures->solve_us),
                     "phases", (json_int_t)figures->phases, "settled",
                     (json_int_t)figures->settled);
}

static json_t *ids_json(const struct solve_question *question)
{
    json_t *ids = json_array();

    for (size_t i = 0; ids && i < question->id_count; i++)
        json_array_append_new(ids, json_integer((json_int_t)question->ids[i]));
    return ids;
}

static json_t *path_json(const struct solve_question *question)
{
    json_t *json = figures_json(&question->query->figures);

    json_object_set_new(json, "to", json_integer((json_int_t)question->to));
    if (question->cost > COST_MAX) {
        bool infinite = question->cost == COST_INFINITY;

        json_object_set_new(json, "status",
                            json_string(infinite ? "no-path" : "overflow"));
        json_object_set_new(json, "cost", json_null());
        return json;
    }
    json_object_set_new(json, "status", json_string("ok"));
    json_object_set_new(json, "cost", json_integer(question->cost));
    json_object_set_new(json, "arcs",
                        json_integer((json_int_t)question->step_count));
    json_object_set_new(json, "path", ids_json(question));
    return json;
}

static json_t *tree_json(const struct solve_report *report)
{
    const struct tree_summary *tree = report->tree;
    json_t *json = figures_json(&report->tree_query->figures);

    json_object_set_new(json, "reached",
                        json_integer((json_int_t)tree->reached));
    json_object_set_new(json, "overflown",
                        json_integer((json_int_t)tree->overflown));
    json_object_set_new(json, "largest_cost", json_integer(tree->cost_max));
    json_object_set_new(json, "cost_sum",
                        json_integer((json_int_t)tree->cost_sum));
    return json;
}

static json_t *weights_json(const struct reweigh *reweigh, bool on_roads)
{
    json_t *steps = json_array();

    for (size_t i = 0; steps && i < reweigh->count; i++) {
        const struct reweigh_step *step = &reweigh->step[i];

        json_array_append_new(
            steps,
            json_pack("{s:s, s:I, s:s, s:f, s:f}", "file", step->path,
                      on_roads ? "segments" : "arcs", (json_int_t)step->count,
                      "customize", reweigh->full ? "full" : "partial",
                      "read_ms", ms(step->read_us), "customize_ms",
                      ms(step->customize_us)));
    }
    return steps;
}

static json_t *report_json(const struct solve_report *report)
{
    const struct solver_choice *choice = &report->runner->choice;
    json_t *json = json_pack(
        "{s:I, s:s, s:s, s:s, s:f, s:f, s:f, s:o}", "from",
        (json_int_t)report->from, "unit", report->map->info.unit, "solver",
        choice->ops->name, "device", choice->device->name, "open_ms",
        ms(report->open_us), "prepare_ms", ms(report->runner->form->prepare_us),
        "customize_ms", ms(report->runner->form->customize_us), "weights",
        weights_json(report->reweigh, report->map->roads.piece_count > 0));

    if (report->tree) {
        json_object_set_new(json, "tree", tree_json(report));
    } else {
        json_t *answers = json_array();

        for (size_t i = 0; i < report->question_count; i++)
            json_array_append_new(answers, path_json(&report->questions[i]));
        json_object_set_new(json, "answers", answers);
    }
    return json;
}

int solve_report_print_json(const struct solve_report *report)
{
    return print_json(report_json(report), JSON_REAL_PRECISION(9));
}
