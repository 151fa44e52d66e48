/* weight_row: one row of what people say about weights, in the source's ids.
 * Start reading about living weights here.
 *
 *     collection   rows of one kind for one profile: segments, turns; or arcs
 *     key          what a row names; a collection holds each key once
 *     layer        collections that lie over each other: files < live < a
 *                  scenario. The upper row wins; in one layer the last written
 *
 * A row knows no map: whether it names something there is found out when it is
 * matched (weight_match.h). Plain values, copied freely. */
#ifndef RELAXD_WEIGHTING_WEIGHT_ROW_H
#define RELAXD_WEIGHTING_WEIGHT_ROW_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum weight_kind {
    WEIGHT_SEGMENTS, /* speeds on roads */
    WEIGHT_TURNS,    /* penalties of turns */
    WEIGHT_ARCS,     /* weights of a graph without roads */
    WEIGHT_KINDS,
};

/* As URLs and file names have them: "segments", "turns", "arcs". */
extern const char *const weight_kind_names[WEIGHT_KINDS];

/* Of WEIGHT_SEGMENTS: what id[] is. */
enum segment_key {
    SEGMENT_PAIR,         /* from node, to node: all segments between them */
    SEGMENT_WAY_FORWARD,  /* way, 0: the whole way, as it is drawn */
    SEGMENT_WAY_BACKWARD, /* way, 0: against that */
};

/* What a row names. Segments: pairs {from, to, SEGMENT_PAIR} or
 * {way, 0, SEGMENT_WAY_*}. Turns: {from, via, to}. Arcs: {from, to, 0}. Ids are
 * below 2^63. */
struct weight_key {
    int64_t id[3];
};

struct weight_row {
    struct weight_key key;
    double value;    /* segments: km/h, above 0; turns: s, at least 0; arcs:
                        a whole number up to WEIGHT_MAX in the map's unit;
                        ROW_CLOSED: no way through */
    double rate;     /* segments: metres per unit of weight; turns: the
                        weight, in s or what the profile weighs by.
                        ROW_AS_VALUE: the weight follows the value;
                        ROW_KEPT: the weight stays */
    uint64_t order;  /* of writing: the later of two rows has the greater.
                        Set by who writes it */
    uint32_t ends_s; /* when it ends, seconds since 1970; 0: never */
    uint32_t unused; /* 0 */
};

#define ROW_CLOSED   (-1.0)
#define ROW_AS_VALUE (-1.0)
#define ROW_KEPT     (-2.0)

static inline bool weight_key_equal(const struct weight_key *a,
                                    const struct weight_key *b)
{
    return a->id[0] == b->id[0] && a->id[1] == b->id[1] && a->id[2] == b->id[2];
}

static inline bool weight_row_closes(const struct weight_row *row)
{
    return row->value == ROW_CLOSED;
}

/* Rows in the order they were written. */
struct weight_list {
    struct weight_row *row; /* [count], owned */
    size_t count;
    size_t capacity;
};

#endif
