/* tree_stream: labels between the worker that finds them and the asker. */
#include "core/service/tree/tree_stream.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/clock.h"
#include "core/service/ask.h"

/* Labels in one node: what a large block of a device is cut into. */
enum { NODE_LABELS = 4096 };
enum { LOOK_US = 10000 };

struct label_node {
    struct label_node *next;
    size_t count;
    size_t taken;
    uint64_t *id; /* [count], behind the costs; NULL: dense */
    uint32_t *cost;
};

static size_t label_bytes(const struct tree_stream *stream)
{
    return sizeof(uint32_t) + (stream->external_id ? sizeof(uint64_t) : 0);
}

/* The ids stand first: they need the stricter alignment. */
static struct label_node *node_create(const struct tree_stream *stream,
                                      const struct label_block *block,
                                      size_t from, size_t count)
{
    struct label_node *node =
        malloc(sizeof(*node) + count * label_bytes(stream));
    uint64_t *room = (uint64_t *)(node + 1);

    if (!node)
        return NULL;
    *node = (struct label_node){.count = count};
    if (stream->external_id) {
        node->id = room;
        room += count;
        for (size_t i = 0; i < count; i++)
            node->id[i] = stream->external_id[block->vertex[from + i]];
    }
    node->cost = (uint32_t *)room;
    memcpy(node->cost, block->cost + from, count * sizeof(*node->cost));
    return node;
}

static bool is_full(const struct tree_stream *stream, size_t more)
{
    return stream->bytes &&
           stream->bytes + more > stream->service->settings.stream_bytes_max;
}

/* All streams together are: the others' askers have to read on. */
static bool is_crowded(const struct tree_stream *stream, size_t more)
{
    const struct service *service = stream->service;

    return stream->bytes && atomic_load(&service->stream_memory) + more >
                                service->settings.stream_memory_max;
}

/* Under the lock: waits until then, 0 for ever, or a signal. */
static void wait_for_room(struct tree_stream *stream, uint64_t until_us)
{
    struct timespec until = {
        .tv_sec = (time_t)(until_us / 1000000),
        .tv_nsec = (long)(until_us % 1000000) * 1000,
    };

    stream->waiting = true;
    if (until_us)
        pthread_cond_timedwait(&stream->room, &stream->lock, &until);
    else
        pthread_cond_wait(&stream->room, &stream->lock);
    stream->waiting = false;
}

/* What others read it is not told of, and looks. */
static uint64_t next_look_us(uint64_t deadline_us)
{
    uint64_t look_us = clock_now_us() + LOOK_US;

    return deadline_us && deadline_us < look_us ? deadline_us : look_us;
}

static void wait_while_full(struct tree_stream *stream, size_t more)
{
    struct cancel *cancel = &stream->question->base.cancel;

    while (!cancel_due(cancel)) {
        if (is_full(stream, more))
            wait_for_room(stream, cancel->deadline_us);
        else if (is_crowded(stream, more))
            wait_for_room(stream, next_look_us(cancel->deadline_us));
        else
            return;
    }
}

static void add_bytes(struct tree_stream *stream, size_t bytes)
{
    stream->bytes += bytes;
    atomic_fetch_add(&stream->service->stream_memory, bytes);
}

static void drop_bytes(struct tree_stream *stream, size_t bytes)
{
    stream->bytes -= bytes;
    atomic_fetch_sub(&stream->service->stream_memory, bytes);
}

/* Takes the node over. Nonzero: cancelled while there was no room. */
static int append(struct tree_stream *stream, struct label_node *node)
{
    struct tree_question *question = stream->question;
    struct cancel *cancel = &question->base.cancel;
    size_t bytes = node->count * label_bytes(stream);
    bool was_empty;

    pthread_mutex_lock(&stream->lock);
    wait_while_full(stream, bytes);
    if (cancel_due(cancel)) {
        pthread_mutex_unlock(&stream->lock);
        free(node);
        return -1;
    }
    was_empty = stream->bytes == 0;
    *stream->end = node;
    stream->end = &node->next;
    add_bytes(stream, bytes);
    pthread_mutex_unlock(&stream->lock);
    if (was_empty && question->readable)
        question->readable(question);
    return 0;
}

static int note_failed(struct tree_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->failed = true;
    pthread_mutex_unlock(&stream->lock);
    return -1;
}

static int write_block(struct sink *sink, const struct label_block *block)
{
    struct tree_stream *stream = (struct tree_stream *)sink;

    /* Nobody else goes on with what has been written to. */
    ask_note_origin(&stream->question->base);
    for (size_t from = 0; from < block->count; from += NODE_LABELS) {
        size_t left = block->count - from;
        struct label_node *node = node_create(
            stream, block, from, left < NODE_LABELS ? left : NODE_LABELS);

        if (!node)
            return note_failed(stream);
        if (append(stream, node))
            return -1;
    }
    return 0;
}

struct tree_stream *tree_stream_create(struct service *service,
                                       struct tree_question *question,
                                       const uint64_t *external_id)
{
    struct tree_stream *stream = calloc(1, sizeof(*stream));
    pthread_condattr_t monotonic;

    if (!stream)
        return NULL;
    stream->base.write = write_block;
    stream->service = service;
    stream->question = question;
    stream->external_id = external_id;
    stream->end = &stream->first;
    pthread_mutex_init(&stream->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&stream->room, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return stream;
}

static void drop_first(struct tree_stream *stream)
{
    struct label_node *node = stream->first;

    stream->first = node->next;
    if (!stream->first)
        stream->end = &stream->first;
    free(node);
}

void tree_stream_destroy(struct tree_stream *stream)
{
    if (!stream)
        return;
    drop_bytes(stream, stream->bytes);
    while (stream->first)
        drop_first(stream);
    pthread_cond_destroy(&stream->room);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

static struct tree_labels take_from(struct label_node *node, size_t most)
{
    size_t left = node->count - node->taken;
    struct tree_labels labels = {
        .id = node->id ? node->id + node->taken : NULL,
        .cost = node->cost + node->taken,
        .count = left < most ? left : most,
    };

    node->taken += labels.count;
    return labels;
}

struct tree_labels tree_stream_take(struct tree_stream *stream, size_t most)
{
    struct tree_labels labels = {0};

    pthread_mutex_lock(&stream->lock);
    /* A node is kept past its last label until those are not valid any more. */
    if (stream->first && stream->first->taken == stream->first->count)
        drop_first(stream);
    if (stream->first) {
        labels = take_from(stream->first, most);
        drop_bytes(stream, labels.count * label_bytes(stream));
    }
    /* Not for each node: the writer wakes to room for half a stream. */
    if (stream->waiting &&
        stream->bytes <= stream->service->settings.stream_bytes_max / 2)
        pthread_cond_signal(&stream->room);
    pthread_mutex_unlock(&stream->lock);
    return labels;
}

void tree_stream_wake(struct tree_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    pthread_cond_signal(&stream->room);
    pthread_mutex_unlock(&stream->lock);
}

bool tree_stream_failed(struct tree_stream *stream)
{
    bool failed;

    pthread_mutex_lock(&stream->lock);
    failed = stream->failed;
    pthread_mutex_unlock(&stream->lock);
    return failed;
}
