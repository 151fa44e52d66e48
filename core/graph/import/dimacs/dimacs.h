/* dimacs: graphs and coordinates of the 9th DIMACS Implementation Challenge.
 *
 * The format (http://www.diag.uniroma1.it/challenge9/format.shtml): lines of
 * fields separated by blanks.
 *
 *     c words                    a comment, anywhere; empty lines are, too
 *     p sp VERTICES ARCS         a .gr file, once, before its arcs; at least
 *                                one vertex
 *     a TAIL HEAD WEIGHT         an arc; ids go from 1 to VERTICES
 *     p aux sp co VERTICES       a .co file, once, before its vertices
 *     v ID LONGITUDE LATITUDE    degrees times 10^6, one line for each vertex
 *
 * A headerless graph has no p line; its ids go from 0 to the largest that
 * occurs. Ids become the map's external ids. Self-loops, parallel arcs and
 * weight 0 are legal; a weight is a whole number up to WEIGHT_MAX.
 *
 * A graph with more than DIMACS_LONELY_MAX vertices of which not one in
 * DIMACS_LONELY_SHARE has an arc is refused: its header or an id must be wrong,
 * and the map's arrays would take all memory.
 *
 * Errors are -EINVAL with the line and what was expected; no map is made. */
#ifndef RELAXD_GRAPH_IMPORT_DIMACS_DIMACS_H
#define RELAXD_GRAPH_IMPORT_DIMACS_DIMACS_H

#include <stdbool.h>

#include "core/base/byte_source.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/graph/import/importer.h"
#include "core/graph/map.h"
#include "core/graph/map_builder.h"

extern const struct importer_ops dimacs_importer;

struct dimacs_files {
    const char *graph;       /* path; plain, gzip, bzip2 or zstd */
    const char *coordinates; /* the same, or NULL: no positions */
    bool headerless;         /* `graph` has no p line */
    const char *unit;        /* of a weight; NULL: "as in source" */
};

/* Reads the files into a map; errors begin with the path. */
int dimacs_import(const struct dimacs_files *files, struct progress *progress,
                  struct map **ret_map, struct error *error);

/* Its two parts, from any source that is decompressed already. The builder has
 * the graph's arcs and ids; `ret_vertex_count` is its size. */
int dimacs_read_graph(struct byte_source *source, bool headerless,
                      struct progress *progress,
                      struct map_builder **ret_builder,
                      uint32_t *ret_vertex_count, struct error *error);

/* Positions of the vertices from id `first_id` on, malloc()ed. */
int dimacs_read_coordinates(struct byte_source *source, uint32_t first_id,
                            uint32_t vertex_count, struct progress *progress,
                            struct position **ret_positions,
                            struct error *error);

#endif
