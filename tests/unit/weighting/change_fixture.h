/* change_fixture: changes of weights written short, and ledgers as text. */
#ifndef RELAXD_TESTS_UNIT_WEIGHTING_CHANGE_FIXTURE_H
#define RELAXD_TESTS_UNIT_WEIGHTING_CHANGE_FIXTURE_H

#include "core/weighting/ledger.h"

/* The rows of a text (weight_csv.h); the caller finishes the list. */
struct weight_list rows_read(enum weight_kind kind, const char *csv,
                             bool keys_only);

/* A change of segments of profile "car". `csv`: its rows; NULL: none. The
 * caller finishes it. */
struct weight_change change_make(enum change_operation operation,
                                 const char *scenario, const char *csv);

/* The same of any kind. */
struct weight_change change_of(enum weight_kind kind,
                               enum change_operation operation,
                               const char *scenario, const char *csv);

/* A change that puts a model, or drops it (`text` NULL); the caller finishes
 * it. */
struct weight_change change_model(const char *name, const char *text);

/* Puts the next ledger in the place of this one, and returns what was touched;
 * the caller finishes both. */
struct ledger_touches change_touch(struct ledger **ledger,
                                   struct weight_change *change);

/* The same for who does not care about touches; finishes the change. */
void change_make_so(struct ledger **ledger, struct weight_change change);

/* Everything that a ledger says, one thing a line:
 *
 *     epoch 4, order 3
 *     live, epoch 4
 *       car segments, epoch 4
 *         1,2,30 #3
 *         2,1,0 #2 until 600
 *     scenario tunnel, epoch 2
 *     model truck, epoch 4: {}
 *
 * Rows in the order they were written. The caller free()s it. */
char *ledger_words(const struct ledger *ledger);

/* The rows of a collection of "car" as "1,2,30 2,1,0", the last written last.
 * The caller free()s it. */
char *rows_words(const struct ledger *ledger, const char *scenario,
                 enum weight_kind kind);

/* Compares with rows_words(). */
void assert_rows(const struct ledger *ledger, const char *scenario,
                 enum weight_kind kind, const char *words);

#endif
