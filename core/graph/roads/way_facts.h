/* way_facts: what the tags of a way say, whatever a profile makes of them. The
 * conditions of models are about these facts (core/weighting/model).
 *
 * Names and words are those of GraphHopper's encoded values, so that its custom
 * models are understood. A fact that is one of several words is an index of its
 * words, of which the first is what a way without the tag has.
 *
 * Map files contain struct way_facts, and with it the order of the words: new
 * ones come last. */
#ifndef RELAXD_GRAPH_ROADS_WAY_FACTS_H
#define RELAXD_GRAPH_ROADS_WAY_FACTS_H

#include <stddef.h>
#include <stdint.h>

/* Facts that are one of several words. */
enum word_fact {
    FACT_ROAD_CLASS,
    FACT_ROAD_ENVIRONMENT,
    FACT_ROAD_ACCESS,      /* to motor vehicles */
    FACT_BIKE_ROAD_ACCESS, /* to bicycles */
    FACT_FOOT_ROAD_ACCESS, /* on foot */
    FACT_SURFACE,
    FACT_SMOOTHNESS,
    FACT_TRACK_TYPE,
    FACT_TOLL,
    FACT_HGV,
    FACT_HAZMAT,
    FACT_HAZMAT_WATER,
    FACT_HAZMAT_TUNNEL,
    WORD_FACT_COUNT,
};

enum way_flag {
    WAY_LINK = 1 << 0, /* highway=..._link */
    WAY_RING = 1 << 1, /* junction=roundabout or circular */
    WAY_FLAGS = WAY_LINK | WAY_RING,
};

struct way_facts {
    uint8_t word[WORD_FACT_COUNT];
    uint8_t flags;         /* enum way_flag */
    uint8_t lanes;         /* of both directions; 0: unknown */
    int8_t slope;          /* incline= in percent, along the way; 0: unknown */
    uint8_t mtb_rating;    /* mtb:scale= 0 to 6, and 1; 0: none */
    uint8_t hike_rating;   /* sac_scale=, 1 for hiking, to 6; 0: none */
    uint8_t horse_rating;  /* horse_scale=, 1 to 6; 0: none */
    uint8_t reserved;      /* 0 */
    uint16_t max_speed[2]; /* signed, along the way, against it; in 0.1 km/h;
                              0: no sign, MAX_SPEED_NONE: a sign says that
                              there is no limit */
};

#define MAX_SPEED_NONE UINT16_MAX

/* "road_class" and so on. */
const char *word_fact_name(enum word_fact fact);

/* Its words, NULL after the last: "OTHER", "MOTORWAY" and so on. */
const char *const *word_fact_words(enum word_fact fact);
uint8_t word_fact_count(enum word_fact fact); /* of its words */

#endif
