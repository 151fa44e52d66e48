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

#endif
