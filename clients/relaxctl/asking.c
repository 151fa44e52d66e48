/* The command line, a map file served within this process, and relaxd over
 * HTTP. */
#include "clients/relaxctl/asking.h"

#include <curl/curl.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/output.h"
#include "clients/relaxctl/program.h"
#include "clients/relaxctl/runner.h"
#include "clients/relaxctl/server.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/graph/map_file/map_file.h"
#include "core/solver/catalog.h"
#include "core/solver/device.h"

enum { PRECISION = 12 };

/* ---- The command line ---------------------------------------------------- */

const struct argument asking_map_arguments[] = {
    {"server", "URL", ARGUMENT_TEXT, offsetof(struct asking, server),
     .help = "ask the relaxd that runs there, such as http://127.0.0.1:5000 or "
             "unix:PATH; then no MAP file is named"},
    {"map", "NAME", ARGUMENT_TEXT, offsetof(struct asking, map),
     .with = "server", .help = "one of that server's maps; default its first"},
    ARGUMENT_PROFILE(
        struct asking,
        "the map of that profile, of a file or a server's map that "
        "has several; default the first"),
    {0},
};

const struct argument asking_solver_arguments[] = {
    {"solver", "NAME", ARGUMENT_TEXT, offsetof(struct asking, solver),
     .help = "'relaxctl solvers' lists them; default what suits or, with "
             "--server, what that is set to"},
    {"set", "OPTION=VALUE", ARGUMENT_SETTING,
     offsetof(struct asking, settings.given),
     ARGUMENT_LIST(struct asking, settings.count, ARGUMENTS_SETTINGS_MAX),
     .help = "an option of that solver, this time alone; name the solver, as "
             "auto may be another one; may be given again"},
    {0},
};

static int join_settings(struct asking *ask)
{
    size_t length = 0;

    for (size_t i = 0; i < ask->settings.count && length < sizeof(ask->set);
         i++)
        length += (size_t)snprintf(ask->set + length, sizeof(ask->set) - length,
                                   "%s%s=%s", i ? "," : "",
                                   ask->settings.given[i].name,
                                   ask->settings.given[i].value);
    if (length < sizeof(ask->set))
        return 0;
    return command_usage("--set is longer than %d bytes", ASKING_SET_SIZE - 1);
}

int asking_take(void *context, int argc, char **argv)
{
    struct asking *ask = context;
    int r = join_settings(ask);

    if (r)
        return r;
    if (ask->server && !*ask->server)
        return command_usage("--server '' is empty");
    if (ask->server && argc && strstr(argv[0], ".rlx"))
        return command_usage("takes no map file, '%s', with --server: --map "
                             "NAME is one of the server's",
                             argv[0]);
    if (!ask->server) {
        if (!argc)
            return command_usage("needs a map file, or --server URL");
        ask->map = arguments_input(argv[0]);
        argc--;
        argv++;
    }
    return (ask->steps->operands ? ask->steps->operands
                                 : arguments_take_none)(context, argc, argv);
}

int asking_read_place(const char *text, struct route_stop *ret_stop)
{
    struct error error;

    if (!stop_read(text, ret_stop, &error))
        return 0;
    return command_usage("%s", error.text);
}

struct snap_options asking_osrm_options(const struct route_stop *place)
{
    struct snap_options snap = place->options;

    snap.mercator = true;
    snap.node_reach_e7 = 7; /* coordinates have six decimals */
    return snap;
}

/* ---- A map file ---------------------------------------------------------- */

struct local_service {
    struct catalog catalog; /* the solvers that answer */
    struct registry *registry;
    struct engine *engine;
    struct service *service;
    const struct map *map; /* the registry's */
    pthread_mutex_t lock;  /* guards `answered` */
    pthread_cond_t changed;
    bool answered;
};

static const struct limits limits = {
    .queries_max = SIZE_MAX,
    .costs_max = SIZE_MAX,
    .stops_max = SIZE_MAX,
    .table_ids_max = 1000000,
    .table_cells_max = UINT64_MAX,
    .stream_bytes_max = 1 << 28,
    .memory_max = SIZE_MAX,
};

static const struct runtime_limits runtime_limits = {.now = &limits};

static int start(struct local_service *local, const char *solver,
                 struct error *error)
{
    const struct device *devices[] = {device_cpu()};
    const struct engine_settings settings = {
        .queue_length = 16,
        .batch_max = 65536,
        .solver = solver ? solver : "auto",
    };
    int r = engine_create(&settings, local->registry, &local->catalog, devices,
                          1, &local->engine, error);

    if (r)
        return r;
    local->service = service_create(&runtime_limits, local->engine, NULL, NULL);
    return local->service ? 0 : error_no_memory(error);
}

/* The map's name in answers: its file's, with the characters that names
 * allow. */
static void name_map(const char *path, char ret_name[MAP_NAME_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t length;

    snprintf(ret_name, MAP_NAME_SIZE, "%s", slash ? slash + 1 : path);
    while ((length = strspn(ret_name, MAP_NAME_CHARACTERS)) < strlen(ret_name))
        ret_name[length] = '_';
}

/* Serves this map alone. */
static int serve(struct local_service *local, struct published_map *published,
                 struct error *error)
{
    struct published_map **maps = malloc(sizeof(*maps));

    if (!maps)
        return error_no_memory(error);
    *maps = published;
    registry_serve(local->registry, maps, 1);
    return 0;
}

static int publish(struct local_service *local, const char *path,
                   const char *profile, struct error *error)
{
    const struct device *devices[] = {device_cpu()};
    char name[MAP_NAME_SIZE];
    struct published_map *published;
    struct map *map;
    int r = map_open_profile(path, profile, &map, error);

    if (r)
        return r;
    local->map = map;
    r = registry_create(&local->registry, error);
    if (r) {
        map_destroy(map);
        return r;
    }
    name_map(path, name);
    r = published_map_create(name, map, NULL, local->catalog.solver,
                             local->catalog.count, devices, 1, &published,
                             error);
    if (r)
        return r;
    r = serve(local, published, error);
    published_map_release(published);
    return r;
}

static void close_map(struct asking *ask)
{
    struct local_service *local = ask->local;

    if (!local)
        return;
    service_destroy(local->service);
    engine_destroy(local->engine);
    registry_destroy(local->registry);
    pthread_cond_destroy(&local->changed);
    pthread_mutex_destroy(&local->lock);
    free(local);
    ask->local = NULL;
}

/* Refuses a solver that does not answer here: one of GPUs, or none at all. */
static int check_solver(const struct asking *ask, struct error *error)
{
    const char *name = ask->solver;
    struct inventory inventory;
    struct solver_choice choice;

    if (!name || !strcmp(name, "auto") ||
        catalog_find(&ask->local->catalog, name))
        return 0;
    inventory_init(&inventory);
    return inventory_choose(&inventory, name,
                            inventory.device_count > 1 ? "cpu" : "auto", 0,
                            &choice, error);
}

static int open_map(struct asking *ask, struct error *error)
{
    struct local_service *local = calloc(1, sizeof(*local));
    int r;

    if (!local)
        return error_no_memory(error);
    ask->local = local;
    pthread_mutex_init(&local->lock, NULL);
    pthread_cond_init(&local->changed, NULL);
    catalog_init(&local->catalog);
    r = check_solver(ask, error);
    if (!r)
        r = publish(local, ask->map, ask->profile, error);
    if (!r)
        r = start(local, ask->solver, error);
    if (r)
        close_map(ask);
    return r;
}

struct service *asking_service(const struct asking *ask)
{
    return ask->local->service;
}

const struct map *asking_map(const struct asking *ask)
{
    return ask->local->map;
}

/* Runs on a worker's thread. */
static void ended(struct question *question)
{
    struct local_service *local = question->context;

    pthread_mutex_lock(&local->lock);
    local->answered = true;
    pthread_cond_signal(&local->changed);
    pthread_mutex_unlock(&local->lock);
}

void asking_prepare(struct asking *ask, struct question *question)
{
    ask->local->answered = false;
    question->context = ask->local;
    question->ended = ended;
    question->solver = ask->solver;
    question->set = *ask->set ? ask->set : NULL;
}

int asking_wait(struct asking *ask, struct question *question,
                enum outcome asked, struct error *error)
{
    struct local_service *local = ask->local;

    if (asked == OUTCOME_OK) {
        pthread_mutex_lock(&local->lock);
        while (!local->answered)
            pthread_cond_wait(&local->changed, &local->lock);
        pthread_mutex_unlock(&local->lock);
    }
    if (question->outcome == OUTCOME_OK)
        return 0;
    return error_set(error, -EINVAL, "%s", question->error.text);
}

int asking_finish(json_t *answer, const struct question *question,
                  json_t **ret_answer, struct error *error)
{
    json_t *figures = json_pack(
        "{s:s, s:s, s:I, s:I, s:I}", "solver", question->solved_by, "device",
        question->device_name, "epoch", (json_int_t)question->epoch,
        "queued_us", (json_int_t)question->queued_us, "solve_us",
        (json_int_t)question->solve_us);
    int r = json_object_update(answer, figures);

    if (!r && *question->note)
        r = json_object_set_new(answer, "note", json_string(question->note));
    json_decref(figures);
    if (!r) {
        *ret_answer = answer;
        return 0;
    }
    json_decref(answer);
    return error_no_memory(error);
}

json_t *asking_position(struct position position)
{
    return json_pack("[f, f]", position.lon_e7 / 1e7, position.lat_e7 / 1e7);
}

json_t *asking_snaps(const struct snap *snaps, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:o, s:f}", "location",
                            asking_position(snaps[i].position), "distance",
                            round(snaps[i].distance_m * 1000) / 1000));
    return list;
}

json_t *asking_waypoint(const struct roads *roads, const struct snap *snap)
{
    const char *name = roads->text + roads_attributes(roads, snap->piece)->name;

    return json_pack("{s:s, s:[f, f], s:f}", "name", name, "location",
                     round(snap->position.lon_e7 / 10.0) / 1e6,
                     round(snap->position.lat_e7 / 10.0) / 1e6, "distance",
                     snap->distance_m);
}

/* ---- A server: the URL --------------------------------------------------- */

void asking_url_put(struct asking_url *url, const char *value)
{
    char *escaped = curl_easy_escape(NULL, value, 0);

    if (escaped)
        fputs(escaped, url->stream);
    curl_free(escaped);
}

void asking_url_add(struct asking_url *url, const char *name, const char *value)
{
    if (!value)
        return;
    fprintf(url->stream, "%c%s=", url->separator, name);
    url->separator = '&';
    asking_url_put(url, value);
}

void asking_url_add_options(struct asking_url *url, const struct asking *ask)
{
    asking_url_add(url, "map", ask->map);
    asking_url_add(url, "profile", ask->profile);
    asking_url_add(url, "solver", ask->solver);
    asking_url_add(url, "set", *ask->set ? ask->set : NULL);
}

static void set_text(json_t *object, const char *name, const char *text)
{
    if (text)
        json_object_set_new(object, name, json_string(text));
}

void asking_body_add_options(json_t *body, const struct asking *ask)
{
    set_text(body, "map", ask->map);
    set_text(body, "profile", ask->profile);
    set_text(body, "solver", ask->solver);
    set_text(body, "set", *ask->set ? ask->set : NULL);
}

void asking_url_add_profile(struct asking_url *url, const struct asking *ask)
{
    if (ask->map)
        asking_url_put(url, ask->map);
    if (ask->map)
        fputc(':', url->stream);
    if (ask->profile || !ask->map)
        asking_url_put(url, ask->profile ? ask->profile : "driving");
}

/* ---- A server: the call -------------------------------------------------- */

/* A refusal becomes error words; with --json it is also printed. */
static int read_reply(const struct asking *ask,
                      const struct server_reply *reply, json_t **ret_answer,
                      struct error *error)
{
    json_error_t where;
    json_t *json =
        reply->body ? json_loadb(reply->body, reply->size, 0, &where) : NULL;

    if (reply->status != 200) {
        if (json && ask->json)
            puts(reply->body);
        server_explain(reply, json, error);
    } else if (!json_is_object(json)) {
        error_set(error, -EINVAL, "this is not an answer of relaxd: %s",
                  json          ? "it is not a JSON object"
                  : reply->body ? where.text
                                : "it is empty");
    } else {
        *ret_answer = json;
        return 0;
    }
    json_decref(json);
    return -EINVAL;
}

/* NULL: out of memory. */
static char *write_target(void *context, asking_url_write *write,
                          json_t **ret_body)
{
    char *text = NULL;
    size_t size;
    struct asking_url url = {open_memstream(&text, &size), '?'};

    if (!url.stream)
        return NULL;
    write(context, &url, ret_body);
    return memory_stream_close(url.stream, &text) ? NULL : text;
}

int asking_server(void *context, asking_url_write *write, json_t **ret_answer,
                  struct error *error)
{
    const struct asking *ask = context;
    json_t *body = NULL;
    char *target = write_target(context, write, &body);
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    const struct server_request request = {
        .server = ask->server,
        .target = target,
        .body = text,
        .size = text ? strlen(text) : 0,
        .type = "application/json",
    };
    struct server_reply reply = {0};
    int r;

    if (!target || (body && !text))
        r = error_no_memory(error);
    else
        r = server_ask(&request, &reply, error);
    if (!r)
        r = read_reply(ask, &reply, ret_answer, error);
    json_decref(body);
    free(reply.body);
    free(text);
    free(target);
    return r;
}

void asking_url_status(void *context, struct asking_url *url, json_t **ret_body)
{
    fputs("/v1/status", url->stream);
}

/* Whether `wanted` names nothing else. */
static bool is_asked(const char *wanted, const char *name)
{
    return !wanted || !strcmp(wanted, name);
}

json_t *asking_map_status(const struct asking *ask)
{
    /* A refusal of this is no answer to what was asked. */
    struct asking quiet = *ask;
    struct error ignored;
    json_t *status;
    json_t *found = NULL;
    json_t *map;
    size_t i;

    quiet.json = false;
    if (asking_server(&quiet, asking_url_status, &status, &ignored))
        return NULL;
    json_array_foreach(json_object_get(status, "maps"), i, map)
    {
        if (!found && is_asked(ask->map, answer_text(map, "name")) &&
            is_asked(ask->profile, answer_text(map, "profile")))
            found = json_incref(map);
    }
    json_decref(status);
    return found;
}

/* ---- The answer ---------------------------------------------------------- */

double answer_number(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

const char *answer_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

void answer_print_figures(const json_t *answer)
{
    const char *note = answer_text(answer, "note");

    if (*answer_text(answer, "solver"))
        printf("    solved by %s on %s in %.3f ms, waited %.3f ms\n",
               answer_text(answer, "solver"), answer_text(answer, "device"),
               answer_number(answer, "solve_us") / 1000,
               answer_number(answer, "queued_us") / 1000);
    if (*note)
        printf("    %s\n", note);
}

/* ---- Running a command --------------------------------------------------- */

static int print_answer(struct asking *ask, json_t *answer, struct error *error)
{
    if (!answer)
        return error_no_memory(error);
    if (ask->json)
        return print_json(answer, JSON_COMPACT | JSON_REAL_PRECISION(PRECISION))
                   ? error_no_memory(error)
                   : 0;
    ask->steps->print(answer, ask);
    json_decref(answer);
    return 0;
}

int asking_run(void *context, struct error *error)
{
    struct asking *ask = context;
    const struct asking_steps *steps = ask->steps;
    json_t *answer = NULL;
    int r = ask->server || steps->opens ? 0 : open_map(ask, error);

    if (r)
        return r;
    r = ask->server && steps->url
            ? asking_server(ask, steps->url, &answer, error)
            : steps->file(ask, &answer, error);
    if (!r)
        r = print_answer(ask, answer, error);
    close_map(ask);
    return r;
}
