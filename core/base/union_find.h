/* union_find: disjoint sets of the numbers below a count.
 *
 * Trees of parent links, joined by size, with path halving: Tarjan and van
 * Leeuwen, "Worst-case analysis of set union algorithms", Journal of the ACM
 * 31, 1984. */
#ifndef RELAXD_BASE_UNION_FIND_H
#define RELAXD_BASE_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

struct union_find {
    uint32_t *parent; /* [count] a root is its own parent */
    uint32_t *size;   /* [count] of a root: members of its set */
};

/* Puts each number into a set of its own. 0 or -ENOMEM; finish() is fine after
 * either and on zero bytes. */
int union_find_init(struct union_find *sets, uint32_t count);
void union_find_finish(struct union_find *sets);

/* The same with parent links only, for callers that choose which root becomes
 * the other's child: parent[count]. */
void union_find_separate(uint32_t *parent, uint32_t count);

/* The number that represents the set. */
static inline uint32_t union_find_root(uint32_t *parent, uint32_t number)
{
    while (parent[number] != number) {
        parent[number] = parent[parent[number]];
        number = parent[number];
    }
    return number;
}

/* The joined set takes the root of the larger set; if equal, a's. False: both
 * were already in one set. */
bool union_find_join(struct union_find *sets, uint32_t a, uint32_t b);

#endif
