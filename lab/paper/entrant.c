/* entrant: a solver with some of its options switched on. */
#include "lab/paper/entrant.h"

#include <string.h>

static bool has_options(const struct entrant *entrant,
                        const struct solver_ops *ops)
{
    for (int i = 0; i < ENTRANT_OPTIONS_MAX && entrant->switched_on[i]; i++) {
        if (!option_find(ops, entrant->switched_on[i]))
            return false;
    }
    return true;
}

bool entrant_is_there(const struct entrant *entrant, const struct study *study,
                      struct report *report, bool *told)
{
    const struct solver_ops *ops =
        catalog_find(&study->inventory.catalog, entrant->solver);

    if (!ops || !has_options(entrant, ops)) {
        report_add_missing(report, entrant->name,
                           "this program has no such solver");
        return false;
    }
    if (ops->form->device_kind == DEVICE_CPU || study->cuda)
        return true;
    if (!*told)
        report_add_missing(report, "the CUDA solvers", study->no_cuda);
    *told = true;
    return false;
}

int entrant_add(const struct entrant *entrant, struct contest *contest,
                const struct arguments_settings *more, const char *map_name,
                struct report *report, size_t *ret_index, struct error *error)
{
    struct arguments_settings extra = {.count = 0};
    struct error refusal;
    int r;

    for (int i = 0; i < ENTRANT_OPTIONS_MAX && entrant->switched_on[i]; i++)
        contest_set(&extra, entrant->switched_on[i], "1");
    for (size_t i = 0; more && i < more->count; i++)
        contest_set(&extra, more->given[i].name, more->given[i].value);
    r = contest_add(contest, entrant->solver, &extra, &refusal);
    if (r < 0)
        return error_set(error, r, "%s", refusal.text);
    if (r == SOLVER_REFUSES)
        report_add_missing(
            report, report_words(report, "%s on %s", entrant->name, map_name),
            report_words(report, "%s", refusal.text));
    *ret_index = r == SOLVER_REFUSES ? ENTRANT_NONE
                                     : contest->bench.contestant_count - 1;
    return 0;
}
