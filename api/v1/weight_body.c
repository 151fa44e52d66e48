/* weight_body: rows from bodies, answers from changes. */
#include "api/v1/weight_body.h"

#include <errno.h>
#include <stdlib.h>

#include "api/v1/weight_json.h"
#include "core/weighting/weight_change.h"

/* ---- Reading ------------------------------------------------------------- */

/* `wrong`: the problem if the text cannot be read. */
static int refuse_text(int code, const struct error *error,
                       enum problem_kind wrong, struct problem *problem)
{
    return problem_set(problem,
                       code == -E2BIG    ? PROBLEM_LONG_BODY
                       : code == -EINVAL ? wrong
                                         : PROBLEM_FAILED,
                       "%s", error->text);
}

static int read_csv(struct weight_change *change, size_t text_max,
                    struct problem *problem)
{
    struct error error;
    int r = weight_change_read_limited(change, text_max, &error);

    return r ? refuse_text(r, &error, PROBLEM_PARAMETER, problem) : 0;
}

/* A tree of JSON takes up to 84 times the memory of its text. */
enum { JSON_MAX = 16 << 20 };

static int refuse_long_json(size_t size, struct problem *problem)
{
    problem_set(problem, PROBLEM_LONG_BODY,
                "the body has %zu bytes of JSON, more than %d", size, JSON_MAX);
    return problem_mend(problem, "send CSV, or parts");
}

static int read_json(struct weight_change *change, size_t text_max,
                     struct problem *problem)
{
    char *text = change->text;
    size_t size = change->text_bytes;
    struct error error;
    int r = 0;

    if (change->text_gzip)
        r = weight_text_unpack(change->text, change->text_bytes, text_max,
                               &text, &size, &error);
    if (r)
        return refuse_text(r, &error, PROBLEM_JSON, problem);
    r = size > JSON_MAX ? refuse_long_json(size, problem)
                        : weight_json_read(text, size, change->kind,
                                           change->operation == CHANGE_DELETE,
                                           &change->rows, problem);
    if (text != change->text)
        free(text);
    free(change->text);
    change->text = NULL;
    return r;
}

int weight_body_read(struct weight_change *change, bool is_csv, size_t text_max,
                     struct problem *problem)
{
    int r = is_csv ? read_csv(change, text_max, problem)
                   : read_json(change, text_max, problem);

    if (r || change->rows.count)
        return r;
    problem_set(problem, PROBLEM_PARAMETER, "the body has no rows");
    return problem_mend(problem, "send rows; DELETE with ?all=true takes all "
                                 "rows back");
}

/* ---- Answering ----------------------------------------------------------- */

static enum problem_kind kind_of(enum change_outcome outcome)
{
    static const enum problem_kind kinds[] = {
        [CHANGED_UNKNOWN_MAP] = PROBLEM_MAP,
        [CHANGED_UNKNOWN_SCENARIO] = PROBLEM_SCENARIO,
        [CHANGED_UNKNOWN_MODEL] = PROBLEM_UNKNOWN_MODEL,
        [CHANGED_WRONG_MAP] = PROBLEM_NO_ROADS,
        [CHANGED_NO_MATCH] = PROBLEM_ROWS,
        [CHANGED_OTHER_EPOCH] = PROBLEM_EPOCH,
        [CHANGED_OTHER_REQUEST] = PROBLEM_KEY,
        [CHANGED_TOO_MANY] = PROBLEM_LARGE,
        [CHANGED_NO_SPACE] = PROBLEM_SPACE,
        [CHANGED_LOST] = PROBLEM_FEED,
        [CHANGED_UNKNOWN] = PROBLEM_UNKNOWN,
        [CHANGED_UNREADABLE] = PROBLEM_PARAMETER,
        [CHANGED_STOPPING] = PROBLEM_STOPPING,
        [CHANGED_FAILED] = PROBLEM_FAILED,
    };

    return kinds[outcome];
}

void weight_body_refusal(const struct change_request *request,
                         struct problem *ret_problem)
{
    problem_set(ret_problem, kind_of(request->outcome), "%s",
                request->error.text);
    if (request->outcome == CHANGED_TOO_MANY)
        problem_mend(ret_problem, *request->change.model
                                      ? "delete models that nobody names"
                                  : *request->change.scenario
                                      ? "publish or drop scenarios that are "
                                        "done; send fewer rows at once"
                                      : "send fewer rows at once");
    if (request->outcome == CHANGED_LOST || request->outcome == CHANGED_UNKNOWN)
        ret_problem->retry_after_s = 1;
    if (request->outcome == CHANGED_LOST)
        problem_mend(ret_problem,
                     "nothing has changed, so it may be sent again; feeds in "
                     "/v1/status says how the stream is followed");
    if (request->outcome == CHANGED_UNKNOWN)
        problem_mend(ret_problem,
                     "it may have been made: send it again with "
                     "Idempotency-Key: %s",
                     request->change.key);
    if (request->outcome == CHANGED_NO_SPACE)
        problem_mend(ret_problem, "make room on the disk of "
                                  "daemon.state-directory, then send it again");
}

void weight_body_put_unmatched(struct json_writer *writer,
                               const struct change_request *request)
{
    json_open_array(writer, "unmatched_rows");
    for (size_t i = 0; i < request->unmatched_told; i++) {
        const struct unmatched_row *row = &request->unmatched_rows[i];

        json_begin_object(writer);
        json_put_number(writer, "row", row->index + 1);
        weight_json_put_key(writer, request->change.kind, &row->key);
        json_put_string(writer, "reason", row->reason.text);
        json_end_object(writer);
    }
    json_end_array(writer);
}

void weight_body_put_epoch(struct json_writer *writer,
                           const struct change_request *request)
{
    json_put_number(writer, "epoch", request->epoch);
    if (*request->entry)
        json_put_string(writer, "entry", request->entry);
}

void weight_body_put_answer(struct json_writer *writer,
                            const struct change_request *request)
{
    weight_body_put_epoch(writer, request);
    if (request->dry_run)
        json_put_bool(writer, "dry_run", true);
    json_put_number(writer, "rows", request->matched + request->unmatched);
    json_put_number(writer, "matched", request->matched);
    json_put_number(writer, "unmatched", request->unmatched);
    json_put_number(writer, "changed_arcs", request->changed_arcs);
    json_put_thousandths(writer, "in_force_ms", request->in_force_us);
    weight_body_put_unmatched(writer, request);
}
