/* fuzz_esri: any bytes as an ESRI ASCII grid. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/raster_try.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    raster_try(bytes, size, raster_read_esri);
    return 0;
}
