/* map_layout: the layout of an .rlx file (map_file.h draws it).
 *
 * Private to this room, its tests and its fuzzer. "Head" is the header with the
 * section table and its padding: the range of one checksum. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_LAYOUT_H
#define RELAXD_GRAPH_MAP_FILE_MAP_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
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

/* Numbers are never reused for another meaning. */
enum map_section_id {
    SECTION_INFO = 1,
    SECTION_FIRST_OUT,
    SECTION_HEAD,
    SECTION_WEIGHT,
    SECTION_EXTERNAL_ID,
    SECTION_VERTEX_BY_ID,
    SECTION_POSITION,
    SECTION_ROAD_CLASS,
    /* Of struct hierarchy: all or none. */
    SECTION_FIRST_VERTEX,
    SECTION_PARENT,
    SECTION_FIRST_CHILD,
    SECTION_CHILD,
    SECTION_FIRST_OF_LEVEL,
    SECTION_BY_LEVEL,
    SECTION_FIRST_UPPER,
    SECTION_UPPER,
    SECTION_PLACE,
    SECTION_FIRST_ENTRY,
    SECTION_FIRST_SCHUR,
    SECTION_SUPERNODE,
    SECTION_DEPTH,
    SECTION_ARC_ENTRY,
    SECTION_ARC_BY_ENTRY,
    /* Of struct roads, in the order of roads_arrays: all or none, except
     * durations that equal the weights. */
    SECTION_FIRST_NODE,
    SECTION_NODE_ID,
    SECTION_NODE_POSITION,
    SECTION_NODE_BY_ID,
    SECTION_SEGMENT_WEIGHT,
    SECTION_SEGMENT_MS,
    SECTION_SEGMENT_LENGTH,
    SECTION_PIECE_ATTRIBUTES,
    SECTION_ATTRIBUTES,
    SECTION_ROAD_TEXT,
    SECTION_PIECE_END,
    SECTION_FIRST_LEAVING,
    SECTION_LEAVING,
    SECTION_COMPONENT,
    SECTION_END_VERTEX,
    SECTION_STATE_EDGE,
    SECTION_STATE_VERTEX,
    SECTION_VERTEX_EDGE,
    SECTION_ARC_EDGE,
    SECTION_TURN_WEIGHT,
    SECTION_TURN_MS,
    SECTION_TREE_PLACE,
    SECTION_TREE_BOX,
    SECTION_ROAD_PROFILE,
    SECTION_REPORT,
    SECTION_END,

    SECTION_HIERARCHY_FIRST = SECTION_FIRST_VERTEX,
    SECTION_HIERARCHY_LAST = SECTION_ARC_BY_ENTRY,
    SECTION_ROADS_FIRST = SECTION_FIRST_NODE,
    SECTION_ROADS_LAST = SECTION_REPORT,
};

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

/* The length of a section. */
enum section_length {
    LENGTH_OWN, /* stored with the section */
    LENGTH_VERTICES,
    LENGTH_ARCS,
    LENGTH_SUPERNODES,
    LENGTH_SUPERNODE_OFFSETS, /* one more */
    LENGTH_UPPERS,
    LENGTH_PIECES,
    LENGTH_EDGES,
    LENGTH_PLACES,
    LENGTH_SEGMENTS,
    LENGTH_SEGMENT_DIRECTIONS,
    LENGTH_STATES,
    LENGTH_BOXES,
    LENGTH_KINDS,
};

struct section_kind {
    const char *name;
    uint32_t element_size; /* bytes */
    enum section_length length;
    bool required; /* in every map */
};

/* NULL for a kind that this version does not know. */
const struct section_kind *section_kind(uint32_t kind);

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
