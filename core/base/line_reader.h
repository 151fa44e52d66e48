/* line_reader: reads a text by lines. */
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
    size_t begin, end; /* unread bytes of `buffer` */
    bool ended;        /* the source has ended */
    uint64_t number;   /* of the last line returned, from 1 */
};

/* A line without its end ("\n" or "\r\n"), not NUL-terminated; valid until the
 * next call. */
struct line {
    const char *begin;
    const char *end;
};

int line_reader_init(struct line_reader *reader, struct byte_source *source,
                     struct error *error);
void line_reader_finish(struct line_reader *reader);

/* Returns the buffered bytes that come next, line ends included; none only at
 * the end. Valid until the next line is read, which begins there. */
int line_reader_peek(struct line_reader *reader, struct line *ret_bytes,
                     struct error *error);

/* LINE_READER_END after the last line, which may lack its line end. -EINVAL for
 * a line above LINE_LENGTH_MAX bytes; an error of the source is prefixed with
 * the number of the last line returned, if any. */
enum { LINE_READER_END = 1 };
int line_reader_next(struct line_reader *reader, struct line *ret_line,
                     struct error *error);

/* Reports the source's progress every 2^16 lines if its size is known. */
void line_reader_report(const struct line_reader *reader,
                        struct progress *progress, const char *what);

/* Blanks and tabs, which separate fields. */
static inline bool line_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Removes blanks at the beginning, or at both ends. */
void line_skip_blanks(struct line *line);
void line_trim(struct line *line);

#endif
