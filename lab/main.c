/* relaxlab: measures solvers, generates maps to measure, and compares the
 * papers' figures with this machine. */
#include "lab/commands.h"

#include <stddef.h>

#include "core/base/allocator.h"

static const struct command *const measure[] = {
    &command_generate, &command_bench, &command_trace,
    &command_paper,    &command_grid,  NULL,
};
static const struct command_group groups[] = {
    {"Measure solvers, and make what to measure on", measure},
    {0},
};

static const char *const in_relaxctl[] = {
    "import",  "order",  "check",  "info",  "profile", "tune",
    "solvers", "route",  "path",   "table", "nearest", "isochrone",
    "solve",   "status", "reload", NULL,
};

static const struct program relaxlab = {
    .name = "relaxlab",
    .groups = groups,
    .neighbour = "relaxctl",
    .elsewhere = in_relaxctl,
};

int main(int argc, char **argv)
{
    allocator_set_up();
    return program_run(&relaxlab, argc, argv);
}
