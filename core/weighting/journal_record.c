/* journal_record: one record after the other, in memory. */
#include "core/weighting/journal_format.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#include "core/base/array.h"

uint64_t record_checksum(const struct record *record, const void *payload)
{
    uint64_t seed = XXH3_64bits(record, offsetof(struct record, checksum));

    return XXH3_64bits_withSeed(payload, record->bytes - sizeof(*record), seed);
}

static int add(struct record_image *image, const void *bytes, size_t size)
{
    if (array_reserve(&image->bytes, &image->capacity, image->size + size, 1))
        return -ENOMEM;
    if (size)
        memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
    return 0;
}

int record_add(struct record_image *image, const struct record *like,
               const struct record_part *part, size_t count)
{
    static const char padding[8];
    struct record record = *like;
    size_t at = image->size;
    int r;

    record.magic = RECORD_MAGIC;
    r = add(image, &record, sizeof(record));
    for (size_t i = 0; !r && i < count; i++)
        r = add(image, part[i].bytes, part[i].size);
    record.bytes = image->size - at;
    if (r || add(image, padding, -(size_t)record.bytes % 8))
        return -ENOMEM;
    record.checksum =
        record_checksum(&record, image->bytes + at + sizeof(record));
    memcpy(image->bytes + at, &record, sizeof(record));
    return 0;
}
