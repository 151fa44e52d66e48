/* relaxctl nearest: the roads nearest to a position. */
#include <errno.h>
#include <stdio.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "core/service/place/snap.h"

enum { NUMBER_MAX = 100 };

struct options {
    struct asking ask;
    const char *text;
    struct route_stop place;
    uint32_t number;
};

static int take_position(void *context, int argc, char **argv)
{
    struct options *options = context;
    int r;

    if (argc != 1)
        return command_usage("needs one position, LON,LAT");
    options->text = argv[0];
    r = asking_read_place(options->text, &options->place);
    if (!r && options->place.has_node)
        r = command_usage("'%s' is not a valid position: write LON,LAT",
                          options->text);
    return r;
}

/* The nodes at the segment's ends, in the direction of travel; 0 for one that
 * no traveller may reach. */
static json_t *json_snap(const struct roads *roads, const struct snap *snap)
{
    const int64_t *node = &roads->node_id[snap->segment + snap->piece];
    bool back = !snap->direction[0];
    json_t *waypoint = asking_waypoint(roads, snap);

    json_object_set_new(
        waypoint, "nodes",
        json_pack("[I, I]", (json_int_t)node[back], (json_int_t)node[!back]));
    return waypoint;
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

static void print_answer(const json_t *answer, void *context)
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
}

static const struct asking_steps steps = {
    .operands = take_position,
    .url = write_url,
    .file = answer_of_file,
    .print = print_answer,
};

static struct options options = {.ask = {.steps = &steps}, .number = 1};

static const struct argument arguments[] = {
    {"number", "N", ARGUMENT_NUMBER, offsetof(struct options, number),
     .least = 1, .most = NUMBER_MAX,
     .help = "so many, nearest first, up to 100; default 1"},
    ASKING_JSON("print the answer as OSRM's nearest has it"),
    {0},
};

const struct command command_nearest = {
    .name = "nearest",
    .summary = "find the roads nearest to a position",
    .usage = "MAP LON,LAT [--number N] [OPTIONS]\n"
             "--server URL LON,LAT [--number N] [OPTIONS]",
    .about = "A line for each: metres away, where on the road, its name.",
    .examples = "  relaxctl nearest heidelberg.rlx 8.6724,49.4035",
    .arguments = {asking_map_arguments, arguments},
    .options = &options,
    .take = asking_take,
    .run = asking_run,
};
