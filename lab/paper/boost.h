/* boost: Boost's Dijkstra, timed by the program tests/bench/boost_dijkstra.
 *
 * The program runs on the map's file, written for it where there is none, from
 * the same vertices, and fails where its answers differ from relaxd's dijkstra.
 */
#ifndef RELAXD_LAB_PAPER_BOOST_H
#define RELAXD_LAB_PAPER_BOOST_H

#include "lab/paper/growth.h"

/* Means over the sources of one vertex to all, costs and predecessors in
 * memory. */
struct boost_times {
    double csr_ms;  /* on boost::compressed_sparse_row_graph */
    double list_ms; /* on boost::adjacency_list */
};

/* Whether there is such a program to run. */
int boost_check(const char *program, struct error *error);

int boost_run(const char *program, const struct growth_map *map,
              const uint32_t *sources, uint32_t source_count,
              struct boost_times *ret_times, struct error *error);

/* Reads what the program prints; cut in place. -EINVAL with words for what it
 * does not print. */
int boost_read(char *text, struct boost_times *ret_times, struct error *error);

#endif
