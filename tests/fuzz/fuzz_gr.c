/* fuzz_gr: any bytes as a DIMACS graph, with and without a header. */
#include <stdbool.h>
#include <stdlib.h>

#include "core/graph/import/dimacs/dimacs.h"
#include "core/graph/map_file/map_verify.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/memory_source.h"

/* Larger maps take long and show nothing new. */
enum { FINISHED_MAX = 10000 };

/* map_open() must accept every map that the parser accepts. */
static void finish(struct map_builder *builder, uint32_t vertex_count)
{
    struct error error;
    struct map *map;

    if (vertex_count > FINISHED_MAX)
        return;
    if (map_builder_finish(builder, &map, &error) ||
        map->topology.vertex_count != vertex_count ||
        map_verify(map, NULL, 1, &error))
        abort();
    map_destroy(map);
}

static void parse(const uint8_t *bytes, size_t size, bool headerless)
{
    struct byte_source *source;
    struct map_builder *builder;
    uint32_t vertex_count;
    struct error error;

    if (memory_source_create(bytes, size, &source, &error))
        return;
    if (!dimacs_read_graph(source, headerless, NULL, &builder, &vertex_count,
                           &error)) {
        finish(builder, vertex_count);
        map_builder_destroy(builder);
    }
    byte_source_destroy(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    parse(bytes, size, false);
    parse(bytes, size, true);
    return 0;
}
