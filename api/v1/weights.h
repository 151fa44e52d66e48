/* weights: the endpoints that change and read living weights; for their files.
 *
 * Each collection of rows has a URL: /v1/weights/{profile}/segments and /turns,
 * /v1/weights/arcs; ?map=NAME names the map, ?scenario=NAME the layer. */
#ifndef RELAXD_API_V1_WEIGHTS_H
#define RELAXD_API_V1_WEIGHTS_H

#include "api/form/fields.h"
#include "api/http/exchange.h"
#include "core/engine/living.h"

/* What a URL says. */
struct weights_options {
    char map[FIELD_NAME_SIZE];
    char scenario[FIELD_NAME_SIZE];
    uint64_t ttl; /* seconds; 0: not given */
    bool dry_run;
    bool all;
    bool in_force;
    unsigned format; /* of enum weights_format, one more; 0: as accepted */
    struct number_list box;
};

enum weights_format { FORMAT_IS_JSON = 1, FORMAT_IS_CSV };

/* The collection or scenario that a request names. */
struct weights_target {
    struct weights_options options;
    char map[MAP_NAME_SIZE];
    char profile[ROAD_NAME_SIZE]; /* "": of arcs */
    enum weight_kind kind;
    struct map_entry *entry; /* pinned, of map and profile */
};

/* Reads URL and path, and finds map and profile. False: the request was
 * refused. */
bool weights_target_read(struct exchange *exchange, const struct field *fields,
                         struct weights_target *target);
void weights_target_finish(struct weights_target *target);

/* Whether a scenario or model, `what`, may have the name: -EINVAL with the
 * problem. */
int weights_check_name(const char *what, const char *name,
                       struct problem *problem);

/* What all changes take from their request: the Idempotency-Key, [of
 * IDEMPOTENCY_KEY_SIZE], and If-Match. */
int weights_read_key(const struct exchange *exchange, char *ret_key,
                     struct problem *problem);
int weights_read_if_match(const struct exchange *exchange,
                          struct weight_change *change,
                          struct problem *problem);

/* Behind a refusal: with which key to repeat a change that may have been made.
 */
void weights_name_key(struct exchange *exchange,
                      const struct change_request *request);

/* The kind of weights that the endpoint's path ends with. */
enum weight_kind weights_kind(const struct exchange *exchange);

/* In weights_read.c, handle() of its endpoints. */
void weights_handle_get(struct exchange *exchange);
void weights_finish_get(void *memory);

#endif
