/* frontal: the matrix in which one supernode is eliminated. */
#include "core/solver/cch/frontal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"

int frontal_init(struct frontal *frontal, uint32_t front_max)
{
    size_t stride = frontal_stride(front_max);

    *frontal = (struct frontal){0};
    frontal->word =
        aligned_alloc(FRONTAL_LANES * sizeof(uint32_t),
                      (front_max + (size_t)1) * stride * sizeof(uint32_t));
    return frontal->word ? 0 : -ENOMEM;
}

void frontal_finish(struct frontal *frontal)
{
    free(frontal->word);
    frontal->word = NULL;
}

void frontal_clear(struct frontal *frontal, const struct hierarchy *hierarchy,
                   uint32_t supernode)
{
    size_t count;

    frontal->size = supernode_size(hierarchy, supernode);
    frontal->front = frontal->size + supernode_uppers(hierarchy, supernode);
    frontal->stride = frontal_stride(frontal->front);
    count = (size_t)frontal->front * frontal->stride;
    for (size_t i = 0; i < count; i++)
        frontal->word[i] = COST_INFINITY;
    for (uint32_t i = 0; i < frontal->front; i++)
        frontal->word[(size_t)i * frontal->stride + i] = 0;
}

void frontal_take_child(struct frontal *frontal,
                        const struct hierarchy *hierarchy, uint32_t child,
                        const uint32_t *schur)
{
    const uint32_t *place = hierarchy->place + hierarchy->first_upper[child];
    uint32_t n = supernode_uppers(hierarchy, child);

    if (n == 1)
        return;
    for (uint32_t i = 0; i < n; i++, schur += n) {
        uint32_t *row = frontal->word + (size_t)place[i] * frontal->stride;

        for (uint32_t j = 0; j < n; j++) {
            if (schur[j] < row[place[j]])
                row[place[j]] = schur[j];
        }
    }
}

static bool store_row(uint32_t *to, const uint32_t *from, size_t count)
{
    bool differs = memcmp(to, from, count * sizeof(*to)) != 0;

    if (differs)
        memcpy(to, from, count * sizeof(*to));
    return differs;
}

static bool store_column(uint32_t *to, const uint32_t *from, size_t count,
                         size_t stride)
{
    uint32_t differs = 0;

    for (size_t i = 0; i < count; i++) {
        differs |= to[i] ^ from[i * stride];
        to[i] = from[i * stride];
    }
    return differs != 0;
}

bool frontal_store_panel(const struct frontal *frontal, uint32_t *panel)
{
    size_t s = frontal->size;
    size_t f = frontal->front;
    size_t n = f - s;
    uint32_t *in = panel + s * f;
    bool differs = false;

    for (size_t i = 0; i < s; i++) {
        differs |=
            store_row(panel + i * f, frontal->word + i * frontal->stride, f);
        differs |=
            store_column(in + i * n, frontal->word + s * frontal->stride + i, n,
                         frontal->stride);
    }
    return differs;
}

bool frontal_store_schur(const struct frontal *frontal, uint32_t *schur)
{
    size_t s = frontal->size;
    size_t n = frontal->front - s;
    bool differs = false;

    for (size_t i = 0; i < n; i++)
        differs |= store_row(schur + i * n,
                             frontal->word + (s + i) * frontal->stride + s, n);
    return differs;
}
