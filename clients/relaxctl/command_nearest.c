/* relaxctl nearest: the roads nearest to a position. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "core/base/text.h"
#include "core/service/place/snap.h"

enum { NUMBER_MAX = 100 };

struct options {
    struct asking ask;
    const char *text;
    struct route_stop place;
    uint32_t number;
};

static const struct option long_options[] = {
    {"number", required_argument, NULL, 'n'},
    ASK_OPTIONS,
    {0},
};

static int take_option(void *context, char **argv, int option)
{
    struct options *options = context;

    if (option != 'n')
        return asking_take(context, argv, option);
    if (parse_u32(optarg, &options->number) && options->number &&
        options->number <= NUMBER_MAX)
        return 0;
    return command_usage(argv[0], "--number '%s' is no number from 1 to %d",
                         optarg, NUMBER_MAX);
}

static int take_position(int argc, char **argv, void *context)
{
    struct options *options = context;
    int r;

    if (argc - optind != 1)
        return command_usage(argv[0], "wants one position, LON,LAT");
    options->text = argv[optind];
    r = asking_read_place(argv, options->text, &options->place);
    if (!r && options->place.has_node)
        r = command_usage(argv[0],
                          "'%s' is not a valid position: write "
                          "LON,LAT",
                          options->text);
    return r;
}

/* The nodes at the segment's ends, in the direction of travel; 0 for one that
 * no traveller may reach. */
static json_t *json_snap(const struct roads *roads, const struct snap *snap)
{
    const int64_t *node = &roads->node_id[snap->segment + snap->piece];
    bool back = !snap->direction[0];
    const char *name = roads->text + roads_attributes(roads, snap->piece)->name;

    return json_pack("{s:[I, I], s:s, s:[f, f], s:f}", "nodes",
                     (json_int_t)node[back], (json_int_t)node[!back], "name",
                     name, "location",
                     round(snap->position.lon_e7 / 10.0) / 1e6,
                     round(snap->position.lat_e7 / 10.0) / 1e6, "distance",
                     snap->distance_m);
}

static int answer_of_file(void *context, json_t **ret_answer,
                          struct error *error)
{
    struct options *options = context;
    const struct roads *roads = &asking_map(&options->ask)->roads;
    struct snap_options how = asking_osrm_options(&options->place);
    struct snap snaps[NUMBER_MAX];
    json_t *list;
    uint32_t count;

    if (!roads->piece_count)
        return error_set(error, -EINVAL, "the map has no roads");
    count = snap_nearest(roads, &how, options->number, snaps);
    if (!count)
        return error_set(error, -EINVAL, "no road is near %s", options->text);
    list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, json_snap(roads, &snaps[i]));
    *ret_answer = json_pack("{s:s, s:o}", "code", "Ok", "waypoints", list);
    return 0;
}

static void write_url(void *context, struct asking_url *url, json_t **ret_body)
{
    const struct options *options = context;

    fputs("/nearest/v1/", url->stream);
    asking_url_add_profile(url, &options->ask);
    fprintf(url->stream, "/%s?number=%u&generate_hints=false", options->text,
            options->number);
}

static int print_answer(const json_t *answer, void *context)
{
    const json_t *list = json_object_get(answer, "waypoints");
    const json_t *snap;
    size_t i;

    json_array_foreach(list, i, snap)
    {
        const json_t *location = json_object_get(snap, "location");
        const char *name = answer_text(snap, "name");

        printf("%9.1f m  %.6f,%.6f%s%s\n", answer_number(snap, "distance"),
               json_number_value(json_array_get(location, 0)),
               json_number_value(json_array_get(location, 1)),
               *name ? "  " : "", name);
    }
    return 0;
}

static const struct asking_steps steps = {
    .options = long_options,
    .take = take_option,
    .unsolved = true,
    .operands = take_position,
    .url = write_url,
    .file = answer_of_file,
    .print = print_answer,
};

static int run(int argc, char **argv)
{
    struct options options = {.number = 1};

    return asking_run(argc, argv, &steps, &options.ask);
}

const struct command command_nearest = {
    .name = "nearest",
    .summary = "find the roads nearest to a position",
    .help = "usage: relaxctl nearest MAP LON,LAT [--number N] [OPTIONS]\n"
            "       relaxctl nearest --server URL LON,LAT [OPTIONS]\n"
            "\n"
            "A line for each: metres away, where on the road, its name.\n"
            "\n"
            "  --number N       so many, nearest first, up to 100; default "
            "1\n" ASK_MAP_HELP
            "  --json           print the answer as OSRM's nearest has it\n"
            "\n"
            "Example:\n"
            "  relaxctl nearest heidelberg.rlx 8.6724,49.4035\n",
    .run = run,
};
