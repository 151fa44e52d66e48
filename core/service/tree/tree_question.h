/* tree_question: costs from one vertex to all, as a stream of blocks.
 *
 * On roads: from a node, contracted or not, and a label is what it costs to
 * have come to the end of an edge. A dense tree has these, vertex by vertex;
 * one by ids has the least at each node where edges end, and 0 for the node
 * that it begins at, if edges end there.
 *
 * Labels leave the solver in blocks that wait in a bounded stream until the
 * client takes them; an client that is gone cancels. A full stream makes the
 * worker wait, for its deadline at most, so stream_bytes_max trades memory
 * against workers; config/relaxd.conf says how much takes how many vertices. */
#ifndef RELAXD_SERVICE_TREE_TREE_QUESTION_H
#define RELAXD_SERVICE_TREE_TREE_QUESTION_H

#include "core/service/service.h"

struct tree_question {
    struct question base;  /* `answered` comes after the last block is in the
                              stream, and tells how it ended. solved_by,
                              device_name and epoch stand when labels do */
    uint64_t from;         /* id, on roads a node's */
    uint32_t limit;        /* labels above it are of no interest; COST_OVERFLOW:
                              none */
    bool dense;            /* every vertex in the order of /v1/vertices, else
                              only those within the limit */
    uint32_t vertex_count; /* the map's, once asked: labels, where dense */
    void (*readable)(struct tree_question *question); /* worker thread, when an
                             empty stream got a block; may be NULL */

    /* The service's own. */
    struct tree_stream *stream;
    struct tree_state *state;
};

/* As service_ask_path(). */
enum outcome service_ask_tree(struct service *service,
                              struct tree_question *question);

/* Labels as they lie in the stream. */
struct tree_labels {
    const uint64_t *id;   /* [count] the source's ids; NULL when dense */
    const uint32_t *cost; /* [count] */
    size_t count;
};

/* The oldest labels not taken yet, at most `most`; count 0 where the stream is
 * empty for now. Valid until the next tree_read(). One thread, the client's;
 * also after `answered`. */
struct tree_labels tree_read(struct tree_question *question, size_t most);

/* Once answered (or never asked). */
void tree_question_finish(struct tree_question *question);

#endif
