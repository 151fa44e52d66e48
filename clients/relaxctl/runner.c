/* Choosing a solver and a device, making forms, summing up trees, then running.
 */
#include "clients/relaxctl/runner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/weighting/weighting.h"

/* ---- Solvers and devices ------------------------------------------------- */

void inventory_init(struct inventory *inventory)
{
    memset(inventory, 0, sizeof(*inventory));
    catalog_init(&inventory->catalog);
    gpu_add_solvers(&inventory->catalog);
    inventory->device[0] = *device_cpu();
    inventory->device_count =
        1 + gpu_devices(inventory->device + 1, &inventory->no_gpu);
}

const struct device *inventory_device(const struct inventory *inventory,
                                      enum device_kind kind)
{
    for (size_t i = 0; i < inventory->device_count; i++) {
        if (inventory->device[i].kind == kind)
            return &inventory->device[i];
    }
    return NULL;
}

const char *capability_name(enum solver_capability capability)
{
    static const char *const names[] = {
        "pairs",       "tables",       "trees",        "bounded",
        "stops early", "many sources", "traces",       "needs an order",
        "sums",        "shows",        "alternatives",
    };

    return names[__builtin_ctz(capability)];
}

/* NULL for "auto", or if this machine has no such device. */
static const struct device *find_device(const struct inventory *inventory,
                                        const char *name)
{
    if (!strcmp(name, "cuda"))
        return inventory_device(inventory, DEVICE_CUDA);
    for (size_t i = 0; i < inventory->device_count; i++) {
        if (!strcmp(inventory->device[i].name, name))
            return &inventory->device[i];
    }
    return NULL;
}

static bool is_cuda(const char *name)
{
    uint32_t ordinal;

    return !strcmp(name, "cuda") ||
           (!strncmp(name, "cuda:", 5) && parse_u32(name + 5, &ordinal));
}

static int no_device(const struct inventory *inventory, const char *name,
                     struct error *error)
{
    if (!is_cuda(name))
        return error_set(error, -EINVAL,
                         "no device '%s'; there are cpu, cuda and cuda:N",
                         name);
    if (inventory->device_count > 1)
        return error_set(error, -ENODEV, "no device %s here; the last is %s",
                         name,
                         inventory->device[inventory->device_count - 1].name);
    return error_set(error, -ENODEV,
                     "no device %s here: %s; --device cpu works without", name,
                     inventory->no_gpu.text);
}

static const char *kind_name(enum device_kind kind)
{
    return kind == DEVICE_CUDA ? "a CUDA device" : "the CPU";
}

/* Fills in the device of a choice that already has a solver. */
static int place(const struct inventory *inventory, const struct device *wanted,
                 struct solver_choice *choice, struct error *error)
{
    enum device_kind kind = choice->ops->form->device_kind;

    if (wanted && wanted->kind != kind)
        return error_set(error, -EINVAL, "solver %s runs on %s, not on %s",
                         choice->ops->name, kind_name(kind), wanted->name);
    choice->device = wanted ? wanted : inventory_device(inventory, kind);
    if (choice->device)
        return 0;
    return error_set(error, -ENODEV,
                     "solver %s needs a CUDA device: %s; name a CPU solver "
                     "such as %s ('relaxctl solvers' lists them)",
                     choice->ops->name, inventory->no_gpu.text,
                     inventory->catalog.solver[0]->name);
}

static int choose_named(const struct inventory *inventory, const char *name,
                        unsigned capabilities, struct solver_choice *ret_choice,
                        struct error *error)
{
    const struct solver_ops *ops = catalog_find(&inventory->catalog, name);
    unsigned lacking = ops ? capabilities & ~ops->capabilities : 0;

    if (!ops)
        return error_set(error, -EINVAL,
                         "no solver '%s'; 'relaxctl solvers' lists them", name);
    if (lacking)
        return error_set(error, -EINVAL,
                         "solver %s cannot do what is asked for (%s); "
                         "'relaxctl solvers' tells which can",
                         name, capability_name(lacking & -lacking));
    ret_choice->ops = ops;
    return 0;
}

static int choose_auto(const struct inventory *inventory, enum device_kind kind,
                       unsigned capabilities, struct solver_choice *ret_choice,
                       struct error *error)
{
    ret_choice->ops = catalog_favourite(&inventory->catalog, kind, capabilities,
                                        inventory->map, inventory->workload);
    if (ret_choice->ops)
        return 0;
    return error_set(error, -EINVAL, "no solver for %s can do that",
                     kind_name(kind));
}

int inventory_choose(const struct inventory *inventory, const char *solver,
                     const char *device, unsigned capabilities,
                     struct solver_choice *ret_choice, struct error *error)
{
    struct solver_choice choice = {0};
    const struct device *wanted = find_device(inventory, device);
    const struct device *best =
        wanted ? wanted : &inventory->device[inventory->device_count > 1];
    int r;

    if (!wanted && strcmp(device, "auto"))
        return no_device(inventory, device, error);
    if (strcmp(solver, "auto"))
        r = choose_named(inventory, solver, capabilities, &choice, error);
    else
        r = choose_auto(inventory, best->kind, capabilities, &choice, error);
    if (r)
        return r;
    r = place(inventory, wanted, &choice, error);
    if (r)
        return r;
    *ret_choice = choice;
    return 0;
}

/* ---- Forms --------------------------------------------------------------- */

void forms_init(struct forms *forms, const struct map *map)
{
    *forms = (struct forms){.map = map};
}

void forms_finish(struct forms *forms)
{
    while (forms->count) {
        struct form *form = &forms->item[--forms->count];

        form->ops->metric_destroy(form->metric);
        form->ops->prepared_destroy(form->prepared);
    }
}

int forms_change(struct forms *forms, const struct form *changed,
                 const struct weights *weights,
                 const struct weight_changes *changes, uint64_t *ret_us,
                 struct error *error)
{
    struct form *form = &forms->item[changed - forms->item];
    uint64_t start_us;
    int r;

    if (!changes) {
        form->ops->metric_destroy(form->metric);
        form->metric = NULL;
    }
    start_us = clock_now_us();
    r = changes ? metric_recustomize(&form->metric, weights, changes, error)
                : form->ops->customize(form->prepared, weights, &form->metric,
                                       error);
    if (r)
        error_prefix(error, "customize %s on %s", form->ops->name,
                     form->device->name);
    else
        *ret_us = clock_now_us() - start_us;
    return r;
}

static int make(struct form *form, const struct map *map, struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r = form->ops->prepare(form->device, map, &form->prepared, error);

    if (r)
        return r;
    form->prepare_us = clock_now_us() - start_us;
    start_us = clock_now_us();
    r = form->ops->customize(form->prepared, imported_weights(map),
                             &form->metric, error);
    form->customize_us = clock_now_us() - start_us;
    if (r)
        form->ops->prepared_destroy(form->prepared);
    return r;
}

int forms_get(struct forms *forms, const struct form_ops *ops,
              const struct device *device, const struct form **ret_form,
              struct error *error)
{
    struct form *form;
    int r;

    for (size_t i = 0; i < forms->count; i++) {
        form = &forms->item[i];
        if (form->ops == ops && form->device == device) {
            *ret_form = form;
            return 0;
        }
    }
    if (forms->count == FORMS_MAX)
        return error_set(error, -ENOSPC, "more than %d forms of one map",
                         FORMS_MAX);
    form = &forms->item[forms->count];
    *form = (struct form){.ops = ops, .device = device};
    r = make(form, forms->map, error);
    if (r) {
        error_prefix(error, "prepare %s on %s", ops->name, device->name);
        return r;
    }
    forms->count++;
    *ret_form = form;
    return 0;
}

/* ---- Trees --------------------------------------------------------------- */

static void add_label(struct tree_summary *summary, uint32_t vertex,
                      uint32_t cost)
{
    if (cost == COST_INFINITY)
        return;
    summary->reached++;
    if (cost == COST_OVERFLOW) {
        summary->overflown++;
        return;
    }
    summary->cost_sum += cost;
    if (cost >= summary->cost_max) {
        summary->cost_max = cost;
        summary->farthest = vertex;
    }
}

static int take_labels(struct sink *base, const struct label_block *block)
{
    struct tree_sink *sink = (struct tree_sink *)base;

    if (sink->cost) {
        memcpy(sink->cost + block->first, block->cost,
               block->count * sizeof(*block->cost));
        return 0;
    }
    for (uint32_t i = 0; i < block->count; i++)
        add_label(&sink->summary, block->first + i, block->cost[i]);
    return 0;
}

void tree_sink_init(struct tree_sink *sink, uint32_t *cost)
{
    *sink = (struct tree_sink){.base = {take_labels}, .cost = cost};
    sink->summary.farthest = VERTEX_NONE;
}

/* ---- Running ------------------------------------------------------------- */

/* Finds nothing if the map was not tuned or there is no state directory. */
static int load_tuned(struct runner *runner, const struct map *map,
                      struct error *error)
{
    char *directory = tuned_default_directory();
    struct tuned_key key;
    int r = 0;

    if (directory && runner->choice.device->kind != DEVICE_CPU) {
        tuned_key_init(&key, map, runner->choice.device);
        r = tuned_load(directory, &key, &runner->tuned, error);
    }
    free(directory);
    return r < 0 ? r : 0;
}

static void add_setting(struct runner *runner,
                        const struct solver_option *option, double value)
{
    runner->settings[runner->setting_count++] =
        (struct solver_setting){option->name, value};
}

static void add_tuned(struct runner *runner)
{
    for (size_t i = 0; i < runner->tuned.count; i++) {
        const struct solver_setting *setting = &runner->tuned.setting[i];
        const struct solver_option *option =
            option_find(runner->choice.ops, setting->name);

        if (option)
            add_setting(runner, option, setting->value);
    }
}

/* Adds the settings of this solver, by its own limits. */
static int add_given(struct runner *runner, const struct inventory *inventory,
                     const struct arguments_settings *given,
                     struct error *error)
{
    const struct catalog own = {{runner->choice.ops}, 1};
    int r = 0;

    for (size_t i = 0; i < given->count && !r; i++) {
        const char *name = given->given[i].name;
        const struct solver_option *option =
            option_find(runner->choice.ops, name);
        struct solver_setting setting;

        if (!option && option_exists(&inventory->catalog, name))
            continue;
        r = option_read(option ? &own : &inventory->catalog, name,
                        given->given[i].value, &setting, error);
        if (!r)
            add_setting(runner, option, setting.value);
    }
    return r;
}

static int choose_settings(struct runner *runner,
                           const struct inventory *inventory,
                           const struct map *map,
                           const struct arguments_settings *given,
                           struct error *error)
{
    int r = inventory->untuned ? 0 : load_tuned(runner, map, error);

    if (r)
        return r;
    add_tuned(runner);
    r = given ? add_given(runner, inventory, given, error) : 0;
    if (r)
        return r;
    return solver_settings_check(runner->choice.ops, runner->settings,
                                 runner->setting_count, error);
}

int runner_init(struct runner *runner, const struct inventory *inventory,
                struct solver_choice choice, struct forms *forms,
                const struct arguments_settings *settings, struct error *error)
{
    int r;

    *runner = (struct runner){.choice = choice};
    r = choose_settings(runner, inventory, forms->map, settings, error);
    if (r)
        return r;
    r = forms_get(forms, choice.ops->form, choice.device, &runner->form, error);
    if (r)
        return r;
    r = choice.ops->create(runner->form->prepared, runner->settings,
                           runner->setting_count, &runner->solver, error);
    if (r)
        error_prefix(error, "make solver %s", choice.ops->name);
    return r;
}

void runner_finish(struct runner *runner)
{
    if (runner->solver)
        runner->choice.ops->destroy(runner->solver);
    *runner = (struct runner){0};
}

int runner_solve(struct runner *runner, struct query **queries, size_t count,
                 struct phase_observer *observer, struct error *error)
{
    struct batch batch = {queries, count, observer};

    return runner->choice.ops->solve(runner->solver, runner->form->metric,
                                     &batch, error);
}

int runner_solve_tree(struct runner *runner, uint32_t source,
                      struct phase_observer *observer, struct error *error)
{
    struct tree_sink sink;
    struct seed seed = {source, 0};
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .output = QUERY_TREE,
        .bound = COST_OVERFLOW,
        .sink = &sink.base,
    };
    struct query *queries[] = {&query};

    tree_sink_init(&sink, NULL);
    return runner_solve(runner, queries, 1, observer, error);
}
