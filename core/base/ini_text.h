/* ini_text: texts of [sections] and "name = value" lines, as libinih reads
 * them.
 *
 * Every mistake is reported with the text's name and the line. What sections
 * and names there are is the caller's. One thread for each text. */
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
    bool continued;  /* an indented line: more of the value before */
};

/* Takes a line; valid during the call. What it returns but 0 ends the reading;
 * its words get the text's name and the line put before them. */
typedef int ini_take(void *context, const struct ini_line *line,
                     struct error *error);

/* Whether a name ends at a colon, as inih has it, or at '=' alone, so that it
 * may have colons. */
enum ini_names { INI_NAMES_PLAIN, INI_NAMES_WITH_COLONS };

/* `name` is what errors call the text. */
int ini_text_read(const char *name, const char *text, size_t size,
                  enum ini_names names, ini_take *take, void *context,
                  struct error *error);

/* All of a file of up to INI_TEXT_MAX bytes, free()d by the caller. */
int ini_file_load(const char *path, char **ret_text, size_t *ret_size,
                  struct error *error);

#endif
