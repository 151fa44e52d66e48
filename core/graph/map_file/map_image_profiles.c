/* map_image_profiles: which maps an .rlx file has. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

#include "core/graph/map_file/map_image.h"
#include "core/graph/map_file/map_layout.h"
#include "core/graph/map_file/map_roads_text.h"

static const struct map_entry_on_disk *
find_section(const struct map_header *head, uint32_t id)
{
    for (uint32_t i = 0; i < head->section_count; i++) {
        if (map_table(head)[i].id == id)
            return &map_table(head)[i];
    }
    return NULL;
}

static int read_name(const struct map_header *head, uint32_t number,
                     char name[static ROAD_NAME_SIZE], struct error *error)
{
    const struct map_entry_on_disk *entry =
        find_section(head, section_id(SECTION_ROAD_PROFILE, number));
    struct roads roads;
    const char *text;
    int r;

    name[0] = '\0';
    if (!entry)
        return 0;
    text = (const char *)head + entry->offset;
    if (XXH3_64bits(text, map_padded(entry->size)) != entry->checksum)
        return error_set(error, -EINVAL,
                         "section road_profile: checksum differs: damaged "
                         "between byte %" PRIu64 " and byte %" PRIu64,
                         entry->offset, entry->offset + entry->size);
    r = map_profile_from_text(text, entry->size, &roads, error);
    if (r)
        error_prefix(error, "section road_profile: byte %" PRIu64,
                     entry->offset);
    else
        memcpy(name, roads.profile.name, ROAD_NAME_SIZE);
    return r;
}

int map_image_profiles(const void *image, size_t size,
                       struct map_profiles *ret_profiles, struct error *error)
{
    struct map_profiles profiles = {0};
    int r = map_header_check(image, size, size, error);

    if (!r)
        r = map_head_check(image, error);
    while (!r && profiles.count < MAP_PROFILES_MAX &&
           find_section(image, section_id(SECTION_INFO, profiles.count))) {
        r = read_name(image, profiles.count, profiles.name[profiles.count],
                      error);
        profiles.count++;
    }
    if (!r)
        *ret_profiles = profiles;
    return r;
}
