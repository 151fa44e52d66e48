/* key_lines: texts of "key=value" lines in a map file. */
#include "core/graph/map_file/key_lines.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/parse.h"
#include "core/base/text.h"

bool key_line_is(const struct key_line *line, const char *key)
{
    return line->key_size == strlen(key) &&
           !memcmp(line->key, key, line->key_size);
}

static int split(const char *begin, const char *end, struct key_line *ret_line,
                 struct error *error)
{
    const char *equals = memchr(begin, '=', (size_t)(end - begin));

    if (!equals)
        return error_set(error, -EINVAL, "no 'key=value'");
    *ret_line = (struct key_line){
        .key = begin,
        .key_size = (size_t)(equals - begin),
        .value = equals + 1,
        .value_size = (size_t)(end - equals - 1),
    };
    return 0;
}

int key_lines_read(const char *text, size_t size,
                   int (*take)(void *context, const struct key_line *line,
                               struct error *error),
                   void *context, struct error *error)
{
    const char *end = text + size;
    unsigned number = 1;

    for (const char *begin = text; begin < end; number++) {
        const char *line_end = memchr(begin, '\n', (size_t)(end - begin));
        struct key_line line;
        int r;

        if (!line_end)
            return error_set(error, -EINVAL, "line %u: no line end", number);
        r = split(begin, line_end, &line, error);
        if (!r)
            r = take(context, &line, error);
        if (r) {
            error_prefix(error, "line %u", number);
            return r;
        }
        begin = line_end + 1;
    }
    return 0;
}

int key_line_take_text(const struct key_line *line, char *field,
                       size_t field_size, struct error *error)
{
    if (line->value_size >= field_size)
        return error_set(error, -EINVAL,
                         "a value of %zu bytes, %zu are allowed",
                         line->value_size, field_size - 1);
    if (!text_is_line(line->value, line->value_size))
        return error_set(error, -EINVAL, "a value that is not UTF-8");
    memcpy(field, line->value, line->value_size);
    field[line->value_size] = '\0';
    return 0;
}

/* Room for any number; what is longer is none, nor is what has a NUL. */
enum { NUMBER_SIZE = 32 };

static bool copy_number(const struct key_line *line,
                        char number[static NUMBER_SIZE])
{
    if (line->value_size >= NUMBER_SIZE ||
        memchr(line->value, '\0', line->value_size))
        return false;
    memcpy(number, line->value, line->value_size);
    number[line->value_size] = '\0';
    return true;
}

int key_line_take_number(const struct key_line *line, uint64_t most,
                         uint64_t *ret_number, struct error *error)
{
    char text[NUMBER_SIZE];
    uint64_t number;

    if (!copy_number(line, text) || !parse_u64(text, &number))
        return error_set(error, -EINVAL, "a value that is no whole number");
    if (number > most)
        return error_set(error, -EINVAL,
                         "the number %" PRIu64 ", at most %" PRIu64
                         " is allowed",
                         number, most);
    *ret_number = number;
    return 0;
}

int key_line_take_bool(const struct key_line *line, bool *ret_is,
                       struct error *error)
{
    uint64_t number = 0;
    int r = key_line_take_number(line, 1, &number, error);

    if (!r)
        *ret_is = number;
    return r;
}

int key_line_take_double(const struct key_line *line, double *ret_number,
                         struct error *error)
{
    char text[NUMBER_SIZE];

    if (!copy_number(line, text) || !parse_double(text, ret_number))
        return error_set(error, -EINVAL, "a value that is no number");
    return 0;
}
