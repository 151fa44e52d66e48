/* map_verify_forest: supernodes of a hierarchy and their parents; each by
 * itself is right already. */
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/map_file/map_verify.h"

#define LEVEL_NONE UINT32_MAX

struct level_check {
    struct hierarchy_check base;
    _Atomic uint32_t *level; /* [supernode_count], LEVEL_NONE: not seen */
};

static int check_places(const struct hierarchy_check *check, uint32_t s,
                        struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t size;
    uint32_t uppers;

    if (parent == SUPERNODE_NONE)
        return 0;
    size = supernode_size(h, parent);
    uppers = supernode_uppers(h, parent);
    for (uint64_t i = h->first_upper[s]; i < h->first_upper[s + 1]; i++) {
        uint32_t place = h->place[i];

        if (place < size
                ? h->first_vertex[parent] + place == h->upper[i]
                : place - size < uppers &&
                      h->upper[h->first_upper[parent] + place - size] ==
                          h->upper[i])
            continue;
        error_set(error, -EINVAL,
                  "upper %" PRIu32 " of supernode %" PRIu32
                  " is not at %" PRIu32 " in the front of %" PRIu32,
                  h->upper[i], s, place, parent);
        return hierarchy_blame(check, "place", &h->place[i], error);
    }
    return 0;
}

static int check_depth(const struct hierarchy_check *check, uint32_t s,
                       struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t parent = h->parent[s];
    uint32_t depth = parent == SUPERNODE_NONE
                         ? 0
                         : h->depth[h->first_vertex[parent + 1] - 1] + 1;

    for (uint32_t v = h->first_vertex[s]; v < h->first_vertex[s + 1]; v++) {
        if (h->depth[v] == depth++)
            continue;
        error_set(error, -EINVAL,
                  "vertex %" PRIu32 " has the depth %" PRIu32 ", not %" PRIu32,
                  v, h->depth[v], depth - 1);
        return hierarchy_blame(check, "depth", &h->depth[v], error);
    }
    return 0;
}

/* The lowest supernode below it. Every supernode is on one such way alone,
 * among those from a root or from a child that is not the first. */
static uint32_t lowest_below(const struct hierarchy *h, uint32_t s)
{
    while (h->first_child[s] < h->first_child[s + 1])
        s = h->child[h->first_child[s]];
    return s;
}

/* Each subtree is a range right before the next one, the last right before the
 * parent. */
static int check_postorder(const struct hierarchy_check *check, uint32_t s,
                           struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t begin = h->first_child[s];
    uint32_t next = s;

    for (uint32_t i = h->first_child[s + 1]; i-- > begin;) {
        if (h->child[i] + 1 != next) {
            error_set(error, -EINVAL,
                      "supernode %" PRIu32 ": its child %" PRIu32
                      " ends before %" PRIu32 ": no postorder",
                      s, h->child[i], next);
            return hierarchy_blame(check, "child", &h->child[i], error);
        }
        if (i > begin)
            next = lowest_below(h, h->child[i]);
    }
    return 0;
}

static int check_forest(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    int r = 0;

    for (uint32_t s = begin; s < end && !r; s++) {
        r = check_places(check, s, error);
        if (!r)
            r = check_depth(check, s, error);
        if (!r)
            r = check_postorder(check, s, error);
    }
    return r;
}

static const struct level_check *
level_check(const struct hierarchy_check *check)
{
    return (const struct level_check *)check;
}

static uint32_t level_at(const struct hierarchy *h, uint32_t place)
{
    uint32_t low = 0;
    uint32_t high = h->level_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (h->first_of_level[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Writes down the levels of what stands at [begin, end) of by_level. */
static int see_levels(const struct hierarchy_check *check, uint32_t begin,
                      uint32_t end, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    uint32_t level = level_at(h, begin);

    for (uint32_t i = begin; i < end; i++) {
        uint32_t s = h->by_level[i];

        level += i == h->first_of_level[level + 1];
        if (s >= h->supernode_count ||
            (i > h->first_of_level[level] && s <= h->by_level[i - 1])) {
            error_set(error, -EINVAL,
                      "supernode %" PRIu32 " of %" PRIu32
                      ", or not after the one before in level %" PRIu32,
                      s, h->supernode_count, level);
            return hierarchy_blame(check, "by_level", &h->by_level[i], error);
        }
        atomic_store_explicit(&level_check(check)->level[s], level,
                              memory_order_relaxed);
    }
    return 0;
}

/* As many places as supernodes: where all have a level, each has one. */
static int check_levels(const struct hierarchy_check *check, uint32_t begin,
                        uint32_t end, struct error *error)
{
    const struct hierarchy *h = check->hierarchy;
    _Atomic uint32_t *level = level_check(check)->level;

    for (uint32_t s = begin; s < end; s++) {
        uint32_t wanted = 0;

        for (uint32_t i = h->first_child[s]; i < h->first_child[s + 1]; i++) {
            uint32_t below = level[h->child[i]];

            wanted = below < wanted ? wanted : below + 1;
        }
        if (level[s] == wanted)
            continue;
        error_set(error, -EINVAL,
                  "supernode %" PRIu32 " is not in level %" PRIu32, s, wanted);
        return hierarchy_blame(check, "by_level", h->by_level, error);
    }
    return 0;
}

static int check_all_levels(const struct hierarchy_check *check,
                            struct error *error)
{
    uint32_t count = check->hierarchy->supernode_count;
    struct level_check levels = {
        .base = *check,
        .level = array_alloc(count, sizeof(*levels.level)),
    };
    int r;

    if (!levels.level)
        return error_no_memory(error);
    for (uint32_t s = 0; s < count; s++)
        atomic_init(&levels.level[s], LEVEL_NONE);
    r = hierarchy_check_all(&levels.base, count, see_levels, error);
    if (!r)
        r = hierarchy_check_all(&levels.base, count, check_levels, error);
    free(levels.level);
    return r;
}

int hierarchy_check_forest(const struct hierarchy_check *check,
                           struct error *error)
{
    int r = hierarchy_check_all(check, check->hierarchy->supernode_count,
                                check_forest, error);

    return r ? r : check_all_levels(check, error);
}
