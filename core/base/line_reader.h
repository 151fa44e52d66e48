/* line_reader: a text, line by line. */
#ifndef RELAXD_BASE_LINE_READER_H
#define RELAXD_BASE_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"

enum { LINE_LENGTH_MAX = 64 * 1024 };

struct line_reader {
    struct byte_source *source; /* the caller's, outlives the reader */
    char *buffer;
    size_t begin, end; /* what is left in it */
    bool ended;        /* nothing more from the source */
    uint64_t number;   /* of the line given last, from 1 */
};

/* A line without its end ("\n" or "\r\n"), not NUL-terminated; valid until the
 * next one is asked for. */
struct line {
    const char *begin;
    const char *end;
};

int line_reader_init(struct line_reader *reader, struct byte_source *source,
                     struct error *error);
void line_reader_finish(struct line_reader *reader);

/* Shows the bytes that come next, line ends and all, as many as are at hand;
 * none only at the end. Valid until a line is asked for, which begins there. */
int line_reader_peek(struct line_reader *reader, struct line *ret_bytes,
                     struct error *error);

/* LINE_READER_END after the last line, which may lack its line end. -EINVAL for
 * a line above LINE_LENGTH_MAX bytes; what the source says is prefixed with the
 * last line that was given, if any. */
enum { LINE_READER_END = 1 };
int line_reader_next(struct line_reader *reader, struct line *ret_line,
                     struct error *error);

/* Tells how far the source is, every 2^16 lines, where it knows its size. */
void line_reader_report(const struct line_reader *reader,
                        struct progress *progress, const char *what);

/* Blanks and tabs, which part the fields of a line. */
static inline bool line_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes those away that a line begins with, or begins and ends with. */
void line_skip_blanks(struct line *line);
void line_trim(struct line *line);

#endif
