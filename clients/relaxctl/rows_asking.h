/* rows_asking: rows of weights that a running relaxd has, or is to have. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ROWS_ASKING_H
#define RELAXD_CLIENTS_RELAXCTL_ROWS_ASKING_H

#include <stdbool.h>
#include <stdint.h>

#include "clients/relaxctl/asking.h"
#include "core/base/error.h"
#include "core/weighting/weight_row.h"

/* What the command line says. */
struct rows_asking {
    struct asking ask; /* server, map, profile, json */
    char **file;       /* [files]: operands */
    int files;

    bool turns, arcs; /* neither: segments, or what the map has */
    const char *scenario;
    uint32_t ttl_s; /* 0: the rows do not end */
    bool replace, dry_run, all;
    const char *key;
    const char *box;
    const char *token_file;
    double speed;

    enum weight_kind kind; /* which rows_find() finds */
    char *token;           /* of token_file, free()d by the caller */
};

/* Finds the kind and, where there is one, the profile. */
int rows_find(struct rows_asking *asking, struct error *error);

/* "/v1/weights/car/segments?map=town", of what was found; `format` of rows to
 * read, or NULL. The caller free()s it; NULL: out of memory. */
char *rows_target(const struct rows_asking *asking, const char *format);

/* Each prints what changed, and which rows match nothing. */
int rows_apply(struct rows_asking *asking, struct error *error);
int rows_clear(struct rows_asking *asking, struct error *error);
int rows_replay(struct rows_asking *asking, struct error *error);

#endif
