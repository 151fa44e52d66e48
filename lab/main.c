/* relaxlab: measures solvers, draws maps to measure them on, and holds the
 * papers' figures against this machine. */
#include "lab/commands.h"

#include <stddef.h>

static const struct command *const commands[] = {
    &command_generate, &command_bench, &command_trace,
    &command_paper,    &command_grid,  NULL,
};

static const char *const in_relaxctl[] = {
    "import",  "order", "check", "info",  "profile", "tune",
    "solvers", "route", "path",  "solve", NULL,
};

static const struct program relaxlab = {
    .name = "relaxlab",
    .commands = commands,
    .neighbour = "relaxctl",
    .elsewhere = in_relaxctl,
};

int main(int argc, char **argv)
{
    return program_run(&relaxlab, argc, argv);
}
