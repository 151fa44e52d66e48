/* model_oracle_place: what conditions and amounts see at a segment in a
 * direction. Private to model_oracle.h's files. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_MODEL_ORACLE_PLACE_H
#define RELAXD_TESTS_UNIT_WEIGHTING_MODEL_ORACLE_PLACE_H

#include "tests/unit/weighting/model_oracle.h"

struct oracle_place {
    const struct model_draft *draft;
    const struct map *map;
    const struct weighting *over;
    const struct way_facts *facts;
    uint32_t segment;
    uint32_t piece;
    unsigned direction;
    bool against_way;
    bool open;
    double mm;
    double speed_kmh;
};

/* Whether one may travel on an edge as far as the profile, the weighting and
 * the vehicle say. */
bool oracle_edge_is_open(const struct model_draft *draft, const struct map *map,
                         const struct weighting *over, uint32_t edge);

struct oracle_place oracle_place_at(const struct model_draft *draft,
                                    const struct map *map,
                                    const struct weighting *over,
                                    uint32_t item);

/* Whether a name is that of a value that is a word, and whether its value there
 * is that word. */
bool oracle_place_is_word(const char *name);
bool oracle_place_says(const struct oracle_place *place, const char *name,
                       const char *word);

/* The value of any other name; a truth is 0 or 1. */
double oracle_place_number(const struct oracle_place *place, const char *name);

#endif
