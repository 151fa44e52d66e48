/* closed_set: bitsets of edges, by class, by edge and as unions; lists of
 * arcs. */
#include "core/weighting/closed_set.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

static size_t word_count(uint32_t edge_count)
{
    return edge_count / 64 + (edge_count % 64 != 0);
}

struct closed_set *closed_set_create(uint32_t edge_count)
{
    size_t words = word_count(edge_count);
    struct closed_set *set =
        calloc(1, sizeof(*set) + words * sizeof(*set->word));

    if (!set)
        return NULL;
    atomic_init(&set->references, 1);
    set->edge_count = edge_count;
    return set;
}

/* Call once words and arcs are final. */
static void seal(struct closed_set *set)
{
    set->hash = XXH3_64bits(set->word,
                            word_count(set->edge_count) * sizeof(*set->word));
    if (set->arc_count)
        set->hash ^= XXH3_64bits(set->arc, set->arc_count * sizeof(*set->arc));
}

struct closed_set *closed_set_of_items(uint32_t edge_count,
                                       const uint32_t *edge,
                                       uint32_t closed_edge_count,
                                       const uint32_t *arc, uint32_t arc_count)
{
    struct closed_set *set = closed_set_create(edge_count);

    if (!set)
        return NULL;
    set->arc = array_alloc(arc_count, sizeof(*arc));
    if (!set->arc) {
        closed_set_release(set);
        return NULL;
    }
    memcpy(set->arc, arc, arc_count * sizeof(*arc));
    set->arc_count = arc_count;
    for (uint32_t i = 0; i < closed_edge_count; i++)
        closed_set_put(set, edge[i], true);
    seal(set);
    return set;
}

int class_sets_init(struct class_sets *sets, const struct roads *roads)
{
    uint32_t count = roads->profile.class_count;

    *sets = (struct class_sets){{NULL}};
    for (uint32_t c = 0; c < count; c++) {
        sets->set[c] = closed_set_create(2 * roads->piece_count);
        if (!sets->set[c])
            return -ENOMEM;
    }
    for (uint32_t p = 0; count && p < roads->piece_count; p++) {
        uint32_t bits = roads_attributes(roads, p)->class_bits;

        for (; bits; bits &= bits - 1) {
            uint32_t c = (uint32_t)__builtin_ctz(bits);

            if (c < count)
                sets->set[c]->word[p / 32] |= UINT64_C(3) << 2 * (p % 32);
        }
    }
    for (uint32_t c = 0; c < count; c++)
        seal(sets->set[c]);
    return 0;
}

void class_sets_finish(struct class_sets *sets)
{
    for (size_t c = 0; c < ROAD_CLASSES_MAX; c++)
        closed_set_release(sets->set[c]);
    *sets = (struct class_sets){{NULL}};
}

struct closed_set *closed_set_of_classes(const struct class_sets *sets,
                                         uint16_t classes)
{
    struct closed_set *all = NULL;

    for (uint32_t c = 0; c < ROAD_CLASSES_MAX; c++) {
        struct closed_set *before = all;

        if (!(classes >> c & 1) || !sets->set[c])
            continue;
        all = before ? closed_set_unite(before, sets->set[c])
                     : closed_set_acquire(sets->set[c]);
        closed_set_release(before);
        if (!all)
            return NULL;
    }
    return all;
}

static bool unite_arcs(struct closed_set *both, const struct closed_set *a,
                       const struct closed_set *b)
{
    uint32_t i = 0, j = 0;

    if (!a->arc_count && !b->arc_count)
        return true;
    both->arc =
        array_alloc((size_t)a->arc_count + b->arc_count, sizeof(*both->arc));
    if (!both->arc)
        return false;
    while (i < a->arc_count || j < b->arc_count) {
        bool from_a =
            i < a->arc_count && (j == b->arc_count || a->arc[i] <= b->arc[j]);
        uint32_t arc = from_a ? a->arc[i++] : b->arc[j++];

        if (!both->arc_count || both->arc[both->arc_count - 1] != arc)
            both->arc[both->arc_count++] = arc;
    }
    return true;
}

struct closed_set *closed_set_unite(struct closed_set *a, struct closed_set *b)
{
    struct closed_set *both;

    if (closed_set_equal(a, b))
        return closed_set_acquire(a);
    both = closed_set_create(a->edge_count);
    if (!both)
        return NULL;
    for (size_t i = 0; i < word_count(a->edge_count); i++)
        both->word[i] = a->word[i] | b->word[i];
    both->overrides_profile = a->overrides_profile || b->overrides_profile;
    if (!unite_arcs(both, a, b)) {
        closed_set_release(both);
        return NULL;
    }
    seal(both);
    return both;
}

void closed_set_copy_edges(struct closed_set *to, const struct closed_set *from)
{
    memcpy(to->word, from->word,
           word_count(to->edge_count) * sizeof(*to->word));
    to->overrides_profile = from->overrides_profile;
}

struct closed_set *closed_set_acquire(struct closed_set *set)
{
    atomic_fetch_add_explicit(&set->references, 1, memory_order_relaxed);
    return set;
}

void closed_set_release(struct closed_set *set)
{
    if (!set || atomic_fetch_sub(&set->references, 1) != 1)
        return;
    free(set->arc);
    free(set);
}

bool closed_set_equal(const struct closed_set *a, const struct closed_set *b)
{
    return a == b ||
           (a->hash && a->hash == b->hash && a->edge_count == b->edge_count &&
            a->arc_count == b->arc_count &&
            a->overrides_profile == b->overrides_profile &&
            !memcmp(a->word, b->word,
                    word_count(a->edge_count) * sizeof(*a->word)) &&
            (!a->arc_count ||
             !memcmp(a->arc, b->arc, a->arc_count * sizeof(*a->arc))));
}
