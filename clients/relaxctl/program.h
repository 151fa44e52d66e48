/* program: what relaxctl and relaxlab are made of: commands, listed in groups.
 *
 * Each command lives in its own command_NAME.c and is listed in its program's
 * main.c alone. Exit codes: 0 done, 1 it could not be done (words on stderr), 2
 * called wrongly. */
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
    const struct command *const *commands; /* NULL ends them */
};

struct program {
    const char *name;
    const struct command_group *groups; /* one without a title ends them */
    /* Another program and those of its commands that people look for here;
     * NULL ends them. */
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

/* "0.1.0", and the commit that it was built from. */
const char *program_version(void);
const char *program_commit(void);

/* "PROGRAM NAME: words" on stderr; returns EXIT_FAILED. */
int command_fail(const char *name, const struct error *error);

/* The same for a wrong call, with where help is; returns EXIT_USAGE. */
int command_usage(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for an option that the command does not have, "--jsno"; what may
 * have been meant is taken from the command's help. */
int command_refuse_option(const char *name, const char *text);

#endif
