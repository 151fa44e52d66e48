/* fuzz_matrix: any bytes as lines of numbers. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/raster_try.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    raster_try(bytes, size, raster_read_text);
    return 0;
}
