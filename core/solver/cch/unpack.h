/* unpack: turns closed panel entries into the arcs they stand for.
 *
 * A closed entry from a to b is first split within its supernode: some shortest
 * path over basic entries rises from a to its highest vertex and falls from
 * there to b; each side is a search over vertices in ascending order. Then all
 * basic entries of the whole path, its stages, are split in rounds until all
 * are arcs: within a round no entry depends on another, so that memory can be
 * prefetched.
 *
 * Hints are trusted at first, so only hints are read; then the arcs of each
 * stage are added up. If the sum is not the stage's weight, some hint belongs
 * to other weights: the stage is split again, each hint is checked against its
 * own sum, and better ones are stored.
 *
 * It terminates, even with weight 0: an entry's parts meet in a vertex that is
 * strictly lower, and sides rise strictly. The arcs add up to the entry; arcs
 * of weight 0 may make the walk visit a vertex twice, which path_straighten()
 * repairs.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_CCH_UNPACK_H
#define RELAXD_SOLVER_CCH_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/cch/cch.h"
#include "core/solver/cch/rows.h"

struct hop;
struct stage;

struct unpacker {
    const struct hierarchy *hierarchy;
    const struct cch_metric *metric;
    struct stage *stages; /* [stage_count] of the path */
    size_t stage_count;
    size_t stage_capacity;
    struct hop *hops; /* [hop_count] stage i starts at hop i, linked by next */
    size_t hop_count;
    size_t hop_capacity;
    uint32_t *open; /* [open_count] hops still to split */
    size_t open_count;
    size_t open_capacity;
    size_t room;    /* capacity of both arrays of hops */
    uint32_t *up;   /* [front_max + ROWS_SLACK] costs from the start of a closed
                       entry */
    uint32_t *down; /* [front_max] costs to its end */
    const struct row_kernels *rows;
    bool level; /* an arc of weight 0 was among them */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. */
int unpacker_init(struct unpacker *unpacker, const struct map *map);
void unpacker_finish(struct unpacker *unpacker);

/* Starts a path. */
void unpack_start(struct unpacker *unpacker, const struct cch_metric *metric);

/* Appends a closed entry to the path: from entry `tail` of the supernode's
 * front to entry `head`, at least one of them its own vertex; the entry is
 * finite. 0, -ENOMEM, or -EIO if no parts add up to the entry, which correct
 * panels never cause. */
int unpack_closed(struct unpacker *unpacker, uint32_t supernode, uint32_t tail,
                  uint32_t head);

/* Appends all arcs to `path`. Returns as unpack_closed(). */
int unpack_arcs(struct unpacker *unpacker, struct path *path);

#endif
