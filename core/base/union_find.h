/* union_find: disjoint sets of the numbers below a count.
 *
 * Trees of links towards a root, joined by size, paths halved on the way:
 * Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms",
 * Journal of the ACM 31, 1984. */
#ifndef RELAXD_BASE_UNION_FIND_H
#define RELAXD_BASE_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

struct union_find {
    uint32_t *parent; /* [count] a root's own is itself */
    uint32_t *size;   /* [count] of a root: members of its set */
};

/* Each number alone. 0 or -ENOMEM; finish() is fine after either and on zero
 * bytes. */
int union_find_init(struct union_find *sets, uint32_t count);
void union_find_finish(struct union_find *sets);

/* The same of links alone, for callers that choose themselves which root
 * becomes the other's child: parent[count]. */
void union_find_separate(uint32_t *parent, uint32_t count);

/* The number that stands for the set. */
static inline uint32_t union_find_root(uint32_t *parent, uint32_t number)
{
    while (parent[number] != number) {
        parent[number] = parent[parent[number]];
        number = parent[number];
    }
    return number;
}

/* The set of the larger one's root; of equally large ones, of a's. False: they
 * were one. */
bool union_find_join(struct union_find *sets, uint32_t a, uint32_t b);

#endif
