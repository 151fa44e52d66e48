/* weight_text: unpacks gzip, and reads what a change came as. */
#include "core/weighting/weight_change.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "core/base/array.h"
#include "core/weighting/weight_csv.h"

/* ---- gzip ---------------------------------------------------------------- */

/* gzip data is one or more members; the last four bytes of each are its length,
 * modulo 2^32, if they do not lie. */
struct unpacking {
    struct libdeflate_decompressor *decompressor; /* owned */
    const char *packed;
    size_t size;
    size_t taken;
    size_t most;
    char *text; /* owned */
    size_t capacity;
    size_t length;
};

enum { UNPACK_LEAST = 1 << 16 };

static size_t said_length(const struct unpacking *unpacking)
{
    const unsigned char *end =
        (const unsigned char *)unpacking->packed + unpacking->size;

    return unpacking->size < 4
               ? 0
               : end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 |
                     (size_t)end[-1] << 24;
}

/* At least twice what there was, but hardly more than is allowed. 0 or
 * -ENOMEM. */
static int make_room(struct unpacking *unpacking, size_t wanted)
{
    size_t allowed =
        unpacking->most < SIZE_MAX ? unpacking->most + 1 : SIZE_MAX;
    size_t capacity = size_min(
        size_max(wanted, size_max(UNPACK_LEAST, 2 * unpacking->capacity)),
        allowed);
    char *text = array_alloc_huge(capacity, 1);

    if (!text)
        return -ENOMEM;
    if (unpacking->length)
        memcpy(text, unpacking->text, unpacking->length);
    free(unpacking->text);
    unpacking->text = text;
    unpacking->capacity = capacity;
    return 0;
}

/* Whether a member begins here. */
static bool is_gzip(const struct unpacking *unpacking)
{
    return unpacking->size - unpacking->taken >= 2 &&
           !memcmp(unpacking->packed + unpacking->taken, "\x1f\x8b", 2);
}

static int unpack_member(struct unpacking *unpacking, struct error *error)
{
    enum libdeflate_result result;
    size_t taken, length;

    for (;;) {
        result = libdeflate_gzip_decompress_ex(
            unpacking->decompressor, unpacking->packed + unpacking->taken,
            unpacking->size - unpacking->taken,
            unpacking->text + unpacking->length,
            unpacking->capacity - unpacking->length, &taken, &length);
        if (result != LIBDEFLATE_INSUFFICIENT_SPACE ||
            unpacking->capacity > unpacking->most)
            break;
        if (make_room(unpacking, 0))
            return error_no_memory(error);
    }
    if (result == LIBDEFLATE_SUCCESS) {
        unpacking->taken += taken;
        unpacking->length += length;
    }
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE ||
        unpacking->length > unpacking->most)
        return error_set(error, -E2BIG,
                         "unpacked it is longer than %zu bytes "
                         "(weights.text-max-bytes)",
                         unpacking->most);
    if (result == LIBDEFLATE_SUCCESS)
        return 0;
    return is_gzip(unpacking)
               ? error_set(error, -EINVAL,
                           "the gzip data is damaged or cut short, behind "
                           "byte %zu",
                           unpacking->taken)
               : error_set(error, -EINVAL, "it is not gzip, at byte %zu",
                           unpacking->taken);
}

int weight_text_unpack(const void *packed, size_t size, size_t most,
                       char **ret_text, size_t *ret_size, struct error *error)
{
    struct unpacking unpacking = {
        .decompressor = libdeflate_alloc_decompressor(),
        .packed = packed,
        .size = size,
        .most = most,
    };
    int r = 0;

    /* No member unpacks to more than 1,032 times its size. */
    if (!unpacking.decompressor ||
        make_room(&unpacking,
                  size_min(said_length(&unpacking) + 1, 1032 * size)))
        r = error_no_memory(error);
    do {
        if (!r)
            r = unpack_member(&unpacking, error);
    } while (!r && unpacking.taken < size);
    libdeflate_free_decompressor(unpacking.decompressor);
    if (r) {
        free(unpacking.text);
        return r;
    }
    *ret_text = unpacking.text;
    *ret_size = unpacking.length;
    return 0;
}

/* ---- Rows ---------------------------------------------------------------- */

int weight_change_read_limited(struct weight_change *change, size_t text_max,
                               struct error *error)
{
    bool keys_only = change->operation == CHANGE_DELETE;
    char *text = NULL;
    size_t size = 0;
    int r;

    if (!change->text_gzip)
        return weight_csv_read(change->text, change->text_bytes, change->kind,
                               keys_only, &change->rows, error);
    r = weight_text_unpack(change->text, change->text_bytes, text_max, &text,
                           &size, error);
    if (!r)
        r = weight_csv_read(text, size, change->kind, keys_only, &change->rows,
                            error);
    free(text);
    return r;
}

int weight_change_read_text(struct weight_change *change, struct error *error)
{
    return weight_change_read_limited(change, SIZE_MAX, error);
}
