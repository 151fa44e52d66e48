/* fields: request parameters, read alike from URLs and JSON bodies.
 *
 * An endpoint lists its fields and a struct that receives them. params_parse()
 * fills the struct from a query string, json_body.h from an object. Both refuse
 * unknown, repeated, missing and out-of-range parameters; the problem names the
 * parameter and what is allowed. */
#ifndef RELAXD_API_FORM_FIELDS_H
#define RELAXD_API_FORM_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/problem.h"
#include "core/base/date_time.h"
#include "core/service/route/route_question.h"
#include "core/weighting/model/model.h"

enum field_kind {
    FIELD_ID,      /* uint64_t, 0 to 2^63 - 1, the most a JSON integer holds */
    FIELD_EPOCH,   /* the same */
    FIELD_COST,    /* uint32_t, 0 to COST_MAX */
    FIELD_FEW,     /* uint32_t, 0 to FIELD_FEW_MAX */
    FIELD_NAME,    /* char[FIELD_NAME_SIZE], 1 to 63 bytes */
    FIELD_SET,     /* char[QUESTION_SET_SIZE], 1 to 127 bytes */
    FIELD_CLASSES, /* the same size: class names; in bodies also an array */
    FIELD_FLAG,    /* bool */
    FIELD_TIME,    /* struct date_time */
    FIELD_CHOICE,  /* unsigned, the index of one of `choices` */
    FIELD_CHOICES, /* unsigned, those of `choices` that are named, each once, in
                      their order (field_choice()); in bodies also an array */
    FIELD_COUNT,   /* uint32_t, 1 to FIELD_COUNT_MAX */
    FIELD_METRES,  /* double, >= 0 */
    FIELD_SECONDS, /* the same */
    FIELD_SHARE,   /* double, 0 to 1 */
    FIELD_TTL,     /* uint64_t, seconds: 1 to FIELD_TTL_MAX */
    FIELD_NUMBERS, /* struct number_list; in URLs comma-separated, and may
                      repeat; in bodies a number or an array */
    FIELD_MODEL, /* struct model_option; in URLs a name, in bodies also a model
                    (model_json.h) */
    FIELD_STOP,  /* struct route_stop; in bodies [longitude, latitude] or an
                    id */
    FIELD_STOPS, /* struct stop_list; in URLs repeated, once per stop, in
                    bodies an array */
};

/* Start from zeros. The receiver free()s `stop`, also after a refusal. */
struct stop_list {
    struct route_stop *stop; /* [count] */
    size_t count;
    size_t capacity;
};

/* Start from zeros. The receiver free()s `number`, also after a refusal. */
struct number_list {
    double *number; /* [count] finite */
    size_t count;
    size_t capacity;
};

enum {
    FIELD_NAME_SIZE = 64,
    FIELD_SHOWN_MAX = 40, /* bytes of a refused value that a problem quotes */
    FIELDS_MAX = 32,      /* per endpoint, without the end */
    FIELD_FEW_MAX = 10,
    FIELD_COUNT_MAX = 100,
    FIELD_CHOICES_MAX = 8, /* of one CHOICES field */
};

/* The index of the i-th choice that was named; -1 past the last. The value has
 * 4 bits for each, from the lowest on: the index and 1. */
static inline int field_choice(unsigned chosen, unsigned i)
{
    return i < FIELD_CHOICES_MAX ? (int)(chosen >> 4 * i & 15) - 1 : -1;
}

static inline unsigned field_choice_count(unsigned chosen)
{
    unsigned count = 0;

    while (field_choice(chosen, count) >= 0)
        count++;
    return count;
}

/* Start from zeros. The receiver releases `model`, also after a refusal. */
struct model_option {
    struct model *model;
    char name[FIELD_NAME_SIZE]; /* of one that relaxd knows; "": none */
};

#define FIELD_ID_MAX  INT64_MAX
#define FIELD_TTL_MAX 315360000 /* ten years */

/* Positions, or ids, as `from`, or as `lon` and `lat`. Starts from zeros. */
struct stop_fields {
    struct stop_list from;
    struct number_list lon;
    struct number_list lat;
};

/* Rows of a field table for a struct that contains stop_fields. */
#define STOP_FIELDS(type, member)                                              \
    {"lon", FIELD_NUMBERS, false, offsetof(type, member.lon), NULL},           \
        {"lat", FIELD_NUMBERS, false, offsetof(type, member.lat), NULL},       \
    {                                                                          \
        "from", FIELD_STOPS, false, offsetof(type, member.from), NULL          \
    }

/* The map, solver and closed classes of a question. A parameter that the client
 * did not give is "". */
struct question_options {
    char map[FIELD_NAME_SIZE];
    char profile[FIELD_NAME_SIZE];
    char solver[FIELD_NAME_SIZE];
    char set[QUESTION_SET_SIZE];
    char exclude[QUESTION_SET_SIZE]; /* comma-separated class names */
    char scenario[FIELD_NAME_SIZE];
    struct model_option model;
    struct date_time depart_at;
    uint64_t min_epoch; /* 0: not given */
};

/* Releases the model. */
void question_options_finish(struct question_options *options);

/* Rows of a field table for a struct that contains question_options. */
#define OPTION_FIELDS(type, member)                                            \
    {"map", FIELD_NAME, false, offsetof(type, member.map), NULL},              \
        {"profile", FIELD_NAME, false, offsetof(type, member.profile), NULL},  \
        {"solver", FIELD_NAME, false, offsetof(type, member.solver), NULL},    \
        {"set", FIELD_SET, false, offsetof(type, member.set), NULL},           \
        WEIGHTS_FIELDS(type, member)

/* The same without a solver. */
#define WEIGHTS_FIELDS(type, member)                                           \
    {"exclude", FIELD_CLASSES, false, offsetof(type, member.exclude), NULL},   \
        {"scenario", FIELD_NAME, false, offsetof(type, member.scenario),       \
         NULL},                                                                \
        {"model", FIELD_MODEL, false, offsetof(type, member.model), NULL},     \
        {"depart_at", FIELD_TIME, false, offsetof(type, member.depart_at),     \
         NULL},                                                                \
    {                                                                          \
        "min_epoch", FIELD_EPOCH, false, offsetof(type, member.min_epoch),     \
            NULL                                                               \
    }

/* An endpoint's fields are a list that ends with an unnamed one, FIELDS_END. */
struct field {
    const char *name; /* NULL: the end of the list */
    enum field_kind kind;
    bool required; /* a missing optional field leaves the struct's value */
    size_t offset; /* in the target struct */
    const char *const *choices; /* CHOICE, CHOICES: NULL-terminated */
};

#define FIELDS_END                                                             \
    {                                                                          \
        NULL, FIELD_ID, false, 0, NULL                                         \
    }

/* NULL if no field has this name. */
const struct field *fields_find(const struct field *fields, const char *name);

/* Writes a value into `target`; false if it is out of range. */
bool field_set_number(const struct field *field, uint64_t number, void *target);
bool field_set_text(const struct field *field, const char *text, void *target);
bool field_set_real(const struct field *field, double real, void *target);
bool field_set_flag(const struct field *field, bool flag, void *target);

/* Stores a stop for STOP, adds it for STOPS. 0 or -ENOMEM. */
int field_set_stop(const struct field *field, const struct route_stop *stop,
                   void *target);

/* Adds to NUMBERS. 0 or -ENOMEM. */
int field_add_number(const struct field *field, double number, void *target);

/* Problems that query strings and JSON share; all return -EINVAL. `label` is
 * the field's name as the client wrote it: "from", "queries[3].from". `value`
 * is the client's value, of any length. `others` lists further known names,
 * NULL-terminated, or is NULL. */
int field_refuse_value(const struct field *field, const char *label,
                       const char *value, struct problem *problem);
int fields_refuse_unknown(const struct field *fields, const char *const *others,
                          const char *label, struct problem *problem);
int field_refuse_missing(const struct field *field, const char *label,
                         struct problem *problem);

/* Adds the positions of `lon` and `lat` to `from`. -EINVAL with the problem, if
 * they are more than `most`, too, their numbers differ or none is given. */
int stop_fields_join(struct stop_fields *stops, size_t most,
                     struct problem *problem);
void stop_fields_finish(struct stop_fields *stops);

/* ---- Query strings ------------------------------------------------------- */

/* `query` is the text after the "?", as sent. Fills the struct at `target`.
 * -EINVAL with the problem; `target` may then be partly filled. Any thread. */
int params_parse(const char *query, const struct field *fields, void *target,
                 struct problem *problem);

#endif
