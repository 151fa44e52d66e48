/* unpack: entries of panels back into the arcs that they stand for.
 *
 * A closed entry, from a to b, is taken apart within its supernode: among basic
 * entries some shortest path rises from a to its highest vertex and falls from
 * there to b, each side a search over vertices in ascending order. A basic
 * entry between x and y is an arc, or two entries over a middle vertex that is
 * lower than x and y: a pivot of the same supernode, or one of a supernode
 * below it, to which children's Schur complements show the way.
 *
 * It ends, weight 0 or not: every step from entry to entries goes to a middle
 * that is strictly lower, and sides rise strictly. The arcs add up to the
 * entry; arcs of weight 0 may make the walk visit a vertex twice, which
 * straighten.h mends.
 *
 * Dibbelt, Strasser and Wagner 2016, section 7. One thread. */
#ifndef RELAXD_SOLVER_CCH_UNPACK_H
#define RELAXD_SOLVER_CCH_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/cch/cch.h"

/* A basic entry of a supernode: from one entry of its front to another, one of
 * both a vertex of its own. */
struct hop {
    uint32_t supernode;
    uint32_t tail;
    uint32_t head;
    uint32_t weight; /* finite */
};

/* Hops whose arcs come next, the first one on top. */
struct hop_stack {
    struct hop *hop; /* [count] */
    size_t count;
    size_t capacity;
};

struct unpacker {
    const struct topology *topology;
    const struct hierarchy *hierarchy;
    const struct cch_metric *metric;
    struct hop_stack stack;
    uint32_t *up;      /* [front_max] costs from where a closed entry begins */
    uint32_t *down;    /* [front_max] to where it ends */
    struct path *path; /* what arcs are appended to */
    bool level;        /* an arc of weight 0 was among them */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int unpacker_init(struct unpacker *unpacker, const struct map *map);
void unpacker_finish(struct unpacker *unpacker);

/* Starts on an empty path. */
void unpack_start(struct unpacker *unpacker, const struct cch_metric *metric,
                  struct path *path);

/* Appends the arcs of a closed entry: from entry `tail` of the supernode's
 * front to entry `head`, one of both a vertex of its own; the entry is finite.
 * 0, -ENOMEM, or -EIO where nothing makes up the entry, which right panels
 * never let happen. */
int unpack_closed(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
                  uint32_t head);

/* Puts the hops of a closed entry, which is `weight`, on the stack. */
int find_hops(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
              uint32_t head, uint32_t weight);

int hop_push(struct hop_stack *stack, struct hop hop);

#endif
