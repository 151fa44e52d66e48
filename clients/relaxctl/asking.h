/* asking: a question to a map file or, with --server, to a running relaxd, in
 * the same words, and the answer as JSON in both cases: that of relaxd's HTTP
 * API.
 *
 *     asking_run()                  all of what follows, for most commands
 *     asking_take(), asking_begin()    the command line: which of the two, and
 * what asking_open()                 opens the map file; nothing for a server
 *     asking_url_*(), asking_server()  for a server
 *     asking_prepare(), asking_wait()  for a file: core/service, in this
 * process, on the CPU asking_close()
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
    const char *map;     /* the file, or the server's name of one; NULL: the
                            server's first */
    const char *profile; /* NULL: the map's first */
    const char *solver;  /* NULL: what suits, or what the server is set to */
    const char *set;     /* options of that solver; NULL: none */
    bool json;           /* print the answer as it is */
    struct local_service *local; /* of a map file, while it is open */
};

/* Rows of a struct option array, and lines of help, for all of it but json. */
#define ASK_OPTIONS                                                            \
    {"server", required_argument, NULL, 'U'},                                  \
        {"map", required_argument, NULL, 'M'}, ARGUMENTS_PROFILE,              \
        {"solver", required_argument, NULL, 'S'},                              \
        {"set", required_argument, NULL, 'O'},                                 \
    {                                                                          \
        "json", no_argument, NULL, 'J'                                         \
    }

#define ASK_HELP                                                               \
    "  --server URL     ask the relaxd that runs there, such as\n"             \
    "                   http://127.0.0.1:5000; then no MAP file is named\n"    \
    "  --map NAME       one of that server's maps; default its first\n"        \
    "  --profile NAME   of a map that has several; default its first\n"        \
    "  --solver NAME    'relaxctl solvers' lists them; default what suits\n"   \
    "                   or, with --server, what that is set to\n"              \
    "  --set LIST       OPTION=VALUE,... of that solver, this time alone\n"

/* An option that the command itself does not know: 0 or EXIT_USAGE. */
int asking_take(struct asking *ask, char **argv, int option);

/* After all options: takes argv[optind] as the map file where no server was
 * named. 0 or EXIT_USAGE. */
int asking_begin(struct asking *ask, int argc, char **argv);

/* "8.68,49.41" and "-8.68,49.41" or an id; what is wrong goes to stderr. 0 or
 * EXIT_USAGE. `argv[0]` is the command. */
int asking_read_place(char **argv, const char *text,
                      struct route_stop *ret_stop);

/* How OSRM's services look for a road near a position. */
struct snap_options asking_osrm_options(const struct route_stop *place);

/* What a command does; `context` begins with its struct asking. */
struct asking_steps {
    int (*parse)(int argc, char **argv, void *context); /* 0 or EXIT_USAGE */
    int (*file)(void *context, json_t **ret_answer, struct error *error);
    int (*server)(void *context, json_t **ret_answer, struct error *error);
    int (*print)(const json_t *answer, void *context); /* for people */
};

/* All of a command: returns its exit code. An argument like "-4.5,54.1" is a
 * place, not an option: `parse` sees it behind a blank. */
int asking_run(int argc, char **argv, const struct asking_steps *steps,
               struct asking *ask);

int asking_open(struct asking *ask, struct error *error);
void asking_close(struct asking *ask);

/* ---- A map file ---------------------------------------------------------- */

struct service *asking_service(const struct asking *ask);
/* The map, for as long as it is open. */
const struct map *asking_map(const struct asking *ask);

/* Fills in what was asked for; then service_ask_*(), whose outcome
 * asking_wait() takes. 0, or -EINVAL with the service's words. */
void asking_prepare(struct asking *ask, struct question *question);
int asking_wait(struct asking *ask, struct question *question,
                enum outcome asked, struct error *error);

/* Adds solver, device, times and note, as relaxd's answers have them. */
int asking_add_figures(json_t *answer, const struct question *question);

/* ---- A server ------------------------------------------------------------ */

/* A URL's path and query, growing; free() `text`. */
struct asking_url {
    char *text;
    size_t size;
    FILE *stream;
    char separator; /* of the next parameter */
};

void asking_url_begin(struct asking_url *url, const char *path);
/* "name=value", escaped; a NULL value is left out. */
void asking_url_add(struct asking_url *url, const char *name,
                    const char *value);
/* map, profile, solver and set. */
void asking_url_add_options(struct asking_url *url, const struct asking *ask);
/* OSRM's word for map and profile: "driving" where neither was named. */
void asking_url_add_profile(struct asking_url *url, const struct asking *ask);

/* GET, or POST where there is a body, which is taken over. Frees the URL. An
 * answer that is no success becomes words, and with --json is printed, too. */
int asking_server(const struct asking *ask, struct asking_url *url,
                  json_t *body, json_t **ret_answer, struct error *error);

/* ---- The answer ---------------------------------------------------------- */

double answer_number(const json_t *object, const char *name);
const char *answer_text(const json_t *object,
                        const char *name); /* never NULL */

/* "    solved by cch on cpu in 0.100 ms, waited 0.010 ms", and the note. */
void answer_print_figures(const json_t *answer);

#endif
