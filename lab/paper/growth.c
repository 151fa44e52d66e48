/* growth: maps of growing size, the study's own and some drawn for it. */
#include "lab/paper/growth.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "lab/generate/generate.h"

/* 1,000, 3,000, 10,000 ... below `largest`, then that. */
static size_t list_sizes(uint32_t largest, uint32_t sizes[GROWTH_DRAWN_MAX])
{
    uint64_t decade = 1000;
    size_t count = 0;

    for (; decade < largest; decade *= 10) {
        sizes[count++] = (uint32_t)decade;
        if (3 * decade < largest)
            sizes[count++] = (uint32_t)(3 * decade);
    }
    sizes[count++] = largest;
    return count;
}

static int draw(const struct study *study, uint32_t vertex_count,
                struct growth_map *item, struct error *error)
{
    const struct generate_request request = {
        .model = models[0],
        .vertex_count = vertex_count,
        .seed = study->seed,
    };
    int r = generate_map(&request, study->progress, &item->drawn, error);

    item->map = item->drawn;
    snprintf(item->own_name, sizeof(item->own_name), "generated-%u",
             vertex_count);
    return r;
}

static void add_own(struct growth *growth, const struct study *study)
{
    for (size_t i = 0; i < study->map_count; i++)
        growth->item[growth->count++] = (struct growth_map){
            .map = study->maps[i].map,
            .name = study->maps[i].name,
            .path = study->maps[i].path,
        };
}

static int compare(const void *one, const void *other)
{
    uint32_t a = ((const struct growth_map *)one)->map->topology.vertex_count;
    uint32_t b = ((const struct growth_map *)other)->map->topology.vertex_count;

    return (a > b) - (a < b);
}

static void arrange(struct growth *growth)
{
    qsort(growth->item, growth->count, sizeof(*growth->item), compare);
    for (size_t i = 0; i < growth->count; i++) {
        if (growth->item[i].drawn)
            growth->item[i].name = growth->item[i].own_name;
    }
}

int growth_init(struct growth *growth, const struct study *study,
                struct error *error)
{
    uint32_t sizes[GROWTH_DRAWN_MAX];
    size_t drawn =
        list_sizes(study->largest ? study->largest : GROWTH_LARGEST, sizes);
    int r = 0;

    *growth = (struct growth){
        .item = array_zero(study->map_count + drawn, sizeof(*growth->item)),
    };
    if (!growth->item)
        return error_no_memory(error);
    add_own(growth, study);
    for (size_t i = 0; i < drawn && !r; i++) {
        r = draw(study, sizes[i], &growth->item[growth->count], error);
        growth->count += !r;
    }
    if (!r)
        arrange(growth);
    return r;
}

void growth_finish(struct growth *growth)
{
    for (size_t i = 0; i < growth->count; i++)
        map_destroy(growth->item[i].drawn);
    free(growth->item);
    *growth = (struct growth){0};
}
