/* bench_choice: which solvers are measured against each other. */
#include "clients/relaxctl/bench_choice.h"

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
static void say_left_out(const struct lab *lab, const struct left_out *left,
                         const struct device *device)
{
    const char *opening = "relaxctl bench: left out: ";
    bool lacking = lab->device_count == 1;

    say(&opening, left->misplaced,
        lacking ? "no CUDA device here: " : "not for ",
        lacking ? lab->no_gpu.text : device->name);
    say(&opening, left->unable, "they answer no such questions", "");
    say(&opening, left->slow, "slow by nature; --solvers measures them", "");
    if (*opening == ';')
        fputc('\n', stderr);
}

static int choose_all(const struct lab *lab, const struct bench_wish *wish,
                      struct bench_choice *choice, struct error *error)
{
    struct left_out left = {"", "", ""};
    struct lab_choice usual;
    int r = lab_choose(lab, "auto", wish->device, wish->needed, &usual, error);

    for (size_t i = 0; !r && i < lab->catalog.count; i++) {
        const struct solver_ops *ops = lab->catalog.solver[i];

        if (ops->slow)
            text_list_add(left.slow, sizeof(left.slow), ops->name);
        else if (wish->needed & ~ops->capabilities)
            text_list_add(left.unable, sizeof(left.unable), ops->name);
        else if (!lab_choose(lab, ops->name, wish->device, wish->needed,
                             &choice->item[choice->count], NULL))
            choice->count++;
        else
            text_list_add(left.misplaced, sizeof(left.misplaced), ops->name);
    }
    if (!r)
        say_left_out(lab, &left, usual.device);
    return r;
}

static int choose_named(const struct lab *lab, const struct bench_wish *wish,
                        struct bench_choice *choice, struct error *error)
{
    const char *names[CATALOG_CAPACITY];
    size_t count = arguments_split(wish->solvers, names, CATALOG_CAPACITY);
    int r = 0;

    if (!count)
        return error_set(error, -EINVAL,
                         "--solvers wants names with commas between, or all");
    for (size_t i = 0; !r && i < count; i++)
        r = lab_choose(lab, names[i], wish->device, wish->needed,
                       &choice->item[i], error);
    choice->count = count;
    return r;
}

int bench_choose(const struct lab *lab, const struct bench_wish *wish,
                 struct bench_choice *ret_choice, struct error *error)
{
    struct bench_choice choice = {.all = !strcmp(wish->solvers, "all")};
    int r = choice.all ? choose_all(lab, wish, &choice, error)
                       : choose_named(lab, wish, &choice, error);

    if (!r)
        *ret_choice = choice;
    return r;
}
