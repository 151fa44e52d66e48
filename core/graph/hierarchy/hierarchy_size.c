/* hierarchy_size: how large the weights of a hierarchy are. */
#include "core/graph/hierarchy/hierarchy_size.h"

struct hierarchy_size hierarchy_size_of(const struct supernodes *supernodes,
                                        const struct elimination_tree *tree)
{
    struct hierarchy_size sum = {0};

    for (uint32_t s = 0; s < supernodes->count; s++) {
        double size =
            supernodes->first_vertex[s + 1] - supernodes->first_vertex[s];
        double uppers = tree->above_count[supernodes->top[s]];

        sum.panel_words += size * (size + 2 * uppers);
        sum.schur_words += uppers * uppers;
    }
    return sum;
}
