/* raster_check: bytes read as a raster, held against what they should say. */
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

/* What is read; fails where it is refused. Freed by the caller. */
struct raster raster_of(struct input input);

void assert_cells(struct input input, const char *format, uint32_t rows,
                  uint32_t columns, const double *expected);

/* Each is -EINVAL with its words somewhere. */
void assert_refused(const struct bad *bad, size_t count);

#define ASSERT_REFUSED(bad) assert_refused(bad, sizeof(bad) / sizeof(*(bad)))

#endif
