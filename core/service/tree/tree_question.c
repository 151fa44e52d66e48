/* tree_question: labels of nodes, the stream that buffers labels, and the
 * question.
 *
 * Happy path: the engine's worker writes blocks of labels to a sink: the stream
 * or, for a sparse tree on roads, struct tree_nodes, which waits for all labels
 * and then writes one per node to the stream. The client reads the stream. If
 * memory runs out, labels are lost and the question fails. */
#include "core/service/tree/tree_question.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/graph/cost.h"
#include "core/graph/map.h"
#include "core/service/ask.h"
#include "core/service/place/place_ends.h"
#include "core/solver/query.h"

/* ---- Nodes --------------------------------------------------------------- */

/* Several edges end at a node, and the node's label is the least of theirs. So
 * nothing can be written before the search ends: the sink keeps the labels, 4
 * bytes a vertex from the first block on, and tree_nodes_write() writes one for
 * each node, by ascending id. Both run on the worker's thread. */
struct tree_nodes {
    struct sink base;      /* for REACHED */
    const struct map *map; /* with roads */
    uint64_t from;         /* id of the first node, whose label is 0 whatever
                              the others say: no edge has ended there */
    uint32_t *cost;        /* [vertex_count]; NULL: no labels yet */
    bool failed;           /* out of memory: labels are lost */
};

enum { BLOCK_LABELS = 1024 };

struct block_buffer {
    struct sink *sink;
    uint32_t count;
    uint32_t vertex[BLOCK_LABELS];
    uint32_t cost[BLOCK_LABELS];
};

static int begin(struct tree_nodes *nodes)
{
    uint32_t n = nodes->map->topology.vertex_count;

    nodes->cost = array_alloc_huge(n, sizeof(*nodes->cost));
    if (!nodes->cost) {
        nodes->failed = true;
        return -ENOMEM;
    }
    for (uint32_t v = 0; v < n; v++)
        nodes->cost[v] = COST_INFINITY;
    return 0;
}

static int keep_labels(struct sink *sink, const struct label_block *block)
{
    struct tree_nodes *nodes = (struct tree_nodes *)sink;

    if (!nodes->cost && begin(nodes))
        return -ENOMEM;
    for (uint32_t i = 0; i < block->count; i++)
        nodes->cost[block->vertex ? block->vertex[i] : block->first + i] =
            block->cost[i];
    return 0;
}

static void tree_nodes_finish(struct tree_nodes *nodes)
{
    free(nodes->cost);
    nodes->cost = NULL;
}

static int flush(struct block_buffer *buffer)
{
    struct label_block block = {
        .count = buffer->count,
        .vertex = buffer->vertex,
        .cost = buffer->cost,
    };

    if (buffer->count == 0)
        return 0;
    buffer->count = 0;
    return buffer->sink->write(buffer->sink, &block);
}

static int add(struct block_buffer *buffer, uint32_t vertex, uint32_t cost)
{
    if (cost == COST_INFINITY)
        return 0;
    buffer->vertex[buffer->count] = vertex;
    buffer->cost[buffer->count++] = cost;
    return buffer->count == BLOCK_LABELS ? flush(buffer) : 0;
}

/* The least label of the vertices [first, end) by id, all of one node. */
static uint32_t least_label(const struct tree_nodes *nodes, uint32_t first,
                            uint32_t end)
{
    const uint32_t *by_id = nodes->map->vertex_by_id;
    uint32_t least = COST_INFINITY;

    if (nodes->map->external_id[by_id[first]] == nodes->from)
        return 0;
    for (uint32_t i = first; i < end && nodes->cost; i++) {
        if (nodes->cost[by_id[i]] < least)
            least = nodes->cost[by_id[i]];
    }
    return least;
}

/* Writes to a sink, with one vertex standing for each node. Nonzero as soon as
 * the sink returns that. */
static int tree_nodes_write(const struct tree_nodes *nodes, struct sink *sink)
{
    const struct map *map = nodes->map;
    uint32_t n = map->topology.vertex_count;
    struct block_buffer buffer;

    buffer.sink = sink;
    buffer.count = 0;
    for (uint32_t first = 0, end; first < n; first = end) {
        uint32_t vertex = map->vertex_by_id[first];
        int r;

        end = first + 1;
        while (end < n && map->external_id[map->vertex_by_id[end]] ==
                              map->external_id[vertex])
            end++;
        r = add(&buffer, vertex, least_label(nodes, first, end));
        if (r)
            return r;
    }
    return flush(&buffer);
}

/* ---- The stream --------------------------------------------------------- */

/* A bounded list of blocks. The worker writes through the sink and waits while
 * the stream is full: stream_bytes_max, or a quarter of memory_max; there is
 * always room for one block. If the service has no memory left, the question
 * fails. Which thread may call what:
 *
 *     worker   base.write, from submit to done()
 *     client   tree_read(), one thread, until finish
 *     any      wake(), until finish
 *
 * The worker calls `readable` with no lock held. */
struct tree_stream {
    struct sink base;
    struct tree_question *question; /* owner of `readable`, cancel and memory */
    const uint64_t *external_id;    /* the map's, pinned while the worker
                                       writes; NULL: no ids wanted */

    enum outcome outcome; /* not OUTCOME_OK: labels are lost; the
                             worker's */

    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t room;  /* wakes the writer: blocks were taken, or a cancel */
    struct label_node *first;
    struct label_node **end;
    size_t bytes; /* not taken yet; of the question's memory */
    bool waiting; /* the writer waits */
};

/* Labels in one node; a device's larger blocks are split. */
enum { NODE_LABELS = 4096 };

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

/* The ids come first: they need the stricter alignment. */
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

static size_t stream_max(const struct service *service)
{
    const struct limits *limits = limits_now(service->limits);

    return size_min(limits->stream_bytes_max, limits->memory_max / 4);
}

static bool is_full(const struct tree_stream *stream, size_t more)
{
    return stream->bytes &&
           stream->bytes + more > stream_max(stream->question->base.service);
}

/* The caller holds the lock. */
static void wait_while_full(struct tree_stream *stream, size_t more)
{
    struct cancel *cancel = &stream->question->base.cancel;
    struct timespec until = {
        .tv_sec = (time_t)(cancel->deadline_us / 1000000),
        .tv_nsec = (long)(cancel->deadline_us % 1000000) * 1000,
    };

    while (is_full(stream, more) && !cancel_due(cancel)) {
        stream->waiting = true;
        if (cancel->deadline_us)
            pthread_cond_timedwait(&stream->room, &stream->lock, &until);
        else
            pthread_cond_wait(&stream->room, &stream->lock);
        stream->waiting = false;
    }
}

/* The caller holds the lock: adds the node when there is room. Nonzero: labels
 * are lost. */
static int add_node(struct tree_stream *stream, struct label_node *node,
                    bool *ret_was_empty)
{
    struct question *base = &stream->question->base;
    size_t bytes = node->count * label_bytes(stream);

    wait_while_full(stream, bytes);
    if (cancel_due(&base->cancel))
        return -ECANCELED;
    *ret_was_empty = stream->bytes == 0;
    if (!service_take_memory(base->service, &base->memory, bytes)) {
        stream->outcome = OUTCOME_MEMORY_FULL;
        return -ENOMEM;
    }
    stream->bytes += bytes;
    *stream->end = node;
    stream->end = &node->next;
    return 0;
}

/* Takes ownership of the node. Nonzero: labels are lost. */
static int append_block(struct tree_stream *stream, struct label_node *node)
{
    struct tree_question *question = stream->question;
    bool was_empty;
    int r;

    pthread_mutex_lock(&stream->lock);
    r = add_node(stream, node, &was_empty);
    pthread_mutex_unlock(&stream->lock);
    if (r)
        free(node);
    else if (was_empty && question->base.readable)
        question->base.readable(&question->base);
    return r;
}

static int write_block(struct sink *sink, const struct label_block *block)
{
    struct tree_stream *stream = (struct tree_stream *)sink;

    /* No other solver may continue an answer that has begun. */
    ask_note_origin(&stream->question->base);
    for (size_t from = 0; from < block->count; from += NODE_LABELS) {
        size_t left = block->count - from;
        struct label_node *node = node_create(
            stream, block, from, left < NODE_LABELS ? left : NODE_LABELS);
        int r;

        if (!node) {
            stream->outcome = OUTCOME_FAILED;
            return -ENOMEM;
        }
        r = append_block(stream, node);
        if (r)
            return r;
    }
    return 0;
}

/* The stream is zeroed. */
static void tree_stream_init(struct tree_stream *stream,
                             struct tree_question *question,
                             const uint64_t *external_id)
{
    pthread_condattr_t monotonic;

    stream->base.write = write_block;
    stream->question = question;
    stream->external_id = external_id;
    stream->end = &stream->first;
    pthread_mutex_init(&stream->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&stream->room, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void drop_first(struct tree_stream *stream)
{
    struct label_node *node = stream->first;

    stream->first = node->next;
    if (!stream->first)
        stream->end = &stream->first;
    free(node);
}

static void tree_stream_finish(struct tree_stream *stream)
{
    while (stream->first)
        drop_first(stream);
    pthread_cond_destroy(&stream->room);
    pthread_mutex_destroy(&stream->lock);
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

/* ---- The question ------------------------------------------------------- */

struct tree_state {
    struct tree_stream stream;
    struct query query;
    struct query *queries[1];
    struct seed seeds[PLACE_POINTS_MAX];
    struct tree_nodes nodes; /* for a sparse tree on roads */
};

void tree_question_finish(struct tree_question *question)
{
    ask_finish(&question->base);
    if (!question->state)
        return;
    tree_stream_finish(&question->state->stream);
    tree_nodes_finish(&question->state->nodes);
    free(question->state);
    question->state = NULL;
}

struct tree_labels tree_read(struct tree_question *question, size_t most)
{
    struct tree_stream *stream = &question->state->stream;
    struct service *service = question->base.service;
    struct tree_labels labels = {0};

    pthread_mutex_lock(&stream->lock);
    /* A node outlives its last label until those are no longer valid. */
    if (stream->first && stream->first->taken == stream->first->count)
        drop_first(stream);
    if (stream->first) {
        labels = take_from(stream->first, most);
        stream->bytes -= labels.count * label_bytes(stream);
        service_return_memory(service, &question->base.memory,
                              labels.count * label_bytes(stream));
    }
    /* Not at each node: wakes the writer once half a stream is free. */
    if (stream->waiting && stream->bytes <= stream_max(service) / 2)
        pthread_cond_signal(&stream->room);
    pthread_mutex_unlock(&stream->lock);
    return labels;
}

/* Makes a waiting writer check its cancel flag. */
static void wake(struct question *question)
{
    struct tree_stream *stream =
        &((struct tree_question *)question)->state->stream;

    pthread_mutex_lock(&stream->lock);
    pthread_cond_signal(&stream->room);
    pthread_mutex_unlock(&stream->lock);
}

static enum outcome create(struct tree_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);

    question->state = calloc(1, sizeof(*question->state));
    if (!question->state)
        return ask_refuse_no_memory(&question->base);
    tree_stream_init(&question->state->stream, question,
                     question->dense ? NULL : map->external_id);
    atomic_store(&question->base.wake, wake);
    return OUTCOME_OK;
}

static enum outcome fill_vertex(struct tree_question *question)
{
    struct tree_state *state = question->state;

    state->query.seed_count = 1;
    return ask_vertex(&question->base, (struct ask_field){NULL, 0, "from"},
                      question->from, &state->seeds[0].vertex);
}

static enum outcome fill_node(struct tree_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);
    struct departure departures[PLACE_POINTS_MAX];
    struct tree_state *state = question->state;
    struct place place;
    enum outcome outcome =
        ask_node(&question->base, (struct ask_field){NULL, 0, "from"},
                 question->from, &place);

    if (outcome != OUTCOME_OK)
        return outcome;
    state->query.seed_count =
        place_departures(map, map_entry_weighting(question->base.entry),
                         transit_any(&place), departures);
    for (uint32_t i = 0; i < state->query.seed_count; i++)
        state->seeds[i] = departures[i].seed;
    if (!question->dense) {
        state->nodes = (struct tree_nodes){
            .base = {keep_labels}, .map = map, .from = question->from};
        state->query.sink = &state->nodes.base;
    }
    return OUTCOME_OK;
}

static enum outcome fill(struct tree_question *question)
{
    struct tree_state *state = question->state;

    state->queries[0] = &state->query;
    state->query = (struct query){
        .seeds = state->seeds,
        .output = question->dense ? QUERY_TREE : QUERY_REACHED,
        .bound = question->limit,
        .cancel = &question->base.cancel,
        .sink = &state->stream.base,
    };
    return ask_has_roads(&question->base) ? fill_node(question)
                                          : fill_vertex(question);
}

/* Writes the labels kept until the search ended. */
static void write_nodes(struct tree_question *question)
{
    struct tree_nodes *nodes = &question->state->nodes;

    if (nodes->failed)
        ask_note_no_memory(&question->base);
    if (!nodes->map || question->base.outcome != OUTCOME_OK)
        return;
    if (tree_nodes_write(nodes, &question->state->stream.base) == -ECANCELED)
        ask_note_ended(&question->base);
    tree_nodes_finish(nodes);
}

static void done(struct job *job)
{
    struct tree_question *question = job->context;
    const struct tree_stream *stream = &question->state->stream;

    ask_note_answer(&question->base);
    write_nodes(question);
    if (stream->outcome == OUTCOME_FAILED)
        ask_note_no_memory(&question->base);
    else if (stream->outcome == OUTCOME_MEMORY_FULL)
        ask_refuse_full(&question->base, 0);
    ask_end(&question->base);
}

static enum outcome search(struct question *base)
{
    struct tree_question *question = (struct tree_question *)base;
    enum outcome outcome = fill(question);

    return outcome == OUTCOME_OK
               ? ask_submit(base, question->state->queries, 1, done)
               : outcome;
}

enum outcome service_ask_tree(struct service *service,
                              struct tree_question *question)
{
    enum outcome outcome;

    question->state = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->vertex_count =
        map_entry_map(question->base.entry)->topology.vertex_count;
    outcome = create(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_work(&question->base, false, search);
    if (outcome != OUTCOME_OK)
        tree_question_finish(question);
    return outcome;
}
