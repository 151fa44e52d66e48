/* key_lines: texts of "key=value" lines in a map file, each ended by a line
 * break. A key that is not known is skipped, so that later versions can say
 * more.
 *
 * Private to this room. */
#ifndef RELAXD_GRAPH_MAP_FILE_KEY_LINES_H
#define RELAXD_GRAPH_MAP_FILE_KEY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"

/* One line; nothing in it is NUL-terminated. */
struct key_line {
    const char *key;
    size_t key_size;
    const char *value;
    size_t value_size;
};

bool key_line_is(const struct key_line *line, const char *key);

/* Calls `take` with the caller's context for each line. -EINVAL with the line's
 * number: no '=', no line end, or what `take` refused. */
int key_lines_read(const char *text, size_t size,
                   int (*take)(void *context, const struct key_line *line,
                               struct error *error),
                   void *context, struct error *error);

/* Values, each -EINVAL with words where it is none of that kind; outputs are
 * untouched then. A text is one line of UTF-8 and fits with its NUL. */
int key_line_take_text(const struct key_line *line, char *field,
                       size_t field_size, struct error *error);
int key_line_take_number(const struct key_line *line, uint64_t most,
                         uint64_t *ret_number, struct error *error);
int key_line_take_bool(const struct key_line *line, bool *ret_is,
                       struct error *error);
int key_line_take_double(const struct key_line *line, double *ret_number,
                         struct error *error);

#endif
