/* fields: the parameters of a request, once for URLs and JSON bodies.
 *
 * An endpoint lists its fields and a struct that receives them; params_parse()
 * fills it from a query string, json_body.h from an object. Both refuse what is
 * unknown, repeated, missing or out of range, and name it and what is allowed.
 */
#ifndef RELAXD_API_FORM_FIELDS_H
#define RELAXD_API_FORM_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/problem.h"
#include "core/service/route/route_question.h"

enum field_kind {
    FIELD_ID,      /* uint64_t, 0 to 2^63 - 1: JSON integers go no further */
    FIELD_COST,    /* uint32_t, 0 to COST_MAX */
    FIELD_FEW,     /* uint32_t, 0 to FIELD_FEW_MAX */
    FIELD_NAME,    /* char[FIELD_NAME_SIZE], 1 to 63 bytes */
    FIELD_SET,     /* char[QUESTION_SET_SIZE], 1 to 127 bytes */
    FIELD_CLASSES, /* the same, of names of classes */
    FIELD_FLAG,    /* bool */
    FIELD_CHOICE,  /* unsigned, the index of one of `choices` */
    FIELD_METRES,  /* double, 0 or more */
    FIELD_SHARE,   /* double, 0 to 1 */
    FIELD_NUMBERS, /* struct number_list; with commas, and as often as one
                      likes; in URLs alone */
    FIELD_STOP,    /* struct route_stop, in URLs alone */
    FIELD_STOPS,   /* struct stop_list, the same; given as often as there are
                      stops */
};

/* Zeroed at first; the receiver free()s what is in it, also after a refusal. */
struct stop_list {
    struct route_stop *stop; /* [count] */
    size_t count;
    size_t capacity;
};

/* As a stop_list. */
struct number_list {
    double *number; /* [count] finite */
    size_t count;
    size_t capacity;
};

enum {
    FIELD_NAME_SIZE = 64,
    FIELD_SHOWN_MAX = 40, /* bytes of a refused value that are repeated */
    FIELDS_MAX = 16,      /* of one endpoint */
    FIELD_FEW_MAX = 10,
};

#define FIELD_ID_MAX INT64_MAX

/* Which map, solver and closed classes a question is for; empty where it was
 * not said. */
struct question_options {
    char map[FIELD_NAME_SIZE];
    char profile[FIELD_NAME_SIZE];
    char solver[FIELD_NAME_SIZE];
    char set[QUESTION_SET_SIZE];
    char exclude[QUESTION_SET_SIZE]; /* names of classes, commas between */
};

/* Rows of a table of fields, for a struct that has question_options. */
#define OPTION_FIELDS(type, member)                                            \
    {"map", FIELD_NAME, false, offsetof(type, member.map), NULL},              \
        {"profile", FIELD_NAME, false, offsetof(type, member.profile), NULL},  \
        {"solver", FIELD_NAME, false, offsetof(type, member.solver), NULL},    \
        {"set", FIELD_SET, false, offsetof(type, member.set), NULL},           \
    {                                                                          \
        "exclude", FIELD_CLASSES, false, offsetof(type, member.exclude), NULL  \
    }

struct field {
    const char *name;
    enum field_kind kind;
    bool required; /* one that is not keeps what stands in the struct */
    size_t offset; /* in the struct to fill */
    const char *const *choices; /* CHOICE: NULL after the last */
};

struct fields {
    const struct field *field; /* [count] */
    size_t count;              /* <= FIELDS_MAX */
};

/* -1 where there is none. */
int fields_find(const struct fields *fields, const char *name);

bool field_is_text(const struct field *field);

/* Writes a value into `target`; false where it is out of range. */
bool field_set_number(const struct field *field, uint64_t number, void *target);
bool field_set_text(const struct field *field, const char *text, void *target);
bool field_set_real(const struct field *field, double real, void *target);
bool field_set_flag(const struct field *field, bool flag, void *target);

/* A stop for STOP and STOPS. -EINVAL with the problem, also for a stop that is
 * none, -ENOMEM. */
int field_set_stop(const struct field *field, const char *text, void *target,
                   struct problem *problem);
static inline bool field_is_stop(const struct field *field)
{
    return field->kind == FIELD_STOP || field->kind == FIELD_STOPS;
}

/* Adds to NUMBERS. -EINVAL with the problem, -ENOMEM. */
int field_add_numbers(const struct field *field, const char *text, void *target,
                      struct problem *problem);
int number_list_add(struct number_list *list, double number);

/* What may be given again. */
static inline bool field_is_list(const struct field *field)
{
    return field->kind == FIELD_STOPS || field->kind == FIELD_NUMBERS;
}

/* The problems that both ways in can have; all return -EINVAL. `label` is what
 * the client calls the field: "from", "queries[3].from"; `value` what it gave,
 * of any length; `others` names, NULL-terminated, that are known beside the
 * fields, or NULL. */
int field_refuse_value(const struct field *field, const char *label,
                       const char *value, struct problem *problem);
int fields_refuse_unknown(const struct fields *fields,
                          const char *const *others, const char *label,
                          struct problem *problem);
int field_refuse_repeated(const char *label, struct problem *problem);
int field_refuse_missing(const struct field *field, const char *label,
                         struct problem *problem);

/* ---- Query strings ------------------------------------------------------- */

/* `query` is what follows the "?", as sent. Fills the struct at `target`.
 * -EINVAL with the problem; `target` may then be filled in part. Any thread. */
int params_parse(const char *query, const struct fields *fields, void *target,
                 struct problem *problem);

#endif
