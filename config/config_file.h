/* config_file: settings from a file of [sections] and "name = value" lines, and
 * back into one. */
#ifndef RELAXD_CONFIG_CONFIG_FILE_H
#define RELAXD_CONFIG_CONFIG_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "config/settings.h"
#include "core/base/error.h"

/* Every error names the file, the line and what is allowed there; `settings`
 * may have earlier lines then. */
int config_file_read(const char *path, struct settings *settings,
                     struct error *error);

/* Adds every mistake in the file to `mistakes`, which may be NULL, and reads on
 * after those that concern one setting alone. A mistake that ends the reading
 * is returned, not added. */
int config_file_collect(const char *path, struct settings *settings,
                        struct mistakes *mistakes, struct error *error);

/* config_file_read() of text in memory; errors call it `path`. */
int config_file_parse(const char *path, const char *text, size_t length,
                      struct settings *settings, struct error *error);

/* Prints the settings as a file that config_file_read() reads back the same,
 * with a comment on each line that says where the value was set. -EINVAL, and
 * nothing is printed: a value of the command line cannot stand in a file. */
int config_file_print(const struct settings *settings, FILE *to,
                      struct error *error);

#endif
