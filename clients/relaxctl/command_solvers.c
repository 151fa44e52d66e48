/* relaxctl solvers: which solvers there are. */
#include <stdio.h>

#include "clients/relaxctl/command.h"
#include "core/solver/catalog.h"

static int run(int argc, char **argv)
{
    struct catalog catalog;

    if (argc > 1)
        return command_usage(argv[0], "takes no argument '%s'", argv[1]);
    catalog_init(&catalog);
    for (size_t i = 0; i < catalog.count; i++)
        printf("%-14s %s\n", catalog.solver[i]->name,
               catalog.solver[i]->summary);
    return EXIT_DONE;
}

const struct command command_solvers = {
    .name = "solvers",
    .summary = "list the solvers and what each can do",
    .help = "usage: relaxctl solvers\n",
    .run = run,
};
