#include "core/base/line_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Room for a longest line and its end behind an unread one. */
enum { BUFFER_SIZE = 4 * LINE_LENGTH_MAX };

/* Lines between two reports; a power of 2. */
enum { REPORT_EVERY = 1 << 16 };

int line_reader_init(struct line_reader *reader, struct byte_source *source,
                     struct error *error)
{
    *reader = (struct line_reader){
        .source = source,
        .buffer = malloc(BUFFER_SIZE),
    };
    return reader->buffer ? 0 : error_no_memory(error);
}

void line_reader_finish(struct line_reader *reader)
{
    free(reader->buffer);
    *reader = (struct line_reader){0};
}

static int fill(struct line_reader *reader, struct error *error)
{
    size_t left = reader->end - reader->begin;
    size_t got;
    int r;

    memmove(reader->buffer, reader->buffer + reader->begin, left);
    reader->begin = 0;
    reader->end = left;
    r = byte_source_read(reader->source, reader->buffer + left,
                         BUFFER_SIZE - left, &got, error);
    if (r) {
        if (reader->number)
            error_prefix(error, "after line %" PRIu64, reader->number);
        return r;
    }
    reader->end += got;
    reader->ended = !got;
    return 0;
}

int line_reader_peek(struct line_reader *reader, struct line *ret_bytes,
                     struct error *error)
{
    bool empty = reader->begin == reader->end;
    int r = empty && !reader->ended ? fill(reader, error) : 0;

    if (r)
        return r;
    *ret_bytes = (struct line){
        reader->buffer + reader->begin,
        reader->buffer + reader->end,
    };
    return 0;
}

/* Finds the end of the line that starts at reader->begin. */
static int find_end(struct line_reader *reader, const char **ret_end,
                    struct error *error)
{
    size_t searched = 0;

    for (;;) {
        const char *from = reader->buffer + reader->begin + searched;
        size_t length = reader->end - reader->begin;
        const char *end = memchr(from, '\n', length - searched);
        int r;

        if (end)
            length = (size_t)(end - reader->buffer) - reader->begin;
        if (length > LINE_LENGTH_MAX)
            return error_set(error, -EINVAL,
                             "line %" PRIu64 " is longer than %d bytes",
                             reader->number + 1, LINE_LENGTH_MAX);
        if (end || reader->ended) {
            *ret_end = end ? end : reader->buffer + reader->end;
            return 0;
        }
        searched = length;
        r = fill(reader, error);
        if (r)
            return r;
    }
}

int line_reader_next(struct line_reader *reader, struct line *ret_line,
                     struct error *error)
{
    const char *end = NULL;
    const char *begin;
    int r = find_end(reader, &end, error);

    if (r)
        return r;
    begin = reader->buffer + reader->begin;
    if (reader->ended && begin == reader->buffer + reader->end)
        return LINE_READER_END;
    reader->number++;
    reader->begin = (size_t)(end - reader->buffer);
    if (reader->begin < reader->end)
        reader->begin++;
    if (end > begin && end[-1] == '\r')
        end--;
    *ret_line = (struct line){begin, end};
    return 0;
}

void line_reader_report(const struct line_reader *reader,
                        struct progress *progress, const char *what)
{
    const struct byte_source *source = reader->source;

    if (source->total && !(reader->number & (REPORT_EVERY - 1)))
        progress_report(progress, what, source->done, source->total);
}

void line_skip_blanks(struct line *line)
{
    while (line->begin < line->end && line_is_blank(*line->begin))
        line->begin++;
}

void line_trim(struct line *line)
{
    line_skip_blanks(line);
    while (line->begin < line->end && line_is_blank(line->end[-1]))
        line->end--;
}
