/* weight_rows: the rows of one collection, each key once.
 *
 * A version that others can see never changes: the next one is forked from it,
 * shares its pages and copies those it changes. So who reads a version keeps it
 * as long as it likes, the writer goes on, and a version that fails is dropped.
 * A fork costs time by pages of a thousand rows, a change by its rows.
 *
 * One thread changes a version that nobody else sees; then any thread reads
 * it. */
#ifndef RELAXD_WEIGHTING_WEIGHT_ROWS_H
#define RELAXD_WEIGHTING_WEIGHT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/weighting/weight_row.h"

struct weight_rows;

/* An empty version, or the next one of `rows`, with one reference. NULL: no
 * memory. */
struct weight_rows *weight_rows_create(void);
struct weight_rows *weight_rows_fork(const struct weight_rows *rows);

struct weight_rows *weight_rows_acquire(struct weight_rows *rows);
void weight_rows_release(struct weight_rows *rows); /* NULL is fine */

/* Adds rows, or puts them in the place of those with the same keys; of equal
 * keys the last counts. 0 or -ENOMEM, then the version is of no use. */
int weight_rows_put(struct weight_rows *rows, const struct weight_row *row,
                    size_t count);

/* A version with these rows alone. If `old` has the same keys in the same order
 * (repeated keys aside), as when a file is sent again with other numbers, the
 * new version shares its index, which saves most of the work, and *ret_alike is
 * set. NULL: no memory. */
struct weight_rows *weight_rows_replace(const struct weight_rows *old,
                                        const struct weight_row *row,
                                        size_t count, bool *ret_alike);

/* Removes the row with the key, of which it fills in a copy. 0, -ENOENT: there
 * is none, or -ENOMEM as above. */
int weight_rows_remove(struct weight_rows *rows, const struct weight_key *key,
                       struct weight_row *ret_row);

/* Call it after changes, before others see the version. Time by pages. */
void weight_rows_settle(struct weight_rows *rows);

/* NULL: there is none. Valid as long as the version, unchanged. */
const struct weight_row *weight_rows_find(const struct weight_rows *rows,
                                          const struct weight_key *key);

size_t weight_rows_count(const struct weight_rows *rows);

/* Places of rows are numbers below weight_rows_end(); at some there is none
 * (NULL). Rows that were added later have higher places, but for those that
 * took the place of one with the same key. */
size_t weight_rows_end(const struct weight_rows *rows);
const struct weight_row *weight_rows_at(const struct weight_rows *rows,
                                        size_t place);

/* The time at which the first row ends; UINT32_MAX: none ends. Time by pages.
 */
uint32_t weight_rows_first_end(const struct weight_rows *rows);

/* Adds the rows that have ended by then to the list. 0 or -ENOMEM. */
int weight_rows_ended(const struct weight_rows *rows, uint32_t now_s,
                      struct weight_list *list);

/* Sorts rows in the order in which they were written. */
void weight_list_sort(struct weight_list *list);

int weight_list_add(struct weight_list *list, const struct weight_row *row);
void weight_list_finish(struct weight_list *list);

/* Memory of this version; pages that others share count, too. */
size_t weight_rows_bytes(const struct weight_rows *rows);

#endif
