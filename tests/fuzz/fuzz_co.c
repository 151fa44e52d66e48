/* fuzz_co: any bytes as DIMACS coordinates of a graph of three vertices. */
#include <stdlib.h>

#include "core/graph/import/dimacs/dimacs.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/memory_source.h"

enum { VERTICES = 3 };

static void check(const struct position *positions)
{
    for (int v = 0; v < VERTICES; v++) {
        if (abs(positions[v].lon_e7) > 1800000000 ||
            abs(positions[v].lat_e7) > 900000000)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct byte_source *source;
    struct position *positions;
    struct error error;

    if (memory_source_create(bytes, size, &source, &error))
        return 0;
    if (!dimacs_read_coordinates(source, 1, VERTICES, NULL, &positions,
                                 &error)) {
        check(positions);
        free(positions);
    }
    byte_source_destroy(source);
    return 0;
}
