/* relaxctl: what a person does with maps and servers. */
#include "clients/relaxctl/commands.h"

#include <stddef.h>

static const struct command *const commands[] = {
    &command_import, &command_order,   &command_info,  &command_check,
    &command_path,   &command_route,   &command_solve, &command_profile,
    &command_tune,   &command_solvers, NULL,
};

static const char *const in_relaxlab[] = {
    "bench", "trace", "paper", "grid", "generate", NULL,
};

static const struct program relaxctl = {
    .name = "relaxctl",
    .commands = commands,
    .neighbour = "relaxlab",
    .elsewhere = in_relaxlab,
};

int main(int argc, char **argv)
{
    return program_run(&relaxctl, argc, argv);
}
