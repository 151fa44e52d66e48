/* change_fixture: changes from text, and ledgers as text. */
#include "tests/unit/weighting/change_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/weighting/weight_csv.h"
#include "tests/unit/cmocka_all.h"

/* ---- Changes ------------------------------------------------------------- */

struct weight_list rows_read(enum weight_kind kind, const char *csv,
                             bool keys_only)
{
    struct weight_list rows;
    struct error error;

    if (weight_csv_read(csv, strlen(csv), kind, keys_only, &rows, &error))
        fail_msg("%s", error.text);
    return rows;
}

struct weight_change change_of(enum weight_kind kind,
                               enum change_operation operation,
                               const char *scenario, const char *csv)
{
    struct weight_change change = {.operation = operation, .kind = kind};

    if (kind != WEIGHT_ARCS)
        strcpy(change.profile, "car");
    strcpy(change.scenario, scenario);
    if (csv)
        change.rows = rows_read(kind, csv, operation == CHANGE_DELETE);
    return change;
}

struct weight_change change_make(enum change_operation operation,
                                 const char *scenario, const char *csv)
{
    return change_of(WEIGHT_SEGMENTS, operation, scenario, csv);
}

struct weight_change change_model(const char *name, const char *text)
{
    struct weight_change change = {.operation =
                                       text ? CHANGE_MODEL : CHANGE_DROP_MODEL};

    strcpy(change.model, name);
    if (text) {
        change.text = strdup(text);
        change.text_bytes = strlen(text);
    }
    return change;
}

struct ledger_touches change_touch(struct ledger **ledger,
                                   struct weight_change *change)
{
    struct ledger *fork = ledger_fork(*ledger);
    struct ledger_touches touches = {0};
    struct error error;

    assert_non_null(fork);
    if (ledger_apply(fork, change, SIZE_MAX, &touches, &error))
        fail_msg("%s", error.text);
    ledger_release(*ledger);
    *ledger = fork;
    return touches;
}

void change_make_so(struct ledger **ledger, struct weight_change change)
{
    struct ledger_touches touches = change_touch(ledger, &change);

    ledger_touches_finish(&touches);
    weight_change_finish(&change);
}

/* ---- Words --------------------------------------------------------------- */

static int compare_orders(const void *a, const void *b)
{
    const struct weight_row *x = a;
    const struct weight_row *y = b;

    return compare_numbers(x->order, y->order);
}

static struct weight_list sorted(const struct weight_rows *rows)
{
    struct weight_list list = {0};

    for (size_t i = 0; i < weight_rows_end(rows); i++) {
        const struct weight_row *row = weight_rows_at(rows, i);

        if (row)
            assert_int_equal(weight_list_add(&list, row), 0);
    }
    assert_int_equal(list.count, weight_rows_count(rows));
    if (list.count)
        qsort(list.row, list.count, sizeof(*list.row), compare_orders);
    return list;
}

static void write_collection(FILE *stream, const struct collection *collection)
{
    static const char *const kinds[] = {"segments", "turns", "arcs"};
    struct weight_list list = sorted(collection->rows);

    fprintf(stream, "  %s %s, epoch %" PRIu64 "\n", collection->profile,
            kinds[collection->kind], collection->epoch);
    for (size_t i = 0; i < list.count; i++) {
        char line[WEIGHT_LINE_MAX];

        weight_csv_write(line, collection->kind, &list.row[i]);
        fprintf(stream, "    %s #%" PRIu64, line, list.row[i].order);
        if (list.row[i].ends_s)
            fprintf(stream, " until %" PRIu32, list.row[i].ends_s);
        fprintf(stream, "\n");
    }
    weight_list_finish(&list);
}

char *ledger_words(const struct ledger *ledger)
{
    char *words;
    size_t size;
    FILE *stream = open_memstream(&words, &size);

    assert_non_null(stream);
    fprintf(stream, "epoch %" PRIu64 ", order %" PRIu64 "\n", ledger->epoch,
            ledger->order);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct layer *layer = &ledger->layer[i];

        fprintf(stream, "%s%s, epoch %" PRIu64 "\n", i ? "scenario " : "live",
                layer->scenario, layer->epoch);
        for (size_t j = 0; j < layer->count; j++)
            write_collection(stream, &layer->collection[j]);
    }
    for (size_t i = 0; ledger->models && i < ledger->models->count; i++) {
        const struct shelf_model *model = &ledger->models->model[i];

        fprintf(stream, "model %s, epoch %" PRIu64 ": %s\n", model->name,
                model->epoch, model->text->text);
    }
    fclose(stream);
    return words;
}

char *rows_words(const struct ledger *ledger, const char *scenario,
                 enum weight_kind kind)
{
    const struct layer *layer = ledger_layer(ledger, scenario);
    const char *profile = kind == WEIGHT_ARCS ? "" : "car";
    const struct collection *found =
        layer ? layer_find(layer, profile, kind) : NULL;
    struct weight_list list = {0};
    char *words;
    size_t size;
    FILE *stream = open_memstream(&words, &size);

    assert_non_null(stream);
    if (found)
        list = sorted(found->rows);
    for (size_t i = 0; i < list.count; i++) {
        char line[WEIGHT_LINE_MAX];

        weight_csv_write(line, kind, &list.row[i]);
        fprintf(stream, "%s%s", i ? " " : "", line);
    }
    weight_list_finish(&list);
    fclose(stream);
    return words;
}

void assert_rows(const struct ledger *ledger, const char *scenario,
                 enum weight_kind kind, const char *words)
{
    char *found = rows_words(ledger, scenario, kind);

    assert_string_equal(found, words);
    free(found);
}
