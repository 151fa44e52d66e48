/* relaxctl: everything a person does beside the daemon. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/command.h"

static const struct command *const commands[] = {
    &command_import, &command_generate, &command_info,  &command_check,
    &command_path,   &command_solve,    &command_bench, &command_trace,
    &command_tune,   &command_solvers,
};

enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

int command_fail(const char *name, const struct error *error)
{
    fprintf(stderr, "relaxctl %s: %s\n", name, error->text);
    return EXIT_FAILED;
}

int command_usage(const char *name, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "relaxctl %s: ", name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "; see 'relaxctl %s --help'\n", name);
    return EXIT_USAGE;
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (!strcmp(commands[i]->name, name))
            return commands[i];
    }
    return NULL;
}

static void print_help(FILE *to)
{
    fputs("usage: relaxctl COMMAND [ARGUMENTS]\n\n", to);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n'relaxctl COMMAND --help' tells more.\n", to);
}

int main(int argc, char **argv)
{
    const struct command *command;

    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return EXIT_DONE;
    }
    command = find_command(argv[1]);
    if (!command) {
        fprintf(stderr, "relaxctl: no command '%s'; see 'relaxctl --help'\n",
                argv[1]);
        return EXIT_USAGE;
    }
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            fputs(command->help, stdout);
            return EXIT_DONE;
        }
    }
    return command->run(argc - 1, argv + 1);
}
