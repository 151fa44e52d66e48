/* import_report: what an importer read and left out, counted by reason.
 *
 * Stored in the map file as text; `relaxctl info` shows it. */
#ifndef RELAXD_GRAPH_IMPORT_REPORT_H
#define RELAXD_GRAPH_IMPORT_REPORT_H

#include <stdint.h>

/* In the order of the report. */
enum import_count {
    /* Objects read. */
    COUNT_NODES,     /* in the files */
    COUNT_WAYS,      /* in the files */
    COUNT_RELATIONS, /* in the files */
    COUNT_ROADS,     /* ways in use */

    /* Inconsistent data. */
    COUNT_NODES_TWICE, /* of two with one id, the later counts */
    COUNT_WAYS_TWICE,
    COUNT_RELATIONS_TWICE,
    COUNT_DELETED,       /* marked as deleted in the file */
    COUNT_NODES_NOWHERE, /* without a valid position */
    COUNT_REFS_MISSING,  /* nodes of ways that the file lacks: gaps */
    COUNT_WAYS_SHORT,    /* with fewer than two nodes */
    COUNT_REFS_REPEATED, /* the same node twice in a row: dropped */
    COUNT_TAGS_TWICE,    /* with a key that the object already has: the first
                            counts */
    COUNT_TEXTS_MENDED,  /* not one line of UTF-8: '?' for each wrong byte */

    /* Unused ways; the first of these in the order of enum way_outcome from
     * WAY_NO_ROAD on. */
    COUNT_WAYS_NO_ROAD,
    COUNT_WAYS_NO_ACCESS,
    COUNT_WAYS_AREA,
    COUNT_WAYS_CONSTRUCTION,
    COUNT_WAYS_REVERSIBLE,
    COUNT_WAYS_UNCLEAR,
    COUNT_WAYS_NO_SEGMENT, /* usable, but no two consecutive nodes are
                              present */

    /* Restrictions. */
    COUNT_RESTRICTIONS,         /* in force */
    COUNT_RESTRICTIONS_IGNORED, /* not for this profile */
    COUNT_RESTRICTIONS_EXCEPTED,
    COUNT_RESTRICTIONS_CONDITIONAL,
    COUNT_RESTRICTIONS_UNKNOWN,
    COUNT_RESTRICTIONS_NO_MEMBER, /* without from, via or to */
    COUNT_RESTRICTIONS_MISSING,   /* a member is not in the file or not a
                                     road */
    COUNT_RESTRICTIONS_APART,     /* members do not meet */
    COUNT_RESTRICTIONS_CROWDED,   /* more members than plausible */
    COUNT_RESTRICTIONS_UNCLEAR,   /* from or to passes via and goes on, or
                                     via is several things */

    COUNT_JUNCTIONS_CROWDED, /* with more roads than plausible */

    /* Transfers. */
    COUNT_STATIONS,
    COUNT_STATIONS_APART, /* without rails or a road nearby */

    COUNT_KINDS,
};

struct import_report {
    uint64_t count[COUNT_KINDS];
};

/* "restrictions-conditional", and a line for people. */
const char *import_count_name(enum import_count count);
const char *import_count_words(enum import_count count);

#endif
