/* unpack: closed entries of panels back into the arcs that they stand for.
 *
 * A closed entry, from a to b, is first taken apart within its supernode: among
 * basic entries some shortest path rises from a to its highest vertex and falls
 * from there to b, each side a search over vertices in ascending order. Then
 * all basic entries of the whole path, its stages, are taken into parts,
 * round by round, until all are arcs: within a round no entry waits
 * for another, so that memory is read ahead.
 *
 * Hints are trusted at first, which reads nothing but hints; then the arcs of
 * each stage are added up. Where that is not the stage's weight, some hint was
 * of other weights: the stage is taken apart again, each hint held against its
 * own sum, and better ones are left.
 *
 * It ends, weight 0 or not: an entry's parts lead over a middle that is
 * strictly lower, and sides rise strictly. The arcs add up to the entry; arcs
 * of weight 0 may make the walk visit a vertex twice, which path_straighten()
 * mends.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_CCH_UNPACK_H
#define RELAXD_SOLVER_CCH_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/rows.h"

/* Of the path. */
struct hop {
    uint64_t piece; /* an arc in the end */
    uint32_t next;  /* index of the hop after it; HOP_LAST */
};

/* A basic entry that the path leads over. */
struct stage {
    uint64_t entry;
    uint32_t weight; /* finite */
};

#define HOP_LAST UINT32_MAX

struct unpacker {
    const struct hierarchy *hierarchy;
    const struct cch_metric *metric;
    struct stage *stages; /* [stage_count] of the path */
    size_t stage_count;
    size_t stage_capacity;
    struct hop *hops; /* [hop_count] stage i from hop i on, by next */
    size_t hop_count;
    size_t hop_capacity;
    uint32_t *open; /* [open_count] hops to be taken apart */
    size_t open_count;
    size_t open_capacity;
    size_t room;    /* hops that there is room for in both */
    uint32_t *up;   /* [front_max + ROWS_SLACK] costs from where a closed entry
                       begins */
    uint32_t *down; /* [front_max] to where it ends */
    const struct row_kernels *rows;
    bool level; /* an arc of weight 0 was among them */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int unpacker_init(struct unpacker *unpacker, const struct map *map);
void unpacker_finish(struct unpacker *unpacker);

/* Starts on a path. */
void unpack_start(struct unpacker *unpacker, const struct cch_metric *metric);

/* The path goes on over a closed entry: from entry `tail` of the supernode's
 * front to entry `head`, one of both a vertex of its own; the entry is finite.
 * 0, -ENOMEM, or -EIO where nothing makes up the entry, which right panels
 * never let happen. */
int unpack_closed(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
                  uint32_t head);

/* Appends the arcs of all. As unpack_closed(). */
int unpack_arcs(struct unpacker *unpacker, struct path *path);

/* The path goes on over a basic entry, which is finite. 0 or -ENOMEM. */
int stage_append(struct unpacker *unpacker, uint64_t entry);

#endif
