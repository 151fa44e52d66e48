/* masked_town: an engine over a town whose roads have classes; checks answers
 * with some of them closed against the oracle. */
#ifndef RELAXD_TESTS_UNIT_ENGINE_MASKED_TOWN_H
#define RELAXD_TESTS_UNIT_ENGINE_MASKED_TOWN_H

#include "core/base/random.h"
#include "core/engine/engine.h"

enum { TOWN_CLASSES = 3, TOWN_MASKS = 1 << TOWN_CLASSES };

struct masked_town {
    struct catalog catalog;
    const struct device *const *devices; /* [device_count] the CPU first */
    size_t device_count;
    struct registry *registry;
    struct engine *engine;
    uint32_t side;
    uint64_t seed;
};

/* Fills all other fields before registry and engine; fails the test on error.
 */
void masked_town_open(struct masked_town *town, size_t masks_kept);
void masked_town_close(struct masked_town *town);

/* An ordered map of the town; a road has each class with a chance of 1 in 4. */
struct map *masked_town_map(const struct masked_town *town);

/* Publishes one, as "town". */
void masked_town_publish(struct masked_town *town);

/* The published map with these classes closed, pinned; 0: none closed. */
struct map_entry *masked_town_entry(struct masked_town *town, uint16_t classes);

/* The entry with these classes closed as well, pinned. */
struct map_entry *masked_town_close_classes(struct masked_town *town,
                                            struct map_entry *entry,
                                            uint16_t classes);

/* The queries for an entry's solvers, and the costs that are expected with
 * these weights of arcs. */
struct masked_questions {
    uint32_t source[2];
    uint32_t vertex_count;
    uint32_t *cost[2]; /* [vertex_count] */
};
void masked_questions_init(struct masked_questions *questions,
                           const struct map *map, const uint32_t *arc_weight,
                           uint16_t classes);
void masked_questions_finish(struct masked_questions *questions);

/* Asks one solver for pairs, or for the tree where it has no pairs; returns
 * whether all costs are the oracle's. Any thread. */
bool masked_questions_ask(const struct masked_questions *questions,
                          struct masked_town *town, struct map_entry *entry,
                          const struct solver_ops *solver,
                          struct random *random);

#endif
