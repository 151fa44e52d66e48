/* relaxctl weights: reads and changes the weights of a running relaxd.
 *
 * The first operand is an action; `actions` says what each does and takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "clients/relaxctl/output.h"
#include "clients/relaxctl/rows_asking.h"
#include "clients/relaxctl/seeding.h"
#include "clients/relaxctl/server.h"

enum {
    FILES_MAX = 10000, /* operands */
    GIVEN_MAX = 32,
    LOOK_MS = 200, /* between looks of watch */
    TTL_MAX_S = 315360000,
};

struct options {
    struct rows_asking rows;
    struct seeding seeding;
    const struct action *action;
    const char *given[GIVEN_MAX]; /* names of options */
    size_t given_count;
};

struct action {
    const char *name;
    const char *takes; /* options beside --server and --map, each with a blank
                          before and behind */
    const char *needs; /* operands, for messages */
    int least, most;   /* of them */
    int (*run)(struct rows_asking *asking,
               struct error *error); /* NULL: it seeds, and asks no relaxd */
};

/* ---- show ---------------------------------------------------------------- */

static void print_collections(const json_t *layer)
{
    const json_t *collections = json_object_get(layer, "collections");
    const json_t *collection;
    size_t i;

    json_array_foreach(collections, i, collection)
    {
        const char *profile = answer_text(collection, "profile");
        double rows = answer_number(collection, "rows");

        printf("    %s%s%s: %.0f %s\n", profile, *profile ? " " : "",
               answer_text(collection, "kind"), rows,
               rows == 1 ? "row" : "rows");
    }
}

static void write_scenarios(void *context, struct asking_url *url,
                            json_t **ret_body)
{
    const struct rows_asking *asking = context;

    fputs("/v1/scenarios", url->stream);
    asking_url_add(url, "map", asking->ask.map);
}

static int summarize(struct rows_asking *asking, struct error *error)
{
    json_t *answer;
    const json_t *scenario;
    size_t i;
    int r = asking_server(asking, write_scenarios, &answer, error);

    if (r)
        return r;
    if (asking->ask.json)
        return print_json(answer, JSON_COMPACT) ? error_no_memory(error) : 0;
    printf("map %s: epoch %.0f\n", answer_text(answer, "map"),
           answer_number(answer, "epoch"));
    print_collections(answer);
    json_array_foreach(json_object_get(answer, "scenarios"), i, scenario)
    {
        printf("scenario %s: epoch %.0f\n", answer_text(scenario, "name"),
               answer_number(scenario, "epoch"));
        print_collections(scenario);
    }
    json_decref(answer);
    return 0;
}

static int show_rows(struct rows_asking *asking, struct error *error)
{
    char *target = rows_target(asking, asking->ask.json ? "json" : "csv");
    const struct server_request request = {
        .server = asking->ask.server,
        .target = target,
    };
    struct server_reply reply = {0};
    json_t *problem = NULL;
    int r =
        target ? server_ask(&request, &reply, error) : error_no_memory(error);

    if (!r && reply.status != 200) {
        if (reply.body)
            problem = json_loadb(reply.body, reply.size, 0, NULL);
        if (problem && asking->ask.json)
            puts(reply.body);
        r = server_explain(&reply, problem, error);
    } else if (!r && reply.size) {
        fwrite(reply.body, 1, reply.size, stdout);
        if (reply.body[reply.size - 1] != '\n')
            putchar('\n');
    }
    json_decref(problem);
    free(reply.body);
    free(target);
    return r;
}

static int show(struct rows_asking *asking, struct error *error)
{
    bool rows = asking->ask.profile || asking->turns || asking->arcs ||
                asking->scenario || asking->box;
    int r = rows ? rows_find(asking, error) : 0;

    if (r)
        return r;
    return rows ? show_rows(asking, error) : summarize(asking, error);
}

/* ---- watch --------------------------------------------------------------- */

static void print_epoch(json_int_t epoch, json_int_t last)
{
    time_t now = time(NULL);
    struct tm parts;
    char text[32];

    gmtime_r(&now, &parts);
    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
    printf("%s epoch %" JSON_INTEGER_FORMAT, text, epoch);
    if (last >= 0 && epoch > last + 1)
        printf(", %" JSON_INTEGER_FORMAT " changes", epoch - last);
    putchar('\n');
    fflush(stdout);
}

/* Until a signal, or until the server or the reader is gone. */
static int watch(struct rows_asking *asking, struct error *error)
{
    static const struct timespec pause = {0, LOOK_MS * 1000000L};
    json_int_t last = -1;
    json_t *answer;
    int r = 0;

    while (!ferror(stdout) &&
           !(r = asking_server(asking, write_scenarios, &answer, error))) {
        json_int_t epoch = json_integer_value(json_object_get(answer, "epoch"));

        json_decref(answer);
        if (epoch != last)
            print_epoch(epoch, last);
        last = epoch;
        nanosleep(&pause, NULL);
    }
    return r;
}

/* ---- The command line ---------------------------------------------------- */

#define COLLECTION " profile turns arcs scenario "
#define CHANGE     " key token-file dry-run json "

static const struct action actions[] = {
    {"apply", COLLECTION CHANGE " ttl replace ", "files of rows", 1, FILES_MAX,
     rows_apply},
    {"show", COLLECTION " box json ", "no file", 0, 0, show},
    {"clear", COLLECTION CHANGE " all ", "one file of rows, or --all", 0, 1,
     rows_clear},
    {"watch", "", "no file", 0, 0, watch},
    {"replay", COLLECTION " token-file json ttl replace speed ", "one folder",
     1, 1, rows_replay},
    {"seed", " feed feed-login-file state epoch replace ", "no file", 0, 0,
     NULL},
};

enum { ACTION_COUNT = sizeof(actions) / sizeof(actions[0]) };

/* Remembers that the option was given. */
static int note(void *context, const struct argument *row, char *value)
{
    struct options *options = context;

    options->given[options->given_count++] = row->name;
    return 0;
}

static int find_action(struct options *options, const char *name)
{
    for (size_t i = 0; i < ACTION_COUNT && !options->action; i++) {
        if (!strcmp(actions[i].name, name))
            options->action = &actions[i];
    }
    return options->action
               ? 0
               : command_usage(
                     "'%s' is not apply, show, clear, watch, replay or seed",
                     name);
}

static int check_given(const struct options *options)
{
    const struct action *action = options->action;
    char word[32];

    for (size_t i = 0; i < options->given_count; i++) {
        snprintf(word, sizeof(word), " %s ", options->given[i]);
        if (!strstr(action->takes, word))
            return command_usage("'%s' takes no --%s", action->name,
                                 options->given[i]);
    }
    return 0;
}

static int check_key(const char *key)
{
    size_t length = 0;

    while (key && key[length] > ' ' && key[length] <= '~')
        length++;
    if (!key || (length && !key[length]))
        return 0;
    return command_usage("--key '%s' has something other than visible "
                         "characters",
                         key);
}

static int check(const struct options *options)
{
    const struct action *action = options->action;
    bool one = options->rows.replace || options->rows.key;

    if (!*options->rows.ask.server)
        return command_usage("--server '' is empty");
    if (options->rows.files < action->least ||
        options->rows.files > action->most ||
        (action->run == rows_clear &&
         options->rows.all == (options->rows.files > 0)))
        return command_usage("'%s' takes %s", action->name, action->needs);
    if (action->run == rows_apply && one && options->rows.files > 1)
        return command_usage("--%s takes one file, not %d",
                             options->rows.replace ? "replace" : "key",
                             options->rows.files);
    if (!action->run && !(options->seeding.feed && options->rows.ask.map))
        return command_usage("'seed' needs --map and --feed");
    return check_key(options->rows.key);
}

static int take(void *context, int argc, char **argv)
{
    struct options *options = context;
    int r;

    if (!argc)
        return command_usage("needs apply, show, clear, watch, replay or seed");
    options->rows.file = argv + 1;
    options->rows.files = argc - 1;
    r = find_action(options, argv[0]);
    if (!r)
        r = check_given(options);
    return r ? r : check(options);
}

static int run(void *context, struct error *error)
{
    struct options *options = context;
    int r;

    options->seeding.map = options->rows.ask.map;
    options->seeding.replaces = options->rows.replace;
    r = options->action->run ? options->action->run(&options->rows, error)
                             : seed_stream(&options->seeding, error);

    free(options->rows.token);
    return r;
}

static struct options options = {
    .rows = {.ask = {.server = "http://127.0.0.1:5000"}, .speed = 1},
};

#define FIELD(name_) offsetof(struct options, name_)

static const struct argument arguments[] = {
    {"server", "URL", ARGUMENT_TEXT, FIELD(rows.ask.server),
     .help = "the relaxd, a URL or unix:PATH; default http://127.0.0.1:5000"},
    {"map", "NAME", ARGUMENT_TEXT, FIELD(rows.ask.map),
     .help = "one of its maps; default its first"},
    {"profile", "NAME", ARGUMENT_TEXT, FIELD(rows.ask.profile), .take = note,
     .without = "arcs", .help = "of that map; default its first"},
    {"turns", NULL, ARGUMENT_FLAG, FIELD(rows.turns), .take = note,
     .without = "arcs", .help = "penalties of turns, not speeds of segments"},
    {"arcs", NULL, ARGUMENT_FLAG, FIELD(rows.arcs), .take = note,
     .help = "weights of a graph without roads; default where the map is one"},
    {"scenario", "NAME", ARGUMENT_TEXT, FIELD(rows.scenario), .take = note,
     .help = "rows of that scenario, not the live ones"},
    {"ttl", "SECONDS", ARGUMENT_NUMBER, FIELD(rows.ttl_s), .take = note,
     .least = 1, .most = TTL_MAX_S, .help = "the rows end after so long"},
    {"replace", NULL, ARGUMENT_FLAG, FIELD(rows.replace), .take = note,
     .help = "all rows that there are, not those of the same keys alone; of "
             "seed: also a stream that others may follow"},
    {"all", NULL, ARGUMENT_FLAG, FIELD(rows.all), .take = note,
     .help = "take back all rows"},
    {"dry-run", NULL, ARGUMENT_FLAG, FIELD(rows.dry_run), .take = note,
     .help = "say what would match, and change nothing"},
    {"key", "ID", ARGUMENT_TEXT, FIELD(rows.key), .take = note,
     .help = "an Idempotency-Key: the same change with the same key is made "
             "once"},
    {"token-file", "FILE", ARGUMENT_TEXT, FIELD(rows.token_file), .take = note,
     .help = "its first line is the token of weights.token-file"},
    {"box", "WEST,SOUTH,EAST,NORTH", ARGUMENT_TEXT, FIELD(rows.box),
     .take = note, .help = "rows on roads in it alone"},
    {"speed", "FACTOR", ARGUMENT_FACTOR, FIELD(rows.speed), .take = note,
     .help = "so many times as fast as the day was; default 1"},
    {"json", NULL, ARGUMENT_FLAG, FIELD(rows.ask.json), .take = note,
     .help = "print the server's JSON"},
    {"feed", "URL", ARGUMENT_TEXT, FIELD(seeding.feed), .take = note,
     .help = "the Redis server of weights.feed"},
    {"feed-login-file", "FILE", ARGUMENT_TEXT, FIELD(seeding.login_file),
     .take = note, .help = "its first line is PASSWORD, or USER PASSWORD"},
    {"state", "FOLDER", ARGUMENT_FOLDER, FIELD(seeding.state), .take = note,
     .help = "daemon.state-directory of the relaxd whose state counts; default "
             "as for 'tune'"},
    {"epoch", "N", ARGUMENT_NUMBER_64, FIELD(seeding.epoch), .take = note,
     .least = 1,
     .help = "refuse to seed if the folder has another epoch than this, which "
             "/v1/status says"},
    {0},
};

const struct command command_weights = {
    .name = "weights",
    .summary = "change and read the weights of a running relaxd",
    .usage = "apply FILE... [OPTIONS]\n"
             "show [OPTIONS]\n"
             "clear FILE|--all [OPTIONS]\n"
             "watch [--map NAME] [--server URL]\n"
             "replay DAY [--speed FACTOR] [OPTIONS]\n"
             "seed --map NAME --feed URL [OPTIONS]",
    .about =
        "apply sends rows, as CSV, packed with gzip or not, or as JSON; '-' is "
        "standard input. It says how many match, and which do not.\n"
        "show prints rows as CSV; without any option that says which rows, a "
        "summary: the map's epoch, and how many rows there are.\n"
        "clear takes back the rows whose keys are in a file, or all.\n"
        "watch prints the epoch of a map, and again whenever weights changed.\n"
        "replay applies the files of a folder, each at the time of day that "
        "its name is, such as 0800.csv or 08-00-30.csv.gz, counted from the "
        "first one's.\n"
        "seed makes what one relaxd has on disk the beginning of the stream "
        "that several share, for the first time or after it was lost; they all "
        "take it over at once.",
    .notes = "relaxd takes changes at weights.listen, or with the token of "
             "weights.token-file.",
    .examples =
        "  relaxctl weights apply speeds.csv --server "
        "unix:/run/relaxd/weights.sock\n"
        "  relaxctl weights show --profile car --box 8.6,49.3,8.8,49.5\n"
        "  relaxctl weights replay monday --speed 60 --token-file token",
    .arguments = {arguments},
    .options = &options,
    .take = take,
    .run = run,
};
