/* program: what relaxctl and relaxlab share: commands in groups, help, main().
 *
 * Each command has its own command_NAME.c; only its program's main.c lists it.
 * Exit codes: 0 done, 1 failed (message on stderr), 2 wrong usage. */
#ifndef RELAXD_CLIENTS_RELAXCTL_PROGRAM_H
#define RELAXD_CLIENTS_RELAXCTL_PROGRAM_H

#include "core/base/error.h"

struct command {
    const char *name;
    const char *summary; /* one line for the list */
    const char *help;    /* usage, options with units, an example */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

struct command_group {
    const char *title;
    const struct command *const *commands; /* NULL-terminated */
};

struct program {
    const char *name;
    const struct command_group *groups; /* ends with one without a title */
    /* The other program, and those of its commands that people look for here;
     * NULL-terminated. */
    const char *neighbour;
    const char *const *elsewhere;
};

enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
};

/* A program's main(). */
int program_run(const struct program *program, int argc, char **argv);

/* "0.1.0", and the commit of the build. */
const char *program_version(void);
const char *program_commit(void);

/* Prints "PROGRAM NAME: words" on stderr; returns EXIT_FAILED. */
int command_fail(const char *name, const struct error *error);

/* The same for wrong usage, with a pointer to the help; returns EXIT_USAGE. */
int command_usage(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for an unknown option such as "--jsno"; suggests a similar one from
 * the command's help. */
int command_refuse_option(const char *name, const char *text);

#endif
