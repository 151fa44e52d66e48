/* command_line: settings from relaxd's arguments. */
#ifndef RELAXD_CONFIG_COMMAND_LINE_H
#define RELAXD_CONFIG_COMMAND_LINE_H

#include <stdio.h>

#include "config/settings.h"
#include "core/base/error.h"

/* Positive outcomes; the settings are unchanged. */
enum {
    COMMAND_LINE_HELP = 1,
    COMMAND_LINE_VERSION,
    COMMAND_LINE_INPUTS, /* print what files a map is, as osrm-routed does */
    COMMAND_LINE_CHECK,  /* call command_line_check(), print its mistakes */
    COMMAND_LINE_PRINT,  /* the same; without mistakes print the settings */
};

/* Reads the file that --config names, then lets the other options override it.
 * Options are "--name VALUE" or "--name=VALUE", osrm-routed's letters "-p
 * VALUE" or "-pVALUE"; anything else is a map's file. Any map replaces the
 * file's maps. Only maps, "--set" and options without a value may repeat. */
int command_line_read(int argc, char **argv, struct settings *settings,
                      struct error *error);

/* The same, but continues after a mistake and adds each to `mistakes`. */
void command_line_check(int argc, char **argv, struct settings *settings,
                        struct mistakes *mistakes);

/* Prints usage and every option with its unit and default. */
void command_line_help(FILE *to);

#endif
