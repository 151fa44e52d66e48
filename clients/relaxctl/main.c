/* relaxctl: everything a person does beside the daemon. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/command.h"
#include "clients/relaxctl/version.h"

static const struct command *const commands[] = {
    &command_import, &command_grid,  &command_generate, &command_order,
    &command_info,   &command_check, &command_path,     &command_profile,
    &command_route,  &command_solve, &command_bench,    &command_trace,
    &command_tune,   &command_paper, &command_solvers,
};

enum { COMMAND_COUNT = sizeof(commands) / sizeof(commands[0]) };

int command_fail(const char *name, const struct error *error)
{
    fflush(stdout);
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
    fputs("\n'relaxctl COMMAND --help' tells more, "
          "'relaxctl --version' which this is.\n",
          to);
}

static bool asks_for_help(const char *argument)
{
    return !strcmp(argument, "--help") || !strcmp(argument, "-h");
}

static int run_command(const struct command *command, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (asks_for_help(argv[i])) {
            fputs(command->help, stdout);
            return EXIT_DONE;
        }
    }
    return command->run(argc, argv);
}

static int run(int argc, char **argv)
{
    const struct command *command;

    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (asks_for_help(argv[1]) || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("relaxctl " RELAXCTL_VERSION " (" RELAXCTL_COMMIT ")");
        return EXIT_DONE;
    }
    command = find_command(argv[1]);
    if (command)
        return run_command(command, argc - 1, argv + 1);
    fprintf(stderr, "relaxctl: no command '%s'; see 'relaxctl --help'\n",
            argv[1]);
    return EXIT_USAGE;
}

/* Whoever reads half an answer must learn that it is half: a full disk fails
 * the call, whichever command wrote. */
static int finish_output(int code)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    fprintf(stderr, "relaxctl: write to standard output: %s\n",
            errno ? strerror(errno) : "not all of it could be written");
    return code == EXIT_DONE ? EXIT_FAILED : code;
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that is too long is write()'s error */
    return finish_output(run(argc, argv));
}
