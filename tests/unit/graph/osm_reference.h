/* osm_reference: allowed drives on OpenStreetMap data, computed directly from
 * it.
 *
 * Segment by segment, without junctions or pieces; looks up every rule where it
 * is needed; slow. It does not know turn angles: profiles for it must not use
 * them. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_OSM_REFERENCE_H
#define RELAXD_TESTS_UNIT_GRAPH_OSM_REFERENCE_H

#include "core/graph/import/osm/data/osm_data.h"
#include "core/graph/profile/profile.h"
#include "tests/unit/graph/network_walks.h"

enum { REFERENCE_SEGMENTS_MAX = 128, REFERENCE_RULES_MAX = 256 };

/* A segment of a used way; side 0 drives it from node[0] to node[1]. */
struct reference_segment {
    uint32_t way;     /* of the data */
    uint32_t run;     /* index of the way's part between gaps */
    uint32_t node[2]; /* of the data */
    struct way_rules rules;
};

/* A segment and a side. */
struct reference_step {
    uint32_t segment;
    uint32_t side;
};

/* A vehicle with this past must not, or must, continue by one of those steps.
 */
struct reference_rule {
    bool only;
    struct reference_step come[16];
    uint32_t come_count;
    struct reference_step go[16];
    uint32_t go_count;
};

struct osm_reference {
    const struct osm_data *data;
    const struct profile *profile;
    struct reference_segment segment[REFERENCE_SEGMENTS_MAX];
    uint32_t segment_count;
    struct reference_rule rule[REFERENCE_RULES_MAX];
    uint32_t rule_count;
};

void osm_reference_make(struct osm_reference *reference,
                        const struct osm_data *data,
                        const struct profile *profile);

/* In the form of network_walks(). */
void osm_reference_walks(const struct osm_reference *reference,
                         uint32_t segments, struct walk_list *list);

/* How many segments end at a node, in the layer of those. */
uint32_t osm_reference_degree(const struct osm_reference *reference,
                              uint32_t node, enum road_layer layer);

/* Private to the two files: reads the rules of all relations. */
void osm_reference_restrict(struct osm_reference *reference);

static inline bool reference_open(const struct osm_reference *reference,
                                  struct reference_step step)
{
    return reference->segment[step.segment].rules.open[step.side];
}

static inline uint32_t reference_tail(const struct osm_reference *reference,
                                      struct reference_step step)
{
    return reference->segment[step.segment].node[step.side];
}

static inline uint32_t reference_head(const struct osm_reference *reference,
                                      struct reference_step step)
{
    return reference->segment[step.segment].node[!step.side];
}

static inline bool reference_same(struct reference_step a,
                                  struct reference_step b)
{
    return a.segment == b.segment && a.side == b.side;
}

#endif
