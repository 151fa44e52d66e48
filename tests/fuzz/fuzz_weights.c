/* fuzz_weights: any bytes as new weights of a map of four vertices. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "core/graph/import/weight_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/memory_source.h"

enum { VERTICES = 4, ARCS = 6 };

/* Three arcs from id 10 to 20, a loop at 20, one arc to 30, one from the last.
 */
static const uint32_t first_out[VERTICES + 1] = {0, 4, 5, 5, 6};
static const uint32_t head[ARCS] = {1, 2, 1, 1, 1, 0};
static const uint32_t weight[ARCS] = {1, 9, 2, 3, WEIGHT_CLOSED, 5};
static const uint64_t id[VERTICES] = {10, 20, 30, UINT64_MAX};
static const uint32_t by_id[VERTICES] = {0, 1, 2, 3};

static const struct map map = {
    .topology = {VERTICES, ARCS, first_out, head},
    .imported.arcs = {1, ARCS, weight},
    .external_id = id,
    .vertex_by_id = by_id,
};

/* Only arcs of the map, only valid weights, and every change is listed. */
static void check(const struct weight_edits *edits)
{
    uint32_t changed[ARCS];
    uint8_t listed[ARCS] = {0};

    memcpy(changed, weight, sizeof(changed));
    for (size_t i = 0; i < edits->count; i++) {
        if (edits->edit[i].item >= ARCS)
            abort();
        listed[edits->edit[i].item] = 1;
    }
    weight_edits_apply(edits, changed);
    for (uint32_t a = 0; a < ARCS; a++) {
        if (changed[a] > WEIGHT_MAX && changed[a] != WEIGHT_CLOSED)
            abort();
        if (changed[a] != weight[a] && !listed[a])
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct byte_source *source;
    struct weight_edits edits;
    struct error error = {""};

    if (memory_source_create(bytes, size, &source, &error))
        return 0;
    if (!weight_edits_read(&edits, &map, source, NULL, &error)) {
        check(&edits);
        weight_edits_finish(&edits);
    } else if (!error.text[0]) {
        abort();
    }
    byte_source_destroy(source);
    return 0;
}
