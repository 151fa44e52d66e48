/* program: what relaxctl and relaxlab share: commands in groups, help, main().
 *
 * Each command has its own command_NAME.c; only its program's main.c lists it.
 * It is a constant that says all about its command line (arguments.h), so help
 * and reading go by the same rows.
 * Exit codes: 0 done, 1 failed (message on stderr), 2 wrong usage. */
#ifndef RELAXD_CLIENTS_RELAXCTL_PROGRAM_H
#define RELAXD_CLIENTS_RELAXCTL_PROGRAM_H

#include "clients/relaxctl/arguments.h"
#include "core/base/error.h"

/* Help is made of all but the functions. In `about` and `notes` a line is a
 * paragraph, wrapped when printed; one that begins with a blank is printed as
 * it is. */
struct command {
    const char *name;
    const char *summary;  /* one line for the list */
    const char *usage;    /* what follows the name; a line for each way */
    const char *about;    /* above the options; NULL: nothing */
    const char *notes;    /* below them; NULL: nothing */
    const char *examples; /* lines */
    const struct argument *arguments[ARGUMENT_TABLES_MAX + 1]; /* tables, up to
                                                                  NULL */
    void *options; /* what they set, with its defaults */

    /* Options that people look for here, "--x", each before what to do instead;
     * up to NULL. NULL: none. */
    const char *const *elsewhere;

    /* Takes the operands; NULL: there are none. Checks what was given; NULL:
     * that needs no check. 0, or EXIT_USAGE after a message. */
    int (*take)(void *options, int argc, char **argv);
    int (*check)(void *options);

    /* Not 0: it failed, with words. */
    int (*run)(void *options, struct error *error);
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

/* Prints "PROGRAM COMMAND: words" on stderr; returns EXIT_FAILED. */
int command_fail(const struct error *error);

/* The same for wrong usage, with a pointer to the help; returns EXIT_USAGE. */
int command_usage(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The same for an unknown option such as "--jsno"; suggests a similar one of
 * the command. */
int command_refuse_option(const char *text);

#endif
