/* junctions: which spots are junctions, and how darts go on at the others. */
#include "core/graph/import/osm/network/junctions.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

int junctions_init(struct junctions *junctions, const struct courses *courses)
{
    size_t darts = 2 * (size_t)courses->spot_count;

    junctions->mark = array_zero(courses->spot_count, sizeof(*junctions->mark));
    junctions->dart = array_alloc_huge(darts, sizeof(*junctions->dart));
    return junctions->mark && junctions->dart ? 0 : -ENOMEM;
}

void junctions_mark_nodes(struct junctions *junctions,
                          const struct courses *courses,
                          const struct ruled_nodes *nodes)
{
    const uint32_t *spot_of = courses->spot_of[LAYER_ROAD];

    for (uint32_t i = 0; spot_of && i < nodes->count; i++) {
        uint32_t spot = spot_of[nodes->node[i]];

        if (spot != SPOT_NONE)
            junctions->mark[spot] |= SPOT_JUNCTION | SPOT_RULED | SPOT_NODE;
    }
}

/* `degree` stops at 3, which is as good as more. */
static void add_dart(struct junctions *junctions, uint8_t *degree,
                     uint32_t spot, uint32_t dart)
{
    if (degree[spot] < 2)
        junctions->dart[2 * (size_t)spot + degree[spot]] = dart;
    if (degree[spot] < 3)
        degree[spot]++;
}

/* Whether nobody can tell where one link ends and the other begins. */
static bool goes_on(const struct courses *courses, uint32_t arriving,
                    uint32_t leaving)
{
    return dart_attributes(courses, arriving) ==
               dart_attributes(courses, leaving) &&
           dart_is_open(courses, arriving) == dart_is_open(courses, leaving) &&
           dart_is_open(courses, arriving ^ 1) ==
               dart_is_open(courses, leaving ^ 1);
}

int junctions_find(struct junctions *junctions, const struct courses *courses)
{
    uint8_t *degree = array_zero(courses->spot_count, sizeof(*degree));

    if (!degree)
        return -ENOMEM;
    for (uint32_t c = 0; c < courses->course_count; c++) {
        for (uint32_t l = courses->first_ref[c];
             l + 1 < courses->first_ref[c + 1]; l++) {
            add_dart(junctions, degree, courses->ref_spot[l], 2 * l);
            add_dart(junctions, degree, courses->ref_spot[l + 1], 2 * l + 1);
        }
    }
    for (uint32_t spot = 0; spot < courses->spot_count; spot++) {
        const uint32_t *dart = &junctions->dart[2 * (size_t)spot];

        if (degree[spot] != 2 || !goes_on(courses, dart[0] ^ 1, dart[1]))
            junctions->mark[spot] |= SPOT_JUNCTION;
    }
    free(degree);
    return 0;
}

void junctions_finish(struct junctions *junctions)
{
    free(junctions->mark);
    free(junctions->dart);
    *junctions = (struct junctions){0};
}
