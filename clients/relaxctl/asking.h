/* asking: asks a map file or, with --server, a running relaxd, in the same
 * words; either answers in the JSON of relaxd's HTTP API.
 *
 * asking_run() runs a command by its steps (struct asking_steps): parse() reads
 * the command line; url() or file() asks a server, or the map file by
 * core/service in this process, on the CPU; print() prints the answer as text.
 *
 * One thread, one question at a time. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ASKING_H
#define RELAXD_CLIENTS_RELAXCTL_ASKING_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "core/base/error.h"
#include "core/service/route/route_stop.h"
#include "core/service/service.h"

struct local_service;

struct asking {
    const char *server;  /* NULL: a map file */
    const char *map;     /* the file, or the name of a server's map; NULL:
                            the server's first */
    const char *profile; /* NULL: the map's first */
    const char *solver;  /* NULL: automatic, or the server's setting */
    const char *set;     /* options of that solver; NULL: none */
    bool json;           /* print the answer's JSON */
    struct local_service *local; /* the open map file's */
};

/* Rows of a struct option array, and help lines, for all of these except
 * json; ASK_MAP_HELP is for commands that no solver has a part in. */
#define ASK_OPTIONS                                                            \
    {"server", required_argument, NULL, 'U'},                                  \
        {"map", required_argument, NULL, 'M'}, ARGUMENTS_PROFILE,              \
        {"solver", required_argument, NULL, 'S'},                              \
        {"set", required_argument, NULL, 'O'},                                 \
    {                                                                          \
        "json", no_argument, NULL, 'J'                                         \
    }

#define ASK_MAP_HELP                                                           \
    "  --server URL     ask the relaxd that runs there, such as\n"             \
    "                   http://127.0.0.1:5000; then no MAP file is named\n"    \
    "  --map NAME       one of that server's maps; default its first\n"        \
    "  --profile NAME   of a map that has several; default its first\n"

#define ASK_HELP                                                               \
    ASK_MAP_HELP                                                               \
    "  --solver NAME    'relaxctl solvers' lists them; default what suits\n"   \
    "                   or, with --server, what that is set to\n"              \
    "  --set LIST       OPTION=VALUE,... of that solver, this time alone\n"

/* Handles an option that the command does not define, an arguments_take. */
int asking_take(void *ask, char **argv, int option);

/* Reads "8.68,49.41", "-8.68,49.41" or an id; prints a message on error. 0 or
 * EXIT_USAGE. `argv[0]` is the command. */
int asking_read_place(char **argv, const char *text,
                      struct route_stop *ret_stop);

/* How OSRM's services find a road near a position. */
struct snap_options asking_osrm_options(const struct route_stop *place);

/* The URL of a question to a server. */
struct asking_url {
    FILE *stream;   /* for its path, first */
    char separator; /* before the next parameter */
};

/* Writes the URL and, for POST, makes a body. */
typedef void asking_url_write(void *context, struct asking_url *url,
                              json_t **ret_body);

/* The steps of a command; `context` begins with its struct asking. */
struct asking_steps {
    const struct option *options; /* its own and ASK_OPTIONS */
    const char *repeatable;       /* of its own; NULL: none */
    arguments_take *take;         /* calls asking_take() for all others */
    bool unsolved;                /* no solver has a part in it */

    /* The operands from argv[optind] on, after the map file. 0 or EXIT_USAGE.
     */
    int (*operands)(int argc, char **argv, void *context);

    asking_url_write *url; /* to a server; NULL: file() asks a server, too */
    int (*file)(void *context, json_t **ret_answer, struct error *error);
    bool opens; /* file() opens the map file itself */

    int (*print)(const json_t *answer, void *context); /* as text */
};

/* Runs a command and returns its exit code. An argument like "-4.5,54.1" is a
 * position, not an option. */
int asking_run(int argc, char **argv, const struct asking_steps *steps,
               struct asking *ask);

/* ---- A map file ---------------------------------------------------------- */

struct service *asking_service(const struct asking *ask);
/* The map; valid while it is open. */
const struct map *asking_map(const struct asking *ask);

/* Fills in map, profile, solver and options; then call service_ask_*(), and
 * pass its outcome to asking_wait(). 0, or -EINVAL with the service's words. */
void asking_prepare(struct asking *ask, struct question *question);
int asking_wait(struct asking *ask, struct question *question,
                enum outcome asked, struct error *error);

/* Adds solver, device, times and note, as in relaxd's answers, to an answer; it
 * may be NULL for lack of memory. 0 or -ENOMEM. */
int asking_finish(json_t *answer, const struct question *question,
                  json_t **ret_answer, struct error *error);

/* ---- A server ------------------------------------------------------------ */

/* Appends "name=value", escaped; skips a NULL value. */
void asking_url_add(struct asking_url *url, const char *name,
                    const char *value);
/* Appends map, profile, solver and set, or adds them to a body. */
void asking_url_add_options(struct asking_url *url, const struct asking *ask);
void asking_body_add_options(json_t *body, const struct asking *ask);
/* Appends OSRM's word for map and profile: "driving" if neither is given. */
void asking_url_add_profile(struct asking_url *url, const struct asking *ask);

/* Asks by this URL; `context` begins with its struct asking. Turns a refusal
 * into error words; with --json also prints it. */
int asking_server(void *context, asking_url_write *write, json_t **ret_answer,
                  struct error *error);
void asking_url_status(void *context, struct asking_url *url,
                       json_t **ret_body); /* of /v1/status */

/* What a server's status has about the map that is asked, the caller's
 * reference; NULL if it does not tell. */
json_t *asking_map_status(const struct asking *ask);

/* ---- The answer ---------------------------------------------------------- */

double answer_number(const json_t *object, const char *name);
const char *answer_text(const json_t *object,
                        const char *name); /* never NULL */

/* Prints " solved by cch on cpu in 0.100 ms, waited 0.010 ms", and the note. */
void answer_print_figures(const json_t *answer);

#endif
