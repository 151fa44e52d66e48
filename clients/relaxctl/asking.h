/* asking: asks a map file or, with --server, a running relaxd, in the same
 * words; either answers in the JSON of relaxd's HTTP API.
 *
 *     asking_run()                     all that follows, for most commands
 *     asking_take(), asking_begin()    command line: file or server
 *     asking_open()                    opens the map file; no-op for a server
 *     asking_url_*(), asking_server()  ask a server
 *     asking_prepare(), asking_wait()  ask a file: core/service, in this
 *                                      process, on the CPU
 *     asking_close()
 *
 * One thread, one question at a time. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ASKING_H
#define RELAXD_CLIENTS_RELAXCTL_ASKING_H

#include <getopt.h>
#include <jansson.h>
#include <stdbool.h>

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

/* Handles an option that the command does not define: 0 or EXIT_USAGE. */
int asking_take(struct asking *ask, char **argv, int option);

/* Call it after all options: without --server takes argv[optind] as the map
 * file. 0 or EXIT_USAGE. */
int asking_begin(struct asking *ask, int argc, char **argv);

/* Reads "8.68,49.41", "-8.68,49.41" or an id; prints a message on error. 0 or
 * EXIT_USAGE. `argv[0]` is the command. */
int asking_read_place(char **argv, const char *text,
                      struct route_stop *ret_stop);

/* How OSRM's services find a road near a position. */
struct snap_options asking_osrm_options(const struct route_stop *place);

/* The steps of a command; `context` begins with its struct asking. */
struct asking_steps {
    int (*parse)(int argc, char **argv, void *context); /* 0 or EXIT_USAGE */
    int (*file)(void *context, json_t **ret_answer, struct error *error);
    int (*server)(void *context, json_t **ret_answer, struct error *error);
    int (*print)(const json_t *answer, void *context); /* as text */
};

/* Runs a command and returns its exit code. An argument like "-4.5,54.1" is a
 * position, not an option: `parse` sees it with a leading blank. */
int asking_run(int argc, char **argv, const struct asking_steps *steps,
               struct asking *ask);

int asking_open(struct asking *ask, struct error *error);
void asking_close(struct asking *ask);

/* ---- A map file ---------------------------------------------------------- */

struct service *asking_service(const struct asking *ask);
/* The map; valid while it is open. */
const struct map *asking_map(const struct asking *ask);

/* Fills in map, profile, solver and options; then call service_ask_*(), and
 * pass its outcome to asking_wait(). 0, or -EINVAL with the service's words. */
void asking_prepare(struct asking *ask, struct question *question);
int asking_wait(struct asking *ask, struct question *question,
                enum outcome asked, struct error *error);

/* Adds solver, device, times and note, as in relaxd's answers. */
int asking_add_figures(json_t *answer, const struct question *question);

/* ---- A server ------------------------------------------------------------ */

/* Builds a URL's path and query; free() `text`. */
struct asking_url {
    char *text;
    size_t size;
    FILE *stream;
    char separator; /* before the next parameter */
};

void asking_url_begin(struct asking_url *url, const char *path);
/* Appends "name=value", escaped; skips a NULL value. */
void asking_url_add(struct asking_url *url, const char *name,
                    const char *value);
/* Appends map, profile, solver and set. */
void asking_url_add_options(struct asking_url *url, const struct asking *ask);
/* Appends OSRM's word for map and profile: "driving" if neither is given. */
void asking_url_add_profile(struct asking_url *url, const struct asking *ask);

/* Sends GET, or POST if there is a body, which it takes over. Frees the URL.
 * Turns a refusal into error words; with --json also prints it. */
int asking_server(const struct asking *ask, struct asking_url *url,
                  json_t *body, json_t **ret_answer, struct error *error);

/* ---- The answer ---------------------------------------------------------- */

double answer_number(const json_t *object, const char *name);
const char *answer_text(const json_t *object,
                        const char *name); /* never NULL */

/* Prints " solved by cch on cpu in 0.100 ms, waited 0.010 ms", and the note. */
void answer_print_figures(const json_t *answer);

#endif
