/* print_json: JSON on standard output, and a line's end after it. */
#ifndef RELAXD_CLIENTS_RELAXCTL_PRINT_JSON_H
#define RELAXD_CLIENTS_RELAXCTL_PRINT_JSON_H

#include <jansson.h>

/* Takes `json` over; `flags` are json_dumpf()'s. -ENOMEM, also for NULL. That
 * standard output is full is no failure here: main.c looks once, at the end. */
int print_json(json_t *json, size_t flags);

#endif
