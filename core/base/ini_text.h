/* ini_text: parses [sections] and "name = value" lines with libinih.
 *
 * Every error carries the text's name and the line. The caller decides which
 * sections and names exist. One thread for each text. */
#ifndef RELAXD_BASE_INI_TEXT_H
#define RELAXD_BASE_INI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"

enum { INI_TEXT_MAX = 1 << 20 }; /* bytes of a file */

struct ini_line {
    const char *section; /* "" before the first */
    const char *key;
    const char *value;
    unsigned number; /* from 1 */
    bool continued;  /* an indented line, which continues the value before */
};

/* Receives a line, valid during the call. A nonzero result ends the parsing;
 * its error gets the text's name and the line as a prefix. */
typedef int ini_take(void *context, const struct ini_line *line,
                     struct error *error);

/* Whether a name ends at a colon, as inih has it, or only at '=', so that names
 * may contain colons. */
enum ini_names { INI_NAMES_PLAIN, INI_NAMES_WITH_COLONS };

/* `name` is how errors call the text. */
int ini_text_read(const char *name, const char *text, size_t size,
                  enum ini_names names, ini_take *take, void *context,
                  struct error *error);

/* Reads a whole file of up to INI_TEXT_MAX bytes; the caller free()s it. */
int ini_file_load(const char *path, char **ret_text, size_t *ret_size,
                  struct error *error);

#endif
