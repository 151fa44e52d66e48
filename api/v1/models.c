/* models: named models of a map: PUT, DELETE, GET, and their list. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/model_json.h"
#include "api/http/listener_private.h"
#include "api/v1/v1.h"
#include "api/v1/weight_body.h"
#include "api/v1/weights.h"

/* Which model; "" if no model can have the path's name. */
static int read_name(const struct exchange *exchange,
                     char name[static MODEL_NAME_SIZE], struct problem *problem)
{
    if (!endpoint_path_name(exchange->endpoint, exchange->path, 0, name,
                            MODEL_NAME_SIZE))
        name[0] = '\0';
    return weights_check_name("model", name, problem);
}

/* ---- A change ------------------------------------------------------------ */

struct changing {
    struct weights_options options;
    struct map_entry *entry; /* pinned */
    struct change_request request;
    struct problem *refusal; /* of the body; owned; NULL: none */
    bool failed;             /* without memory for that */
};

static void finish(void *memory)
{
    struct changing *changing = memory;

    weight_change_finish(&changing->request.change);
    change_request_finish(&changing->request);
    map_entry_release(changing->entry);
    free(changing->refusal);
    free(changing);
}

static void answered(struct exchange *exchange)
{
    const struct changing *changing = exchange->state;
    const struct change_request *request = &changing->request;
    struct json_writer *writer = &exchange->out;
    struct problem problem;

    if (request->outcome != CHANGED_OK && request->outcome != CHANGED_BEFORE) {
        weight_body_refusal(request, &problem);
        exchange_refuse(exchange, &problem);
        weights_name_key(exchange, request);
        return;
    }
    json_begin_object(writer);
    weight_body_put_epoch(writer, request);
    if (request->dry_run)
        json_put_bool(writer, "dry_run", true);
    json_put_thousandths(writer, "in_force_ms", request->in_force_us);
    json_end_object(writer);
    exchange->epoch = request->epoch;
    exchange_reply(exchange, MHD_HTTP_OK);
}

/* On the thread of changes. */
static void done(struct change_request *request)
{
    exchange_awaited(request->context);
}

static void submit(struct exchange *exchange)
{
    struct changing *changing = exchange->state;

    changing->request.done = done;
    exchange_await(exchange, answered);
    living_submit(exchange->listener->settings.living, &changing->request);
}

/* Map, key and If-Match, but not the body. */
static int read_head(struct exchange *exchange, struct changing *changing,
                     struct problem *problem)
{
    struct change_request *request = &changing->request;
    int r = exchange_find_map(exchange, changing->options.map, "",
                              &changing->entry, problem);

    if (!r)
        r = read_name(exchange, request->change.model, problem);
    if (!r)
        r = weights_read_key(exchange, request->change.key, problem);
    if (!r)
        r = weights_read_if_match(exchange, &request->change, problem);
    if (r)
        return r;
    request->map = map_entry_name(changing->entry);
    request->dry_run = changing->options.dry_run;
    request->context = exchange;
    return 0;
}

/* False: it was refused. */
static bool begin(struct exchange *exchange, enum change_operation operation)
{
    static const struct field fields[] = {
        {"map", FIELD_NAME, false, offsetof(struct weights_options, map), NULL},
        {"dry_run", FIELD_FLAG, false,
         offsetof(struct weights_options, dry_run), NULL},
        FIELDS_END,
    };
    struct changing *changing =
        exchange_make_state(exchange, sizeof(*changing));
    struct problem problem;

    if (!changing || !exchange_read_query(exchange, fields, &changing->options))
        return false;
    changing->request.change.operation = operation;
    if (!read_head(exchange, changing, &problem))
        return true;
    exchange_refuse(exchange, &problem);
    return false;
}

/* ---- The body ------------------------------------------------------------ */

enum { BODY_MAX = 16 << 20 }; /* bytes of JSON, unpacked */

static int check_body(const struct exchange *exchange,
                      const struct changing *changing, struct problem *problem)
{
    const char *type = exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE);

    if (!map_entry_map(changing->entry)->roads.piece_count) {
        problem_set(problem, PROBLEM_NO_ROADS,
                    "map '%s' is a bare graph, without roads",
                    map_entry_name(changing->entry));
        return problem_mend(problem, "models are of roads");
    }
    if (type && !strncasecmp(type, "application/json", 16))
        return 0;
    problem_set(problem, PROBLEM_BODY_TYPE, "a model is JSON");
    return problem_mend(problem, "send Content-Type: application/json");
}

/* Makes the body the change's text. */
static int take_model(struct weight_change *change, const char *body,
                      size_t size, size_t depth_max, struct problem *problem)
{
    struct model *model = NULL;
    json_t *object;
    int r = json_body_parse(body, size, depth_max, &object, problem);

    if (r)
        return r;
    r = model_json_read(object, "model", &model, problem);
    if (!r) {
        model_release(model);
        change->text = model_json_text(object);
        change->text_bytes = change->text ? strlen(change->text) : 0;
    }
    json_decref(object);
    if (r)
        return r;
    return change->text ? 0
                        : problem_set(problem, PROBLEM_FAILED, "out of memory");
}

static int refuse_packed(int code, const struct error *error,
                         struct problem *problem)
{
    return problem_set(problem,
                       code == -E2BIG    ? PROBLEM_LONG_BODY
                       : code == -EINVAL ? PROBLEM_JSON
                                         : PROBLEM_FAILED,
                       "%s", error->text);
}

static bool is_packed(const struct exchange *exchange)
{
    const char *coding =
        exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_ENCODING);

    return coding && !strcasecmp(coding, "gzip");
}

static int read_text(struct exchange *exchange, struct problem *problem)
{
    struct changing *changing = exchange->state;
    bool packed = is_packed(exchange);
    const char *body = exchange->body;
    size_t size = exchange->body_length;
    char *text = NULL;
    struct error error;
    int r = packed
                ? weight_text_unpack(body, size, BODY_MAX, &text, &size, &error)
                : 0;

    if (r)
        return refuse_packed(r, &error, problem);
    if (size > BODY_MAX)
        r = problem_set(problem, PROBLEM_LONG_BODY,
                        "the body has %zu bytes, more than %d", size, BODY_MAX);
    else
        r = take_model(&changing->request.change, packed ? text : body, size,
                       listener_limits(exchange->listener)->json_depth_max,
                       problem);
    free(text);
    return r;
}

/* On the pool if the body is long, or may be. */
static void read_body(struct exchange *exchange)
{
    struct changing *changing = exchange->state;
    struct problem *problem = malloc(sizeof(*problem));

    if (problem && read_text(exchange, problem))
        changing->refusal = problem;
    else
        free(problem);
    weight_change_digest(&changing->request.change);
    changing->failed = !problem;
}

static void body_read(struct exchange *exchange)
{
    const struct changing *changing = exchange->state;

    exchange_drop_body(exchange);
    if (changing->failed)
        exchange_refuse_no_memory(exchange);
    else if (changing->refusal)
        exchange_refuse(exchange, changing->refusal);
    else
        submit(exchange);
}

static void put(struct exchange *exchange)
{
    struct problem problem;

    if (!begin(exchange, CHANGE_MODEL))
        return;
    if (check_body(exchange, exchange->state, &problem))
        exchange_refuse(exchange, &problem);
    else if (is_packed(exchange))
        exchange_compute(exchange, read_body, body_read);
    else
        exchange_read(exchange, read_body, body_read);
}

static void drop(struct exchange *exchange)
{
    struct changing *changing;

    if (!begin(exchange, CHANGE_DROP_MODEL))
        return;
    changing = exchange->state;
    weight_change_digest(&changing->request.change);
    submit(exchange);
}

/* ---- Reading ------------------------------------------------------------- */

/* A model as it is sent. */
struct showing {
    struct ledger *ledger;  /* pinned; NULL: none */
    struct model *built_in; /* pinned; NULL: it is of the ledger */
    const char *text;       /* of one of them */
    size_t size;
    size_t sent;
};

static void finish_showing(void *memory)
{
    struct showing *showing = memory;

    ledger_release(showing->ledger);
    model_release(showing->built_in);
    free(showing);
}

static enum produced produce(struct exchange *exchange)
{
    struct showing *showing = exchange->state;
    size_t left = showing->size - showing->sent;
    size_t part = left < JSON_WRITER_PART ? left : JSON_WRITER_PART;

    json_writer_raw(&exchange->out, showing->text + showing->sent, part);
    showing->sent += part;
    return part < left ? PRODUCED_PART : PRODUCED_LAST;
}

static int find_model(struct exchange *exchange, struct showing *showing,
                      uint64_t *ret_epoch, struct problem *problem)
{
    char name[MODEL_NAME_SIZE];
    const struct shelf_model *own;
    int r = read_name(exchange, name, problem);

    if (r)
        return r;
    own = showing->ledger ? model_shelf_find(showing->ledger->models, name)
                          : NULL;
    if (own) {
        *ret_epoch = own->epoch;
        showing->text = own->text->text;
        showing->size = own->text->size;
        return 0;
    }
    showing->built_in =
        model_book_find(service_models(exchange_service(exchange)), name);
    if (!showing->built_in || !showing->built_in->text) {
        problem_set(problem, PROBLEM_UNKNOWN_MODEL, "no model is called '%s'",
                    name);
        return problem_mend(problem, "/v1/models lists them");
    }
    showing->text = showing->built_in->text;
    showing->size = strlen(showing->text);
    return 0;
}

/* False: it was refused. The ledger is for the caller to release. */
static bool read_map(struct exchange *exchange, char name[static MAP_NAME_SIZE],
                     struct ledger **ret_ledger)
{
    struct map_entry *entry;

    if (!v1_read_map(exchange, &entry))
        return false;
    snprintf(name, MAP_NAME_SIZE, "%s", map_entry_name(entry));
    map_entry_release(entry);
    *ret_ledger = living_ledger(exchange->listener->settings.living, name);
    if (*ret_ledger)
        exchange->epoch = (*ret_ledger)->epoch;
    return true;
}

static void show(struct exchange *exchange)
{
    struct showing *showing = exchange_make_state(exchange, sizeof(*showing));
    char map[MAP_NAME_SIZE];
    struct problem problem;
    uint64_t epoch = 0;
    char weak[32];
    const char *tag = weak + strlen("W/");

    if (!showing || !read_map(exchange, map, &showing->ledger))
        return;
    if (find_model(exchange, showing, &epoch, &problem)) {
        exchange_refuse(exchange, &problem);
        return;
    }
    snprintf(weak, sizeof(weak), "W/\"%ju\"", (uintmax_t)epoch);
    exchange->type = "application/json";
    if (!showing->built_in && exchange_has_tag(exchange, tag))
        exchange_reply_bytes(exchange, MHD_HTTP_NOT_MODIFIED, NULL, NULL, 0);
    else
        exchange_stream(exchange, UINT64_MAX, produce);
    if (!showing->built_in)
        exchange_add_header(exchange, MHD_HTTP_HEADER_ETAG,
                            exchange_wanted_coding(exchange) ? weak : tag);
}

static void put_own(const struct model_shelf *shelf, struct json_writer *writer)
{
    for (size_t i = 0; shelf && i < shelf->count; i++) {
        json_begin_object(writer);
        json_put_string(writer, "name", shelf->model[i].name);
        json_put_number(writer, "epoch", shelf->model[i].epoch);
        json_end_object(writer);
    }
}

/* Those that no model of the map hides. */
static void put_built_in(const struct model_shelf *shelf,
                         const struct named_model *item, size_t count,
                         struct json_writer *writer)
{
    for (size_t i = 0; i < count; i++) {
        if (model_shelf_find(shelf, item[i].name))
            continue;
        json_begin_object(writer);
        json_put_string(writer, "name", item[i].name);
        json_put_bool(writer, "builtin", true);
        json_end_object(writer);
    }
}

static void list(struct exchange *exchange)
{
    struct json_writer *writer = &exchange->out;
    const struct model_shelf *shelf;
    struct named_model *built_in;
    struct ledger *ledger;
    char map[MAP_NAME_SIZE];
    size_t count;

    if (!read_map(exchange, map, &ledger))
        return;
    if (model_book_list(service_models(exchange_service(exchange)), &built_in,
                        &count)) {
        ledger_release(ledger);
        exchange_refuse_no_memory(exchange);
        return;
    }
    shelf = ledger ? ledger->models : NULL;
    json_begin_object(writer);
    json_put_string(writer, "map", map);
    json_put_number(writer, "epoch", ledger ? ledger->epoch : 0);
    json_open_array(writer, "models");
    put_own(shelf, writer);
    put_built_in(shelf, built_in, count, writer);
    json_end_array(writer);
    json_end_object(writer);
    named_models_free(built_in, count);
    ledger_release(ledger);
    exchange_reply(exchange, MHD_HTTP_OK);
}

/* ---- Endpoints ----------------------------------------------------------- */

#define MODEL "/v1/models/{name}"

const struct endpoint endpoint_models = {
    .path = "/v1/models",
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = list,
};
const struct endpoint endpoint_model_get = {
    .path = MODEL,
    .method = "GET",
    .media = MEDIA_JSON,
    .handle = show,
    .finish = finish_showing,
};
const struct endpoint endpoint_model_put = {
    .path = MODEL,
    .method = "PUT",
    .changes = true,
    .media = MEDIA_JSON,
    .handle = put,
    .finish = finish,
};
const struct endpoint endpoint_model_delete = {
    .path = MODEL,
    .method = "DELETE",
    .changes = true,
    .media = MEDIA_JSON,
    .handle = drop,
    .finish = finish,
};
