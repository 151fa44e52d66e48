/* weight_body: what clients of living weights send and get, over HTTP and
 * through the spool. */
#ifndef RELAXD_API_V1_WEIGHT_BODY_H
#define RELAXD_API_V1_WEIGHT_BODY_H

#include "api/form/json_writer.h"
#include "api/form/problem.h"
#include "core/engine/living.h"

/* Reads the rows from the change's text, which is CSV, or JSON that it frees:
 * the journal keeps such rows in its own form. 0 or -EINVAL with the
 * problem. */
int weight_body_read(struct weight_change *change, bool is_csv, size_t text_max,
                     struct problem *problem);

/* Why a change did not come into force; not for CHANGED_OK and _BEFORE. */
void weight_body_refusal(const struct change_request *request,
                         struct problem *ret_problem);

/* Writes the members of an answer: of any change; of one of rows; of those that
 * match nothing. */
void weight_body_put_epoch(struct json_writer *writer,
                           const struct change_request *request);
void weight_body_put_answer(struct json_writer *writer,
                            const struct change_request *request);
void weight_body_put_unmatched(struct json_writer *writer,
                               const struct change_request *request);

#endif
