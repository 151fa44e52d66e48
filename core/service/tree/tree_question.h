/* tree_question: costs from one vertex to all, as a stream of blocks.
 *
 * On roads the tree begins at a node, contracted or not, and a label is the
 * cost to reach the end of an edge. A dense tree has these, vertex by vertex; a
 * tree by ids has the least label at each node where edges end, and 0 for the
 * first node, if edges end there.
 *
 * Blocks of labels wait in a bounded stream until the client takes them; a
 * client that disconnects cancels. A full stream blocks the worker, until the
 * deadline at most, so stream_bytes_max trades memory against workers;
 * config/relaxd.conf says how much memory a vertex takes. */
#ifndef RELAXD_SERVICE_TREE_TREE_QUESTION_H
#define RELAXD_SERVICE_TREE_TREE_QUESTION_H

#include "core/service/service.h"

struct tree_question {
    struct question base;  /* `ended` comes after the last block is in the
                              stream, with the outcome; `readable`, which may be
                              NULL, when an empty stream gets a block. solved_by,
                              device_name and epoch are set before labels */
    uint64_t from;         /* id; a node's on roads */
    uint32_t limit;        /* the greatest label wanted; COST_OVERFLOW: no
                              limit */
    bool dense;            /* every vertex in the order of /v1/vertices, else
                              only those within the limit */
    uint32_t vertex_count; /* the map's, set by ask: the number of labels if
                              dense */

    struct tree_state *state; /* the service's own */
};

/* As service_ask_path(). */
enum outcome service_ask_tree(struct service *service,
                              struct tree_question *question);

/* Labels in the stream. */
struct tree_labels {
    const uint64_t *id;   /* [count] the source's ids; NULL when dense */
    const uint32_t *cost; /* [count] */
    size_t count;
};

/* The oldest labels not taken yet, at most `most`; count 0 if the stream is
 * empty for now. Valid until the next tree_read(). Only the client's one
 * thread; also after `ended`. */
struct tree_labels tree_read(struct tree_question *question, size_t most);

/* Once answered (or never asked). */
void tree_question_finish(struct tree_question *question);

#endif
