/* Answers: complete, in parts, or refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/exchange.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"

void exchange_add_header(struct exchange *exchange, const char *name,
                         const char *value)
{
    if (!exchange->response || !*value ||
        MHD_add_response_header(exchange->response, name, value) == MHD_YES)
        return;
    MHD_destroy_response(exchange->response);
    exchange->response = NULL;
}

void exchange_note_epoch(struct exchange *exchange,
                         const struct map_entry *entry)
{
    exchange->names_epoch = true;
    exchange->epoch = map_entry_epoch(entry);
}

static void add_epoch(struct exchange *exchange)
{
    char epoch[24];

    /* While parts are made, a worker may still write the outcome. */
    if (exchange->asked &&
        (exchange->produce || exchange->asked->outcome == OUTCOME_OK)) {
        exchange->names_epoch = true;
        exchange->epoch = exchange->asked->epoch;
    }
    if (!exchange->names_epoch)
        return;
    snprintf(epoch, sizeof(epoch), "%ju", (uintmax_t)exchange->epoch);
    exchange_add_header(exchange, "Relaxd-Epoch", epoch);
}

/* Of every answer. Browsers must not guess another type than it states. */
static void add_common_headers(struct exchange *exchange)
{
    exchange_add_header(exchange, "X-Content-Type-Options", "nosniff");
    add_epoch(exchange);
    if (exchange->closing || exchange->listener->draining ||
        (exchange->connection && exchange->connection->surplus))
        exchange_add_header(exchange, MHD_HTTP_HEADER_CONNECTION, "close");
}

void exchange_allow_origins(struct exchange *exchange)
{
    if (exchange->listener->settings.local)
        return;
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN,
                        "*");
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_EXPOSE_HEADERS,
                        EXCHANGE_EXPOSED_HEADERS);
}

static void add_own_headers(struct exchange *exchange)
{
    bool tagged = *exchange->tag && exchange->status < 400;

    exchange_allow_origins(exchange);
    exchange_add_header(exchange, MHD_HTTP_HEADER_CACHE_CONTROL,
                        tagged ? "no-cache" : "no-store");
    if (tagged)
        exchange_add_header(exchange, MHD_HTTP_HEADER_ETAG, exchange->tag);
}

static const char *type_of(const struct exchange *exchange)
{
    const char *type = media_type(exchange->media);

    if (exchange->type)
        return exchange->type;
    if (type && exchange->media != MEDIA_JSON)
        return type;
    return exchange->dialect->json_type ? exchange->dialect->json_type
                                        : "application/json";
}

/* By what headers of the request the answer was chosen. */
static void add_choices(struct exchange *exchange)
{
    static const char *const choices[2][2] = {
        {"", "Accept-Encoding"}, {"Accept", "Accept, Accept-Encoding"}};
    unsigned media = exchange->endpoint ? exchange->endpoint->media : 0;
    bool by_accept = media & (media - 1); /* several forms */

    exchange_add_header(exchange, MHD_HTTP_HEADER_VARY,
                        choices[by_accept][exchange->packable]);
    if (exchange->coding)
        exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING,
                            exchange->coding);
}

static void add_headers(struct exchange *exchange)
{
    const struct dialect *dialect = exchange->dialect;

    exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE,
                        type_of(exchange));
    if (dialect->headers)
        dialect->headers(exchange);
    else
        add_own_headers(exchange);
    add_choices(exchange);
    add_common_headers(exchange);
}

/* Answers that a loop thread compresses in under a millisecond. */
enum { SHORT_BYTES = 65536 };

const char *exchange_wanted_coding(const struct exchange *exchange)
{
    return compress_choose(
        exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT_ENCODING));
}

/* Of a text of so many bytes. */
static bool is_packable(const struct exchange *exchange, size_t bytes)
{
    size_t least = exchange->dialect->packs_from;

    return least && bytes >= least && exchange->media != MEDIA_OCTETS;
}

static void compress(struct exchange *exchange)
{
    if (exchange->coding && compress_text(&exchange->out, exchange->coding))
        exchange->coding = NULL;
}

static void reply_ok(struct exchange *exchange)
{
    exchange_reply(exchange, MHD_HTTP_OK);
}

void exchange_compress(struct exchange *exchange)
{
    if (exchange->out.length > SHORT_BYTES)
        exchange->coding = exchange_wanted_coding(exchange);
    if (exchange->coding)
        exchange_compute(exchange, compress, reply_ok);
    else
        reply_ok(exchange);
}

/* A long text does not keep the room that it had to grow. */
static void trim(struct json_writer *out)
{
    char *text =
        out->length > JSON_WRITER_PART ? realloc(out->text, out->length) : NULL;

    if (text)
        out->text = text;
}

/* Passes the text in `out` to a response. */
static void respond(struct exchange *exchange, unsigned status)
{
    struct json_writer *out = &exchange->out;

    exchange->status = status;
    if (out->failed)
        return;
    trim(out);
    exchange->answer_bytes = out->length;
    exchange->text_bytes = out->length;
    if (exchange->response)
        MHD_destroy_response(exchange->response);
    exchange->response = MHD_create_response_from_buffer(out->length, out->text,
                                                         MHD_RESPMEM_MUST_FREE);
    if (exchange->response)
        json_writer_init(out);
}

void exchange_reply(struct exchange *exchange, unsigned status)
{
    exchange->packable = is_packable(exchange, exchange->out.length);
    if (exchange->packable && !exchange->coding) {
        exchange->coding = exchange_wanted_coding(exchange);
        compress(exchange);
    }
    respond(exchange, status);
    add_headers(exchange);
}

void exchange_reply_bytes(struct exchange *exchange, unsigned status,
                          const char *type, const void *bytes, size_t length)
{
    exchange->status = status;
    exchange->answer_bytes = length;
    exchange->response = MHD_create_response_from_buffer(
        length, (void *)bytes, MHD_RESPMEM_PERSISTENT);
    if (type)
        exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    add_common_headers(exchange);
}

void exchange_reply_unchanged(struct exchange *exchange)
{
    exchange_reply_bytes(exchange, MHD_HTTP_NOT_MODIFIED, NULL, NULL, 0);
    /* As for the answer itself, which may be long. */
    exchange->packable = is_packable(exchange, SIZE_MAX);
    add_own_headers(exchange);
    add_choices(exchange);
}

void exchange_reply_shared(struct exchange *exchange, unsigned status,
                           const void *bytes, size_t length,
                           void (*release)(void *held), void *held)
{
    exchange->status = status;
    exchange->answer_bytes = length;
    exchange->response = MHD_create_response_from_buffer_with_free_callback_cls(
        length, (void *)bytes, release, held);
    if (!exchange->response)
        release(held);
    exchange_add_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE,
                        type_of(exchange));
    add_common_headers(exchange);
}

void exchange_add_retry_after(struct exchange *exchange, unsigned seconds)
{
    char text[16];

    if (!seconds)
        return;
    snprintf(text, sizeof(text), "%u", seconds);
    exchange_add_header(exchange, MHD_HTTP_HEADER_RETRY_AFTER, text);
}

void exchange_begin_refusal(struct exchange *exchange, enum problem_kind kind)
{
    figure_add(&exchange->listener->settings.figures->refusals[kind], 1);
    json_writer_finish(&exchange->out);
    exchange->type = NULL;
    exchange->coding = NULL;
    packer_destroy(exchange->packer);
    exchange->packer = NULL;
}

void exchange_refuse(struct exchange *exchange, const struct problem *problem)
{
    const struct dialect *dialect = exchange->dialect;
    struct json_writer *out = &exchange->out;
    unsigned status = problem_status(problem);

    exchange_begin_refusal(exchange, problem->kind);
    json_begin_object(out);
    if (dialect->refuse)
        status = dialect->refuse(problem, out);
    else
        problem_write_members(problem, exchange->target, out);
    json_end_object(out);
    if (!dialect->refuse)
        exchange->type = "application/problem+json";
    exchange_reply(exchange, status);
    exchange_add_retry_after(exchange, problem->retry_after_s);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ALLOW, problem->allow);
    if (problem->kind == PROBLEM_TOKEN)
        exchange_add_header(exchange, MHD_HTTP_HEADER_WWW_AUTHENTICATE,
                            "Bearer");
}

void exchange_refuse_no_memory(struct exchange *exchange)
{
    struct problem problem;

    problem_set(&problem, PROBLEM_FAILED, "out of memory");
    exchange_refuse(exchange, &problem);
}

void exchange_refuse_question(struct exchange *exchange,
                              const struct question *question)
{
    struct problem problem;

    if (question->names_epoch) {
        exchange->names_epoch = true;
        exchange->epoch = question->epoch;
    }
    problem_from_question(&problem, question);
    exchange_refuse(exchange, &problem);
}

void exchange_reply_options(struct exchange *exchange, const char *methods,
                            const char *pages)
{
    exchange->status = MHD_HTTP_NO_CONTENT;
    exchange->response =
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    exchange_add_header(exchange, MHD_HTTP_HEADER_ALLOW, methods);
    if (exchange->listener->settings.local) {
        add_common_headers(exchange);
        return;
    }
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN,
                        "*");
    exchange_add_header(exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_METHODS,
                        pages);
    exchange_add_header(
        exchange, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_HEADERS,
        exchange->listener->settings.token
            ? "Content-Type, Content-Encoding, Accept, "
              "Authorization, If-Match, If-None-Match, "
              "Idempotency-Key, " REQUEST_ID_HEADER
            : "Content-Type, Accept, If-None-Match, " REQUEST_ID_HEADER);
    add_common_headers(exchange);
}

/* A part that is sent can be read, so none waits in the packer. */
static void pack_part(struct exchange *exchange)
{
    bool last = exchange->part == PRODUCED_LAST;

    if (exchange->packer && (exchange->out.length || last) &&
        packer_pack(exchange->packer, &exchange->out, last))
        exchange->part = PRODUCED_FAILED;
}

void exchange_make_part(struct exchange *exchange)
{
    json_writer_drain(&exchange->out);
    exchange->sent = 0;
    exchange->part = exchange->produce(exchange);
    pack_part(exchange);
    if (exchange->out.failed)
        exchange->part = PRODUCED_FAILED;
}

/* Without memory for it the stream goes as it is. */
static void begin_packing(struct exchange *exchange)
{
    const char *coding = NULL;

    exchange->packable = is_packable(exchange, SIZE_MAX);
    if (exchange->packable)
        coding = exchange_wanted_coding(exchange);
    if (coding)
        exchange->packer = packer_create(coding);
    if (!exchange->packer)
        return;
    exchange->coding = coding;
    exchange->text_bytes += JSON_WRITER_PART + PACKER_BYTES;
    pack_part(exchange);
}

static ssize_t suspend(struct exchange *exchange)
{
    exchange->suspended = true;
    MHD_suspend_connection(exchange->mhd);
    return 0;
}

/* libmicrohttpd's content reader. Breaking off closes the connection, so the
 * client sees that the answer is incomplete. */
static ssize_t read_parts(void *cls, uint64_t position, char *buffer,
                          size_t capacity)
{
    struct exchange *exchange = cls;
    size_t left = exchange->out.length - exchange->sent;

    while (!left && exchange->part != PRODUCED_LAST &&
           exchange->part != PRODUCED_FAILED) {
        if (exchange_must_wait(exchange)) {
            exchange_wait_turn(exchange);
            return suspend(exchange);
        }
        exchange_make_part(exchange);
        left = exchange->out.length;
        if (!exchange_has_part(exchange))
            return suspend(exchange);
    }
    if (exchange->part == PRODUCED_FAILED) {
        exchange->broken = !exchange_is_unwanted(exchange);
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    if (!left)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (left > capacity)
        left = capacity;
    memcpy(buffer, exchange->out.text + exchange->sent, left);
    exchange->sent += left;
    exchange->answer_bytes += left;
    access_hand_over(exchange);
    return (ssize_t)left;
}

/* libmicrohttpd would send the last chunk of a chunked answer to HEAD too, and
 * a client would take it for the start of the next answer. */
static void forbid_chunks_for_head(struct exchange *exchange)
{
    if (exchange->response && !strcmp(exchange->method, MHD_HTTP_METHOD_HEAD))
        MHD_set_response_options(exchange->response,
                                 MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

void exchange_stream(struct exchange *exchange, uint64_t size,
                     produce_fn produce)
{
    struct problem problem;

    exchange->produce = produce;
    exchange_make_part(exchange);
    switch (exchange->part) {
    case PRODUCED_LAST:
        exchange->produce = NULL;
        exchange_reply(exchange, MHD_HTTP_OK);
        return;
    case PRODUCED_FAILED:
        problem_set(&problem, PROBLEM_FAILED, "the answer could not be made");
        exchange_refuse(exchange, &problem);
        return;
    case PRODUCED_PART:
    case PRODUCED_WAIT:
        break;
    }
    exchange->status = MHD_HTTP_OK;
    exchange->text_bytes = JSON_WRITER_PART;
    if (size == UINT64_MAX)
        begin_packing(exchange);
    exchange->response = MHD_create_response_from_callback(
        size == UINT64_MAX ? MHD_SIZE_UNKNOWN : size, JSON_WRITER_PART,
        read_parts, exchange, NULL);
    forbid_chunks_for_head(exchange);
    add_headers(exchange);
}

enum produced exchange_at_rest(const struct exchange *exchange,
                               const struct question *question)
{
    if (!exchange->ended)
        return PRODUCED_WAIT;
    return question->outcome == OUTCOME_OK ? PRODUCED_LAST : PRODUCED_FAILED;
}

void exchange_add_origin(struct exchange *exchange,
                         const struct question *question)
{
    exchange_add_header(exchange, "Relaxd-Solver", question->solved_by);
    exchange_add_header(exchange, "Relaxd-Device", question->device_name);
}

void exchange_write_time_zone(const struct service *service,
                              const struct date_time *depart_at,
                              struct json_writer *writer)
{
    const char *zone = service_time_zone(service, depart_at);

    if (zone)
        json_put_string(writer, "time_zone", zone);
}

void exchange_write_weights(const struct question *question,
                            struct json_writer *writer)
{
    json_put_number(writer, "epoch", question->epoch);
    exchange_write_time_zone(question->service, &question->depart_at, writer);
}

void exchange_write_origin(const struct question *question,
                           struct json_writer *writer)
{
    json_put_string(writer, "solver", question->solved_by);
    json_put_string(writer, "device", question->device_name);
    exchange_write_weights(question, writer);
}

void exchange_write_times(const struct question *question,
                          struct json_writer *writer)
{
    json_put_number(writer, "queued_us", question->queued_us);
    json_put_number(writer, "solve_us", question->solve_us);
    if (*question->note)
        json_put_string(writer, "note", question->note);
}

void exchange_write_figures(const struct question *question,
                            struct json_writer *writer)
{
    exchange_write_origin(question, writer);
    exchange_write_times(question, writer);
}
