/* weight_csv: rows as text, and back.
 *
 * OSRM's files, byte for byte:
 *
 *     FROM,TO,KMH[,RATE]            segments; 0 closes
 *     FROM,VIA,TO,SECONDS[,WEIGHT]  turns
 *
 * and beside them
 *
 *     way WAY,DIRECTION,KMH[,RATE]  segments of a way; forward, backward, both
 *     FROM,TO,WEIGHT                arcs
 *
 * where `closed` in the place of the number closes, too. Ids are whole numbers
 * below 2^63. Without a rate, or weight, it follows the number; if it is empty
 * it stays as it is. What follows a further comma is a comment, as OSRM has
 * it. Blanks and tabs around fields and empty lines are skipped; lines end with
 * "\n" or "\r\n".
 *
 * Numbers are read exactly rounded, and written with as many digits as it takes
 * to read the same again. */
#ifndef RELAXD_WEIGHTING_WEIGHT_CSV_H
#define RELAXD_WEIGHTING_WEIGHT_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/weighting/weight_change.h"
#include "core/weighting/weight_row.h"

/* Reads rows, in their order, on all cores. `keys_only`: the number may be
 * missing. -EINVAL: what is wrong, with line and column, from 1 on; -ENOMEM.
 * The list is empty then. */
int weight_csv_read(const char *text, size_t size, enum weight_kind kind,
                    bool keys_only, struct weight_list *ret_rows,
                    struct error *error);

/* A line without its end; returns its length, below WEIGHT_LINE_MAX. */
enum { WEIGHT_LINE_MAX = 160 };
size_t weight_csv_write(char ret_line[static WEIGHT_LINE_MAX],
                        enum weight_kind kind, const struct weight_row *row);

/* A number with as many digits as it takes; the buffer has room for 32. */
size_t weight_number_write(char *ret_text, double number);

#endif
