/* Finds the requested command, and prints help. */
#include "clients/relaxctl/program.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/version.h"
#include "core/base/text.h"

/* The running program: set once, before any command. */
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

/* ---- Commands ------------------------------------------------------------ */

static const struct command *find_command(const char *name)
{
    const struct command_group *group = running->groups;

    for (; group->title; group++) {
        for (const struct command *const *at = group->commands; *at; at++) {
            if (!strcmp((*at)->name, name))
                return *at;
        }
    }
    return NULL;
}

/* NULL: none is similar. */
static const char *command_nearest_to(const char *name)
{
    const struct command_group *group = running->groups;
    const char *near = NULL;

    for (; group->title; group++) {
        for (const struct command *const *at = group->commands; *at; at++)
            near = text_nearer(name, near, (*at)->name);
    }
    return near;
}

static int refuse_command(const char *name)
{
    const char *near = command_nearest_to(name);

    fprintf(stderr, "%s: no command '%s'", running->name, name);
    for (const char *const *at = running->elsewhere; *at; at++) {
        if (!strcmp(*at, name)) {
            fprintf(stderr, ": it is in %s (%s %s)\n", running->neighbour,
                    running->neighbour, name);
            return EXIT_USAGE;
        }
    }
    if (near)
        fprintf(stderr, "; did you mean '%s'?\n", near);
    else
        fprintf(stderr, "; see '%s --help'\n", running->name);
    return EXIT_USAGE;
}

/* The option that begins the help line at `line`, if any. */
static bool option_of_line(const char *line, char *ret_option, size_t size)
{
    const char *end = line + strcspn(line, "\n");
    const char *dashes = strstr(line, "--");
    size_t length;

    if (strncmp(line, "  -", 3) || !dashes || dashes > end)
        return false;
    length = 2 + strspn(dashes + 2, "abcdefghijklmnopqrstuvwxyz-");
    if (length >= size)
        return false;
    memcpy(ret_option, dashes, length);
    ret_option[length] = '\0';
    return true;
}

int command_refuse_option(const char *name, const char *text)
{
    const char *help = find_command(name)->help;
    char near[40] = "";
    char option[40];

    for (const char *line = help; *line; line += *line == '\n') {
        if (option_of_line(line, option, sizeof(option)) &&
            text_nearer(text, *near ? near : NULL, option) == option)
            strcpy(near, option);
        line += strcspn(line, "\n");
    }
    if (!*near)
        return command_usage(name, "no option '%s' here", text);
    fprintf(stderr, "%s %s: no option '%s'; did you mean '%s'?\n",
            running->name, name, text, near);
    return EXIT_USAGE;
}

/* ---- Help ---------------------------------------------------------------- */

static void print_help(FILE *to)
{
    const struct command_group *group = running->groups;

    fprintf(to, "usage: %s COMMAND [ARGUMENTS]\n", running->name);
    for (; group->title; group++) {
        fprintf(to, "\n%s:\n", group->title);
        for (const struct command *const *at = group->commands; *at; at++)
            fprintf(to, "  %-10s %s\n", (*at)->name, (*at)->summary);
    }
    fprintf(to,
            "\n'%s help COMMAND' tells more, '%s --version' which this is.\n",
            running->name, running->name);
}

static bool asks_for_help(const char *argument)
{
    return !strcmp(argument, "--help") || !strcmp(argument, "-h");
}

static int help(int argc, char **argv)
{
    const struct command *command = argc > 0 ? find_command(argv[0]) : NULL;

    if (argc > 0 && !command)
        return refuse_command(argv[0]);
    if (command)
        fputs(command->help, stdout);
    else
        print_help(stdout);
    return EXIT_DONE;
}

/* ---- The call ------------------------------------------------------------ */

static int run_command(const struct command *command, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (asks_for_help(argv[i]))
            return help(1, argv);
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
    if (asks_for_help(argv[1]) || !strcmp(argv[1], "help"))
        return help(argc - 2, argv + 2);
    if (!strcmp(argv[1], "--version")) {
        printf("%s %s (%s)\n", running->name, program_version(),
               program_commit());
        return EXIT_DONE;
    }
    command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1)
                   : refuse_command(argv[1]);
}

/* A full disk fails the command, whichever it is: the reader of a truncated
 * answer must learn of it. */
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
    signal(SIGXFSZ, SIG_IGN); /* write() then reports a file that is too long */
    return finish_output(run(argc, argv));
}
