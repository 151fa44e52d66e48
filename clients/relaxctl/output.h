/* output: prints JSON and the ids of a path on standard output. */
#ifndef RELAXD_CLIENTS_RELAXCTL_OUTPUT_H
#define RELAXD_CLIENTS_RELAXCTL_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Takes over `json`; `flags` are json_dumpf()'s. -ENOMEM, also for NULL. Does
 * not report a full standard output: main.c checks once, at the end. */
int print_json(json_t *json, size_t flags);

/* Prints an array of ids, indented and wrapped to the terminal's width. Unless
 * `all`, leaves out the middle of a long list and prints how many. */
void id_lines_print(const json_t *ids, bool all);

#endif
