/* tree: costs from one vertex to all others, streamed as they come.
 *
 * As JSON the vertices within the limit; as octets one 32-bit little-endian
 * cost per vertex in the order of /v1/vertices. */
#include <endian.h>
#include <stdlib.h>

#include "api/form/fields.h"
#include "api/http/exchange.h"
#include "api/v1/v1.h"
#include "core/service/tree/tree_question.h"

/* Labels read at once: their text fills about one part. */
enum { LABELS_JSON = 1500, LABELS_OCTETS = JSON_WRITER_PART / 4 };

struct tree_state {
    struct tree_question question;
    struct question_options options;
    bool opened; /* the answer's object is open */
};

static const struct field fields[] = {
    {"from", FIELD_ID, true, offsetof(struct tree_state, question.from), NULL},
    {"limit", FIELD_COST, false, offsetof(struct tree_state, question.limit),
     NULL},
    OPTION_FIELDS(struct tree_state, options),
    FIELDS_END,
};

static void finish(void *memory)
{
    struct tree_state *state = memory;

    tree_question_finish(&state->question);
    question_options_finish(&state->options);
    free(state);
}

static void ask(struct exchange *exchange)
{
    struct tree_state *state = exchange->state;
    struct tree_question *question = &state->question;

    question->dense = exchange->media == MEDIA_OCTETS;
    if (!exchange_prepare(exchange, &question->base, &state->options))
        return;
    exchange_asked(exchange, &question->base,
                   service_ask_tree(exchange_service(exchange), question));
}

static void handle(struct exchange *exchange)
{
    struct tree_state *state = exchange_make_state(exchange, sizeof(*state));

    if (!state)
        return;
    state->question.limit = COST_OVERFLOW;
    exchange_read_fields(exchange, fields, ask);
}

static enum produced produce_octets(struct exchange *exchange)
{
    struct tree_state *state = exchange->state;
    struct tree_labels labels = tree_read(&state->question, LABELS_OCTETS);

    if (!labels.count)
        return exchange_at_rest(exchange, &state->question.base);
    for (size_t i = 0; i < labels.count; i++) {
        uint32_t cost = htole32(labels.cost[i]);

        json_writer_raw(&exchange->out, &cost, sizeof(cost));
    }
    return PRODUCED_PART;
}

static void open_object(struct tree_state *state, struct json_writer *writer)
{
    if (state->opened)
        return;
    state->opened = true;
    json_begin_object(writer);
    json_put_number(writer, "from", state->question.from);
    if (state->question.limit <= COST_MAX)
        json_put_number(writer, "limit", state->question.limit);
    json_open_array(writer, "labels");
}

/* [id, cost]; null means that the sum is too large: unreachable vertices are
 * left out. */
static void write_label(uint64_t id, uint32_t cost, struct json_writer *writer)
{
    json_begin_array(writer);
    json_write_number(writer, id);
    v1_write_cost(writer, cost);
    json_end_array(writer);
}

static enum produced produce_json(struct exchange *exchange)
{
    struct tree_state *state = exchange->state;
    struct json_writer *writer = &exchange->out;
    struct tree_labels labels = tree_read(&state->question, LABELS_JSON);
    enum produced produced;

    open_object(state, writer);
    for (size_t i = 0; i < labels.count; i++)
        write_label(labels.id[i], labels.cost[i], writer);
    if (labels.count)
        return PRODUCED_PART;
    produced = exchange_at_rest(exchange, &state->question.base);
    if (produced == PRODUCED_LAST) {
        json_end_array(writer);
        exchange_write_figures(&state->question.base, writer);
        json_end_object(writer);
    }
    return produced;
}

static void start_octets(struct exchange *exchange)
{
    const struct tree_state *state = exchange->state;

    exchange_stream(exchange, (uint64_t)state->question.vertex_count * 4,
                    produce_octets);
    exchange_add_origin(exchange, &state->question.base);
}

static void start(struct exchange *exchange)
{
    if (exchange->media == MEDIA_OCTETS)
        start_octets(exchange);
    else
        exchange_stream(exchange, UINT64_MAX, produce_json);
}

const struct endpoint endpoint_tree = {
    .path = "/v1/tree",
    .method = "GET",
    .posts = true,
    .media = MEDIA_JSON | MEDIA_OCTETS,
    .handle = handle,
    .answered = start,
    .readable = start,
    .finish = finish,
};
