/* weight_json: rows of weights as JSON, and back.
 *
 *     [{"from":1,"to":2,"speed":30,"rate":8.3}, ...]        segments
 *     [{"way":7,"direction":"both","speed":null}, ...]
 *     [{"from":1,"via":2,"to":3,"penalty":5,"weight":4}]    turns
 *     [{"from":1,"to":2,"weight":70}]                       arcs
 *
 * null closes, and so does a speed of 0. "ends" is the time when a row ends. */
#ifndef RELAXD_API_V1_WEIGHT_JSON_H
#define RELAXD_API_V1_WEIGHT_JSON_H

#include "api/form/json_writer.h"
#include "api/form/problem.h"
#include "core/weighting/weight_change.h"

/* 0, or -EINVAL with the problem, and an empty list. `keys_only`: the number
 * may be missing. */
int weight_json_read(const char *text, size_t size, enum weight_kind kind,
                     bool keys_only, struct weight_list *ret_rows,
                     struct problem *problem);

/* Writes one row, as an object. */
void weight_json_write(struct json_writer *writer, enum weight_kind kind,
                       const struct weight_row *row);

/* Writes the members of a key. */
void weight_json_put_key(struct json_writer *writer, enum weight_kind kind,
                         const struct weight_key *key);

#endif
