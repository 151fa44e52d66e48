/* command_line: settings from relaxd's arguments. */
#ifndef RELAXD_CONFIG_COMMAND_LINE_H
#define RELAXD_CONFIG_COMMAND_LINE_H

#include <stdio.h>

#include "config/settings.h"
#include "core/base/error.h"

/* Positive outcomes: settings are untouched, print and leave. */
enum {
    COMMAND_LINE_HELP = 1,
    COMMAND_LINE_VERSION,
};

/* Reads the file that --config names, then the other options over it. Options
 * are "--name VALUE" or "--name=VALUE", osrm-routed's letters "-p VALUE" or
 * "-pVALUE" (osrm_options.h); what is no option is a map's file. Any map
 * replaces the file's maps. */
int command_line_read(int argc, char **argv, struct settings *settings,
                      struct error *error);

/* Usage and every option with its unit and default. */
void command_line_help(FILE *to);

#endif
