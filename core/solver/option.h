/* option: a solver's options by name, and their values as people write them.
 *
 * An option is called by its own name, "k", which means every solver that has
 * one of that name, or with its solver's, "locality.k". A value is a number, or
 * where the option has choices one of their names. */
#ifndef RELAXD_SOLVER_OPTION_H
#define RELAXD_SOLVER_OPTION_H

#include "core/solver/catalog.h"

/* The solver's option that the name calls; NULL: none of this solver. */
const struct solver_option *option_find(const struct solver_ops *ops,
                                        const char *name);

/* Whether the name calls an option of any of the solvers. */
bool option_exists(const struct catalog *catalog, const char *name);

enum { OPTION_ALLOWED_SIZE = 160 };

enum { OPTION_VALUE_SIZE = 48 };

/* A value as people read it: its choice's name, or the number, a whole one with
 * all its digits. */
void option_value_text(const struct solver_option *option, double value,
                       char text[OPTION_VALUE_SIZE]);

/* The values that are allowed, in words: "0 to 8", "off, on (or 0 to 1)",
 * "1 to 64, a power of 2". */
void option_allowed(const struct solver_option *option,
                    char text[OPTION_ALLOWED_SIZE]);

bool option_allows(const struct solver_option *option, double value);

/* A setting from its two halves; `ret_setting` keeps `name`. Checked with every
 * solver of the catalog that the name calls. -EINVAL, with what is allowed: no
 * solver has such an option, or the value is not for one of those that have, or
 * means another number to each. */
int option_read(const struct catalog *catalog, const char *name,
                const char *value, struct solver_setting *ret_setting,
                struct error *error);

#endif
