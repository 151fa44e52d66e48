#include "core/graph/map_file/map_layout.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <xxhash.h>

/* As PNG's: a high byte, both kinds of line end and an end-of-file character
 * reveal a file that went through a text transfer. */
static const char magic[8] = {'\x89', 'R', 'L', 'X', '\r', '\n', '\x1a', '\n'};

uint64_t map_padded(uint64_t size)
{
    return (size + MAP_ALIGNMENT - 1) / MAP_ALIGNMENT * MAP_ALIGNMENT;
}

uint64_t map_head_size(uint32_t section_count)
{
    return map_padded(sizeof(struct map_header) +
                      (uint64_t)section_count *
                          sizeof(struct map_entry_on_disk));
}

void map_header_init(struct map_header *header, uint32_t section_count)
{
    *header = (struct map_header){
        .version = MAP_FILE_VERSION,
        .byte_order = MAP_BYTE_ORDER,
        .section_count = section_count,
    };
    memcpy(header->magic, magic, sizeof(magic));
}

const struct map_entry_on_disk *map_table(const struct map_header *head)
{
    return (const struct map_entry_on_disk *)(head + 1);
}

uint64_t map_head_checksum(const struct map_header *head)
{
    struct {
        struct map_header header;
        struct map_entry_on_disk table[MAP_SECTIONS_MAX + 1];
    } copy;
    size_t size = map_head_size(head->section_count);

    memcpy(&copy, head, size);
    copy.header.checksum = 0;
    return XXH3_64bits(&copy, size);
}

static int check_size(const struct map_header *header, uint64_t file_size,
                      struct error *error)
{
    if (file_size < header->file_size)
        return error_set(error, -EINVAL,
                         "cut short: it has %" PRIu64 " bytes of %" PRIu64,
                         file_size, header->file_size);
    if (file_size > header->file_size)
        return error_set(error, -EINVAL,
                         "the map ends at byte %" PRIu64
                         ", but the file has %" PRIu64 " bytes",
                         header->file_size, file_size);
    if (header->section_count > MAP_SECTIONS_MAX ||
        map_head_size(header->section_count) > file_size)
        return error_set(error, -EINVAL,
                         "header: byte %zu: %" PRIu32
                         " sections cannot be in %" PRIu64 " bytes",
                         offsetof(struct map_header, section_count),
                         header->section_count, file_size);
    return 0;
}

bool map_has_magic(const void *bytes, size_t size)
{
    return size >= sizeof(magic) && !memcmp(bytes, magic, sizeof(magic));
}

int map_header_check(const struct map_header *header, uint64_t available,
                     uint64_t file_size, struct error *error)
{
    size_t seen = available < sizeof(magic) ? (size_t)available : sizeof(magic);

    if (!seen || memcmp(header->magic, magic, seen))
        return error_set(error, -EINVAL,
                         "not a relaxd map; 'relaxctl import' makes one");
    if (available < sizeof(*header))
        return error_set(error, -EINVAL,
                         "cut short: it ends at byte %" PRIu64
                         ", within the header",
                         available);
    if (header->byte_order == __builtin_bswap32(MAP_BYTE_ORDER))
        return error_set(error, -EINVAL,
                         "written on a machine of the other byte order; "
                         "import the map on this one");
    if (header->byte_order != MAP_BYTE_ORDER)
        return error_set(error, -EINVAL,
                         "header: byte %zu: damaged byte order mark",
                         offsetof(struct map_header, byte_order));
    if (header->version != MAP_FILE_VERSION)
        return error_set(error, -EINVAL,
                         "map file version %" PRIu32
                         ", but this program reads version %d; import the "
                         "map again",
                         header->version, MAP_FILE_VERSION);
    return check_size(header, file_size, error);
}

/* `at` is the required offset of the section; advanced to that of the next
 * one. */
static int check_entry(const struct map_entry_on_disk *entry, uint64_t *at,
                       uint64_t file_size, struct error *error)
{
    if (entry->offset != *at)
        return error_set(error, -EINVAL,
                         "starts at byte %" PRIu64 " instead of %" PRIu64,
                         entry->offset, *at);
    if (entry->size > file_size - *at ||
        map_padded(entry->size) > file_size - *at)
        return error_set(error, -EINVAL,
                         "its %" PRIu64 " bytes at byte %" PRIu64
                         " go past the end at byte %" PRIu64,
                         entry->size, *at, file_size);
    if (!entry->element_size || entry->size % entry->element_size)
        return error_set(error, -EINVAL,
                         "%" PRIu64 " bytes at byte %" PRIu64
                         " are not a multiple of its element size %" PRIu32,
                         entry->size, *at, entry->element_size);
    *at += map_padded(entry->size);
    return 0;
}

static int check_table(const struct map_header *head, struct error *error)
{
    const struct map_entry_on_disk *table = map_table(head);
    uint64_t at = map_head_size(head->section_count);

    for (uint32_t i = 0; i < head->section_count; i++) {
        int r = check_entry(&table[i], &at, head->file_size, error);

        if (r) {
            error_prefix(error, "section table: entry %" PRIu32, i);
            return r;
        }
    }
    if (at != head->file_size)
        return error_set(error, -EINVAL,
                         "section table: the last section ends at byte %" PRIu64
                         ", the file at byte %" PRIu64,
                         at, head->file_size);
    return 0;
}

int map_head_check(const struct map_header *head, struct error *error)
{
    if (map_head_checksum(head) != head->checksum)
        return error_set(error, -EINVAL,
                         "header: checksum differs: damaged between byte 0 "
                         "and byte %" PRIu64,
                         map_head_size(head->section_count));
    if (head->features)
        return error_set(error, -EINVAL,
                         "needs features 0x%" PRIx64
                         " that this program does not know; use a newer one",
                         head->features);
    return check_table(head, error);
}
