/* isochrone_request: what a request for isochrones says. */
#include "api/v1/isochrone_request.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/form/json_body.h"
#include "api/form/params.h"
#include "core/service/route/stop_text.h"

/* Of the largest part: specks that nobody misses. */
static const double DENOISE = 0.001;

static const char *const metrics[] = {"duration", "distance", NULL};
static const char *const directions[] = {"depart", "arrive", NULL};

#define MEMBER(member) offsetof(struct isochrone_request, member)

/* What bodies have in another form comes first. */
static const struct field field_list[] = {
    {"lon", FIELD_NUMBERS, false, MEMBER(lon), NULL},
    {"lat", FIELD_NUMBERS, false, MEMBER(lat), NULL},
    {"from", FIELD_STOPS, false, MEMBER(from), NULL},
    {"contours", FIELD_NUMBERS, true, MEMBER(contours), NULL},
    {"metric", FIELD_CHOICE, false, MEMBER(metric), metrics},
    {"direction", FIELD_CHOICE, false, MEMBER(direction), directions},
    {"polygons", FIELD_FLAG, false, MEMBER(polygons), NULL},
    {"denoise", FIELD_SHARE, false, MEMBER(denoise), NULL},
    {"generalize", FIELD_METRES, false, MEMBER(generalize_m), NULL},
    {"map", FIELD_NAME, false, MEMBER(map), NULL},
    {"profile", FIELD_NAME, false, MEMBER(profile), NULL},
    {"exclude", FIELD_CLASSES, false, MEMBER(exclude), NULL},
};
enum { FIELD_COUNT = sizeof(field_list) / sizeof(*field_list), URL_ONLY = 4 };
static const struct fields url_fields = {field_list, FIELD_COUNT};
static const struct fields body_fields = {field_list + URL_ONLY,
                                          FIELD_COUNT - URL_ONLY};

void isochrone_request_init(struct isochrone_request *request)
{
    *request = (struct isochrone_request){
        .polygons = true,
        .denoise = DENOISE,
        .generalize_m = NAN,
    };
}

void isochrone_request_finish(struct isochrone_request *request)
{
    free(request->from.stop);
    free(request->lon.number);
    free(request->lat.number);
    free(request->contours.number);
}

/* A place as if it had been written "lon,lat". */
static int add_place(struct isochrone_request *request, const char *name,
                     double lon, double lat, struct problem *problem)
{
    const struct field field = {
        .name = name, .kind = FIELD_STOPS, .offset = MEMBER(from)};
    char text[64];

    snprintf(text, sizeof(text), "%.10g,%.10g", lon, lat);
    return field_set_stop(&field, text, request, problem);
}

static int pair_up(struct isochrone_request *request, struct problem *problem)
{
    int result = 0;

    if (request->lon.count != request->lat.count) {
        problem_set(problem, PROBLEM_PARAMETER, "%zu of 'lon' and %zu of 'lat'",
                    request->lon.count, request->lat.count);
        problem_mend(problem, "give both for each place, or from=LON,LAT");
        return problem_about(problem, "lon");
    }
    for (size_t i = 0; i < request->lon.count && !result; i++)
        result = add_place(request, "lon", request->lon.number[i],
                           request->lat.number[i], problem);
    return result;
}

int isochrone_request_parse(struct isochrone_request *request,
                            const char *query, struct problem *problem)
{
    int result = params_parse(query, &url_fields, request, problem);

    return result ? result : pair_up(request, problem);
}

/* ---- Bodies ------------------------------------------------------------- */

static int refuse_member(struct problem *problem, const char *name,
                         const char *form)
{
    problem_set(problem, PROBLEM_PARAMETER, "'%s' is not %s", name, form);
    problem_mend(problem, "give \"%s\": %s", name, form);
    return problem_about(problem, name);
}

static int take_source(struct isochrone_request *request, const json_t *source,
                       size_t index, struct problem *problem)
{
    const json_t *lon = json_array_get(source, 0);
    const json_t *lat = json_array_get(source, 1);
    char name[40];
    char text[40];
    struct field field = {
        .name = name, .kind = FIELD_STOPS, .offset = MEMBER(from)};

    snprintf(name, sizeof(name), "sources[%zu]", index);
    if (json_is_integer(source)) {
        snprintf(text, sizeof(text), "%lld",
                 (long long)json_integer_value(source));
        return field_set_stop(&field, text, request, problem);
    }
    if (json_array_size(source) != 2 || !json_is_number(lon) ||
        !json_is_number(lat))
        return refuse_member(problem, name, "[longitude, latitude], or an id");
    return add_place(request, name, json_number_value(lon),
                     json_number_value(lat), problem);
}

static int take_sources(struct isochrone_request *request, const json_t *array,
                        struct problem *problem)
{
    int result = 0;

    if (!json_is_array(array))
        return refuse_member(problem, "sources",
                             "[[longitude, latitude], ...]");
    for (size_t i = 0; i < json_array_size(array) && !result; i++)
        result = take_source(request, json_array_get(array, i), i, problem);
    return result;
}

static int take_contours(struct isochrone_request *request, const json_t *array,
                         struct problem *problem)
{
    if (!json_is_array(array))
        return refuse_member(problem, "contours", "[300, 600, ...]");
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *value = json_array_get(array, i);

        if (!json_is_number(value))
            return refuse_member(problem, "contours", "[300, 600, ...]");
        if (number_list_add(&request->contours, json_number_value(value)))
            return problem_set(problem, PROBLEM_FAILED, "out of memory");
    }
    return 0;
}

int isochrone_request_take(const json_t *object, void *target,
                           struct problem *problem)
{
    static const char *const others[] = {"sources", "contours", NULL};
    struct isochrone_request *request = target;
    int result =
        json_body_fields(object, "", &body_fields, others, request, problem);

    if (!result)
        result =
            take_sources(request, json_object_get(object, "sources"), problem);
    if (!result)
        result = take_contours(request, json_object_get(object, "contours"),
                               problem);
    return result;
}

/* ---- What is asked ------------------------------------------------------ */

static int refuse_contours(struct problem *problem, const char *words)
{
    problem_set(problem, PROBLEM_PARAMETER, "'contours' %s", words);
    problem_mend(problem,
                 "give 1 to %d numbers, ascending, above 0 and up to %d: "
                 "seconds, or metres where metric=distance",
                 ISOCHRONE_CONTOURS_MAX, ISOCHRONE_MOST);
    return problem_about(problem, "contours");
}

static int set_contours(const struct number_list *list,
                        struct isochrone_wish *wish, struct problem *problem)
{
    uint32_t before = 0;

    if (!list->count)
        return refuse_contours(problem, "has none");
    if (list->count > ISOCHRONE_CONTOURS_MAX)
        return refuse_contours(problem, "has too many");
    for (size_t i = 0; i < list->count; i++) {
        double number = list->number[i];
        uint32_t thousandths;

        if (!(number >= 0.001 && number <= ISOCHRONE_MOST))
            return refuse_contours(problem, "has one that is out of range");
        thousandths = (uint32_t)lround(number * 1000);
        if (thousandths <= before)
            return refuse_contours(problem, "does not ascend");
        wish->contours[i] = before = thousandths;
    }
    wish->contour_count = list->count;
    return 0;
}

int isochrone_request_ask(const struct isochrone_request *request,
                          struct isochrone_question *question,
                          struct problem *problem)
{
    struct isochrone_wish *wish = &question->wish;

    if (!request->from.count) {
        problem_set(problem, PROBLEM_PARAMETER, "there is no place");
        problem_mend(problem, "give lon= and lat=, or from=LON,LAT, or in a "
                              "body \"sources\"");
        return problem_about(problem, "from");
    }
    question->sources = request->from.stop;
    question->source_count = request->from.count;
    wish->distance = request->metric == 1;
    wish->arrive = request->direction == 1;
    wish->denoise = request->denoise;
    wish->generalize_m = request->generalize_m;
    question->base.map = *request->map ? request->map : NULL;
    question->base.profile = *request->profile ? request->profile : NULL;
    question->base.exclude_names = *request->exclude ? request->exclude : NULL;
    return set_contours(&request->contours, wish, problem);
}
