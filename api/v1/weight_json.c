/* weight_json: an array of objects. */
#include "api/v1/weight_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "core/base/text.h"
#include "core/graph/cost.h"
#include "core/weighting/weight_csv.h"
#include "core/weighting/weight_rows.h"

/* ---- Reading ------------------------------------------------------------- */

struct reading {
    enum weight_kind kind;
    bool keys_only;
    size_t index; /* of the object */
    const json_t *object;
    struct problem *problem;
};

/* The names of ids, of the value and of the rate. */
static const char *const id_names[WEIGHT_KINDS][3] = {
    [WEIGHT_SEGMENTS] = {"from", "to", NULL},
    [WEIGHT_TURNS] = {"from", "via", "to"},
    [WEIGHT_ARCS] = {"from", "to", NULL},
};
static const char *const value_names[WEIGHT_KINDS] = {
    [WEIGHT_SEGMENTS] = "speed",
    [WEIGHT_TURNS] = "penalty",
    [WEIGHT_ARCS] = "weight",
};
static const char *const rate_names[WEIGHT_KINDS] = {
    [WEIGHT_SEGMENTS] = "rate",
    [WEIGHT_TURNS] = "weight",
};
static const double value_most[WEIGHT_KINDS] = {
    [WEIGHT_SEGMENTS] = 10000,
    [WEIGHT_TURNS] = 1e7,
    [WEIGHT_ARCS] = WEIGHT_MAX,
};

static int refuse(const struct reading *reading, const char *member,
                  const char *words)
{
    char label[64];

    snprintf(label, sizeof(label), "[%zu]%s%s", reading->index,
             *member ? "." : "", member);
    problem_set(reading->problem, PROBLEM_PARAMETER, "%s %s", label, words);
    return problem_about(reading->problem, label);
}

static int read_id(const struct reading *reading, const char *name,
                   int64_t *ret_id)
{
    const json_t *value = json_object_get(reading->object, name);

    if (!value)
        return refuse(reading, name, "is missing");
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return refuse(reading, name, "is not an id, a whole number below 2^63");
    *ret_id = json_integer_value(value);
    return 0;
}

/* A number from 0 on; null: ROW_CLOSED. */
static int read_number(const struct reading *reading, const char *name,
                       double most, bool may_close, double *ret_number)
{
    const json_t *value = json_object_get(reading->object, name);
    char words[80];

    *ret_number = ROW_CLOSED;
    if (json_is_null(value) && may_close)
        return 0;
    *ret_number = json_number_value(value);
    if (json_is_number(value) && *ret_number >= 0 && *ret_number <= most)
        return 0;
    snprintf(words, sizeof(words), "is not a number from 0 to %.0f%s", most,
             may_close ? ", or null" : "");
    return refuse(reading, name, words);
}

static int read_value(const struct reading *reading, struct weight_row *row)
{
    const char *name = value_names[reading->kind];
    int r;

    row->value = ROW_CLOSED;
    if (!json_object_get(reading->object, name))
        return reading->keys_only ? 0 : refuse(reading, name, "is missing");
    r = read_number(reading, name, value_most[reading->kind], true,
                    &row->value);
    if (r)
        return r;
    if (reading->kind == WEIGHT_SEGMENTS && row->value == 0)
        row->value = ROW_CLOSED;
    if (reading->kind == WEIGHT_ARCS && row->value != floor(row->value))
        return refuse(reading, name, "is not a whole number");
    return 0;
}

static int read_rate(const struct reading *reading, struct weight_row *row)
{
    const char *name = rate_names[reading->kind];
    const json_t *value = name ? json_object_get(reading->object, name) : NULL;
    int r;

    row->rate = ROW_AS_VALUE;
    if (!value)
        return 0;
    row->rate = ROW_KEPT;
    if (json_is_null(value))
        return 0;
    r = read_number(reading, name, 1e9, false, &row->rate);
    if (!r && reading->kind == WEIGHT_SEGMENTS && row->rate == 0)
        return refuse(reading, name, "is not above 0");
    return r;
}

static int read_ends(const struct reading *reading, struct weight_row *row)
{
    const char *text =
        json_string_value(json_object_get(reading->object, "ends"));
    struct tm when = {0}, real;
    time_t time;
    char *end;

    if (!json_object_get(reading->object, "ends"))
        return 0;
    end = text ? strptime(text, "%Y-%m-%dT%H:%M:%SZ", &when) : NULL;
    if (!end || *end)
        return refuse(reading, "ends", "is not a time as 2026-11-27T14:00:00Z");
    real = when;
    time = timegm(&real);
    if (real.tm_mday != when.tm_mday) /* no February has 30 days */
        return refuse(reading, "ends", "is not a day of that month");
    if (time <= 0 || time >= UINT32_MAX)
        return refuse(reading, "ends",
                      "is not between 1970-01-01T00:00:00Z and "
                      "2106-02-07T06:28:15Z");
    row->ends_s = (uint32_t)time;
    return 0;
}

/* "both" makes two rows. */
static int read_direction(const struct reading *reading,
                          struct weight_row rows[2], size_t *ret_count)
{
    const json_t *value = json_object_get(reading->object, "direction");
    const char *word = value ? json_string_value(value) : "both";
    bool both = word && !strcmp(word, "both");
    bool backward = word && !strcmp(word, "backward");

    if (!both && !backward && (!word || strcmp(word, "forward") != 0))
        return refuse(reading, "direction",
                      "is not \"forward\", \"backward\" or \"both\"");
    rows[0].key.id[2] = backward ? SEGMENT_WAY_BACKWARD : SEGMENT_WAY_FORWARD;
    rows[1] = rows[0];
    rows[1].key.id[2] = SEGMENT_WAY_BACKWARD;
    *ret_count = both ? 2 : 1;
    return 0;
}

static bool names_way(const struct reading *reading)
{
    return reading->kind == WEIGHT_SEGMENTS &&
           json_object_get(reading->object, "way");
}

static bool is_known(const struct reading *reading, const char *name)
{
    const char *const *ids = id_names[reading->kind];
    bool known =
        !strcmp(name, value_names[reading->kind]) || !strcmp(name, "ends") ||
        (rate_names[reading->kind] && !strcmp(name, rate_names[reading->kind]));

    if (names_way(reading))
        return known || !strcmp(name, "way") || !strcmp(name, "direction");
    for (int i = 0; i < 3; i++)
        known |= ids[i] && !strcmp(name, ids[i]);
    return known;
}

enum { SHOWN_MAX = 32 }; /* bytes of an unknown member's name */

static int check_members(const struct reading *reading)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)reading->object, name, value)
    {
        if (is_known(reading, name))
            continue;
        return refuse(reading, strlen(name) <= SHOWN_MAX ? name : "",
                      names_way(reading)
                          ? "is not a member of a row that names a way"
                          : "is not a member of such a row");
    }
    return 0;
}

static int read_row(const struct reading *reading, struct weight_row rows[2],
                    size_t *ret_count)
{
    bool way = names_way(reading);
    const char *const *ids = id_names[reading->kind];
    int r = check_members(reading);

    memset(rows, 0, 2 * sizeof(*rows));
    *ret_count = 1;
    if (!r && way)
        r = read_id(reading, "way", &rows[0].key.id[0]);
    for (int i = 0; !r && !way && i < 3 && ids[i]; i++)
        r = read_id(reading, ids[i], &rows[0].key.id[i]);
    if (!r)
        r = read_value(reading, &rows[0]);
    if (!r)
        r = read_rate(reading, &rows[0]);
    if (!r)
        r = read_ends(reading, &rows[0]);
    return r || !way ? r : read_direction(reading, rows, ret_count);
}

static int read_array(struct reading *reading, const json_t *array,
                      struct weight_list *rows)
{
    int r = 0;

    for (; !r && reading->index < json_array_size(array); reading->index++) {
        struct weight_row row[2];
        size_t count;

        reading->object = json_array_get(array, reading->index);
        if (!json_is_object(reading->object))
            return refuse(reading, "", "is not an object");
        r = read_row(reading, row, &count);
        for (size_t i = 0; !r && i < count; i++) {
            if (weight_list_add(rows, &row[i]))
                r = problem_set(reading->problem, PROBLEM_FAILED,
                                "out of memory");
        }
    }
    return r;
}

int weight_json_read(const char *text, size_t size, enum weight_kind kind,
                     bool keys_only, struct weight_list *ret_rows,
                     struct problem *problem)
{
    struct reading reading = {
        .kind = kind, .keys_only = keys_only, .problem = problem};
    json_error_t error;
    json_t *array = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    int r;

    *ret_rows = (struct weight_list){0};
    if (!array) {
        problem_set(problem, PROBLEM_JSON, "%s at line %d, column %d",
                    error.text, error.line, error.column);
        return -EINVAL;
    }
    r = json_is_array(array)
            ? read_array(&reading, array, ret_rows)
            : problem_set(problem, PROBLEM_JSON, "the body is not an array");
    json_decref(array);
    if (r)
        weight_list_finish(ret_rows);
    return r;
}

/* ---- Writing ------------------------------------------------------------- */

void weight_json_put_key(struct json_writer *writer, enum weight_kind kind,
                         const struct weight_key *key)
{
    const char *const *ids = id_names[kind];

    if (kind == WEIGHT_SEGMENTS && key->id[2] != SEGMENT_PAIR) {
        json_put_number(writer, "way", (uint64_t)key->id[0]);
        json_put_string(writer, "direction",
                        key->id[2] == SEGMENT_WAY_FORWARD ? "forward"
                                                          : "backward");
        return;
    }
    for (int i = 0; i < 3 && ids[i]; i++)
        json_put_number(writer, ids[i], (uint64_t)key->id[i]);
}

static void put_double(struct json_writer *writer, const char *key,
                       double number)
{
    char text[32];

    json_key(writer, key);
    json_write_digits(writer, text, weight_number_write(text, number));
}

static void put_ends(struct json_writer *writer, uint32_t ends_s)
{
    time_t time = ends_s;
    char text[32];
    struct tm when;

    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&time, &when));
    json_put_string(writer, "ends", text);
}

void weight_json_write(struct json_writer *writer, enum weight_kind kind,
                       const struct weight_row *row)
{
    json_begin_object(writer);
    weight_json_put_key(writer, kind, &row->key);
    if (weight_row_closes(row)) {
        json_key(writer, value_names[kind]);
        json_write_null(writer);
    } else {
        put_double(writer, value_names[kind], row->value);
    }
    if (row->rate == ROW_KEPT) {
        json_key(writer, rate_names[kind]);
        json_write_null(writer);
    } else if (row->rate != ROW_AS_VALUE) {
        put_double(writer, rate_names[kind], row->rate);
    }
    if (row->ends_s)
        put_ends(writer, row->ends_s);
    json_end_object(writer);
}
