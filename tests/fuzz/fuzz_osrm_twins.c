/* fuzz_osrm_twins: any bytes as the numbers of a request to OSRM's API, written
 * as a URL and as a JSON body: both readers must find the same request. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/osrm/osrm_parse.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

enum { COUNT_MAX = 8, TEXT_SIZE = 4096 };

/* The same request in both notations. */
struct twins {
    char url[TEXT_SIZE];
    char body[TEXT_SIZE];
};

static void add(char *text, const char *more)
{
    if (strlen(text) + strlen(more) >= TEXT_SIZE)
        abort();
    strcat(text, more);
}

/* Begins an entry: the separator of its list. */
static void separate(struct twins *twins, size_t index)
{
    add(twins->url, index ? ";" : "");
    add(twins->body, index ? "," : "");
}

static int32_t take(struct portion *input)
{
    uint32_t value = portion_byte(input) << 24;

    value |= portion_byte(input) << 16;
    value |= portion_byte(input) << 8;
    return (int32_t)(value | portion_byte(input));
}

static void add_both(struct twins *twins, const char *url, const char *body)
{
    add(twins->url, url);
    add(twins->body, body);
}

static void add_coordinates(struct twins *twins, size_t count,
                            struct portion *input)
{
    add(twins->body, "{\"coordinates\":[");
    for (size_t i = 0; i < count; i++) {
        double lon = take(input) / 1e7;
        double lat = take(input) / 1e7;
        char url[64], body[64 + 2];

        separate(twins, i);
        snprintf(url, sizeof(url), "%.7f,%.7f", lon, lat);
        snprintf(body, sizeof(body), "[%s]", url);
        add_both(twins, url, body);
    }
    add(twins->body, "]");
}

static void add_radiuses(struct twins *twins, size_t count,
                         struct portion *input)
{
    add_both(twins, "radiuses=", ",\"radiuses\":[");
    for (size_t i = 0; i < count; i++) {
        int32_t radius = take(input);
        char text[32];

        separate(twins, i);
        snprintf(text, sizeof(text), "%.2f", radius / 100.0);
        if (radius % 3 == 0)
            add_both(twins, "unlimited", "\"unlimited\"");
        else
            add_both(twins, text, text);
    }
    add(twins->body, "]");
}

static void add_bearings(struct twins *twins, size_t count,
                         struct portion *input)
{
    add_both(twins, "&bearings=", ",\"bearings\":[");
    for (size_t i = 0; i < count; i++) {
        int value = (int)portion_byte(input) * 2;
        int range = (int)portion_byte(input);
        char url[32], body[32 + 2];

        separate(twins, i);
        snprintf(url, sizeof(url), "%d,%d", value, range);
        snprintf(body, sizeof(body), "[%s]", url);
        if (value % 3)
            add_both(twins, url, body);
        else
            add_both(twins, "", "null");
    }
    add(twins->body, "]");
}

static void write(struct twins *twins, struct portion *input)
{
    size_t count = 1 + portion_byte(input) % COUNT_MAX;

    strcpy(twins->url, "/route/v1/car/");
    *twins->body = '\0';
    add_coordinates(twins, count, input);
    add(twins->url, "?");
    add_radiuses(twins, count, input);
    add_bearings(twins, count, input);
    add(twins->body, "}");
}

static int read_url(const char *target, struct osrm_request *request,
                    struct osrm_problem *problem)
{
    struct osrm_url url = {0};
    int result = osrm_url_split(target, true, &url, problem);

    if (!result)
        result = osrm_query_read(&url, request, problem);
    free(url.text);
    return result;
}

static int read_body(const char *body, struct osrm_request *request,
                     struct osrm_problem *problem)
{
    struct osrm_url url = {0};
    int result = osrm_url_split("/route/v1/car", false, &url, problem);

    if (!result)
        result = osrm_body_read(&url, body, strlen(body), 16, request, problem);
    free(url.text);
    return result;
}

/* NAN, too, means not given. */
static bool same_radius(double a, double b)
{
    return a == b || (a != a && b != b);
}

static void check_same(const struct osrm_request *a,
                       const struct osrm_request *b)
{
    if (a->coordinate_count != b->coordinate_count ||
        memcmp(&a->given, &b->given, sizeof(a->given)) != 0)
        abort();
    for (size_t i = 0; i < a->coordinate_count; i++) {
        if (a->coordinate[i].lon_e7 != b->coordinate[i].lon_e7 ||
            a->coordinate[i].lat_e7 != b->coordinate[i].lat_e7 ||
            !same_radius(a->radius_m[i], b->radius_m[i]) ||
            a->bearing[i].given != b->bearing[i].given ||
            a->bearing[i].value_deg != b->bearing[i].value_deg ||
            a->bearing[i].range_deg != b->bearing[i].range_deg)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct twins twins;
    struct portion input = {bytes, size};
    struct osrm_request by_url, by_body;
    struct osrm_problem problem = {.message = ""};
    int result;

    write(&twins, &input);
    osrm_request_init(&by_url);
    osrm_request_init(&by_body);
    result = read_url(twins.url, &by_url, &problem);
    if (!!result != !!read_body(twins.body, &by_body, &problem))
        abort();
    if (!result)
        check_same(&by_url, &by_body);
    else if (!problem.message[0])
        abort();
    osrm_request_finish(&by_url);
    osrm_request_finish(&by_body);
    return 0;
}
