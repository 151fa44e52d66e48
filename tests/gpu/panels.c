#include "tests/gpu/panels.h"

#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "tests/unit/cmocka_all.h"

void assert_words(const uint32_t *on_device, const uint32_t *expected,
                  uint64_t count, const char *what, const char *map)
{
    size_t size = count * sizeof(uint32_t);
    uint32_t *copy = malloc(size + 1);

    assert_int_equal(cudaMemcpy(copy, on_device, size, cudaMemcpyDeviceToHost),
                     cudaSuccess);
    for (uint64_t i = 0; i < count; i++)
        if (copy[i] != expected[i])
            fail_msg("%s, %s: word %lu of %lu is %u, not %u", map, what,
                     (unsigned long)i, (unsigned long)count, copy[i],
                     expected[i]);
    free(copy);
}

struct metric *panels_make(const struct form_ops *form,
                           const struct device *device, const struct map *map)
{
    struct prepared *prepared = NULL;
    struct metric *metric = NULL;

    assert_int_equal(form->prepare(device, map, &prepared, NULL), 0);
    assert_int_equal(
        form->customize(prepared, &map->imported.arcs, &metric, NULL), 0);
    return metric;
}

void panels_destroy(struct metric *metric)
{
    struct prepared *prepared = metric->prepared;
    const struct form_ops *form = prepared->ops;

    form->metric_destroy(metric);
    form->prepared_destroy(prepared);
}
