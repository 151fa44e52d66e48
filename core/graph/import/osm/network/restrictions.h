/* restrictions: relations that forbid turns, in terms of darts.
 *
 * Which restrictions hold is known before there are junctions, since the places
 * where they hold have to be some. Each is one dart by which one comes, ways
 * that are then passed from end to end, and the darts that one may not, or may
 * only, go on by. docs/osm.md says what makes one unclear. */
#ifndef RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTIONS_H
#define RELAXD_GRAPH_IMPORT_OSM_NETWORK_RESTRICTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/import/osm/network/courses.h"
#include "core/graph/import/osm/network/pieces.h"

/* A course that is passed: 2c along its way, 2c + 1 against it. */
struct restriction {
    bool only;
    uint32_t from; /* dart */
    uint32_t via_count;
    uint32_t to_count;
    size_t first_part; /* courses passed, then darts to go on by */
};

struct restriction_list {
    struct restriction *item;
    size_t count;
    size_t capacity;
    uint32_t *part;
    size_t part_count;
    size_t part_capacity;
};

/* Counts every relation once. 0 or -ENOMEM; finish is right after that, too. */
int restrictions_read(const struct osm_data *data,
                      const struct profile *profile,
                      const struct courses *courses,
                      struct restriction_list *list,
                      struct import_report *report);

/* Spots where restrictions begin, go on and end become ruled junctions; others
 * on the way are ruled, if they are junctions. */
void restrictions_mark(const struct restriction_list *list,
                       const struct courses *courses,
                       struct junctions *junctions);

void restrictions_finish(struct restriction_list *list);

static inline const uint32_t *
restriction_via(const struct restriction_list *list,
                const struct restriction *item)
{
    return list->part + item->first_part;
}

static inline const uint32_t *
restriction_to(const struct restriction_list *list,
               const struct restriction *item)
{
    return list->part + item->first_part + item->via_count;
}

/* Several restrictions of one past as one.
 *
 * Each only_ was put there to lead somewhere. Taken one by one they would leave
 * nothing at all, so a vehicle that has come just so may go on by what any of
 * them allows. And may not by what any no_ forbids: many that are alike take no
 * more room in the network than one. */

/* Those of one kind of the same `from` and via become one, which leads to each
 * dart once. 0 or -ENOMEM. */
int restriction_unions_make(struct restriction_list *list);

#endif
