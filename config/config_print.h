/* config_print: the settings in force, as a file of settings. */
#ifndef RELAXD_CONFIG_CONFIG_PRINT_H
#define RELAXD_CONFIG_CONFIG_PRINT_H

#include <stdio.h>

#include "config/settings.h"
#include "core/base/error.h"

/* What config_file_read() makes the same settings of, with a comment behind
 * each that says where it was set. -EINVAL, and nothing is printed: a word of
 * the command line cannot stand in such a file. */
int config_print(const struct settings *settings, FILE *to,
                 struct error *error);

#endif
