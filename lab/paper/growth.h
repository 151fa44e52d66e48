/* growth: maps of growing size, the study's own and some drawn for it.
 *
 * Drawn ones have 1,000, 3,000, 10,000 ... vertices and are of generate/'s
 * model of New York. */
#ifndef RELAXD_LAB_PAPER_GROWTH_H
#define RELAXD_LAB_PAPER_GROWTH_H

#include "lab/paper/paper.h"

enum { GROWTH_DRAWN_MAX = 16, GROWTH_LARGEST = 1000000 };

struct growth_map {
    const struct map *map;
    const char *name;
    const char *path;  /* its file; NULL: it has none */
    struct map *drawn; /* the same, owned; NULL: it is the study's */
    char own_name[32]; /* of a drawn one */
};

struct growth {
    struct growth_map *item; /* [count] by ascending number of vertices */
    size_t count;
};

/* Draws up to as many vertices as study->largest, that many included, else to
 * GROWTH_LARGEST. Whatever it answers, growth_finish() is due. */
int growth_init(struct growth *growth, const struct study *study,
                struct error *error);
void growth_finish(struct growth *growth);

/* Boost's Dijkstra, timed by the program tests/bench/boost_dijkstra.
 *
 * The program runs on the map's file, written for it where there is none, from
 * the same vertices, and fails where its answers differ from relaxd's dijkstra.
 */

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
