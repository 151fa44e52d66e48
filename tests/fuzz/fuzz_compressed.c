/* fuzz_compressed: any bytes as a compressed or plain text, line by line. */
#include "core/base/compressed_source.h"
#include "core/base/line_reader.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/memory_source.h"

/* A few bytes can hold gigabytes. */
enum { LINES_MAX = 10000 };

static void read_lines(struct byte_source *source)
{
    struct line_reader reader;
    struct error error;
    struct line line;

    if (line_reader_init(&reader, source, &error))
        return;
    while (reader.number < LINES_MAX &&
           !line_reader_next(&reader, &line, &error))
        ;
    line_reader_finish(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct byte_source *memory;
    struct byte_source *source;
    struct error error;

    if (memory_source_create(bytes, size, &memory, &error) ||
        compressed_source_create(memory, &source, &error))
        return 0;
    read_lines(source);
    byte_source_destroy(source);
    return 0;
}
