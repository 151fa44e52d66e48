/* ask_osrm: questions in OSRM's terms, by HTTP, as its clients put them. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/roads/ground.h"
#include "tests/pictures/ask.h"
#include "tests/pictures/osrm_body.h"

/* ---- Asking ------------------------------------------------------------- */

static void put_coordinates(FILE *to, const struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;

    for (size_t i = 0; i < ask->place_count; i++) {
        struct position at =
            picture_find(asking->picture, ask->place[i].letter)->position;

        fprintf(to, "%s%.6f,%.6f", i ? ";" : "", at.lon_e7 / 1e7,
                at.lat_e7 / 1e7);
    }
}

static void put_bearing(FILE *to, const struct ask_place *place)
{
    if (place->has_bearing)
        fprintf(to, "%.0f,%.0f", place->bearing_deg, place->bearing_range_deg);
}

static void put_radius(FILE *to, const struct ask_place *place)
{
    if (isfinite(place->radius_m))
        fprintf(to, "%g", place->radius_m);
}

static void put_approach(FILE *to, const struct ask_place *place)
{
    static const char *const names[] = {
        [APPROACH_UNRESTRICTED] = "",
        [APPROACH_CURB] = "curb",
        [APPROACH_OPPOSITE] = "opposite",
    };

    fputs(names[place->approach], to);
}

/* An option with an entry for each place; nothing where all are empty. */
static void put_list(FILE *to, const struct asking *asking, const char *name,
                     void (*put)(FILE *to, const struct ask_place *place))
{
    const struct picture_ask *ask = asking->ask;
    char *text;
    size_t size;
    FILE *list = open_memstream(&text, &size);

    for (size_t i = 0; i < ask->place_count; i++) {
        if (i)
            fputc(';', list);
        put(list, &ask->place[i]);
    }
    fclose(list);
    if (size >= ask->place_count)
        fprintf(to, "&%s=%s", name, text);
    free(text);
}

static char *target_of(const struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    fprintf(to, "/%s/v1/testbot/", ask->name);
    put_coordinates(to, asking);
    fputs("?generate_hints=false", to);
    put_list(to, asking, "bearings", put_bearing);
    put_list(to, asking, "radiuses", put_radius);
    put_list(to, asking, "approaches", put_approach);
    for (size_t i = 0; i < ask->option_count; i++)
        fprintf(to, "&%s", ask->option[i]);
    fclose(to);
    return text;
}

/* ---- What comes out ----------------------------------------------------- */

/* "routes.0.legs"; NULL where there is none such. */
static const json_t *find(const json_t *value, const char *path)
{
    while (*path && value) {
        size_t length = strcspn(path, ".");
        char key[64] = "";
        uint32_t index;

        if (length >= sizeof(key))
            return NULL;
        memcpy(key, path, length);
        if (json_is_array(value) && parse_u32(key, &index))
            value = json_array_get(value, index);
        else
            value = json_object_get(value, key);
        path += length + (path[length] == '.');
    }
    return value;
}

/* All that lists hold, one after the other. */
struct values {
    const json_t *value[256];
    size_t count;
};

static void flatten(const json_t *value, struct values *values)
{
    if (!json_is_array(value)) {
        if (values->count < sizeof(values->value) / sizeof(*values->value))
            values->value[values->count++] = value;
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++)
        flatten(json_array_get(value, i), values);
}

static bool is_near(const struct asking *asking, char letter, const json_t *lon,
                    const json_t *lat)
{
    const struct picture_node *node = picture_find(asking->picture, letter);
    struct ground ground;

    if (!node || !json_is_number(lon) || !json_is_number(lat))
        return false;
    ground = ground_at(node->position.lat_e7);
    return hypot((json_number_value(lon) * 1e7 - node->position.lon_e7) *
                     ground.east_m,
                 (json_number_value(lat) * 1e7 - node->position.lat_e7) *
                     ground.north_m) < 0.3;
}

static bool is_number(const char *wanted, const json_t *value, double slack)
{
    double number;

    return json_is_number(value) && parse_double(wanted, &number) &&
           fabs(number - json_number_value(value)) <= slack;
}

static bool is_value(const char *wanted, const json_t *value, double slack)
{
    if (json_is_string(value))
        return !strcmp(wanted, json_string_value(value));
    if (json_is_boolean(value))
        return !strcmp(wanted, json_is_true(value) ? "true" : "false");
    if (json_is_null(value))
        return !strcmp(wanted, "null");
    return is_number(wanted, value, slack);
}

static double slack_of(const struct ask_expect *expect, size_t *ret_count)
{
    const char *last = expect->text[expect->count - 1];
    double slack = 0;

    *ret_count = expect->count;
    if (expect->count > 1 && !strncmp(last, "+-", 2) &&
        parse_double(last + 2, &slack))
        --*ret_count;
    return slack;
}

/* The first text is the path. */
static bool all_match(const struct asking *asking,
                      const struct ask_expect *expect,
                      const struct values *values)
{
    size_t count;
    double slack = slack_of(expect, &count);
    size_t at = 0;

    for (size_t i = 1; i < count; i++) {
        const char *wanted = expect->text[i];

        if (wanted[0] == '@' && at + 1 < values->count) {
            if (!is_near(asking, wanted[1], values->value[at],
                         values->value[at + 1]))
                return false;
            at += 2;
        } else if (at == values->count ||
                   !is_value(wanted, values->value[at++], slack)) {
            return false;
        }
    }
    return at == values->count;
}

static void check(struct asking *asking, const struct ask_expect *expect,
                  const json_t *answer)
{
    const json_t *value = find(answer, expect->text[0]);
    struct values values = {.count = 0};
    bool absent = expect->count == 2 && !strcmp(expect->text[1], "absent");
    char *text;

    if (absent != !value) {
        asking_miss(asking, "%s is%s there", expect->text[0],
                    absent ? "" : " not");
        return;
    }
    if (absent)
        return;
    flatten(value, &values);
    if (all_match(asking, expect, &values))
        return;
    text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    asking_miss(asking, "%s is %s", expect->text[0], text);
    free(text);
}

/* By POST the same has to come out, where there is one. */
static void compare_post(struct asking *asking, const char *target,
                         const json_t *answer)
{
    const char *code = json_string_value(json_object_get(answer, "code"));
    char *post_target;
    char *body;
    char *text;
    json_t *other;

    if (!code || !strncmp(code, "Invalid", 7) ||
        (strcmp(asking->ask->name, "route") != 0 &&
         strcmp(asking->ask->name, "table") != 0))
        return;
    body = osrm_body_of(target, &post_target);
    web_ask(asking->world->web, post_target, body, &text);
    other = json_loads(text, 0, NULL);
    if (!other || !json_equal(other, answer))
        asking_miss(asking, "by POST of %s it is %s", body, text);
    json_decref(other);
    free(text);
    free(body);
    free(post_target);
}

void ask_osrm(struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    char *target = target_of(asking);
    char *text;
    json_t *answer;

    web_ask(asking->world->web, target, NULL, &text);
    fprintf(asking->got, "%s\n    %s", target, text);
    answer = json_loads(text, 0, NULL);
    if (!answer)
        asking_miss(asking, "no JSON");
    for (size_t i = 0; i < ask->expect_count && answer; i++)
        check(asking, &ask->expect[i], answer);
    if (answer)
        compare_post(asking, target, answer);
    json_decref(answer);
    free(text);
    free(target);
}
