/* raster_check: reads bytes as a raster and compares with what is expected. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_RASTER_CHECK_H
#define RELAXD_TESTS_UNIT_GRAPH_RASTER_CHECK_H

#include "tests/unit/cmocka_all.h"

#include "core/graph/import/raster/raster.h"

#define TEXT(text)                                                             \
    {                                                                          \
        text, sizeof(text) - 1                                                 \
    }

struct input {
    const char *bytes;
    size_t size;
};

struct bad {
    struct input input;
    const char *words;
};

/* The raster that was read; fails where it is refused. The caller frees it. */
struct raster raster_of(struct input input);

void assert_cells(struct input input, const char *format, uint32_t rows,
                  uint32_t columns, const double *expected);

/* Each must be -EINVAL with its words in the message. */
void assert_refused(const struct bad *bad, size_t count);

#define ASSERT_REFUSED(bad) assert_refused(bad, sizeof(bad) / sizeof(*(bad)))

#endif
