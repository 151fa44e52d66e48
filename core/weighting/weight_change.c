/* weight_change: what a change owns, and the digest of what it says. */
#include "core/weighting/weight_change.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/base/array.h"
#include "core/graph/cost.h"
#include "core/weighting/weight_rows.h"

/* Strings count with their NUL, so that what follows is not taken for their
 * end. */
static uint64_t hash_text(const char *text, uint64_t seed)
{
    return XXH3_64bits_withSeed(text, strlen(text) + 1, seed);
}

void weight_change_digest(struct weight_change *change)
{
    const uint32_t numbers[] = {change->operation, change->kind, change->ttl_s,
                                change->text_gzip, change->text != NULL};
    uint64_t head = XXH3_64bits(numbers, sizeof(numbers));
    const void *body = change->text ? change->text : change->rows.row;
    size_t bytes = change->text
                       ? change->text_bytes
                       : change->rows.count * sizeof(*change->rows.row);
    XXH128_hash_t hash;

    head = hash_text(change->profile, head);
    head = hash_text(change->scenario, head);
    head = hash_text(change->model, head);
    hash = XXH3_128bits_withSeed(bytes ? body : "", bytes, head);

    change->digest[0] = hash.low64;
    change->digest[1] = hash.high64;
}

bool weight_name_is_fine(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789._-");

    return length && !name[length] && length < SCENARIO_NAME_SIZE &&
           strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

bool weight_key_is_visible(const char *key)
{
    while (*key >= '!' && *key <= '~')
        key++;
    return !*key;
}

static bool is_number(double value, double least)
{
    return isfinite(value) && value >= least;
}

static bool is_row(enum weight_kind kind, const struct weight_row *row)
{
    if (row->value != ROW_CLOSED && !is_number(row->value, 0))
        return false;
    if (kind == WEIGHT_SEGMENTS && row->value == 0)
        return false;
    if (kind == WEIGHT_ARCS &&
        (row->value > WEIGHT_MAX || row->value != floor(row->value)))
        return false;
    return row->rate == ROW_AS_VALUE || row->rate == ROW_KEPT ||
           is_number(row->rate, 0);
}

static bool is_key(enum weight_kind kind, const struct weight_key *key)
{
    const int64_t *id = key->id;

    if (id[0] < 0 || id[1] < 0 || id[2] < 0)
        return false;
    if (kind == WEIGHT_SEGMENTS && id[2] != SEGMENT_PAIR)
        return id[2] <= SEGMENT_WAY_BACKWARD && id[1] == 0;
    return kind == WEIGHT_TURNS || id[2] == 0;
}

int weight_change_take_rows(struct weight_change *change, const void *bytes,
                            size_t size, struct error *error)
{
    struct weight_list *rows = &change->rows;
    bool keys_only = change->operation == CHANGE_DELETE;
    size_t count = size / sizeof(*rows->row);

    if (size % sizeof(*rows->row))
        return error_set(error, -EINVAL, "its rows have another length");
    if (array_reserve(&rows->row, &rows->capacity, count, sizeof(*rows->row)))
        return error_no_memory(error);
    if (count)
        memcpy(rows->row, bytes, size);
    rows->count = count;
    for (size_t i = 0; i < count; i++) {
        if (!is_key(change->kind, &rows->row[i].key) ||
            (!keys_only && !is_row(change->kind, &rows->row[i])))
            return error_set(error, -EINVAL, "row %zu is not one", i + 1);
    }
    return 0;
}

void weight_change_finish(struct weight_change *change)
{
    weight_list_finish(&change->rows);
    free(change->text);
    change->text = NULL;
}
