/* tree_stream: labels between the worker that finds them and the asker.
 *
 * A bounded list of blocks. The worker writes through the sink and waits while
 * the stream is full, stream_bytes_max, or all together are, stream_memory_max;
 * one block has always room. The asker takes. Who may call what:
 *
 *     worker   base.write, from submit to done()
 *     asker    tree_stream_take(), one thread, until destroy
 *     any      tree_stream_wake(), until destroy
 *
 * `readable` is called by the worker with no lock held. */
#ifndef RELAXD_SERVICE_TREE_TREE_STREAM_H
#define RELAXD_SERVICE_TREE_TREE_STREAM_H

#include <pthread.h>

#include "core/service/tree/tree_question.h"

struct label_node;
struct service;

struct tree_stream {
    struct sink base;
    struct service *service;        /* whose memory it takes */
    struct tree_question *question; /* whose `readable` and cancel these are */
    const uint64_t *external_id;    /* the map's, pinned while it writes; NULL:
                                       no ids wanted */

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t room;  /* for the writer: taken, or cancelled */
    struct label_node *first;
    struct label_node **end;
    size_t bytes; /* not taken yet */
    bool waiting; /* the writer is */
    bool failed;  /* out of memory: labels are lost */
};

/* NULL: out of memory. */
struct tree_stream *tree_stream_create(struct service *service,
                                       struct tree_question *question,
                                       const uint64_t *external_id);
void tree_stream_destroy(struct tree_stream *stream); /* NULL is fine */

struct tree_labels tree_stream_take(struct tree_stream *stream, size_t most);

/* Makes a waiting writer look at its cancel flag. */
void tree_stream_wake(struct tree_stream *stream);
bool tree_stream_failed(struct tree_stream *stream);

#endif
