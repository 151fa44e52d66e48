/* map_file: the .rlx file, written atomically, mapped for use.
 *
 * Layout, all numbers in the byte order of the writing machine, which the
 * header records (readers refuse a foreign one):
 *
 *     header         64 bytes: magic, version, byte order mark, feature flags,
 *                    file size, number of sections, checksum over header and
 *                    table (taken with the checksum field 0)
 *     section table  32 bytes each: id, element size, offset, size in bytes,
 *                    checksum
 *     sections       each at a multiple of 64 bytes; a section's checksum
 *                    covers the padding up to the next section too, so every
 *                    byte of the file is covered by a checksum
 *
 * The arrays of an ordered map's hierarchy are sections of their own, all or
 * none; a reader that does not know them skips them and sees an unordered map.
 * map_open() verifies what hierarchy.h promises of them, so code that reads a
 * hierarchy can trust it.
 *
 * The same holds for the arrays of a map's roads, if it has any. A file may
 * contain several maps, of the same data for different profiles: each has its
 * own sections, whose ids combine the kind with the map's number
 * (map_layout.h). A reader that does not know that sees the first map.
 *
 * Checksums are XXH3, 64 bits. Readers refuse a file with an unknown feature
 * flag, since they would misread it, and skip a section with an unknown id
 * after its checksum. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_FILE_H
#define RELAXD_GRAPH_MAP_FILE_MAP_FILE_H

#include "core/base/error.h"
#include "core/graph/map.h"

/* The only version that is written and read. */
enum { MAP_FILE_VERSION = 2 };

/* Writes to a temporary file beside `path`, syncs, renames: replaces `path` as
 * a whole or leaves it unchanged. */
int map_write(const struct map *map, const char *path, struct error *error);

/* The same for maps of different profiles in one file, in this order. -EINVAL:
 * two have the same profile, none are given or too many. */
enum { MAP_PROFILES_MAX = 16 };
int map_write_all(const struct map *const *maps, uint32_t count,
                  const char *path, struct error *error);

/* Maps the file read-only and verifies every checksum, and that the arrays make
 * a map (offsets ascend, heads and ids in range, all ids differ; roads as
 * roads.h describes them). Returns the first of several maps.
 *
 * Costs about one read of the file: 0.05 s for 6 million vertices and 17
 * million arcs; with a hierarchy 0.47 s of one core, shared by up to
 * PARALLEL_THREADS_MAX threads that live as long as the call.
 *
 * While the map is in use the file must not be changed in place (as cp does),
 * only replaced by renaming (as map_write() does). -EINVAL with section and
 * byte for a file that is cut short, damaged, foreign, of another version,
 * without a vertex, or not a map. */
int map_open(const char *path, struct map **ret_map, struct error *error);

/* The same for the map of the profile of that name; NULL: the first. -EINVAL
 * too if the file has none of that name: the error lists the names it has. */
int map_open_profile(const char *path, const char *profile,
                     struct map **ret_map, struct error *error);

/* The names of a file's profiles, in order; "" for a map without roads. Reads
 * little more than header and table. */
struct map_profiles {
    uint32_t count;
    char name[MAP_PROFILES_MAX][ROAD_NAME_SIZE];
};
int map_profiles_read(const char *path, struct map_profiles *ret_profiles,
                      struct error *error);

/* The number of the profile of that name. -EINVAL if there is none. */
int map_profiles_find(const struct map_profiles *profiles, const char *name,
                      uint32_t *ret_number, struct error *error);

/* Whether a file that begins with these `size` bytes is a map, complete or
 * not. */
bool map_has_magic(const void *bytes, size_t size);

/* A section of the file, for people. */
struct map_section {
    char name[24];
    uint32_t profile; /* number of its map */
    uint64_t offset;  /* bytes from the start of the file */
    uint64_t size;    /* bytes without padding */
};

/* The sections that map_open() sees: fills up to `capacity` entries and returns
 * the total count. Reads only header and table. */
int map_sections(const char *path, struct map_section *sections,
                 size_t capacity, size_t *ret_count, struct error *error);

#endif
