/* import_report: what an importer saw and left out, counted by reason.
 *
 * Kept in the map file as text, shown by 'relaxctl info'. */
#ifndef RELAXD_GRAPH_IMPORT_REPORT_H
#define RELAXD_GRAPH_IMPORT_REPORT_H

#include <stdint.h>

/* In the order in which people are told. */
enum import_count {
    /* What was read. */
    COUNT_NODES,     /* in the files */
    COUNT_WAYS,      /* in the files */
    COUNT_RELATIONS, /* in the files */
    COUNT_ROADS,     /* ways that are used */

    /* Data that does not fit together. */
    COUNT_NODES_TWICE, /* of two with one id the later counts */
    COUNT_WAYS_TWICE,
    COUNT_RELATIONS_TWICE,
    COUNT_DELETED,       /* the file says that they are gone */
    COUNT_NODES_NOWHERE, /* without a valid position */
    COUNT_REFS_MISSING,  /* nodes of ways that are not in the file: gaps */
    COUNT_WAYS_SHORT,    /* of fewer than two nodes */
    COUNT_REFS_REPEATED, /* the same node twice in a row: once is enough */
    COUNT_TAGS_TWICE,    /* of a key that the object has already: the first
                            counts */
    COUNT_TEXTS_MENDED,  /* not one line of UTF-8: '?' for each wrong byte */

    /* Ways that are not used; first as the profile says: WAY_NO_ROAD and on.
     */
    COUNT_WAYS_NO_ROAD,
    COUNT_WAYS_NO_ACCESS,
    COUNT_WAYS_AREA,
    COUNT_WAYS_CONSTRUCTION,
    COUNT_WAYS_REVERSIBLE,
    COUNT_WAYS_UNCLEAR,
    COUNT_WAYS_NO_SEGMENT, /* it would, but no two nodes that follow each other
                              are there */

    /* Restrictions. */
    COUNT_RESTRICTIONS,         /* in force */
    COUNT_RESTRICTIONS_IGNORED, /* not for this profile */
    COUNT_RESTRICTIONS_EXCEPTED,
    COUNT_RESTRICTIONS_CONDITIONAL,
    COUNT_RESTRICTIONS_UNKNOWN,
    COUNT_RESTRICTIONS_NO_MEMBER, /* lack from, via or to */
    COUNT_RESTRICTIONS_MISSING,   /* a member is not in the file or no road */
    COUNT_RESTRICTIONS_APART,     /* members do not meet */
    COUNT_RESTRICTIONS_CROWDED,   /* more members than can be meant */
    COUNT_RESTRICTIONS_UNCLEAR,   /* from or to passes via and goes on,
                                     or via is several things */

    COUNT_JUNCTIONS_CROWDED, /* of more roads than can be meant */

    /* Transfers. */
    COUNT_STATIONS,
    COUNT_STATIONS_APART, /* without rails or a road near */

    COUNT_KINDS,
};

struct import_report {
    uint64_t count[COUNT_KINDS];
};

/* "restrictions-conditional", and one line for people. */
const char *import_count_name(enum import_count count);
const char *import_count_words(enum import_count count);

/* Adds what the other counted. */
void import_report_add(struct import_report *report,
                       const struct import_report *other);

#endif
