/* dimacs_line: the fields of one line of a DIMACS file, front to back.
 *
 * Private to import/. Fields are apart by blanks and tabs. */
#ifndef RELAXD_GRAPH_IMPORT_DIMACS_LINE_H
#define RELAXD_GRAPH_IMPORT_DIMACS_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/progress.h"

/* What a file of the challenge is read with; embedded in a parser. */
struct dimacs_reader {
    struct line_reader lines;
    struct line line; /* given last, with its letter */
    struct progress *progress;
    const char *what; /* for progress: "read arcs" */
};

int dimacs_reader_init(struct dimacs_reader *reader, struct byte_source *source,
                       struct progress *progress, const char *what,
                       struct error *error);
void dimacs_reader_finish(struct dimacs_reader *reader);

/* The next line that is no comment and not empty, its letter taken off and put
 * in `ret_kind`. LINE_READER_END after the last. -EINVAL for a file that is no
 * text from its first bytes on. */
int dimacs_reader_next(struct dimacs_reader *reader, struct line *ret_line,
                       char *ret_kind, struct error *error);

/* Puts "line N: " before what the error says of the line given last, which is
 * that it holds a NUL byte if it does. */
void dimacs_reader_blame(const struct dimacs_reader *reader,
                         struct error *error);

/* Takes the next field if it is this word. */
bool dimacs_take_word(struct line *line, const char *word);

/* Takes the next field as a whole number within [least, most]. `name` is what
 * to call it in words. */
int dimacs_take_number(struct line *line, const char *name, int64_t least,
                       int64_t most, int64_t *ret_number, struct error *error);

/* Whether nothing is left; else -EINVAL, words naming the field that is. */
int dimacs_take_end(struct line *line, struct error *error);

/* Puts the next field in `text` for words, cut where it is long. */
enum { DIMACS_FIELD_SIZE = 32 };
void dimacs_quote_field(const struct line *line,
                        char text[static DIMACS_FIELD_SIZE]);

#endif
