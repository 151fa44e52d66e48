/* relaxctl solve: shortest paths between ids, measured: on a map file by any
 * solver and device, under any weights, or of a running relaxd. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/output.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/vertex_id.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/graph/import/weight_file.h"
#include "core/graph/map_file/map_file.h"
#include "core/service/place/place_search.h"
#include "core/weighting/weighting_edit.h"

enum { TARGETS_MAX = 1000, WEIGHTS_MAX = 64 };

struct options {
    struct asking ask;
    const char *device;
    uint64_t from;
    uint64_t to[TARGETS_MAX];
    size_t to_count;
    const char *weights[WEIGHTS_MAX]; /* files */
    size_t weights_count;
    unsigned customize; /* which of `ways` */
    bool whole_path;

    /* About a map file, for the text: */
    bool on_roads;
    uint32_t vertex_count;
    uint32_t level_count; /* of the hierarchy if the solver needs it; else 0 */
    uint64_t farthest;    /* of a tree, if it reaches anything */
};

static const char *const ways[] = {"partial", "full", NULL};

/* ---- The command line ---------------------------------------------------- */

static int check(void *context)
{
    const struct options *options = context;

    if (options->ask.server && !options->to_count)
        return command_usage("needs --to with --server: only of a map file all "
                             "costs are summed up");
    return 0;
}

/* ---- A map file: weights ------------------------------------------------- */

struct solving {
    struct options *options;
    const struct map *map;
    struct weighting *weighting; /* in force */
    struct inventory inventory;
    struct forms forms;
    struct runner runner;
    json_t *report; /* the answer */
};

static double ms(uint64_t us)
{
    return (double)us / 1000;
}

static int read_edits(const struct solving *solving, const char *path,
                      struct weight_edits *edits, struct error *error)
{
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = weight_edits_open(edits, solving->map, path, &printer.base, error);
    progress_printer_finish(&printer);
    if (r || edits->count)
        return r;
    return error_set(error, -EINVAL,
                     "'%s' names no %s; a line is 'TAIL HEAD WEIGHT'", path,
                     solving->options->on_roads ? "segment" : "arc");
}

/* Brings the form to the edited weights. */
static int customize(struct solving *solving, const struct weight_edits *edits,
                     bool full, uint64_t *ret_us, struct error *error)
{
    struct weight_changes changes;
    struct weighting *changed;
    struct weights weights;
    uint32_t *arcs;
    int r = weighting_change(solving->weighting, solving->map, edits, &changed,
                             &arcs, &changes.count, error);

    if (r)
        return r;
    changes.arc = arcs;
    r = weighting_arcs(changed, solving->map, &weights, error);
    if (!r)
        r = forms_change(&solving->forms, solving->runner.form, &weights,
                         full ? NULL : &changes, ret_us, error);
    free(arcs);
    weighting_release(r ? changed : solving->weighting);
    if (!r)
        solving->weighting = changed;
    return r;
}

/* Applies a file and reports it. */
static int apply_weights(struct solving *solving, const char *path,
                         json_t *steps, struct error *error)
{
    const char *how = ways[solving->options->customize];
    uint64_t start_us = clock_now_us();
    struct weight_edits edits;
    uint64_t read_us, customize_us;
    size_t count = 0;
    int r = read_edits(solving, path, &edits, error);

    read_us = clock_now_us() - start_us;
    if (!r)
        r = customize(solving, &edits, solving->options->customize,
                      &customize_us, error);
    if (!r &&
        (weight_edits_count(&edits, solving->map, &count) ||
         json_array_append_new(
             steps, json_pack("{s:s, s:I, s:s, s:f, s:f}", "file", path,
                              solving->options->on_roads ? "segments" : "arcs",
                              (json_int_t)count, "customize", how, "read_ms",
                              ms(read_us), "customize_ms", ms(customize_us)))))
        r = error_no_memory(error);
    weight_edits_finish(&edits);
    return r;
}

static int apply_all_weights(struct solving *solving, struct error *error)
{
    const struct options *options = solving->options;
    json_t *steps = json_array();
    int r = 0;

    solving->weighting =
        weighting_of_map(solving->map, imported_weights(solving->map)->epoch);
    if (json_object_set_new(solving->report, "weights", steps) ||
        !solving->weighting)
        return error_no_memory(error);
    for (size_t i = 0; !r && i < options->weights_count; i++)
        r = apply_weights(solving, options->weights[i], steps, error);
    return r;
}

/* ---- A map file: paths --------------------------------------------------- */

/* A path between vertices or, on roads, nodes. Must not move. */
struct pair {
    uint64_t to;
    struct query *query; /* points to one of these */

    struct query plain;
    struct seed seed;
    struct target_vertex vertex;
    struct target target;
    uint32_t cost;
    struct path path;

    struct place_search search; /* on roads, between these */
    struct place ends[2];
};

static int init_vertices(struct pair *pair, const struct solving *solving,
                         struct error *error)
{
    const struct options *options = solving->options;
    int r = vertex_id_find(solving->map, solving->weighting, options->ask.map,
                           options->from, &pair->seed.vertex, error);

    if (!r)
        r = vertex_id_find(solving->map, solving->weighting, options->ask.map,
                           pair->to, &pair->vertex.vertex, error);
    pair->target = (struct target){&pair->vertex, 1};
    pair->plain = (struct query){
        .seeds = &pair->seed,
        .seed_count = 1,
        .targets = &pair->target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &pair->cost,
        .path = &pair->path,
    };
    pair->query = &pair->plain;
    return r;
}

static int init_nodes(struct pair *pair, const struct solving *solving,
                      struct error *error)
{
    struct place *ends = pair->ends;
    const uint64_t ids[2] = {solving->options->from, pair->to};
    int r = 0;

    for (int i = 0; i < 2 && !r; i++)
        r = vertex_id_place(solving->map, solving->weighting,
                            solving->options->ask.map, ids[i], &ends[i], error);
    if (!r && place_search_init(&pair->search, solving->map, solving->weighting,
                                transit_any(&ends[0]), transit_any(&ends[1])))
        r = error_no_memory(error);
    pair->query = &pair->search.query;
    return r;
}

/* A path whose sum differs from its cost is an error, not an answer. */
static int add_path(json_t *answer, size_t step_count, json_t *ids,
                    uint64_t sum, uint32_t cost, struct error *error)
{
    json_object_set_new(answer, "arcs", json_integer((json_int_t)step_count));
    if (json_object_set_new(answer, "path", ids))
        return error_no_memory(error);
    if (sum == cost)
        return 0;
    return error_set(error, -EINVAL,
                     "the solver is wrong: its path adds up to %" PRIu64
                     ", its cost is %" PRIu32,
                     sum, cost);
}

static int take_vertices(const struct solving *solving, const struct pair *pair,
                         json_t *answer, struct error *error)
{
    const struct map *map = solving->map;
    const struct path *path = &pair->path;
    json_t *ids = json_array();

    for (size_t i = 0; i <= path->arc_count; i++) {
        uint32_t vertex = path_vertex(path, &map->topology, i);

        json_array_append_new(
            ids, json_integer((json_int_t)map->external_id[vertex]));
    }
    return add_path(answer, path->arc_count, ids,
                    path_cost(path, &solving->weighting->arrays.arcs),
                    pair->cost, error);
}

static json_t *json_nodes(const struct solving *solving,
                          const struct pair *pair,
                          const struct route_steps *steps)
{
    const struct roads *roads = &solving->map->roads;
    uint64_t *ids = array_alloc(route_steps_segments(steps) + steps->count + 2,
                                sizeof(*ids));
    json_t *list = ids ? json_array() : NULL;
    size_t count = ids ? route_steps_ids(roads, steps, solving->options->from,
                                         pair->to, ids)
                       : 0;

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer((json_int_t)ids[i]));
    free(ids);
    return list;
}

static int take_nodes(const struct solving *solving, const struct pair *pair,
                      json_t *answer, struct error *error)
{
    struct route_steps steps;
    uint64_t sum = 0;
    int r;

    if (place_search_steps(&pair->search, solving->map, solving->weighting,
                           &pair->ends[0], &pair->ends[1], &steps))
        return error_no_memory(error);
    for (uint32_t i = 0; i < steps.count; i++)
        sum += (uint64_t)steps.list[i].weight + steps.list[i].turn_weight;
    r = add_path(answer, steps.count, json_nodes(solving, pair, &steps), sum,
                 pair->cost, error);
    free(steps.list);
    return r;
}

static json_t *json_figures(const struct query_figures *figures)
{
    return json_pack("{s:f, s:I, s:I}", "solve_ms", ms(figures->solve_us),
                     "phases", (json_int_t)figures->phases, "settled",
                     (json_int_t)figures->settled);
}

static const char *status_of(uint32_t cost)
{
    return cost == COST_INFINITY   ? "no-path"
           : cost == COST_OVERFLOW ? "overflow"
                                   : "ok";
}

static int take_answer(const struct solving *solving, struct pair *pair,
                       json_t *answers, struct error *error)
{
    bool on_roads = solving->options->on_roads;
    json_t *answer = json_figures(&pair->query->figures);

    if (json_array_append_new(answers, answer))
        return error_no_memory(error);
    if (on_roads)
        pair->cost = place_search_cost(&pair->search);
    json_object_set_new(answer, "to", json_integer((json_int_t)pair->to));
    json_object_set_new(answer, "status", json_string(status_of(pair->cost)));
    json_object_set_new(answer, "cost",
                        pair->cost <= COST_MAX ? json_integer(pair->cost)
                                               : json_null());
    if (pair->cost > COST_MAX)
        return 0;
    return on_roads ? take_nodes(solving, pair, answer, error)
                    : take_vertices(solving, pair, answer, error);
}

static int ask_paths(struct solving *solving, struct pair *pairs,
                     struct query **queries, struct error *error)
{
    const struct options *options = solving->options;
    size_t count = options->to_count;
    json_t *answers = json_array();
    int r = 0;

    for (size_t i = 0; !r && i < count; i++) {
        path_init(&pairs[i].path);
        pairs[i].to = options->to[i];
        r = options->on_roads ? init_nodes(&pairs[i], solving, error)
                              : init_vertices(&pairs[i], solving, error);
        queries[i] = pairs[i].query;
    }
    if (!r)
        r = runner_solve(&solving->runner, queries, count, NULL, error);
    for (size_t i = 0; !r && i < count; i++)
        r = take_answer(solving, &pairs[i], answers, error);
    if (json_object_set_new(solving->report, "answers", answers) && !r)
        r = error_no_memory(error);
    return r;
}

static int solve_paths(struct solving *solving, struct error *error)
{
    size_t count = solving->options->to_count;
    struct pair *pairs = calloc(count, sizeof(*pairs));
    struct query **queries = calloc(count, sizeof(struct query *));
    int r = pairs && queries ? ask_paths(solving, pairs, queries, error)
                             : error_no_memory(error);

    for (size_t i = 0; pairs && i < count; i++) {
        path_finish(&pairs[i].path);
        place_search_finish(&pairs[i].search);
    }
    free(queries);
    free(pairs);
    return r;
}

/* ---- A map file: a tree -------------------------------------------------- */

static int solve_tree(struct solving *solving, struct error *error)
{
    struct options *options = solving->options;
    struct tree_sink sink;
    struct seed seeds[PLACE_POINTS_MAX];
    struct query query = {
        .seeds = seeds,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};
    json_t *tree;
    int r = vertex_id_seeds(solving->map, solving->weighting, options->ask.map,
                            options->from, seeds, &query.seed_count, error);

    tree_sink_init(&sink, NULL);
    if (!r)
        r = runner_solve(&solving->runner, queries, 1, NULL, error);
    if (r)
        return r;
    if (sink.summary.farthest != VERTEX_NONE)
        options->farthest = solving->map->external_id[sink.summary.farthest];
    tree = json_figures(&query.figures);
    json_object_update_new(
        tree, json_pack("{s:I, s:I, s:I, s:I}", "reached",
                        (json_int_t)sink.summary.reached, "overflown",
                        (json_int_t)sink.summary.overflown, "largest_cost",
                        (json_int_t)sink.summary.cost_max, "cost_sum",
                        (json_int_t)sink.summary.cost_sum));
    return json_object_set_new(solving->report, "tree", tree)
               ? error_no_memory(error)
               : 0;
}

/* ---- A map file ---------------------------------------------------------- */

/* Each --to is a query of its own; without --to the command solves a
 * tree. */
static int make_runner(struct solving *solving, struct error *error)
{
    struct options *options = solving->options;
    const char *solver = options->ask.solver ? options->ask.solver : "auto";
    struct workload workload = {
        .trees = !options->to_count,
        .paths = options->to_count > 0,
        .queries = options->to_count ? options->to_count : 1,
        .targets = 1,
        .shared = 1,
    };
    struct solver_choice choice;
    int r;

    inventory_init(&solving->inventory);
    solving->inventory.map = solving->map;
    solving->inventory.workload = &workload;
    r = inventory_choose(&solving->inventory, solver, options->device,
                         options->to_count ? SOLVER_PAIRS : SOLVER_TREES,
                         &choice, error);
    if (!r)
        r = arguments_check_settings(
            &options->ask.settings, &solving->inventory.catalog,
            &(const struct catalog){{choice.ops}, 1}, error);
    if (!r)
        r = runner_init(&solving->runner, &solving->inventory, choice,
                        &solving->forms, &options->ask.settings, error);
    return r;
}

static int begin_report(struct solving *solving, uint64_t open_us,
                        struct error *error)
{
    const struct solver_choice *choice = &solving->runner.choice;
    const struct form *form = solving->runner.form;

    if (choice->ops->capabilities & SOLVER_NEEDS_ORDER)
        solving->options->level_count = solving->map->hierarchy.level_count;
    solving->report = json_pack(
        "{s:I, s:s, s:s, s:s, s:f, s:f, s:f}", "from",
        (json_int_t)solving->options->from, "unit", solving->map->info.unit,
        "solver", choice->ops->name, "device", choice->device->name, "open_ms",
        ms(open_us), "prepare_ms", ms(form->prepare_us), "customize_ms",
        ms(form->customize_us));
    return solving->report ? 0 : error_no_memory(error);
}

static int solve_on(struct map *map, uint64_t open_us, struct options *options,
                    json_t **ret_answer, struct error *error)
{
    struct solving solving = {.options = options, .map = map};
    int r;

    options->on_roads = map->roads.piece_count > 0;
    options->vertex_count = map->topology.vertex_count;
    forms_init(&solving.forms, map);
    r = make_runner(&solving, error);
    if (!r)
        r = begin_report(&solving, open_us, error);
    if (!r)
        r = apply_all_weights(&solving, error);
    if (!r)
        r = options->to_count ? solve_paths(&solving, error)
                              : solve_tree(&solving, error);
    runner_finish(&solving.runner);
    forms_finish(&solving.forms);
    weighting_release(solving.weighting);
    if (r)
        json_decref(solving.report);
    else
        *ret_answer = solving.report;
    return r;
}

/* ---- A server ------------------------------------------------------------ */

static void write_url(void *context, struct asking_url *url, json_t **ret_body)
{
    const struct options *options = context;
    json_t *queries = json_array();

    for (size_t i = 0; i < options->to_count; i++)
        json_array_append_new(
            queries, json_pack("{s:I, s:I}", "from", (json_int_t)options->from,
                               "to", (json_int_t)options->to[i]));
    fputs("/v1/path", url->stream);
    *ret_body = json_pack("{s:o}", "queries", queries);
    asking_body_add_options(*ret_body, &options->ask);
}

/* The answer of /v1/path in the words of a map file's. */
static int translate(struct options *options, json_t *report,
                     struct error *error)
{
    json_t *answers = json_object_get(report, "answers");
    json_t *status;
    json_t *answer;
    size_t i;

    if (json_array_size(answers) != options->to_count)
        return error_set(error, -EINVAL,
                         "this is not an answer of relaxd: %zu answers to %zu "
                         "questions",
                         json_array_size(answers), options->to_count);
    status = asking_map_status(&options->ask);
    options->on_roads = *answer_text(status, "profile");
    json_object_set_new(report, "from",
                        json_integer((json_int_t)options->from));
    json_object_set_new(report, "unit",
                        json_string(answer_text(status, "unit")));
    json_array_foreach(answers, i, answer)
    {
        json_t *ids = json_object_get(answer, "vertices");
        bool overflow = json_is_true(json_object_get(answer, "overflow"));
        bool found = json_is_integer(json_object_get(answer, "cost"));
        uint32_t cost = overflow ? COST_OVERFLOW : found ? 0 : COST_INFINITY;

        json_object_set_new(answer, "to",
                            json_integer((json_int_t)options->to[i]));
        json_object_set_new(answer, "status", json_string(status_of(cost)));
        if (found && status && !options->on_roads)
            json_object_set_new(
                answer, "arcs",
                json_integer((json_int_t)json_array_size(ids) - 1));
        if (found)
            json_object_set(answer, "path", ids);
        json_object_del(answer, "vertices");
        json_object_del(answer, "overflow");
    }
    json_decref(status);
    return 0;
}

static int find_answer(void *context, json_t **ret_answer, struct error *error)
{
    struct options *options = context;
    uint64_t start_us = clock_now_us();
    struct map *map;
    int r;

    if (options->ask.server) {
        r = asking_server(options, write_url, ret_answer, error);
        if (r)
            return r;
        r = translate(options, *ret_answer, error);
        if (r) {
            json_decref(*ret_answer);
            *ret_answer = NULL;
        }
        return r;
    }
    r = map_open_profile(options->ask.map, options->ask.profile, &map, error);
    if (r)
        return r;
    r = solve_on(map, clock_now_us() - start_us, options, ret_answer, error);
    map_destroy(map);
    return r;
}

/* ---- As text ------------------------------------------------------------- */

static uint64_t whole(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static void print_figures(const struct options *options, const json_t *report,
                          const json_t *answer)
{
    uint64_t phases = whole(answer, "phases");
    uint64_t settled = whole(answer, "settled");

    if (options->ask.server)
        return;
    printf("    solved by %s on %s in %.3f ms", answer_text(report, "solver"),
           answer_text(report, "device"), answer_number(answer, "solve_ms"));
    if (options->level_count)
        printf(" by a hierarchy of %" PRIu32 " %s\n", options->level_count,
               plural(options->level_count, "level", "levels"));
    else if (phases)
        printf(", %" PRIu64 " %s with %" PRIu64 " %s\n", phases,
               plural(phases, "phase", "phases"), settled,
               plural(settled, "update", "updates"));
    else
        printf(", %" PRIu64 " %s settled\n", settled,
               plural(settled, "vertex", "vertices"));
}

static void print_path(const struct options *options, const json_t *report,
                       const json_t *answer)
{
    const char *status = answer_text(answer, "status");
    const char *unit = answer_text(report, "unit");
    uint64_t arcs = whole(answer, "arcs");

    printf("from %" PRIu64 " to %" PRIu64 ": ", options->from,
           whole(answer, "to"));
    if (!strcmp(status, "no-path")) {
        puts("no path");
    } else if (!strcmp(status, "overflow")) {
        puts("there is a path, but its cost does not fit in 32 bits");
    } else {
        printf("cost %" PRIu64, whole(answer, "cost"));
        if (*unit)
            printf(" (%s)", unit);
        if (json_object_get(answer, "arcs"))
            printf(", %" PRIu64 " %s", arcs,
                   options->on_roads ? plural(arcs, "road", "roads")
                                     : plural(arcs, "arc", "arcs"));
        putchar('\n');
        id_lines_print(json_object_get(answer, "path"), options->whole_path);
    }
    print_figures(options, report, answer);
}

static void print_tree(const struct options *options, const json_t *report,
                       const json_t *tree)
{
    uint64_t reached = whole(tree, "reached");
    uint64_t overflown = whole(tree, "overflown");

    printf("from %" PRIu64 ": %" PRIu64 " of %" PRIu32 " %s reached\n",
           options->from, reached, options->vertex_count,
           plural(options->vertex_count, "vertex", "vertices"));
    if (reached > overflown)
        printf("    largest cost %" PRIu64 " (%s) at %" PRIu64
               ", sum of costs %" PRIu64 "\n",
               whole(tree, "largest_cost"), answer_text(report, "unit"),
               options->farthest, whole(tree, "cost_sum"));
    if (overflown)
        printf("    of them %" PRIu64 " with a cost that does not fit in 32 "
               "bits\n",
               overflown);
    print_figures(options, report, tree);
}

static void print_weights(const struct options *options, const json_t *step)
{
    const char *items = options->on_roads ? "segments" : "arcs";
    uint64_t count = whole(step, items);
    bool full = !strcmp(answer_text(step, "customize"), "full");

    printf("    weights '%s': %" PRIu64 " %.*s, read in %.1f ms, %s in %.3f "
           "ms\n",
           answer_text(step, "file"), count, (int)strlen(items) - (count == 1),
           items, answer_number(step, "read_ms"),
           full ? "customized" : "recustomized",
           answer_number(step, "customize_ms"));
}

static void print_report(const json_t *report, void *context)
{
    const struct options *options = context;
    const json_t *tree = json_object_get(report, "tree");
    const json_t *item;
    size_t i;

    if (tree)
        print_tree(options, report, tree);
    json_array_foreach(json_object_get(report, "answers"), i, item)
        print_path(options, report, item);
    if (options->ask.server) {
        answer_print_figures(report);
        return;
    }
    printf("    map opened in %.1f ms, prepared in %.1f ms, customized in %.3f "
           "ms\n",
           answer_number(report, "open_ms"),
           answer_number(report, "prepare_ms"),
           answer_number(report, "customize_ms"));
    json_array_foreach(json_object_get(report, "weights"), i, item)
        print_weights(options, item);
}

/* ---- The command --------------------------------------------------------- */

static const struct asking_steps steps = {
    .file = find_answer,
    .opens = true,
    .print = print_report,
};

static struct options options = {.ask = {.steps = &steps}, .device = "auto"};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"from", "ID", ARGUMENT_NUMBER_64, FIELD(from), .required = true,
     .help = "where to start"},
    {"to", "ID", ARGUMENT_NUMBER_64, FIELD(to),
     ARGUMENT_LIST(struct options, to_count, TARGETS_MAX),
     .help = "where to go; may be given again"},
    {"device", "DEVICE", ARGUMENT_TEXT, FIELD(device), .without = "server",
     .help = "auto, cpu, cuda or cuda:N; default auto, which is a GPU where "
             "there is one; not with --server"},
    {"weights", "FILE", ARGUMENT_INPUT, FIELD(weights),
     ARGUMENT_LIST(struct options, weights_count, WEIGHTS_MAX),
     .without = "server",
     .help = "other weights for some arcs or roads, plain or compressed, - is "
             "standard input: lines 'TAIL HEAD WEIGHT [WHICH]'; given again, "
             "each over the last; not with --server"},
    {"customize", NULL, ARGUMENT_WORD, FIELD(customize), .words = ways,
     .with = "weights",
     .help = "partial: brings the solver's form of the map up arc by arc "
             "(default); full: makes it anew for each --weights"},
    {"path", NULL, ARGUMENT_FLAG, FIELD(whole_path),
     .help = "print every id of a path, however long"},
    ASKING_JSON("print JSON, with whole paths; times in ms"),
    {0},
};

const struct command command_solve = {
    .name = "solve",
    .summary = "find shortest paths by a solver, and how long it takes",
    .usage = "MAP --from ID [--to ID ...] [OPTIONS]\n"
             "--server URL --from ID --to ID ... [OPTIONS]",
    .about =
        "Without --to, of a map file: a summary of the costs to every vertex. "
        "Ids are those of the map's source; where it has roads, any node that "
        "one passes. No path is an answer, not a failure.",
    .notes =
        "--solver auto is the solver that is likely to finish first, with the "
        "time to make the map ready for it: on an ordered map bidirectional "
        "for a few --to, cch for many. relaxd has its maps ready; it also "
        "weighs what waits, what 'relaxctl tune' measured, and whether to ask "
        "a GPU at all.\n"
        "\n"
        "Of a map file, a solver or device that cannot be used is an error; a "
        "server may answer by another solver, with a note. Of a map file, "
        "--set takes SOLVER.OPTION, too.\n"
        "\n"
        "Weights: fields are apart by blanks or one comma; TAIL and HEAD are "
        "ids of the source; WEIGHT is a whole number, 'closed', or 'open' for "
        "the map's own; WHICH (1, 2, ...) names one of several arcs from TAIL "
        "to HEAD, without it all are meant; # begins a comment. Arcs that are "
        "not listed keep their weights. Where the map has roads, TAIL and HEAD "
        "are neighbouring nodes of a road, WEIGHT is that of the way from one "
        "to the other, and 'closed' closes the road in that direction as far "
        "as the junctions on both sides.",
    .examples = "  relaxctl solve ny.rlx --from 1 --to 264346 --solver "
                "dijkstra\n"
                "  relaxctl solve ny.rlx --from 1 --weights rush-hour.txt.gz",
    .arguments = {arguments, asking_map_arguments, asking_solver_arguments},
    .options = &options,
    .take = asking_take,
    .check = check,
    .run = asking_run,
};
