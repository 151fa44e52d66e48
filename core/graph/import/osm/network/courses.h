/* courses: the ways that a profile uses, as courses through spots.
 *
 *     spot     a node in a layer: where roads can meet. A level crossing is two
 *     course   a used way, or a part of one between gaps: two or more spots, no
 *              two the same in a row
 *     link     from a spot of a course to the next; link l begins at ref l
 *     dart     a link in one direction: 2l along its way, 2l + 1 against it
 *     passage  a course passed from end to end: 2c along its way, 2c + 1
 *              against it */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_COURSES_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_COURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/import/osm/network/attributes.h"
#include "core/graph/profile/profile.h"
#include "core/graph/road_network/road_network.h"

#define SPOT_NONE   UINT32_MAX
#define WAY_MADE_UP UINT32_MAX

struct used_way {
    uint32_t way;           /* of the data, or WAY_MADE_UP */
    uint32_t first_course;  /* up to the next one's */
    uint32_t attributes[2]; /* of the pool; along the way and against it */
    double speed_kmh[2];    /* this and the next three as in way_rules */
    double factor[2];
    double total_s;
    uint32_t condition[2]; /* when it is closed, a text of the pool; 0: never */
    bool by_distance;
    uint8_t access[2]; /* enum edge_access */
    uint8_t layer;     /* enum road_layer */
};

struct courses {
    struct used_way *way; /* [way_count], ascending, made-up ones last */
    uint32_t way_count;
    uint32_t *first_ref; /* [course_count + 1] */
    uint32_t course_count;
    uint32_t *ref_spot; /* [ref_count] */
    uint32_t *ref_way;  /* [ref_count] used way */
    uint32_t ref_count;

    /* Spots by ascending node, then layer; made-up ones last. */
    uint32_t *spot_node; /* [spot_count] */
    uint32_t spot_count;
    uint32_t *spot_of[LAYER_COUNT]; /* [node_count] SPOT_NONE if no used way
                                       of the layer passes; NULL: the layer
                                       has no way */

    size_t way_capacity;
    size_t course_capacity;
    size_t spot_capacity;
    size_t ref_capacity[2]; /* of ref_spot, ref_way */
};

/* 8 bytes a ref, 4 a node and layer, 4 a spot, 80 a used way. Counts ways by
 * outcome, and repeated refs. Ways without a course are not used. 0, -ENOMEM,
 * -EINVAL. finish() is fine after a failure too. */
int courses_make(const struct osm_data *data, const struct profile *profile,
                 struct attribute_pool *pool, struct courses *courses,
                 struct import_report *report);

/* Adds a made-up way of one link, with the layer, attributes, speed and
 * openness of `way`. */
int courses_add_link(struct courses *courses, const struct used_way *way,
                     uint32_t from_spot, uint32_t to_spot);

/* Adds a spot for a node that no used way passes, in no layer. */
int courses_add_spot(struct courses *courses, uint32_t node,
                     uint32_t *ret_spot);

void courses_finish(struct courses *courses);

/* Links from stations to the rails and roads near them (transfers.c): adds
 * made-up ways to the courses and counts stations. 0, -ENOMEM, -EINVAL: too
 * many. */
int transfers_add(const struct osm_data *data, const struct profile *profile,
                  struct attribute_pool *pool, struct courses *courses,
                  struct import_report *report);

/* The used way of a way of the data; false if it is not used. */
bool courses_find(const struct courses *courses, uint32_t way,
                  uint32_t *ret_used);

/* The end of a used way's courses. */
static inline uint32_t way_course_end(const struct courses *courses,
                                      uint32_t used)
{
    return used + 1 < courses->way_count ? courses->way[used + 1].first_course
                                         : courses->course_count;
}

static inline uint32_t dart_tail(const struct courses *courses, uint32_t dart)
{
    return courses->ref_spot[dart / 2 + dart % 2];
}

static inline uint32_t dart_head(const struct courses *courses, uint32_t dart)
{
    return dart_tail(courses, dart ^ 1);
}

static inline const struct used_way *dart_way(const struct courses *courses,
                                              uint32_t dart)
{
    return &courses->way[courses->ref_way[dart / 2]];
}

static inline uint32_t dart_condition(const struct courses *courses,
                                      uint32_t dart)
{
    return dart_way(courses, dart)->condition[dart % 2];
}

static inline enum edge_access dart_access(const struct courses *courses,
                                           uint32_t dart)
{
    return (enum edge_access)dart_way(courses, dart)->access[dart % 2];
}

/* An index of the pool, as seen along the dart. */
static inline uint32_t dart_attributes(const struct courses *courses,
                                       uint32_t dart)
{
    return dart_way(courses, dart)->attributes[dart % 2];
}

/* The spots where a passage begins and ends. */
static inline uint32_t passage_tail(const struct courses *courses,
                                    uint32_t passage)
{
    uint32_t course = passage / 2;

    return courses->ref_spot[passage % 2 ? courses->first_ref[course + 1] - 1
                                         : courses->first_ref[course]];
}

static inline uint32_t passage_head(const struct courses *courses,
                                    uint32_t passage)
{
    return passage_tail(courses, passage ^ 1);
}

/* The layer of a node's spot; made-up spots count as roads'. */
static inline enum road_layer spot_layer(const struct courses *courses,
                                         uint32_t spot)
{
    const uint32_t *rail = courses->spot_of[LAYER_RAIL];

    return rail && rail[courses->spot_node[spot]] == spot ? LAYER_RAIL
                                                          : LAYER_ROAD;
}

#endif
