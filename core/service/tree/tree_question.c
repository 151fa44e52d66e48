/* tree_question: costs from one vertex to all, as a stream of blocks. */
#include "core/service/tree/tree_question.h"

#include <stdlib.h>

#include "core/service/ask.h"
#include "core/service/place/place_ends.h"
#include "core/service/tree/tree_nodes.h"
#include "core/service/tree/tree_stream.h"

struct tree_work {
    struct query query;
    struct query *queries[1];
    struct seed seeds[PLACE_POINTS_MAX];
    struct tree_nodes nodes; /* of a sparse tree on roads */
};

void tree_question_finish(struct tree_question *question)
{
    tree_stream_destroy(question->stream);
    if (question->work)
        tree_nodes_finish(&question->work->nodes);
    free(question->work);
    question->stream = NULL;
    question->work = NULL;
}

struct tree_labels tree_take(struct tree_question *question, size_t most)
{
    return tree_stream_take(question->stream, most);
}

static void wake(struct question *question)
{
    tree_stream_wake(((struct tree_question *)question)->stream);
}

static enum outcome create(struct service *service,
                           struct tree_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);

    question->work = calloc(1, sizeof(*question->work));
    question->stream = tree_stream_create(
        service, question, question->dense ? NULL : map->external_id);
    if (!question->work || !question->stream)
        return ask_refuse_no_memory(&question->base);
    question->base.wake = wake;
    return OUTCOME_OK;
}

static enum outcome fill_vertex(struct tree_question *question)
{
    struct tree_work *work = question->work;

    work->query.seed_count = 1;
    return ask_vertex(&question->base, (struct ask_place){NULL, 0, "from"},
                      question->from, &work->seeds[0].vertex);
}

static enum outcome fill_node(struct tree_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);
    struct departure departures[PLACE_POINTS_MAX];
    struct tree_work *work = question->work;
    struct place place;
    enum outcome outcome =
        ask_node(&question->base, (struct ask_place){NULL, 0, "from"},
                 question->from, &place);

    if (outcome != OUTCOME_OK)
        return outcome;
    work->query.seed_count =
        place_departures(map, &place, transit_any(), departures);
    for (uint32_t i = 0; i < work->query.seed_count; i++)
        work->seeds[i] = departures[i].seed;
    if (!question->dense) {
        tree_nodes_init(&work->nodes, map, question->from);
        work->query.sink = &work->nodes.base;
    }
    return OUTCOME_OK;
}

static enum outcome fill(struct tree_question *question)
{
    struct tree_work *work = question->work;

    work->queries[0] = &work->query;
    work->query = (struct query){
        .seeds = work->seeds,
        .output = question->dense ? QUERY_TREE : QUERY_REACHED,
        .bound = question->limit,
        .cancel = &question->base.cancel,
        .sink = &question->stream->base,
    };
    return ask_has_roads(&question->base) ? fill_node(question)
                                          : fill_vertex(question);
}

/* What was kept until all of it was known. */
static void tell_nodes(struct tree_question *question)
{
    struct tree_nodes *nodes = &question->work->nodes;

    if (nodes->failed)
        ask_note_no_memory(&question->base);
    if (!nodes->map || question->base.outcome != OUTCOME_OK)
        return;
    if (tree_nodes_tell(nodes, &question->stream->base))
        ask_note_ended(&question->base);
    tree_nodes_finish(nodes);
}

static void done(struct job *job)
{
    struct tree_question *question = job->context;

    ask_note_answer(&question->base);
    tell_nodes(question);
    if (tree_stream_failed(question->stream))
        ask_note_no_memory(&question->base);
    ask_end(&question->base);
}

enum outcome service_ask_tree(struct service *service,
                              struct tree_question *question)
{
    enum outcome outcome;

    question->stream = NULL;
    question->work = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->vertex_count =
        map_entry_map(question->base.entry)->topology.vertex_count;
    outcome = create(service, question);
    if (outcome == OUTCOME_OK)
        outcome = fill(question);
    if (outcome == OUTCOME_OK)
        outcome = ask_submit(service, &question->base, question->work->queries,
                             1, done);
    if (outcome != OUTCOME_OK)
        tree_question_finish(question);
    return outcome;
}
