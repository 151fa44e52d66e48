/* bench_choice: which solvers are measured against each other. */
#include "clients/relaxctl/bench_choice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"

static void add_name(char *names, size_t size, const char *name)
{
    size_t used = strlen(names);

    snprintf(names + used, size - used, "%s%s", used ? ", " : "", name);
}

/* One line for all of them, as the reason is one. */
static void say_misplaced(const struct lab *lab, const char *names,
                          const struct device *device)
{
    bool lacking = lab->device_count == 1;

    fprintf(stderr, "relaxctl bench: left out, not for %s: %s%s%s\n",
            device->name, names, lacking ? "; no CUDA device here: " : "",
            lacking ? lab->no_gpu.text : "");
}

static int choose_all(const struct lab *lab, const struct bench_wish *wish,
                      struct bench_choice *choice, struct error *error)
{
    char misplaced[256] = "";
    char slow[256] = "";
    struct lab_choice usual;
    int r = lab_choose(lab, "auto", wish->device, wish->needed, &usual, error);

    for (size_t i = 0; !r && i < lab->catalog.count; i++) {
        const struct solver_ops *ops = lab->catalog.solver[i];
        struct error reason;

        if (ops->slow)
            add_name(slow, sizeof(slow), ops->name);
        else if (!lab_choose(lab, ops->name, wish->device, wish->needed,
                             &choice->item[choice->count], &reason))
            choice->count++;
        else if (wish->needed & ~ops->capabilities)
            fprintf(stderr, "relaxctl bench: left out: %s\n", reason.text);
        else
            add_name(misplaced, sizeof(misplaced), ops->name);
    }
    if (*misplaced)
        say_misplaced(lab, misplaced, usual.device);
    if (*slow)
        fprintf(stderr,
                "relaxctl bench: left out, slow by nature: %s; --solvers with "
                "their names measures them\n",
                slow);
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
