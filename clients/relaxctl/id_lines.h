/* id_lines: the ids of a path, for a terminal. */
#ifndef RELAXD_CLIENTS_RELAXCTL_ID_LINES_H
#define RELAXD_CLIENTS_RELAXCTL_ID_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Prints `count` ids, indented and wrapped to the terminal's width. Unless
 * `all`, the middle of a long list is left out and how much is said. */
void id_lines_print(FILE *to, const uint64_t *ids, size_t count, bool all);

#endif
