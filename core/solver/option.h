/* option: a solver's options by name, and their values as text.
 *
 * An option's name is its own, "k", which means every solver with an option of
 * that name, or has its solver's in front, "locality.k". A value is a number,
 * or one of the option's named choices. */
#ifndef RELAXD_SOLVER_OPTION_H
#define RELAXD_SOLVER_OPTION_H

#include "core/solver/catalog.h"

/* The solver's option of that name; NULL: it has none. */
const struct solver_option *option_find(const struct solver_ops *ops,
                                        const char *name);

/* Whether any solver has an option of that name. */
bool option_exists(const struct catalog *catalog, const char *name);

enum { OPTION_ALLOWED_SIZE = 160 };

enum { OPTION_VALUE_SIZE = 48 };

/* A value as text: its choice's name, or the number; a whole number with all
 * its digits. */
void option_value_text(const struct solver_option *option, double value,
                       char text[OPTION_VALUE_SIZE]);

/* The allowed values in words: "0 to 8", "off, on (or 0 to 1)", "1 to 64, a
 * power of 2". */
void option_allowed(const struct solver_option *option,
                    char text[OPTION_ALLOWED_SIZE]);

bool option_allows(const struct solver_option *option, double value);

/* A setting from name and value; `ret_setting` keeps `name`. Checked against
 * every solver that the name means. -EINVAL, with the allowed values: no solver
 * has the option, or some solver that has it does not allow the value, or the
 * value means a different number to each. */
int option_read(const struct catalog *catalog, const char *name,
                const char *value, struct solver_setting *ret_setting,
                struct error *error);

/* Cuts "name=value" in two: returns the value. NULL: one of them is empty, and
 * the text is whole. */
char *option_cut(char *text);

#endif
