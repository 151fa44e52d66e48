/* centres: the vertices that a level of roads or a railway joins. */
#include "lab/generate/centres.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/generate/noise.h"

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void drop_repeated(struct centres *centres)
{
    uint32_t kept = 0;

    qsort(centres->vertex, centres->count, sizeof(*centres->vertex), compare);
    for (uint32_t i = 0; i < centres->count; i++) {
        if (kept == 0 || centres->vertex[kept - 1] != centres->vertex[i])
            centres->vertex[kept++] = centres->vertex[i];
    }
    centres->count = kept;
}

/* Vertex order is local, so one out of every run is spread over the land. */
static void add_spread(struct centres *centres, uint32_t vertex_count,
                       uint32_t every, uint64_t seed)
{
    for (uint32_t front = 0; every <= vertex_count - front; front += every)
        centres->vertex[centres->count++] =
            front + (uint32_t)(noise_hash(seed, front) % every);
}

int centres_init(struct centres *centres, const struct bisection *bisection,
                 const struct land *land, uint32_t town_count, uint32_t every,
                 uint64_t seed)
{
    uint32_t towns =
        town_count < land->town_count ? town_count : land->town_count;
    size_t most = towns + (every ? bisection->vertex_count / every : 0);

    centres->count = 0;
    centres->vertex = array_alloc(most, sizeof(*centres->vertex));
    if (!centres->vertex)
        return -ENOMEM;
    for (uint32_t i = 0; i < towns; i++)
        centres->vertex[centres->count++] =
            bisection_find(bisection, land->towns[i].centre);
    if (every)
        add_spread(centres, bisection->vertex_count, every, seed);
    drop_repeated(centres);
    return 0;
}

void centres_finish(struct centres *centres)
{
    free(centres->vertex);
    *centres = (struct centres){0};
}
