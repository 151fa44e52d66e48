/* map_layout: the layout of an .rlx file (map_file.h draws it).
 *
 * Private to this room, its tests and its fuzzer. "Head" is the header with the
 * section table and its padding: the range of one checksum. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_LAYOUT_H
#define RELAXD_GRAPH_MAP_FILE_MAP_LAYOUT_H

#include <stdint.h>

#include "core/base/error.h"
#include "core/graph/map_arrays.h"
#include "core/graph/map_file/map_file.h"

enum {
    MAP_ALIGNMENT = 64,
    MAP_BYTE_ORDER = 0x01020304,
    MAP_SECTIONS_MAX = 1024,
};

struct map_header {
    char magic[8];
    uint32_t version;    /* MAP_FILE_VERSION */
    uint32_t byte_order; /* MAP_BYTE_ORDER as the writer's machine sees it */
    uint64_t features;   /* flags; this version defines none */
    uint64_t file_size;  /* bytes */
    uint32_t section_count;
    uint32_t reserved[5]; /* 0 */
    uint64_t checksum;    /* of the head, this field taken as 0 */
};

_Static_assert(sizeof(struct map_header) == 64, "the header's size is fixed");

struct map_entry_on_disk {
    uint32_t id;           /* section_id() */
    uint32_t element_size; /* bytes */
    uint64_t offset;       /* from the start of the file */
    uint64_t size;         /* bytes, without padding */
    uint64_t checksum;     /* of the section and its padding */
};

_Static_assert(sizeof(struct map_entry_on_disk) == 32,
               "an entry's size is fixed");

/* A file's maps, one for each profile, have sections of the same kinds. In the
 * first map, ids equal kinds. */
static inline uint32_t section_id(uint32_t kind, uint32_t profile)
{
    return kind | profile << 16;
}

static inline uint32_t section_kind_of(uint32_t id)
{
    return id & 0xffff;
}

static inline uint32_t section_profile_of(uint32_t id)
{
    return id >> 16;
}

/* `size` and the padding that follows it. */
uint64_t map_padded(uint64_t size);

/* Bytes of a head with that many sections. */
uint64_t map_head_size(uint32_t section_count);

/* Sets magic, version and byte order, not yet the checksum. */
void map_header_init(struct map_header *header, uint32_t section_count);

/* Over map_head_size() bytes. */
uint64_t map_head_checksum(const struct map_header *head);

/* Checks the header alone, for a file of that many bytes: the first `available`
 * bytes are at `header`. */
int map_header_check(const struct map_header *header, uint64_t available,
                     uint64_t file_size, struct error *error);

/* Checks the whole head after map_header_check(): its checksum, features, and
 * that the sections fill the file without gap. */
int map_head_check(const struct map_header *head, struct error *error);

/* The section table that follows a header. */
const struct map_entry_on_disk *map_table(const struct map_header *head);

#endif
