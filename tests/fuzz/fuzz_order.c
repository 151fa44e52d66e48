/* fuzz_order: any bytes as the order of a map of three vertices. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/map_builder.h"
#include "core/graph/order/order_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/memory_source.h"

enum { VERTICES = 3, FIRST_ID = 7 };

static struct map *make_map(void)
{
    struct map_builder *builder;
    struct map *map = NULL;

    if (map_builder_create(VERTICES, &builder, NULL))
        return NULL;
    map_builder_number_from(builder, FIRST_ID);
    if (map_builder_finish(builder, &map, NULL))
        map = NULL;
    map_builder_destroy(builder);
    return map;
}

static void check(const uint32_t *order)
{
    unsigned seen = 0;

    for (int i = 0; i < VERTICES; i++)
        seen |= order[i] < VERTICES ? 1u << order[i] : 0;
    if (seen != (1u << VERTICES) - 1)
        abort(); /* every vertex occurs once */
}

static void try_order(struct byte_source *source, const struct map *map)
{
    struct error error = {""};
    uint32_t *order;

    if (!order_read(source, map, NULL, &order, &error)) {
        check(order);
        free(order);
    } else if (!error.text[0] || strchr(error.text, '\n')) {
        abort(); /* every refusal says why, on one line */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct byte_source *source;
    struct map *map = make_map();

    if (!map)
        return 0;
    if (!memory_source_create(bytes, size, &source, NULL)) {
        try_order(source, map);
        byte_source_destroy(source);
    }
    map_destroy(map);
    return 0;
}
