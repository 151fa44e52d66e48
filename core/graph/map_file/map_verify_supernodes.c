/* map_verify_supernodes: each supernode of a hierarchy: its vertices, uppers,
 * parent, children and sizes. */
#include <errno.h>
#include <inttypes.h>

#include "core/graph/map_file/map_verify.h"

static int check_vertices(const struct hierarchy_check *check, uint32_t s,
                          struct error *error)
{
    const struct hierarchy *h = check->hierarchy;

    for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
        if (h->supernode[v] == s)
            continue;
        error_set(error, -EINVAL,
                  "vertex %" PRIu32 " of supernode %" PRIu32
                  " is said to be of %" PRIu32,
                  v, s, h->supernode[v]);
        return hierarchy_blame(check, "supernode", &h->supernode[v], error);
    }
    return 0;
}

static int check_uppers(const struct hierarchy_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t above = h->first_vertex[s + 1];

    for (uint64_t i = h->first_upper[s]; i < h->first_upper[s + 1]; i++) {
        uint32_t upper = h->upper[i];

        if (upper < above || upper >= check->topology->vertex_count) {
            error_set(error, -EINVAL,
                      "upper %" PRIu32 " of supernode %" PRIu32
                      " is not within %" PRIu32 " and %" PRIu32,
                      upper, s, above, check->topology->vertex_count);
            return hierarchy_blame(check, "upper", &h->upper[i], error);
        }
        above = upper + 1;
    }
    return 0;
}

/* The supernode of the first upper, which check_uppers() has seen. */
static int check_parent(const struct hierarchy_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t wanted = supernode_uppers(h, s)
                          ? h->supernode[h->upper[h->first_upper[s]]]
                          : SUPERNODE_NONE;

    if (parent == wanted && (parent == SUPERNODE_NONE ||
                             (parent > s && parent < h->supernode_count)))
        return 0;
    error_set(error, -EINVAL,
              "supernode %" PRIu32 " has the parent %" PRIu32
              ", its first upper is of %" PRIu32,
              s, parent, wanted);
    return hierarchy_blame(check, "parent", &h->parent[s], error);
}

static int check_children(const struct hierarchy_check *check, uint32_t s,
                          struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t least = 0;

    for (uint32_t i = h->first_child[s]; i < h->first_child[s + 1]; i++) {
        uint32_t child = h->child[i];

        if (child < least || child >= s || h->parent[child] != s) {
            error_set(error, -EINVAL,
                      "%" PRIu32 " is no child of supernode %" PRIu32
                      ", or not after the one before",
                      child, s);
            return hierarchy_blame(check, "child", &h->child[i], error);
        }
        least = child + 1;
    }
    return 0;
}

/* Sums that do not fit would fall. */
static int check_words(const struct hierarchy_check *check, const char *section,
                       const uint64_t *first, uint32_t s, uint64_t wanted,
                       struct error *error)
{
    if ((s || !first[0]) && first[s + 1] >= first[s] &&
        first[s + 1] - first[s] == wanted)
        return 0;
    error_set(error, -EINVAL,
              "words of supernode %" PRIu32 " from %" PRIu64 " to %" PRIu64
              ", not %" PRIu64 " of them",
              s, first[s], first[s + 1], wanted);
    return hierarchy_blame(check, section, &first[s + 1], error);
}

static int check_sizes(const struct hierarchy_check *check, uint32_t s,
                       struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint64_t size = supernode_size(h, s);
    uint64_t uppers = supernode_uppers(h, s);
    int r = check_words(check, "first_entry", h->first_entry, s,
                        size * (size + 2 * uppers), error);

    return r ? r
             : check_words(check, "first_schur", h->first_schur, s,
                           uppers * uppers, error);
}

static int check_supernodes(const struct hierarchy_check *check, uint32_t begin,
                            uint32_t end, struct error *error)
{
    int r = 0;

    for (uint32_t s = begin; s < end && !r; s++) {
        r = check_vertices(check, s, error);
        if (!r)
            r = check_uppers(check, s, error);
        if (!r)
            r = check_parent(check, s, error);
        if (!r)
            r = check_children(check, s, error);
        if (!r)
            r = check_sizes(check, s, error);
    }
    return r;
}

/* Children that are listed are all different, so that as many as have a parent
 * are all of them. */
static int count_children(const struct hierarchy_check *check,
                          struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t count = 0;

    for (uint32_t s = 0; s < h->supernode_count; s++)
        count += h->parent[s] != SUPERNODE_NONE;
    if (count == check->child_count)
        return 0;
    error_set(error, -EINVAL,
              "%" PRIu64 " children are listed, %" PRIu32
              " supernodes have a parent",
              check->child_count, count);
    return hierarchy_blame(check, "child", h->child, error);
}

int hierarchy_check_supernodes(const struct hierarchy_check *check,
                               struct error *error)
{
    int r = hierarchy_check_all(check, check->hierarchy->supernode_count,
                                check_supernodes, error);

    return r ? r : count_children(check, error);
}
