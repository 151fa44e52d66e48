/* run: pictures imported and asked, and told where they are not as expected. */
#ifndef RELAXD_TESTS_PICTURES_RUN_H
#define RELAXD_TESTS_PICTURES_RUN_H

#include <stdio.h>

#include "tests/pictures/picture.h"

struct run_count {
    size_t pictures;
    size_t questions;
    size_t mistakes; /* questions that were not answered as expected, pictures
                        that could not be imported */
};

/* `only`: NULL, or a part of the titles of those that are wanted. What is wrong
 * is told to `out`. */
void run_file(const struct picture_file *file, const char *only, FILE *out,
              struct run_count *count);

#endif
