/* config_file: settings from a file of [sections] and "name = value" lines. */
#ifndef RELAXD_CONFIG_CONFIG_FILE_H
#define RELAXD_CONFIG_CONFIG_FILE_H

#include <stddef.h>

#include "config/mistakes.h"
#include "config/settings.h"
#include "core/base/error.h"

/* Every error names the file, the line and what is allowed there; `settings`
 * may then have taken earlier lines. */
int config_file_read(const char *path, struct settings *settings,
                     struct error *error);

/* Adds every mistake in it to `mistakes`, which may be NULL, and reads on after
 * those that are in one setting alone; what it returns was not added. */
int config_file_collect(const char *path, struct settings *settings,
                        struct mistakes *mistakes, struct error *error);

/* config_file_read() for text in memory; `path` is what errors call it. */
int config_file_parse(const char *path, const char *text, size_t length,
                      struct settings *settings, struct error *error);

#endif
