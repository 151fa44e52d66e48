/* expression: a condition or a number of a model, as GraphHopper writes them:
 *
 *     road_class == MOTORWAY && (max_height < 4 || in_centre)
 *     max_speed * 0.9
 *
 *     ||  &&  !  == !=  < <= > >=  + -  * /  ( )  Math.sqrt( )  true false
 *
 * in the order of Java, || the weakest. Words are compared by == and != alone.
 * Numbers are double; no step but these rounds them.
 *
 * Immutable once read, for any thread. */
#ifndef RELAXD_WEIGHTING_MODEL_EXPRESSION_H
#define RELAXD_WEIGHTING_MODEL_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/weighting/model/model_value.h"

enum {
    EXPRESSION_SIZE = 4096, /* bytes of a text, with its NUL */
    EXPRESSION_DEPTH = 32,  /* parentheses and operators in each other */
    EXPRESSION_AREAS = 64,
};

/* Names that a model brings along. */
struct expression_names {
    const char *const *area;      /* [area_count] of in_NAME */
    size_t area_count;            /* at most EXPRESSION_AREAS */
    const char *const *parameter; /* [parameter_count] of p_NAME */
    const double *parameter_value;
    size_t parameter_count;
};

struct expression;

/* `type`: MODEL_TRUTH or MODEL_NUMBER. -EINVAL: the error says where and what
 * is allowed there; -ENOMEM. */
int expression_read(const char *text, enum model_type type,
                    const struct expression_names *names,
                    struct expression **ret_expression, struct error *error);

void expression_destroy(struct expression *expression); /* NULL is fine */

/* A truth is 0 or 1. */
double expression_value(const struct expression *expression,
                        const struct model_place *place);

/* What its value is made of: enum value_need. */
/* Names, numbers and operators. */
size_t expression_size(const struct expression *expression);

unsigned expression_needs(const struct expression *expression);

/* Whether it names no value and no area, so that any place will do. */
bool expression_is_constant(const struct expression *expression);

/* Whether it is sure to be false of a place in no area. */
bool expression_is_of_area(const struct expression *expression);

#endif
