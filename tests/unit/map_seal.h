/* map_seal: corrects the checksums of a changed map image, so that tests reach
 * the checks behind them. */
#ifndef RELAXD_TESTS_UNIT_MAP_SEAL_H
#define RELAXD_TESTS_UNIT_MAP_SEAL_H

#include <stddef.h>
#include <xxhash.h>

#include "core/graph/map_file/map_layout.h"

static inline void map_seal(void *image, size_t size)
{
    struct map_header *header = image;
    struct map_entry_on_disk *table = (void *)(header + 1);

    if (size < sizeof(*header) || header->section_count > MAP_SECTIONS_MAX ||
        map_head_size(header->section_count) > size)
        return;
    for (uint32_t i = 0; i < header->section_count; i++) {
        uint64_t offset = table[i].offset;

        if (offset <= size && table[i].size <= size - offset &&
            map_padded(table[i].size) <= size - offset)
            table[i].checksum = XXH3_64bits((const char *)image + offset,
                                            map_padded(table[i].size));
    }
    header->checksum = map_head_checksum(header);
}

#endif
