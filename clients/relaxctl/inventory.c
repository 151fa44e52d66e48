/* Finding devices, and matching a solver to one. */
#include "clients/relaxctl/inventory.h"

#include <errno.h>
#include <string.h>

#include "core/base/text.h"

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
    switch (capability) {
    case SOLVER_PAIRS:
        return "pairs";
    case SOLVER_TABLES:
        return "tables";
    case SOLVER_TREES:
        return "trees";
    case SOLVER_BOUNDED:
        return "bounded";
    case SOLVER_STOPS_EARLY:
        return "stops early";
    case SOLVER_MANY_SOURCES:
        return "many sources";
    case SOLVER_TRACES:
        return "traces";
    case SOLVER_NEEDS_ORDER:
        return "needs an order";
    case SOLVER_SUMS:
        return "sums";
    case SOLVER_REPORTS:
        return "shows";
    case SOLVER_ALTERNATIVES:
        return "alternatives";
    }
    return "?";
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
