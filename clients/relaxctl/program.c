/* Finds the requested command, runs it, prints help. */
#include "clients/relaxctl/program.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/log.h"
#include "core/base/text.h"
#include "core/base/version.h"

/* What runs: set once, before the command begins. */
static const struct program *running;
static const struct command *running_command;

const char *program_version(void)
{
    return RELAXD_VERSION;
}

const char *program_commit(void)
{
    return RELAXD_COMMIT;
}

/* Begins a message. */
static void say_who(void)
{
    fprintf(stderr, "%s %s: ", running->name, running_command->name);
}

int command_fail(const struct error *error)
{
    fflush(stdout);
    say_who();
    fprintf(stderr, "%s\n", error->text);
    return EXIT_FAILED;
}

int command_usage(const char *format, ...)
{
    va_list args;

    say_who();
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "; see '%s %s --help'\n", running->name,
            running_command->name);
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
        if (!near && text_nearer(name, NULL, *at) && strcmp(*at, name)) {
            fprintf(stderr, "; did you mean '%s %s'?\n", running->neighbour,
                    *at);
            return EXIT_USAGE;
        }
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

/* NULL: no other program has the option. */
static const char *found_elsewhere(const char *text)
{
    const char *const *at = running_command->elsewhere;

    for (; at && *at; at += 2) {
        if (!strncmp(*at, text, strlen(*at)) &&
            (!text[strlen(*at)] || text[strlen(*at)] == '='))
            return at[1];
    }
    return NULL;
}

int command_refuse_option(const char *text)
{
    const struct argument *rows[ARGUMENTS_MAX];
    size_t count = arguments_list(running_command->arguments, rows);
    bool is_long = !strncmp(text, "--", 2);
    size_t length = is_long ? strcspn(text + 2, "=") : 0;
    char begun[512] = ""; /* options that begin so */
    char name[64];
    const char *elsewhere = found_elsewhere(text);
    const char *near = NULL;

    if (elsewhere)
        return command_usage("no option '%s' here: %s", text, elsewhere);
    for (size_t i = 0; i < count && length; i++) {
        near = text_nearer(text + 2, near, rows[i]->name);
        if (strncmp(rows[i]->name, text + 2, length) != 0)
            continue;
        snprintf(name, sizeof(name), "--%s", rows[i]->name);
        text_list_add(begun, sizeof(begun), name);
    }
    if (*begun)
        return command_usage("'%s' may be one of %s", text, begun);
    if (!near)
        return command_usage("no option '%s' here", text);
    say_who();
    fprintf(stderr, "no option '%s'; did you mean '--%s'?\n", text, near);
    return EXIT_USAGE;
}

/* ---- Help ---------------------------------------------------------------- */

enum {
    TITLE_SIZE = 128,
    TITLE_MAX = 22, /* longer titles have a line of their own */
};

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

static void print_text(const char *text)
{
    while (*text) {
        int length = *text == ' ' ? (int)strcspn(text, "\n") : 0;

        printf("%.*s", length, text);
        text = text_wrap(stdout, text + length, 0, 0);
    }
}

static void print_usage(const struct command *command)
{
    const char *before = "usage:";

    for (const char *line = command->usage; *line; before = "      ") {
        int length = (int)strcspn(line, "\n");

        printf("%s %s %s %.*s\n", before, running->name, command->name, length,
               line);
        line += length + (line[length] == '\n');
    }
}

/* "  -o, --output OUT.rlx", "  --metric duration|distance" */
static int make_title(const struct argument *row, char title[static TITLE_SIZE])
{
    char letter[] = {'-', row->letter, ',', ' ', '\0'};
    int length = snprintf(title, TITLE_SIZE, "  %s--%s%s%s",
                          row->letter ? letter : "", row->name,
                          row->value ? " " : "", row->value ? row->value : "");

    for (size_t i = 0; row->words && row->words[i] && length < TITLE_SIZE; i++)
        length += snprintf(title + length, (size_t)(TITLE_SIZE - length),
                           "%c%s", i ? '|' : ' ', row->words[i]);
    return length;
}

static void print_options(const struct argument *const *rows, size_t count)
{
    char title[TITLE_SIZE];
    int column = 0;

    for (size_t i = 0; i < count; i++) {
        int length = make_title(rows[i], title);

        if (length > column && length <= TITLE_MAX)
            column = length;
    }
    column += 2;
    for (size_t i = 0; i < count; i++) {
        int length = make_title(rows[i], title);

        if (length + 2 > column)
            printf("%s\n%*s", title, column, "");
        else
            printf("%-*s", column, title);
        text_wrap(stdout, rows[i]->help, column, column);
    }
}

static void print_command_help(const struct command *command)
{
    const struct argument *rows[ARGUMENTS_MAX];
    size_t count = arguments_list(command->arguments, rows);

    print_usage(command);
    if (command->about) {
        putchar('\n');
        print_text(command->about);
    }
    if (count) {
        putchar('\n');
        print_options(rows, count);
    }
    if (command->notes) {
        putchar('\n');
        print_text(command->notes);
    }
    printf("\nExample:\n%s\n", command->examples);
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
    if (argc > 1) {
        fprintf(stderr, "%s: help takes one command, not '%s'\n", running->name,
                argv[1]);
        return EXIT_USAGE;
    }
    if (command)
        print_command_help(command);
    else
        print_help(stdout);
    return EXIT_DONE;
}

/* ---- The call ------------------------------------------------------------ */

static int run_command(const struct command *command, int argc, char **argv)
{
    struct error error;
    int r;

    for (int i = 1; i < argc; i++) {
        if (asks_for_help(argv[i]))
            return help(1, argv);
    }
    running_command = command;
    r = arguments_read(command->arguments, command->options, &argc, &argv);
    if (!r)
        r = (command->take ? command->take
                           : arguments_take_none)(command->options, argc, argv);
    if (!r && command->check)
        r = command->check(command->options);
    if (r)
        return r;
    if (!command->run(command->options, &error))
        return EXIT_DONE;
    arguments_name_standard_input(&error);
    return command_fail(&error);
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
    log_hold_streams();
    signal(SIGXFSZ, SIG_IGN); /* write() then reports a file that is too long */
    return finish_output(run(argc, argv));
}
