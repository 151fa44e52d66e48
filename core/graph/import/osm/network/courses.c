#include "core/graph/import/osm/network/courses.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Darts and segments in two directions must fit 32 bits. */
static const uint64_t refs_max = UINT32_MAX / 2;

static uint8_t access_of(const struct way_rules *rules, uint32_t direction)
{
    if (!rules->open[direction])
        return EDGE_ABSENT;
    return flags_close(rules->flags, direction) ? EDGE_CLOSED : EDGE_OPEN;
}

static int use_way(struct courses *courses, struct attribute_pool *pool,
                   uint32_t way, const struct way_rules *rules)
{
    struct used_way used = {
        .way = way,
        .speed_kmh = {rules->speed_kmh[0], rules->speed_kmh[1]},
        .factor = {rules->factor[0], rules->factor[1]},
        .total_s = rules->total_s,
        .by_distance = rules->by_distance,
        .layer = (uint8_t)rules->layer,
        .access = {access_of(rules, 0), access_of(rules, 1)},
    };
    int r = array_reserve(&courses->way, &courses->way_capacity,
                          (size_t)courses->way_count + 1, sizeof(used));

    r = r ? r : attribute_pool_add(pool, rules, used.attributes);
    for (int d = 0; d < 2 && !r; d++) {
        if (*rules->condition[d])
            r = attribute_pool_add_text(pool, rules->condition[d],
                                        &used.condition[d]);
    }
    if (!r)
        courses->way[courses->way_count++] = used;
    return r;
}

/* Collects ways without their courses; `ret_refs`: an upper bound of their
 * refs. */
static int use_ways(struct courses *courses, const struct osm_data *data,
                    const struct profile *profile, struct attribute_pool *pool,
                    struct import_report *report, uint64_t *ret_refs)
{
    int r = 0;

    *ret_refs = 0;
    for (uint32_t w = 0; w < data->way_count && !r; w++) {
        struct tags tags = osm_way_tags(data, w);
        struct way_rules rules;
        enum way_outcome outcome = profile_way(profile, &tags, &rules);

        if (outcome == WAY_USED) {
            r = use_way(courses, pool, w, &rules);
            *ret_refs += data->first_ref[w + 1] - data->first_ref[w];
        } else {
            report->count[COUNT_WAYS_NO_ROAD + (outcome - WAY_NO_ROAD)]++;
        }
    }
    return !r && *ret_refs > refs_max ? -EINVAL : r;
}

/* A course ends where the way ends or has a gap; a single ref is not a
 * course. */
static int end_course(struct courses *courses)
{
    uint32_t first = courses->first_ref[courses->course_count];
    int r;

    if (courses->ref_count - first < 2) {
        courses->ref_count = first;
        return 0;
    }
    r = array_reserve(&courses->first_ref, &courses->course_capacity,
                      (size_t)courses->course_count + 2, sizeof(first));
    if (!r)
        courses->first_ref[++courses->course_count] = courses->ref_count;
    return r;
}

/* Refs are nodes, for now. */
static int cut_way(struct courses *courses, const struct osm_data *data,
                   uint32_t used, struct import_report *report)
{
    uint32_t way = courses->way[used].way;
    int r = 0;

    courses->way[used].first_course = courses->course_count;
    for (uint64_t i = data->first_ref[way]; i < data->first_ref[way + 1] && !r;
         i++) {
        uint32_t node = data->way_ref[i];
        uint32_t count = courses->ref_count;

        if (node == OSM_NODE_MISSING) {
            r = end_course(courses);
        } else if (count > courses->first_ref[courses->course_count] &&
                   courses->ref_spot[count - 1] == node) {
            report->count[COUNT_REFS_REPEATED]++;
        } else {
            courses->ref_spot[count] = node;
            courses->ref_way[count] = used;
            courses->ref_count++;
        }
    }
    return r ? r : end_course(courses);
}

/* Keeps only ways that have a course. */
static int cut_each_way(struct courses *courses, const struct osm_data *data,
                        struct import_report *report)
{
    uint32_t kept = 0;
    int r = 0;

    for (uint32_t used = 0; used < courses->way_count && !r; used++) {
        uint32_t before = courses->course_count;

        courses->way[kept] = courses->way[used];
        r = cut_way(courses, data, kept, report);
        if (courses->course_count > before)
            kept++;
        else
            report->count[COUNT_WAYS_NO_SEGMENT]++;
    }
    courses->way_count = kept;
    report->count[COUNT_ROADS] += kept;
    return r;
}

static int cut_ways(struct courses *courses, const struct osm_data *data,
                    uint64_t refs, struct import_report *report)
{
    int r = array_reserve(&courses->ref_spot, &courses->ref_capacity[0], refs,
                          sizeof(*courses->ref_spot));

    r = r ? r
          : array_reserve(&courses->ref_way, &courses->ref_capacity[1], refs,
                          sizeof(*courses->ref_way));
    r = r ? r
          : array_reserve(&courses->first_ref, &courses->course_capacity, 1,
                          sizeof(*courses->first_ref));
    if (r)
        return r;
    courses->first_ref[0] = 0;
    return cut_each_way(courses, data, report);
}

/* Makes every node that a course passes a spot of its layer; 0 marks it. */
static int mark_spots(struct courses *courses, uint32_t node_count)
{
    for (uint32_t i = 0; i < courses->ref_count; i++) {
        uint32_t **of =
            &courses->spot_of[courses->way[courses->ref_way[i]].layer];

        if (!*of) {
            *of = array_alloc(node_count, sizeof(**of));
            if (!*of)
                return -ENOMEM;
            memset(*of, 0xff, node_count * sizeof(**of));
        }
        (*of)[courses->ref_spot[i]] = 0;
    }
    return 0;
}

static uint32_t count_spots(const struct courses *courses, uint32_t node_count)
{
    uint32_t count = 0;

    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        const uint32_t *of = courses->spot_of[layer];

        for (uint32_t node = 0; of && node < node_count; node++)
            count += of[node] != SPOT_NONE;
    }
    return count;
}

static void number_spots(struct courses *courses, uint32_t node_count)
{
    uint32_t count = 0;

    for (uint32_t node = 0; node < node_count; node++) {
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            uint32_t *of = courses->spot_of[layer];

            if (!of || of[node] == SPOT_NONE)
                continue;
            courses->spot_node[count] = node;
            of[node] = count++;
        }
    }
    courses->spot_count = count;
    for (uint32_t i = 0; i < courses->ref_count; i++) {
        uint8_t layer = courses->way[courses->ref_way[i]].layer;

        courses->ref_spot[i] = courses->spot_of[layer][courses->ref_spot[i]];
    }
}

int courses_make(const struct osm_data *data, const struct profile *profile,
                 struct attribute_pool *pool, struct courses *courses,
                 struct import_report *report)
{
    uint64_t refs;
    int r = use_ways(courses, data, profile, pool, report, &refs);

    r = r ? r : cut_ways(courses, data, refs, report);
    r = r ? r : mark_spots(courses, data->node_count);
    if (!r)
        r = array_reserve(&courses->spot_node, &courses->spot_capacity,
                          count_spots(courses, data->node_count),
                          sizeof(*courses->spot_node));
    if (!r)
        number_spots(courses, data->node_count);
    return r;
}

int courses_add_link(struct courses *courses, const struct used_way *way,
                     uint32_t from_spot, uint32_t to_spot)
{
    uint32_t count = courses->ref_count;
    int r = count + UINT64_C(2) > refs_max ? -EINVAL : 0;

    r = r ? r
          : array_reserve(&courses->way, &courses->way_capacity,
                          (size_t)courses->way_count + 1, sizeof(*way));
    r = r ? r
          : array_reserve(&courses->ref_spot, &courses->ref_capacity[0],
                          (size_t)count + 2, sizeof(*courses->ref_spot));
    r = r ? r
          : array_reserve(&courses->ref_way, &courses->ref_capacity[1],
                          (size_t)count + 2, sizeof(*courses->ref_way));
    if (r)
        return r;
    courses->ref_spot[count] = from_spot;
    courses->ref_spot[count + 1] = to_spot;
    courses->ref_way[count] = courses->way_count;
    courses->ref_way[count + 1] = courses->way_count;
    courses->ref_count += 2;
    courses->way[courses->way_count] = *way;
    courses->way[courses->way_count].way = WAY_MADE_UP;
    courses->way[courses->way_count++].first_course = courses->course_count;
    return end_course(courses);
}

int courses_add_spot(struct courses *courses, uint32_t node, uint32_t *ret_spot)
{
    int r = array_reserve(&courses->spot_node, &courses->spot_capacity,
                          (size_t)courses->spot_count + 1,
                          sizeof(*courses->spot_node));

    if (r)
        return r;
    courses->spot_node[courses->spot_count] = node;
    *ret_spot = courses->spot_count++;
    return 0;
}

bool courses_find(const struct courses *courses, uint32_t way,
                  uint32_t *ret_used)
{
    size_t used = array_lower_bound(courses->way, sizeof(*courses->way),
                                    offsetof(struct used_way, way),
                                    courses->way_count, way);

    if (used == courses->way_count || courses->way[used].way != way)
        return false;
    *ret_used = (uint32_t)used;
    return true;
}

void courses_finish(struct courses *courses)
{
    free(courses->way);
    free(courses->first_ref);
    free(courses->ref_spot);
    free(courses->ref_way);
    free(courses->spot_node);
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        free(courses->spot_of[layer]);
    *courses = (struct courses){0};
}
