/* twins: which nodes of OpenStreetMap and of routino are the same.
 *
 * Routino forgets ids and rounds positions to 2^-26 radians. Nodes whose
 * positions are as near as that are twins. Where more than two are, their
 * neighbours tell, or else none is. */
#ifndef RELAXD_TESTS_COMPARE_TWINS_H
#define RELAXD_TESTS_COMPARE_TWINS_H

#include "core/graph/import/osm/data/osm_data.h"
#include "tests/compare/routino.h"

#define TWIN_NONE UINT32_MAX

struct twin {
    int64_t id;
    struct position position;
    uint32_t theirs; /* node of routino's, or TWIN_NONE */
    bool crowded;    /* no twin, since it is unclear which one */
};

struct twins {
    struct twin *list; /* [count] of the data, by ascending id */
    uint32_t count;
    int64_t *id; /* of each of routino's nodes; 0: it is unclear which */
};

void twins_make(struct twins *twins, const struct osm_data *data,
                const struct routino *routino);
void twins_finish(struct twins *twins);

/* Of a node of the data. */
const struct twin *twins_find(const struct twins *twins, int64_t id);

/* The segment of routino's between two nodes of the data, of several any:
 * they are as long; NULL where there is none. */
const struct routino_segment *twins_segment(const struct twins *twins,
                                            const struct routino *routino,
                                            int64_t from_id, int64_t to_id);

#endif
