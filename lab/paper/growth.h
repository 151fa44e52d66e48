/* growth: maps of growing size: the study's, and generated ones.
 *
 * Generated maps have 1,000, 3,000, 10,000 ... vertices and use generate/'s
 * model of New York. */
#ifndef RELAXD_LAB_PAPER_GROWTH_H
#define RELAXD_LAB_PAPER_GROWTH_H

#include "lab/paper/paper.h"

enum { GROWTH_DRAWN_MAX = 16, GROWTH_LARGEST = 1000000 };

struct growth_map {
    const struct map *map;
    const char *name;
    const char *path;  /* its file, or NULL */
    struct map *drawn; /* the same map, owned; NULL: the study's */
    char own_name[32]; /* of a generated map */
};

struct growth {
    struct growth_map *item; /* [count], ascending number of vertices */
    size_t count;
};

/* Generates maps of up to study->largest vertices, inclusive, or up to
 * GROWTH_LARGEST. Call growth_finish() after any result. */
int growth_init(struct growth *growth, const struct study *study,
                struct error *error);
void growth_finish(struct growth *growth);

/* Boost's Dijkstra, timed by the program tests/bench/boost_dijkstra.
 *
 * The program reads the map's file, which is written for it if there is none,
 * solves the same vertices, and fails if its answers differ from relaxd's
 * dijkstra. */

/* Means over the sources of one vertex to all, costs and predecessors in
 * memory. */
struct boost_times {
    double csr_ms;  /* on boost::compressed_sparse_row_graph */
    double list_ms; /* on boost::adjacency_list */
};

/* Whether the program exists and can run. */
int boost_check(const char *program, struct error *error);

int boost_run(const char *program, const struct growth_map *map,
              const uint32_t *sources, uint32_t source_count,
              struct boost_times *ret_times, struct error *error);

/* Parses the program's output, cut in place. -EINVAL with words for other
 * text. */
int boost_read(char *text, struct boost_times *ret_times, struct error *error);

#endif
