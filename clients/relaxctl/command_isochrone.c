/* relaxctl isochrone: the area reachable within a time or a distance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/asking.h"
#include "clients/relaxctl/commands.h"
#include "core/base/text.h"
#include "core/service/isochrone/isochrone.h"

enum { SOURCES_MAX = 100 };

struct options {
    struct asking ask;
    const char *text[SOURCES_MAX];
    struct route_stop source[SOURCES_MAX];
    size_t source_count;
    const char *contours; /* as given */
    unsigned metric;
    unsigned direction;
    struct isochrone_options area;
};

/* By their index. */
static const char *const metrics[] = {"duration", "distance", NULL};
static const char *const directions[] = {"depart", "arrive", NULL};

/* ---- The command line ---------------------------------------------------- */

static int take_contours(void *context, const struct argument *row, char *text)
{
    struct options *options = context;
    const char *items[ISOCHRONE_CONTOURS_MAX];
    char *copy = strdup(text);
    size_t count =
        copy ? arguments_split(copy, items, ISOCHRONE_CONTOURS_MAX) : 0;
    uint32_t before = 0;
    double number;
    bool right = count > 0;

    for (size_t i = 0; i < count && right; i++) {
        right = parse_double(items[i], &number) && number >= 0.001 &&
                number <= ISOCHRONE_MOST &&
                (uint32_t)lround(number * 1000) > before;
        if (right)
            options->area.contours[i] = before =
                (uint32_t)lround(number * 1000);
    }
    options->area.contour_count = count;
    free(copy);
    if (right)
        return 0;
    return command_usage("--contours '%s' is not 1 to %d ascending numbers "
                         "above 0, up to %d",
                         text, ISOCHRONE_CONTOURS_MAX, ISOCHRONE_MOST);
}

static int take_places(void *context, int argc, char **argv)
{
    struct options *options = context;
    int r = 0;

    options->area.distance = options->metric;
    options->area.arrive = options->direction;
    if (!argc)
        return command_usage("needs a place, LON,LAT");
    if (argc > SOURCES_MAX)
        return command_usage("more than %d places", SOURCES_MAX);
    options->source_count = (size_t)argc;
    for (int i = 0; i < argc && !r; i++) {
        options->text[i] = argv[i];
        r = asking_read_place(argv[i], &options->source[i]);
        options->source[i].options.radius_m = ASKING_RADIUS_M;
    }
    return r;
}

/* ---- From a map file ----------------------------------------------------- */

static json_t *json_line(const struct isochrone *made,
                         const struct isochrone_ring *ring)
{
    json_t *line = json_array();

    for (size_t i = 0; i < ring->count; i++)
        json_array_append_new(line,
                              asking_position(made->point[ring->first + i]));
    return line;
}

static json_t *json_feature(const struct options *options,
                            const struct isochrone *made,
                            const struct isochrone_area *area)
{
    json_t *polygons = json_array();
    json_t *polygon = NULL;

    for (size_t i = 0; i < area->ring_count; i++) {
        const struct isochrone_ring *ring = &made->ring[area->first_ring + i];

        if (!ring->hole || !polygon) {
            polygon = json_array();
            json_array_append_new(polygons, polygon);
        }
        json_array_append_new(polygon, json_line(made, ring));
    }
    return json_pack("{s:s, s:{s:f, s:s, s:I}, s:{s:s, s:o}}", "type",
                     "Feature", "properties", "contour", area->contour / 1000.0,
                     "metric", metrics[options->metric], "area",
                     (json_int_t)llround(fmax(area->area_m2, 0)), "geometry",
                     "type", "MultiPolygon", "coordinates", polygons);
}

static json_t *json_answer(const struct options *options,
                           const struct isochrone_question *question)
{
    const struct isochrone *made = &question->isochrone;
    json_t *features = json_array();

    for (size_t i = 0; i < made->area_count; i++)
        json_array_append_new(features,
                              json_feature(options, made, &made->area[i]));
    return json_pack("{s:s, s:o, s:o, s:f, s:f}", "type", "FeatureCollection",
                     "features", features, "sources",
                     asking_snaps(question->found, question->source_count),
                     "cell", made->cell_m, "beside_roads", made->beyond_m);
}

static int answer_of_file(void *context, json_t **ret_answer,
                          struct error *error)
{
    struct options *options = context;
    struct isochrone_question question = {
        .sources = options->source,
        .source_count = options->source_count,
        .options = options->area,
    };
    int r;

    asking_prepare(&options->ask, &question.base);
    r = asking_wait(
        &options->ask, &question.base,
        service_ask_isochrone(asking_service(&options->ask), &question), error);
    if (!r)
        *ret_answer = json_answer(options, &question);
    isochrone_question_finish(&question);
    return r;
}

/* ---- From a server ------------------------------------------------------- */

static void write_url(void *context, struct asking_url *url, json_t **ret_body)
{
    const struct options *options = context;

    fputs("/v1/isochrone", url->stream);
    for (size_t i = 0; i < options->source_count; i++)
        asking_url_add(url, "from", options->text[i]);
    asking_url_add(url, "contours", options->contours);
    asking_url_add(url, "metric", metrics[options->metric]);
    asking_url_add(url, "direction", directions[options->direction]);
    asking_url_add_options(url, &options->ask);
}

/* ---- As text ------------------------------------------------------------- */

static void print_answer(const json_t *answer, void *context)
{
    const struct options *options = context;
    const json_t *features = json_object_get(answer, "features");
    const json_t *feature;
    size_t i;

    json_array_foreach(features, i, feature)
    {
        const json_t *properties = json_object_get(feature, "properties");

        printf("within %.10g %s: %.3f km2\n",
               answer_number(properties, "contour"),
               options->area.distance ? "m" : "s",
               answer_number(properties, "area") / 1e6);
    }
}

static const struct asking_steps steps = {
    .operands = take_places,
    .url = write_url,
    .file = answer_of_file,
    .print = print_answer,
};

static struct options options = {
    .ask = {.steps = &steps},
    .area = {.denoise = 0.001, .generalize_m = NAN},
};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"contours", "LIST", ARGUMENT_TEXT, FIELD(contours), .take = take_contours,
     .required = true,
     .help = "ascending numbers with commas, 300,600: seconds or metres"},
    {"metric", NULL, ARGUMENT_WORD, FIELD(metric), .words = metrics,
     .help = "what the numbers are of; default duration"},
    {"direction", NULL, ARGUMENT_WORD, FIELD(direction), .words = directions,
     .help = "arrive: from where one gets there; default depart"},
    ASKING_JSON("print the areas as GeoJSON"),
    {0},
};

const struct command command_isochrone = {
    .name = "isochrone",
    .summary = "find the area reached within a time or a distance",
    .usage = "MAP PLACE... --contours LIST [OPTIONS]\n"
             "--server URL PLACE... --contours LIST [OPTIONS]",
    .about = "Places are LON,LAT in degrees, or ids of the map's nodes; the "
             "area is what is reached from any of them.",
    .examples = "  relaxctl isochrone heidelberg.rlx 8.67,49.40 --contours "
                "300,600",
    .arguments = {arguments, asking_map_arguments},
    .options = &options,
    .take = asking_take,
    .run = asking_run,
};
