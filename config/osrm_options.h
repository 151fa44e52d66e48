/* osrm_options: the command line of osrm-routed, for people who switch.
 *
 * What it says is said again in relaxd's own words, options of the table of
 * settings; what cannot apply is taken with a note for the log that says why,
 * or refused. --max-table-size and its like are options of the table itself,
 * section [osrm], where -1 and "unlimited" mean no limit. */
#ifndef RELAXD_CONFIG_OSRM_OPTIONS_H
#define RELAXD_CONFIG_OSRM_OPTIONS_H

#include <stdbool.h>

#include "config/settings.h"
#include "core/base/error.h"

/* The long name of a letter, "port" of 'p'; NULL: there is none. */
const char *osrm_option_of_letter(char letter);

/* Whether it goes without a value: --mmap, --trial, --shared-memory. */
bool osrm_option_is_flag(const char *name);

/* Whether osrm_option_apply() is for it. */
bool osrm_option_is_one(const char *name);

/* -EINVAL for a value that it cannot have. */
int osrm_option_apply(const char *name, const char *value,
                      struct settings *settings, struct error *error);

/* What a limit of OSRM's is in the table of settings. */
const char *osrm_option_limit(const char *name, const char *value);

#endif
