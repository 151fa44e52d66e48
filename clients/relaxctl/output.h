/* output: what commands print on standard output: JSON, and ids of a path. */
#ifndef RELAXD_CLIENTS_RELAXCTL_OUTPUT_H
#define RELAXD_CLIENTS_RELAXCTL_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Takes `json` over; `flags` are json_dumpf()'s. -ENOMEM, also for NULL. That
 * standard output is full is no failure here: main.c looks once, at the end. */
int print_json(json_t *json, size_t flags);

/* Prints `count` ids, indented and wrapped to the terminal's width. Unless
 * `all`, the middle of a long list is left out and how much is said. */
void id_lines_print(FILE *to, const uint64_t *ids, size_t count, bool all);

#endif
