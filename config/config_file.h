/* config_file: settings from a file of [sections] and "name = value" lines. */
#ifndef RELAXD_CONFIG_CONFIG_FILE_H
#define RELAXD_CONFIG_CONFIG_FILE_H

#include <stddef.h>

#include "config/settings.h"
#include "core/base/error.h"

/* Every error names the file, the line and what is allowed there; `settings`
 * may then have taken earlier lines. */
int config_file_read(const char *path, struct settings *settings,
                     struct error *error);

/* The same for text in memory; `path` is what errors call it. */
int config_file_parse(const char *path, const char *text, size_t length,
                      struct settings *settings, struct error *error);

#endif
