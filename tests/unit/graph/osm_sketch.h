/* osm_sketch: OpenStreetMap data drawn for tests, and the network made of it.
 *
 * A sketch begins with a drawing: letters are nodes, whose ids are the letters'
 * codes; two characters are 100 m to the east, a line is 100 m to the south. A
 * failure fails the test. */
#ifndef RELAXD_TESTS_UNIT_GRAPH_OSM_SKETCH_H
#define RELAXD_TESTS_UNIT_GRAPH_OSM_SKETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/import/osm/network/osm_network.h"

enum { SKETCH_WAYS_MAX = 32, SKETCH_LETTERS = 128 };

struct osm_sketch {
    struct position position[SKETCH_LETTERS];
    const char *tags[SKETCH_LETTERS]; /* NULL: no such node */
    const char *way[SKETCH_WAYS_MAX]; /* its nodes; way i has the id i + 1 */
    uint32_t way_count;
    uint32_t relation_count;
    struct osm_data data;
    struct profile *profile;
    struct road_network network; /* once it is made */
    struct import_report report;
};

struct osm_sketch sketch_begin(const char *drawing);

/* Tags are "key=value, key=value", literals. */
void sketch_node(struct osm_sketch *sketch, char letter, const char *tags);
void sketch_missing(struct osm_sketch *sketch, char letter);
void sketch_way(struct osm_sketch *sketch, const char *letters,
                const char *tags);

/* Members are ways, by their letters, or nodes, single letters, separated by
 * blanks; "!" is a missing way. */
void sketch_relation(struct osm_sketch *sketch, const char *tags,
                     const char *from, const char *via, const char *to);

/* With testbot, but in thousandths of a second, with signals that weigh nothing
 * and ranks of highways; and with the settings of `set`, NULL behind the last.
 */
void sketch_make(struct osm_sketch *sketch, const char *const *set);

void sketch_end(struct osm_sketch *sketch);

/* ---- What came out ------------------------------------------------------ */

/* Whether there is a piece of exactly these nodes, in either direction. */
bool sketch_has_piece(const struct osm_sketch *sketch, const char *letters);

/* The segment from the first to the second letter, in that direction. */
struct sketch_segment {
    uint32_t edge;
    uint32_t weight;
    uint32_t duration_ms;
    uint32_t length_mm;
};
struct sketch_segment sketch_segment(const struct osm_sketch *sketch,
                                     const char *letters);

/* The attributes of its piece, and whether they are reversed as seen in that
 * direction. */
const struct road_attributes *sketch_attributes(const struct osm_sketch *sketch,
                                                const char *letters,
                                                bool *ret_reversed);
const char *sketch_text(const struct osm_sketch *sketch, uint32_t offset);

/* How many ways lead from letter to letter, and their least turn cost in ms;
 * false: none. */
bool sketch_can(const struct osm_sketch *sketch, const char *letters);
uint32_t sketch_turn_ms(const struct osm_sketch *sketch, const char *letters);
uint32_t sketch_turn_weight(const struct osm_sketch *sketch,
                            const char *letters);

#endif
