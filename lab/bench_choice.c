/* bench_choice: which solvers are measured against each other. */
#include "lab/bench_choice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "core/base/text.h"

/* Names of solvers by why they are left out. */
struct left_out {
    char misplaced[256];
    char slow[256];
    char unable[256];
};

static void say(const char **opening, const char *names, const char *why,
                const char *more)
{
    if (!*names)
        return;
    fprintf(stderr, "%s%s (%s%s)", *opening, names, why, more);
    *opening = "; ";
}

/* One line for all of them. */
static void say_left_out(const struct inventory *inventory,
                         const struct left_out *left,
                         const struct device *device)
{
    const char *opening = "relaxlab bench: left out: ";
    bool lacking = inventory->device_count == 1;

    say(&opening, left->misplaced,
        lacking ? "no CUDA device here: " : "not for ",
        lacking ? inventory->no_gpu.text : device->name);
    say(&opening, left->unable, "they answer no such questions", "");
    say(&opening, left->slow, "slow by nature; --solvers measures them", "");
    if (*opening == ';')
        fputc('\n', stderr);
}

static int choose_all(const struct inventory *inventory,
                      const struct bench_wish *wish,
                      struct bench_choice *choice, struct error *error)
{
    struct left_out left = {"", "", ""};
    struct solver_choice usual;
    int r = inventory_choose(inventory, "auto", wish->device, wish->needed,
                             &usual, error);

    for (size_t i = 0; !r && i < inventory->catalog.count; i++) {
        const struct solver_ops *ops = inventory->catalog.solver[i];

        if (ops->slow)
            text_list_add(left.slow, sizeof(left.slow), ops->name);
        else if (wish->needed & ~ops->capabilities)
            text_list_add(left.unable, sizeof(left.unable), ops->name);
        else if (!inventory_choose(inventory, ops->name, wish->device,
                                   wish->needed, &choice->item[choice->count],
                                   NULL))
            choice->count++;
        else
            text_list_add(left.misplaced, sizeof(left.misplaced), ops->name);
    }
    if (!r)
        say_left_out(inventory, &left, usual.device);
    return r;
}

static int choose_named(const struct inventory *inventory,
                        const struct bench_wish *wish,
                        struct bench_choice *choice, struct error *error)
{
    const char *names[CATALOG_CAPACITY];
    size_t count = arguments_split(wish->solvers, names, CATALOG_CAPACITY);
    int r = 0;

    if (!count)
        return error_set(error, -EINVAL,
                         "--solvers wants names with commas between, or all");
    for (size_t i = 0; !r && i < count; i++)
        r = inventory_choose(inventory, names[i], wish->device, wish->needed,
                             &choice->item[i], error);
    choice->count = count;
    return r;
}

int bench_choose(const struct inventory *inventory,
                 const struct bench_wish *wish, struct bench_choice *ret_choice,
                 struct error *error)
{
    struct bench_choice choice = {.all = !strcmp(wish->solvers, "all")};
    int r = choice.all ? choose_all(inventory, wish, &choice, error)
                       : choose_named(inventory, wish, &choice, error);

    if (!r)
        *ret_choice = choice;
    return r;
}
