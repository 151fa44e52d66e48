/* command: one thing that relaxctl does.
 *
 * Each lives in its own command_NAME.c and is listed in main.c alone. Exit
 * codes: 0 done, 1 it could not be done (words on stderr), 2 called wrongly. */
#ifndef RELAXD_CLIENTS_RELAXCTL_COMMAND_H
#define RELAXD_CLIENTS_RELAXCTL_COMMAND_H

#include "core/base/error.h"

struct command {
    const char *name;
    const char *summary; /* one line for the list */
    const char *help;    /* usage, options with units, an example */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
};

/* "relaxctl NAME: words" on stderr; returns EXIT_FAILED. */
int command_fail(const char *name, const struct error *error);

/* The same for a wrong call, with where help is; returns EXIT_USAGE. */
int command_usage(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

extern const struct command command_bench;
extern const struct command command_check;
extern const struct command command_generate;
extern const struct command command_grid;
extern const struct command command_import;
extern const struct command command_info;
extern const struct command command_order;
extern const struct command command_paper;
extern const struct command command_path;
extern const struct command command_profile;
extern const struct command command_route;
extern const struct command command_solve;
extern const struct command command_solvers;
extern const struct command command_trace;
extern const struct command command_tune;

#endif
