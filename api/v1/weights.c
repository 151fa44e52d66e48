/* weights: PATCH, PUT, DELETE of rows; publishing and dropping scenarios. */
#include "api/v1/weights.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/http/listener_private.h"
#include "api/v1/v1.h"
#include "api/v1/weight_body.h"
#include "core/base/text.h"

/* ---- What a request names ------------------------------------------------ */

_Static_assert(FIELD_TTL_MAX == WEIGHT_TTL_MAX,
               "what a request may ask for, an entry may say");

enum weight_kind weights_kind(const struct exchange *exchange)
{
    const char *path = exchange->endpoint->path;

    if (!strcmp(path + strlen(path) - strlen("arcs"), "arcs"))
        return WEIGHT_ARCS;
    return strstr(path, "/turns") ? WEIGHT_TURNS : WEIGHT_SEGMENTS;
}

int weights_check_name(const char *what, const char *name,
                       struct problem *problem)
{
    if (weight_name_is_fine(name))
        return 0;
    problem_set(problem, PROBLEM_PARAMETER,
                "%s '%.80s': write 1 to %d of A-Z, a-z, 0-9, '.', '_', "
                "'-', and more than '.' or '..'",
                what, name, SCENARIO_NAME_SIZE - 1);
    return problem_about(problem, what);
}

static int check_kind(const struct weights_target *target,
                      struct problem *problem)
{
    bool roads = map_entry_map(target->entry)->roads.piece_count > 0;

    if (roads == (target->kind != WEIGHT_ARCS))
        return 0;
    problem_set(problem, PROBLEM_NO_ROADS,
                roads ? "map '%s' has roads, so its arcs have no weights of "
                        "their own"
                      : "map '%s' is a bare graph, without roads",
                target->map);
    return problem_mend(problem, roads ? "use /v1/weights/{profile}/segments, "
                                         "or .../turns"
                                       : "use /v1/weights/arcs");
}

static int find(struct exchange *exchange, struct weights_target *target,
                struct problem *problem)
{
    char profile[ROAD_NAME_SIZE] = "";
    int r;

    if (target->kind != WEIGHT_ARCS &&
        !endpoint_path_name(exchange->endpoint, exchange->path, 0, profile,
                            sizeof(profile)))
        return problem_set(problem, PROBLEM_MAP,
                           "the profile in the path is longer than %d bytes",
                           ROAD_NAME_SIZE - 1);
    r = exchange_find_map(exchange, target->options.map, profile,
                          &target->entry, problem);
    if (r)
        return r;
    strcpy(target->map, map_entry_name(target->entry));
    strcpy(target->profile, map_entry_profile(target->entry));
    r = check_kind(target, problem);
    if (r || !*target->options.scenario)
        return r;
    return weights_check_name("scenario", target->options.scenario, problem);
}

bool weights_target_read(struct exchange *exchange, const struct field *fields,
                         struct weights_target *target)
{
    struct problem problem;

    target->kind = weights_kind(exchange);
    if (!exchange_read_query(exchange, fields, &target->options))
        return false;
    if (!find(exchange, target, &problem))
        return true;
    exchange_refuse(exchange, &problem);
    return false;
}

void weights_target_finish(struct weights_target *target)
{
    free(target->options.box.number);
    map_entry_release(target->entry);
}

/* ---- A change ------------------------------------------------------------ */

struct changing {
    struct weights_target target;
    struct change_request request;
    bool is_csv;
    struct problem *refusal; /* of the body; owned; NULL: none */
};

static void finish(void *memory)
{
    struct changing *changing = memory;

    weight_change_finish(&changing->request.change);
    change_request_finish(&changing->request);
    weights_target_finish(&changing->target);
    free(changing->refusal);
    free(changing);
}

static enum change_operation operation_of(const struct exchange *exchange,
                                          bool all)
{
    if (!strcmp(exchange->method, "PATCH"))
        return CHANGE_PATCH;
    if (!strcmp(exchange->method, MHD_HTTP_METHOD_PUT))
        return CHANGE_PUT;
    return all ? CHANGE_CLEAR : CHANGE_DELETE;
}

/* Whether the request has a body if, and only if, it needs one. */
static int check_body(const struct exchange *exchange, bool all,
                      struct problem *problem)
{
    bool removes = !strcmp(exchange->method, MHD_HTTP_METHOD_DELETE);
    const char *type = exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE);

    if (all && !removes)
        return problem_set(problem, PROBLEM_PARAMETER,
                           "all=true is for DELETE alone");
    if (all && exchange->body_length)
        return problem_set(problem, PROBLEM_PARAMETER,
                           "all=true removes all rows, but the body names "
                           "some");
    if (all)
        return 0;
    if (!exchange->body_length) {
        problem_set(problem, PROBLEM_PARAMETER, "the body has no rows");
        return problem_mend(problem, removes
                                         ? "send the ids of rows, or all=true"
                                         : "send rows as CSV or JSON");
    }
    if (type)
        return 0;
    problem_set(problem, PROBLEM_BODY_TYPE, "the body has no Content-Type");
    return problem_mend(problem,
                        "send Content-Type: text/csv, or application/json");
}

int weights_read_key(const struct exchange *exchange, char *ret_key,
                     struct problem *problem)
{
    const char *key = exchange_header(exchange, "Idempotency-Key");
    size_t length = key ? strlen(key) : 0;

    if (key && (!length || length >= IDEMPOTENCY_KEY_SIZE ||
                !weight_key_is_visible(key)))
        return problem_set(problem, PROBLEM_PARAMETER,
                           "the Idempotency-Key is not 1 to %d visible "
                           "characters",
                           IDEMPOTENCY_KEY_SIZE - 1);
    strcpy(ret_key, key ? key : "");
    return 0;
}

/* If-Match: "17", or W/"17", which proxies that compress make of the ETag. */
int weights_read_if_match(const struct exchange *exchange,
                          struct weight_change *change, struct problem *problem)
{
    const char *header = exchange_header(exchange, MHD_HTTP_HEADER_IF_MATCH);
    const char *tag = header && !strncmp(header, "W/", 2) ? header + 2 : header;
    size_t length = tag ? strlen(tag) : 0;
    char text[32] = "";

    if (!header || !strcmp(header, "*"))
        return 0;
    if (length > 2 && length < sizeof(text) && tag[0] == '"' &&
        tag[length - 1] == '"')
        memcpy(text, tag + 1, length - 2);
    change->has_if_match = true;
    if (parse_u64(text, &change->if_match))
        return 0;
    return problem_set(problem, PROBLEM_PARAMETER,
                       "If-Match '%.40s' is not an epoch in quotes, as the "
                       "ETag of a GET has it",
                       header);
}

static int read_head(const struct exchange *exchange, struct changing *changing,
                     struct problem *problem)
{
    const struct weights_options *options = &changing->target.options;
    struct change_request *request = &changing->request;
    struct weight_change *change = &request->change;
    int r = check_body(exchange, options->all, problem);

    if (!r)
        r = weights_read_key(exchange, change->key, problem);
    if (!r)
        r = weights_read_if_match(exchange, change, problem);
    change->operation = operation_of(exchange, options->all);
    change->kind = changing->target.kind;
    change->ttl_s = (uint32_t)options->ttl;
    strcpy(change->profile, changing->target.profile);
    strcpy(change->scenario, options->scenario);
    request->map = changing->target.map;
    request->dry_run = options->dry_run;
    request->context = (void *)exchange;
    return r;
}

/* ---- The answer ---------------------------------------------------------- */

static void write_answer(struct exchange *exchange)
{
    const struct changing *changing = exchange->state;
    const struct change_request *request = &changing->request;

    json_begin_object(&exchange->out);
    weight_body_put_answer(&exchange->out, request);
    json_end_object(&exchange->out);
    exchange->epoch = request->epoch;
    exchange_reply(exchange, MHD_HTTP_OK);
}

/* What no row matched is told with the rows. */
static void write_no_match(struct exchange *exchange,
                           const struct problem *problem)
{
    const struct changing *changing = exchange->state;

    exchange_begin_refusal(exchange, problem->kind);
    json_begin_object(&exchange->out);
    problem_write_members(problem, exchange->target, &exchange->out);
    weight_body_put_unmatched(&exchange->out, &changing->request);
    json_end_object(&exchange->out);
    exchange->type = "application/problem+json";
    exchange_reply(exchange, problem_status(problem));
}

void weights_name_key(struct exchange *exchange,
                      const struct change_request *request)
{
    if (request->outcome == CHANGED_UNKNOWN)
        exchange_add_header(exchange, "Idempotency-Key", request->change.key);
}

static void answered(struct exchange *exchange)
{
    const struct changing *changing = exchange->state;
    const struct change_request *request = &changing->request;
    struct problem problem;

    if (request->outcome == CHANGED_OK || request->outcome == CHANGED_BEFORE) {
        write_answer(exchange);
        return;
    }
    weight_body_refusal(request, &problem);
    if (request->outcome == CHANGED_NO_MATCH)
        write_no_match(exchange, &problem);
    else
        exchange_refuse(exchange, &problem);
    weights_name_key(exchange, request);
}

/* On the thread of changes. */
static void done(struct change_request *request)
{
    exchange_awaited(request->context);
}

/* ---- The body ------------------------------------------------------------ */

/* On the pool. The body becomes the change's text. */
static void read_body(struct exchange *exchange)
{
    struct changing *changing = exchange->state;
    struct weight_change *change = &changing->request.change;
    struct problem *problem = malloc(sizeof(*problem));
    size_t most =
        (size_t)listener_limits(exchange->listener)->weights_text_max_bytes;
    int r;

    change->text = exchange_take_over_body(exchange, &change->text_bytes);
    r = !problem ? -ENOMEM
        : !change->text
            ? 0
            : weight_body_read(change, changing->is_csv, most, problem);
    weight_change_digest(change);
    if (!r) {
        free(problem);
        return;
    }
    changing->refusal = problem;
    changing->request.outcome = CHANGED_FAILED;
}

static void body_read(struct exchange *exchange)
{
    struct changing *changing = exchange->state;

    if (changing->refusal) {
        exchange_refuse(exchange, changing->refusal);
    } else if (changing->request.outcome == CHANGED_FAILED) {
        exchange_refuse_no_memory(exchange);
    } else {
        changing->request.done = done;
        exchange_await(exchange, answered);
        living_submit(exchange->listener->settings.living, &changing->request);
    }
}

static bool has_header(const struct exchange *exchange, const char *name,
                       const char *value)
{
    const char *header = exchange_header(exchange, name);

    return header && !strncasecmp(header, value, strlen(value));
}

/* ---- Endpoints ----------------------------------------------------------- */

static void change_rows(struct exchange *exchange)
{
    static const struct field fields[] = {
        {"map", FIELD_NAME, false, offsetof(struct weights_options, map), NULL},
        {"scenario", FIELD_NAME, false,
         offsetof(struct weights_options, scenario), NULL},
        {"ttl", FIELD_TTL, false, offsetof(struct weights_options, ttl), NULL},
        {"dry_run", FIELD_FLAG, false,
         offsetof(struct weights_options, dry_run), NULL},
        {"all", FIELD_FLAG, false, offsetof(struct weights_options, all), NULL},
        FIELDS_END,
    };
    struct changing *changing =
        exchange_make_state(exchange, sizeof(*changing));
    struct problem problem;

    if (!changing || !weights_target_read(exchange, fields, &changing->target))
        return;
    changing->is_csv =
        has_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE, "text/csv");
    changing->request.change.text_gzip =
        has_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    if (read_head(exchange, changing, &problem))
        exchange_refuse(exchange, &problem);
    else
        exchange_read(exchange, read_body, body_read);
}

/* A scenario has no ETag to compare with. */
static int refuse_if_match(const struct exchange *exchange,
                           struct problem *problem)
{
    if (!exchange_header(exchange, MHD_HTTP_HEADER_IF_MATCH))
        return 0;
    return problem_set(problem, PROBLEM_PARAMETER,
                       "If-Match is for rows; a scenario has no ETag");
}

/* Without a body. */
static void change_scenario(struct exchange *exchange,
                            enum change_operation operation)
{
    static const struct field fields[] = {
        {"map", FIELD_NAME, false, offsetof(struct weights_options, map), NULL},
        FIELDS_END,
    };
    struct changing *changing =
        exchange_make_state(exchange, sizeof(*changing));
    struct weights_target *target = &changing->target;
    struct weight_change *change;
    struct problem problem;

    if (!changing || !exchange_read_query(exchange, fields, &target->options))
        return;
    change = &changing->request.change;
    if (refuse_if_match(exchange, &problem) ||
        exchange_find_map(exchange, target->options.map, "", &target->entry,
                          &problem) ||
        weights_read_key(exchange, change->key, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    if (!endpoint_path_name(exchange->endpoint, exchange->path, 0,
                            change->scenario, sizeof(change->scenario)) ||
        !weight_name_is_fine(change->scenario))
        change->scenario[0] = '\0'; /* no scenario has such a name */
    strcpy(target->map, map_entry_name(target->entry));
    change->operation = operation;
    weight_change_digest(change);
    changing->request.map = target->map;
    changing->request.context = exchange;
    body_read(exchange);
}

static void publish(struct exchange *exchange)
{
    change_scenario(exchange, CHANGE_PUBLISH);
}

static void drop(struct exchange *exchange)
{
    change_scenario(exchange, CHANGE_DROP);
}

#define CHANGES(path_, method_, handle_)                                       \
    {                                                                          \
        .path = path_, .method = method_, .changes = true,                     \
        .media = MEDIA_JSON, .handle = handle_, .finish = finish               \
    }

#define READS(path_)                                                           \
    {                                                                          \
        .path = path_, .method = "GET", .media = MEDIA_ANY,                    \
        .handle = weights_handle_get, .finish = weights_finish_get             \
    }

#define SEGMENTS "/v1/weights/{profile}/segments"
#define TURNS    "/v1/weights/{profile}/turns"
#define ARCS     "/v1/weights/arcs"

const struct endpoint endpoint_segments_get = READS(SEGMENTS);
const struct endpoint endpoint_segments_patch =
    CHANGES(SEGMENTS, "PATCH", change_rows);
const struct endpoint endpoint_segments_put =
    CHANGES(SEGMENTS, "PUT", change_rows);
const struct endpoint endpoint_segments_delete =
    CHANGES(SEGMENTS, "DELETE", change_rows);
const struct endpoint endpoint_turns_get = READS(TURNS);
const struct endpoint endpoint_turns_patch =
    CHANGES(TURNS, "PATCH", change_rows);
const struct endpoint endpoint_turns_put = CHANGES(TURNS, "PUT", change_rows);
const struct endpoint endpoint_turns_delete =
    CHANGES(TURNS, "DELETE", change_rows);
const struct endpoint endpoint_arcs_get = READS(ARCS);
const struct endpoint endpoint_arcs_patch = CHANGES(ARCS, "PATCH", change_rows);
const struct endpoint endpoint_arcs_put = CHANGES(ARCS, "PUT", change_rows);
const struct endpoint endpoint_arcs_delete =
    CHANGES(ARCS, "DELETE", change_rows);
const struct endpoint endpoint_scenario_publish =
    CHANGES("/v1/scenarios/{name}/publish", "POST", publish);
const struct endpoint endpoint_scenario_delete =
    CHANGES("/v1/scenarios/{name}", "DELETE", drop);
