/* subtrees: the supernodes below each, which are a range. */
#include "core/graph/hierarchy/subtrees.h"

void subtrees_find_lowest(const struct hierarchy *hierarchy,
                          uint32_t *ret_lowest)
{
    for (uint32_t s = 0; s < hierarchy->supernode_count; s++) {
        uint32_t first = hierarchy->first_child[s];

        ret_lowest[s] = first < hierarchy->first_child[s + 1]
                            ? ret_lowest[hierarchy->child[first]]
                            : s;
    }
}
