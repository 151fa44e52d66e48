/* rows_file: a file of rows of weights, as it is sent to a server, and the
 * lines that the server's answer is about. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ROWS_FILE_H
#define RELAXD_CLIENTS_RELAXCTL_ROWS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/weighting/weight_row.h"

struct rows_file {
    char *bytes; /* [size], as the file has them; never NULL */
    size_t size;
    bool packed;  /* they are gzip */
    bool is_json; /* else CSV */
    char *text;   /* [text_size]; `bytes` unless packed */
    size_t text_size;
};

/* Reads a file, or arguments_input()'s path, to its end. What it is goes by
 * its first bytes. 0, or -errno with words that begin with the path. */
int rows_file_open(const char *path, struct rows_file *ret_file,
                   struct error *error);
void rows_file_finish(struct rows_file *file);

/* Finds lines of rows that ascend; all zero before the first. */
struct rows_place {
    size_t at;           /* in the text, a line's begin */
    uint64_t line, rows; /* before it */
};

/* The line of CSV, from 1 on, that has the row-th row, from 1 on: an empty line
 * has none, one with "both" two. */
uint64_t rows_file_line(const struct rows_file *file, enum weight_kind kind,
                        struct rows_place *place, uint64_t row);

#endif
