/* Headers and body of an exchange, and its endpoint. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/form/fields.h"
#include "api/http/acceptor.h"
#include "api/http/exchange.h"
#include "api/http/framing.h"
#include "api/http/http_figures.h"
#include "api/http/listener_private.h"
#include "api/http/permission.h"
#include "core/base/array.h"
#include "core/base/text.h"

/* ---- The body ------------------------------------------------------------ */

/* A loop thread reads this much in 100 us, and a thousand bodies may come in
 * one turn. */
enum { BODY_AT_ONCE = 4096 };

static bool changes(const struct exchange *exchange)
{
    return exchange->endpoint && exchange->endpoint->changes;
}

/* Bodies of questions and of changes have limits of their own: long changes
 * keep no question waiting. */
struct body_rules {
    size_t most; /* bytes of one */
    const char *most_setting;
    size_t together; /* of all that are being read */
    const char *together_setting;
    atomic_size_t *reading; /* the bytes of these */
};

static struct body_rules rules_of(const struct exchange *exchange)
{
    const struct limits *limits = listener_limits(exchange->listener);
    struct http_figures *figures = exchange->listener->settings.figures;

    if (changes(exchange))
        return (struct body_rules){
            limits->weights_body_max_bytes, "weights.body-max-bytes",
            limits->weights_body_max_bytes, "weights.body-max-bytes",
            &figures->change_bytes};
    return (struct body_rules){limits->body_max_bytes, "http.body-max-bytes",
                               limits->bodies_max_bytes,
                               "http.bodies-max-bytes", &figures->body_bytes};
}

/* A body that is alone always has room. */
static bool has_room(const struct exchange *exchange, size_t length)
{
    const struct body_rules rules = rules_of(exchange);
    size_t others = atomic_load(rules.reading) - exchange->body_capacity;

    return length <= exchange->body_capacity || !others ||
           others + length <= rules.together;
}

/* A long body has http.body-timeout-s for each part that is as long as the body
 * of a question may be. */
static void note_progress(const struct exchange *exchange, size_t before)
{
    size_t part = listener_limits(exchange->listener)->body_max_bytes;

    if (exchange->body_length / part != before / part)
        connection_renew(exchange->connection);
}

static int append(struct exchange *exchange, const char *data, size_t length)
{
    size_t capacity = exchange->body_capacity;
    size_t before = exchange->body_length;

    if (array_reserve(&exchange->body, &exchange->body_capacity,
                      before + length, 1))
        return -ENOMEM;
    atomic_fetch_add(rules_of(exchange).reading,
                     exchange->body_capacity - capacity);
    memcpy(exchange->body + before, data, length);
    exchange->body_length += length;
    note_progress(exchange, before);
    return 0;
}

static void refuse_full(struct exchange *exchange)
{
    const struct body_rules rules = rules_of(exchange);
    struct problem problem;

    exchange_drop_body(exchange);
    problem_set(&problem, PROBLEM_BODIES,
                "the bodies that are being read have reached the limit of %zu "
                "bytes",
                rules.together);
    problem.retry_after_s = 1;
    problem_mend(&problem,
                 "ask again after the seconds in Retry-After; the setting is "
                 "%s",
                 rules.together_setting);
    exchange_refuse(exchange, &problem);
}

void exchange_drop_body(struct exchange *exchange)
{
    if (exchange->body_capacity)
        atomic_fetch_sub(rules_of(exchange).reading, exchange->body_capacity);
    free(exchange->body);
    exchange->body = NULL;
    exchange->body_length = 0;
    exchange->body_capacity = 0;
}

char *exchange_take_over_body(struct exchange *exchange, size_t *ret_length)
{
    char *body = exchange->body;

    *ret_length = exchange->body_length;
    exchange->body = NULL;
    exchange_drop_body(exchange);
    return body;
}

void exchange_read(struct exchange *exchange,
                   void (*run)(struct exchange *exchange),
                   void (*done)(struct exchange *exchange))
{
    exchange_compute_if(exchange, exchange->body_length > BODY_AT_ONCE, run,
                        done);
}

static const struct field no_fields[] = {FIELDS_END};

bool exchange_read_query(struct exchange *exchange, const struct field *fields,
                         void *target)
{
    struct problem problem;

    if (!params_parse(exchange->query, fields ? fields : no_fields, target,
                      &problem))
        return true;
    exchange_refuse(exchange, &problem);
    return false;
}

static int check_no_params(const char *query, struct problem *problem)
{
    if (params_parse(query, no_fields, NULL, problem))
        return problem_mend(problem, "put parameters in the body; this POST "
                                     "takes no query string");
    return 0;
}

static int parse_object(struct exchange *exchange, struct problem *problem)
{
    const struct limits *limits = listener_limits(exchange->listener);
    json_t *object;
    int r = check_no_params(exchange->query, problem);

    if (!r)
        r = json_body_parse(exchange->body, exchange->body_length,
                            limits->json_depth_max, &object, problem);
    /* The body may be megabytes, and the answer may take long. */
    exchange_drop_body(exchange);
    if (r)
        return r;
    r = exchange->read_object
            ? exchange->read_object(object, exchange->state, problem)
            : json_body_fields(object, "", exchange->fields, NULL,
                               exchange->state, problem);
    json_decref(object);
    return r;
}

static void read_object(struct exchange *exchange)
{
    struct problem *problem = malloc(sizeof(*problem));

    exchange->body_problem = problem;
    exchange->body_refused = !problem || parse_object(exchange, problem);
}

static void object_read(struct exchange *exchange)
{
    if (!exchange->body_refused)
        exchange->object_read(exchange);
    else if (exchange->body_problem)
        exchange_refuse(exchange, exchange->body_problem);
    else
        exchange_refuse_no_memory(exchange);
}

void exchange_read_object(struct exchange *exchange, json_body_read *read,
                          void (*done)(struct exchange *exchange))
{
    exchange->read_object = read;
    exchange->object_read = done;
    exchange_read(exchange, read_object, object_read);
}

void exchange_read_fields(struct exchange *exchange, const struct field *fields,
                          void (*done)(struct exchange *exchange))
{
    exchange->fields = fields;
    if (!strcmp(exchange->method, MHD_HTTP_METHOD_POST))
        exchange_read_object(exchange, NULL, done);
    else if (exchange_read_query(exchange, fields, exchange->state))
        done(exchange);
}

/* ---- Head and endpoint --------------------------------------------------- */

bool exchange_has_tag(const struct exchange *exchange, const char *etag)
{
    const char *header =
        exchange_header(exchange, MHD_HTTP_HEADER_IF_NONE_MATCH);

    return header && (!strcmp(header, "*") || strstr(header, etag));
}

const char *exchange_header(const struct exchange *exchange, const char *name)
{
    return MHD_lookup_connection_value(exchange->mhd, MHD_HEADER_KIND, name);
}

/* Refuses a body whose announced length is too long. */
static int check_length(const struct exchange *exchange,
                        const struct framing *framing, struct problem *problem)
{
    const struct body_rules rules = rules_of(exchange);

    if (framing->length <= rules.most)
        return 0;
    problem_set(problem, PROBLEM_LONG_BODY,
                "the body has %ju bytes, %zu are allowed",
                (uintmax_t)framing->length, rules.most);
    return problem_mend(problem, "ask in several requests; the setting is %s",
                        rules.most_setting);
}

static int check_head_length(const struct exchange *exchange,
                             const struct framing *framing,
                             struct problem *problem)
{
    size_t limit = exchange->listener->header_max_bytes;

    if (framing->head_bytes <= limit)
        return 0;
    if (strlen(exchange->target) > limit)
        problem_set(problem, PROBLEM_LONG_URL,
                    "the URL is longer than the %zu bytes that request line "
                    "and headers may have",
                    limit);
    else
        problem_set(problem, PROBLEM_LONG_HEADERS,
                    "request line and headers have %zu bytes, %zu are allowed",
                    framing->head_bytes, limit);
    return problem_mend(problem, "ask by POST; the setting is "
                                 "http.header-max-bytes");
}

/* Whether to refuse before the body arrives. Closing a socket with unread bytes
 * resets it and may lose the answer, so a body of fair length is read first,
 * unless the client waits for permission (Expect) or the length is unknown. */
static bool refuse_early(const struct exchange *exchange,
                         const struct framing *framing)
{
    return framing->lengths > 1 || framing->foreign ||
           framing->length / 2 >
               listener_limits(exchange->listener)->body_max_bytes ||
           exchange_header(exchange, MHD_HTTP_HEADER_EXPECT);
}

/* If the port outlives the process, its clients do not notice the restart: this
 * process answers those that have just connected, the next one those that
 * wait. */
static bool is_leaving(const struct exchange *exchange)
{
    const struct listener *listener = exchange->listener;

    return listener->draining &&
           !(listener->settings.fd_lent && exchange->connection->is_first);
}

static int check_open(const struct exchange *exchange, struct problem *problem)
{
    const struct listener *listener = exchange->listener;

    if (is_leaving(exchange)) {
        problem_set(problem, PROBLEM_STOPPING, "relaxd is shutting down");
        problem->retry_after_s = 1;
        return problem_mend(problem,
                            "ask again when relaxd has been restarted");
    }
    if (exchange->connection->surplus && !exchange->endpoint->vital) {
        acceptor_problem(problem, listener->settings.connections_max);
        return -EINVAL;
    }
    return 0;
}

static int check_accept(struct exchange *exchange, struct problem *problem)
{
    const char *header = exchange_header(exchange, MHD_HTTP_HEADER_ACCEPT);
    char list[160] = "";

    exchange->media = accept_choose(header, exchange->endpoint->media);
    if (exchange->media)
        return 0;
    problem_set(problem, PROBLEM_ACCEPT,
                "the Accept header excludes what '%s' answers with",
                exchange->path);
    for (unsigned media = MEDIA_JSON; media < MEDIA_ANY; media <<= 1) {
        if (exchange->endpoint->media & media)
            text_list_add(list, sizeof(list), media_type(media));
    }
    return problem_mend(problem, "accept one of %s", list);
}

static bool takes_body(const struct exchange *exchange)
{
    return !strcmp(exchange->method, MHD_HTTP_METHOD_POST) || changes(exchange);
}

static bool is_type(const char *type, const char *wanted)
{
    return type && !strncasecmp(type, wanted, strlen(wanted)) &&
           strchr("; \t", type[strlen(wanted)]);
}

/* Without a type there is no body, or handle() refuses it. */
static int check_rows_type(struct exchange *exchange, struct problem *problem)
{
    const char *type = exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE);

    if (!type || is_type(type, "text/csv") || is_type(type, "application/json"))
        return 0;
    problem_set(problem, PROBLEM_BODY_TYPE, "the body is of type '%.60s'",
                type);
    return problem_mend(problem,
                        "send Content-Type: text/csv, or application/json");
}

static int check_body_type(struct exchange *exchange, struct problem *problem)
{
    static const char json[] = "application/json";
    const char *type = exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE);

    if (changes(exchange))
        return check_rows_type(exchange, problem);
    if (is_type(type, json))
        return 0;
    if (type)
        problem_set(problem, PROBLEM_BODY_TYPE, "the body is of type '%.60s'",
                    type);
    else
        problem_set(problem, PROBLEM_BODY_TYPE, "the body has no Content-Type");
    return problem_mend(problem, "send Content-Type: %s", json);
}

static int check_body_coding(struct exchange *exchange, struct problem *problem)
{
    const char *coding =
        exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING);

    if (!coding || !strcasecmp(coding, "identity") ||
        (changes(exchange) && !strcasecmp(coding, "gzip")))
        return 0;
    problem_set(problem, PROBLEM_BODY_TYPE,
                "the body has the Content-Encoding '%.60s'", coding);
    return problem_mend(problem, changes(exchange)
                                     ? "send it as it is, or as gzip"
                                     : "send it as it is, without "
                                       "Content-Encoding");
}

static const struct dialect *find_dialect(const struct exchange *exchange)
{
    dialect_list dialect = exchange->listener->settings.dialects;

    while (*dialect && !(*dialect)->owns(exchange))
        dialect++;
    return *dialect ? *dialect : &dialect_none;
}

static void route(struct exchange *exchange)
{
    struct problem problem;

    exchange->dialect->route(exchange);
    if (!exchange->status &&
        (check_open(exchange, &problem) ||
         permission_check(exchange, &problem) ||
         check_accept(exchange, &problem) ||
         (takes_body(exchange) && (check_body_type(exchange, &problem) ||
                                   check_body_coding(exchange, &problem)))))
        exchange_refuse(exchange, &problem);
}

static int check_head(struct exchange *exchange, const struct framing *framing,
                      struct problem *problem)
{
    if (framing_check(framing, problem)) {
        exchange->closing = true;
        return -EINVAL;
    }
    if (check_head_length(exchange, framing, problem))
        return -EINVAL;
    return permission_check_origin(exchange, problem);
}

enum MHD_Result exchange_begin(struct exchange *exchange,
                               struct framing *framing)
{
    struct problem problem;

    exchange->begun = true;
    exchange->mhd = framing->mhd;
    exchange->method = framing->method;
    exchange->connection = connection_of(framing->mhd);
    if (!exchange->connection)
        return MHD_NO;
    exchange->connection->exchange = exchange;
    request_id_choose(&exchange->listener->id_counter,
                      exchange_header(exchange, REQUEST_ID_HEADER),
                      exchange->id);
    exchange->dialect = find_dialect(exchange);
    exchange->takes_interim = !framing_is_http_1_0(framing);
    figure_add(&exchange->listener->settings.figures->requests, 1);
    connection_enter(exchange->connection, PHASE_BODY);
    framing->target = exchange->target;
    framing->target_length = exchange->sent_length;
    framing_read(framing);
    if (check_head(exchange, framing, &problem))
        exchange_refuse(exchange, &problem);
    else
        route(exchange);
    if (!exchange->status && check_length(exchange, framing, &problem))
        exchange_refuse(exchange, &problem);
    if (!exchange->status || !refuse_early(exchange, framing))
        return MHD_YES;
    exchange->handled = true;
    return exchange_proceed(exchange);
}

/* A chunked body shows its length only by ending. This skips some of it, so
 * that the client gets its answer, then cuts it off. */
static enum MHD_Result skip_body(struct exchange *exchange, size_t length)
{
    size_t most = listener_limits(exchange->listener)->body_max_bytes;

    exchange->body_length += length;
    exchange->skipped += length;
    return exchange->skipped / 2 <= most ? MHD_YES : MHD_NO;
}

static void refuse_long_body(struct exchange *exchange)
{
    const struct body_rules rules = rules_of(exchange);
    size_t length = exchange->body_length;
    struct problem problem;

    exchange_drop_body(exchange);
    exchange->body_length = length; /* for the log */
    problem_set(&problem, PROBLEM_LONG_BODY, "the body has more than %zu bytes",
                rules.most);
    problem_mend(&problem, "ask in several requests; the setting is %s",
                 rules.most_setting);
    exchange_refuse(exchange, &problem);
}

enum MHD_Result exchange_take_body(struct exchange *exchange, const char *data,
                                   size_t length)
{
    if (!exchange->status &&
        exchange->body_length + length > rules_of(exchange).most)
        refuse_long_body(exchange);
    if (exchange->status || !takes_body(exchange))
        return skip_body(exchange, length);
    if (has_room(exchange, exchange->body_length + length))
        return append(exchange, data, length) ? MHD_NO : MHD_YES;
    refuse_full(exchange);
    return MHD_YES;
}

enum { SHORT_REQUEST = 512 }; /* is read in some microseconds */

static bool is_long(const struct exchange *exchange)
{
    return exchange->sent_length + exchange->body_length > SHORT_REQUEST;
}

void exchange_handle(struct exchange *exchange)
{
    exchange->handled = true;
    connection_enter(exchange->connection, PHASE_ANSWERING);
    access_begin(exchange);
    if (exchange->status)
        return;
    if (is_long(exchange) && exchange_must_wait(exchange))
        exchange_wait_turn(exchange);
    else
        exchange->endpoint->handle(exchange);
}
