/* output_file: a file in the folder of --out, written at once or not at all. */
#ifndef RELAXD_LAB_PAPER_OUTPUT_FILE_H
#define RELAXD_LAB_PAPER_OUTPUT_FILE_H

#include <stdio.h>

#include "core/base/error.h"

/* Text on its way to a file. */
struct output_file {
    FILE *text; /* what is written to it ends up in the file */
    char *bytes;
    size_t size;
};

int output_file_open(struct output_file *file, struct error *error);

/* Puts all of it into FOLDER/NAME and says so on `to`. The file is done with
 * then, whatever the outcome. */
int output_file_close(struct output_file *file, const char *folder,
                      const char *name, FILE *to, struct error *error);

/* Is done with it and leaves the file in the folder as it was. */
void output_file_drop(struct output_file *file);

#endif
