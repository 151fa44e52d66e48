/* relaxctl: the tool for people who work with maps and servers. */
#include "clients/relaxctl/commands.h"

#include <stddef.h>

static const struct command *const make[] = {
    &command_import,  &command_order, &command_check,   &command_info,
    &command_profile, &command_tune,  &command_solvers, NULL,
};
static const struct command *const ask[] = {
    &command_route,   &command_path,  &command_table, &command_isochrone,
    &command_nearest, &command_solve, NULL,
};
static const struct command *const serve[] = {
    &command_weights,
    &command_status,
    &command_reload,
    NULL,
};
static const struct command_group groups[] = {
    {"Make maps", make},
    {"Ask a map file or, with --server, a running relaxd", ask},
    {"Serve", serve},
    {0},
};

static const char *const in_relaxlab[] = {
    "bench", "trace", "paper", "grid", "generate", NULL,
};

static const struct program relaxctl = {
    .name = "relaxctl",
    .groups = groups,
    .neighbour = "relaxlab",
    .elsewhere = in_relaxlab,
};

int main(int argc, char **argv)
{
    return program_run(&relaxctl, argc, argv);
}
