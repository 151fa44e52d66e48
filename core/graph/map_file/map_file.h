/* map_file: the .rlx file, written atomically, mapped for use.
 *
 * Layout, all numbers in the byte order of the machine that wrote it (the
 * header says which; a foreign one is refused):
 *
 *     header         64 bytes: magic, version, byte order mark, feature flags,
 *                    file size, number of sections, checksum over header and
 *                    table (taken with the checksum field 0)
 *     section table  32 bytes each: id, element size, offset, size in bytes,
 *                    checksum
 *     sections       each at a multiple of 64 bytes; a section's checksum
 *                    covers its padding up to the next section too, so there is
 *                    no byte in the file that no checksum covers
 *
 * The arrays of an ordered map's hierarchy are sections of their own, all or
 * none; a reader that does not know them skips them and has the map unordered.
 * What hierarchy.h promises of them is verified, so that code that reads a
 * hierarchy need not distrust it.
 *
 * So are the arrays of a map's roads, if it has any. A file may have several
 * maps, of the same data for different profiles: each has its own sections, in
 * whose ids the map's number is added to the kind (map_layout.h). A reader that
 * does not know of that has the first.
 *
 * Checksums are XXH3, 64 bits. A feature flag that this version does not know
 * means a map that it would misread: refused. A section id that it does not
 * know is skipped, after its checksum. */
#ifndef RELAXD_GRAPH_MAP_FILE_MAP_FILE_H
#define RELAXD_GRAPH_MAP_FILE_MAP_FILE_H

#include "core/base/error.h"
#include "core/graph/map.h"

/* The one version that is written and read. */
enum { MAP_FILE_VERSION = 1 };

/* Writes to a temporary file beside `path`, syncs, renames: `path` is the whole
 * new map or what it was before. */
int map_write(const struct map *map, const char *path, struct error *error);

/* The same for maps of different profiles in one file, in this order. -EINVAL:
 * two have the same, or there are none or too many. */
enum { MAP_PROFILES_MAX = 16 };
int map_write_all(const struct map *const *maps, uint32_t count,
                  const char *path, struct error *error);

/* Maps the file read-only and verifies every checksum, and that the arrays make
 * a map (offsets ascend, heads and ids in range, all ids differ; roads as
 * roads.h has them). Gives the first map of several. Costs
 * about one read of the file: 0.05 s for 6 million vertices and 17 million
 * arcs; with a hierarchy 0.47 s of one core, shared by up to
 * PARALLEL_THREADS_MAX threads that live as long as the call. While the map is
 * in use the file must not be changed in place (as cp does), only replaced by
 * renaming (as map_write() does). -EINVAL with section and byte for a file that
 * is cut short, damaged, foreign, of another version, without a vertex, or no
 * map at all. */
int map_open(const char *path, struct map **ret_map, struct error *error);

/* The same for the map of a profile, by its name; NULL: the first. -EINVAL too
 * where the file has none of that name: the words tell which it has. */
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

/* The number of the one of that name. -EINVAL where there is none. */
int map_profiles_find(const struct map_profiles *profiles, const char *name,
                      uint32_t *ret_number, struct error *error);

/* Whether a file that begins so is a map, whole or not; `size` bytes are there.
 */
bool map_has_magic(const void *bytes, size_t size);

/* A section as it lies in the file, for people. */
struct map_section {
    char name[24];
    uint32_t profile; /* number of the map that it is of */
    uint64_t offset;  /* bytes from the start of the file */
    uint64_t size;    /* bytes without padding */
};

/* What map_open() saw: fills up to `capacity` sections and tells how many there
 * are. Reads header and table only. */
int map_sections(const char *path, struct map_section *sections,
                 size_t capacity, size_t *ret_count, struct error *error);

#endif
