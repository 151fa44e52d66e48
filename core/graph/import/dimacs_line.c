/* dimacs_line: the fields of one line of a DIMACS file, front to back. */
#include "core/graph/import/dimacs_line.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/import/dimacs_foreign.h"

/* Beyond every range that is asked for, and tenfold within 64 bits. */
#define NUMBER_LIMIT (INT64_MAX / 100)

int dimacs_reader_init(struct dimacs_reader *reader, struct byte_source *source,
                       struct progress *progress, const char *what,
                       struct error *error)
{
    reader->progress = progress;
    reader->what = what;
    return line_reader_init(&reader->lines, source, error);
}

void dimacs_reader_finish(struct dimacs_reader *reader)
{
    line_reader_finish(&reader->lines);
}

/* Words about a field would end at the NUL, and leave a reader who sees a sound
 * line wondering. */
static void blame_nul(const struct line *line, struct error *error)
{
    if (memchr(line->begin, '\0', (size_t)(line->end - line->begin)))
        error_set(error, 0, "the line holds a NUL byte");
}

void dimacs_reader_blame(const struct dimacs_reader *reader,
                         struct error *error)
{
    blame_nul(&reader->line, error);
    error_prefix(error, "line %" PRIu64, reader->lines.number);
}

static const char *field_end(const struct line *line)
{
    const char *at = line->begin;

    while (at < line->end && !line_is_blank(*at))
        at++;
    return at;
}

/* The letter stands alone. */
static int take_kind(struct line *line, char *ret_kind, struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    if (field_end(line) - line->begin != 1) {
        dimacs_quote_field(line, text);
        return error_set(error, -EINVAL,
                         "a line begins with c, p, a or v, not '%s'", text);
    }
    *ret_kind = *line->begin++;
    return 0;
}

static int check_start(struct dimacs_reader *reader, struct error *error)
{
    struct line front;
    int r = line_reader_peek(&reader->lines, &front, error);

    if (r)
        return r;
    return dimacs_refuse_foreign(front.begin, (size_t)(front.end - front.begin),
                                 error);
}

int dimacs_reader_next(struct dimacs_reader *reader, struct line *ret_line,
                       char *ret_kind, struct error *error)
{
    int r = reader->lines.number ? 0 : check_start(reader, error);

    if (r)
        return r;
    do {
        r = line_reader_next(&reader->lines, ret_line, error);
        if (r)
            return r;
        line_reader_report(&reader->lines, reader->progress, reader->what);
        line_skip_blanks(ret_line);
    } while (ret_line->begin == ret_line->end || *ret_line->begin == 'c');
    reader->line = *ret_line;
    r = take_kind(ret_line, ret_kind, error);
    if (r)
        dimacs_reader_blame(reader, error);
    return r;
}

bool dimacs_take_word(struct line *line, const char *word)
{
    size_t length = strlen(word);

    line_skip_blanks(line);
    if ((size_t)(field_end(line) - line->begin) != length ||
        memcmp(line->begin, word, length))
        return false;
    line->begin += length;
    return true;
}

void dimacs_quote_field(const struct line *line,
                        char text[static DIMACS_FIELD_SIZE])
{
    char raw[DIMACS_FIELD_SIZE];
    size_t length = (size_t)(field_end(line) - line->begin);

    if (length >= sizeof(raw))
        length = sizeof(raw) - 1;
    memcpy(raw, line->begin, length);
    raw[length] = '\0';
    text_copy_line(text, DIMACS_FIELD_SIZE, raw);
}

static int refuse_number(const struct line *line, const char *name,
                         struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    if (line->begin == line->end)
        return error_set(error, -EINVAL, "the %s is missing", name);
    dimacs_quote_field(line, text);
    return error_set(error, -EINVAL, "the %s '%s' is not a whole number", name,
                     text);
}

static int refuse_range(const struct line *line, const char *name,
                        int64_t least, int64_t most, struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    dimacs_quote_field(line, text);
    return error_set(error, -EINVAL,
                     "the %s %s is not within %" PRId64 " to %" PRId64, name,
                     text, least, most);
}

/* Reads a whole field of digits, at least one. What goes beyond NUMBER_LIMIT
 * stays beyond it. */
static bool read_digits(const char **at, const char *end, int64_t *ret_number)
{
    const char *next = *at;
    int64_t number = 0;

    for (; next < end && !line_is_blank(*next); next++) {
        unsigned digit = (unsigned)*next - '0';

        if (digit > 9)
            return false;
        if (number < NUMBER_LIMIT)
            number = number * 10 + digit;
    }
    if (next == *at)
        return false;
    *at = next;
    *ret_number = number;
    return true;
}

int dimacs_take_number(struct line *line, const char *name, int64_t least,
                       int64_t most, int64_t *ret_number, struct error *error)
{
    const char *at;
    bool negative;
    int64_t number;

    line_skip_blanks(line);
    at = line->begin;
    negative = at < line->end && *at == '-';
    at += negative;
    if (!read_digits(&at, line->end, &number))
        return refuse_number(line, name, error);
    if (negative)
        number = -number;
    if (number < least || number > most)
        return refuse_range(line, name, least, most, error);
    line->begin = at;
    *ret_number = number;
    return 0;
}

int dimacs_take_end(struct line *line, struct error *error)
{
    char text[DIMACS_FIELD_SIZE];

    line_skip_blanks(line);
    if (line->begin == line->end)
        return 0;
    dimacs_quote_field(line, text);
    return error_set(error, -EINVAL, "'%s' is one field too many", text);
}
