/* program: finds the command that is asked for, and its help. */
#include "clients/relaxctl/program.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/version.h"

/* The one that runs: set once, before any command. */
static const struct program *running;

const char *program_version(void)
{
    return RELAXD_VERSION;
}

const char *program_commit(void)
{
    return RELAXD_COMMIT;
}

int command_fail(const char *name, const struct error *error)
{
    fflush(stdout);
    fprintf(stderr, "%s %s: %s\n", running->name, name, error->text);
    return EXIT_FAILED;
}

int command_usage(const char *name, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s %s: ", running->name, name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "; see '%s %s --help'\n", running->name, name);
    return EXIT_USAGE;
}

static const struct command *find_command(const char *name)
{
    for (const struct command *const *at = running->commands; *at; at++) {
        if (!strcmp((*at)->name, name))
            return *at;
    }
    return NULL;
}

static void print_help(FILE *to)
{
    fprintf(to, "usage: %s COMMAND [ARGUMENTS]\n\n", running->name);
    for (const struct command *const *at = running->commands; *at; at++)
        fprintf(to, "  %-10s %s\n", (*at)->name, (*at)->summary);
    fprintf(to,
            "\n'%s COMMAND --help' tells more, '%s --version' which this is.\n",
            running->name, running->name);
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

static int refuse(const char *name)
{
    fprintf(stderr, "%s: no command '%s'", running->name, name);
    for (const char *const *at = running->elsewhere; *at; at++) {
        if (!strcmp(*at, name)) {
            fprintf(stderr, ": it is in %s (%s %s)\n", running->neighbour,
                    running->neighbour, name);
            return EXIT_USAGE;
        }
    }
    fprintf(stderr, "; see '%s --help'\n", running->name);
    return EXIT_USAGE;
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
        printf("%s %s (%s)\n", running->name, program_version(),
               program_commit());
        return EXIT_DONE;
    }
    command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : refuse(argv[1]);
}

/* A full disk fails the call, whichever command wrote: a reader of half an
 * answer must learn that it is half. */
static int finish_output(int code)
{
    errno = 0;
    if (!fflush(stdout) && !ferror(stdout))
        return code;
    fprintf(stderr, "%s: write to standard output: %s\n", running->name,
            errno ? strerror(errno) : "not all of it could be written");
    return code == EXIT_DONE ? EXIT_FAILED : code;
}

int program_run(const struct program *program, int argc, char **argv)
{
    running = program;
    signal(SIGXFSZ, SIG_IGN); /* a file that is too long is write()'s error */
    return finish_output(run(argc, argv));
}
