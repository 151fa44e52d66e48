/* asking: asks a map file or, with --server, a running relaxd, in the same
 * words; either answers in the JSON of relaxd's HTTP API.
 *
 * asking_take() and asking_run() are those of every command that asks; they go
 * by its steps (struct asking_steps): operands() takes the command line's;
 * url() or file() asks a server, or the map file by core/service in this
 * process, on the CPU; print() prints the answer as text.
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

struct asking_steps;
struct local_service;

enum {
    ASKING_SET_SIZE = 2048,
    ASKING_RADIUS_M = 35000, /* the default of limits.snap-radius-m */
};

/* The options of a command begin with it. */
struct asking {
    const struct asking_steps *steps;
    const char *server;  /* NULL: a map file */
    const char *map;     /* the file, or the name of a server's map; NULL:
                            the server's first */
    const char *profile; /* NULL: the map's first */
    const char *solver;  /* NULL: automatic, or the server's setting */
    struct arguments_settings settings; /* of that solver */
    char set[ASKING_SET_SIZE];          /* the same, "a=1,b=2" */
    bool json;                          /* print the answer's JSON */
    struct local_service *local;        /* the open map file's */
};

/* Rows for commands that ask for a place or a path: which map, and which
 * solver. */
extern const struct argument asking_map_arguments[];
extern const struct argument asking_solver_arguments[];

/* The row of --json. */
#define ASKING_JSON(help_)                                                     \
    {                                                                          \
        "json", NULL, ARGUMENT_FLAG, offsetof(struct asking, json),            \
            .help = help_                                                      \
    }

/* Reads "8.68,49.41", "-8.68,49.41" or an id. 0, or EXIT_USAGE after a
 * message. */
int asking_read_place(const char *text, struct route_stop *ret_stop);

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

/* The steps of a command; `context` is its options. */
struct asking_steps {
    /* Takes the operands after the map file. 0, or EXIT_USAGE after a message.
     * NULL: there are none. */
    int (*operands)(void *context, int argc, char **argv);

    asking_url_write *url; /* to a server; NULL: file() asks a server, too */
    int (*file)(void *context, json_t **ret_answer, struct error *error);
    bool opens; /* file() opens the map file itself */

    void (*print)(const json_t *answer, void *context); /* as text */
};

/* The functions of a struct command. */
int asking_take(void *options, int argc, char **argv);
int asking_run(void *options, struct error *error);

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

/* [longitude, latitude]; and a list of places, each with its position on the
 * road and its distance from the one that was asked for. */
json_t *asking_position(struct position position);
json_t *asking_snaps(const struct snap *snaps, size_t count);

/* The place on a road as OSRM's answers have it. */
json_t *asking_waypoint(const struct roads *roads, const struct snap *snap);

/* ---- A server ------------------------------------------------------------ */

/* Appends a text, escaped. */
void asking_url_put(struct asking_url *url, const char *text);
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
