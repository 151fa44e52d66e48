/* config_file: reads settings from a file of [sections] and "name = value"
 * lines, and prints them as one. */
#ifndef RELAXD_CONFIG_CONFIG_FILE_H
#define RELAXD_CONFIG_CONFIG_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "config/settings.h"
#include "core/base/error.h"

/* Reads a file; every error names the file, the line and what is allowed there.
 * Adds every mistake to `mistakes`, and continues after those that concern only
 * one setting. Returns, without adding it, a mistake that ends the reading: for
 * `mistakes` NULL the first. `settings` may then hold the values of earlier
 * lines. */
int config_file_collect(const char *path, struct settings *settings,
                        struct mistakes *mistakes, struct error *error);

/* The same for text in memory, up to the first mistake; errors call it
 * `path`. */
int config_file_parse(const char *path, const char *text, size_t length,
                      struct settings *settings, struct error *error);

/* Prints the settings as a file that config_file_parse() reads back the same,
 * with a comment on each line that says where the value was set. -EINVAL, with
 * nothing printed: a value from the command line cannot be written in a
 * file. */
int config_file_print(const struct settings *settings, FILE *to,
                      struct error *error);

#endif
