/* map_file: the .rlx file, opened. map_file_write.c writes it. */
#include "core/graph/map_file/map_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/graph/map_file/map_image.h"
#include "core/graph/map_file/map_layout.h"

static int open_regular(const char *path, int *ret_fd, uint64_t *ret_size,
                        struct error *error)
{
    struct stat status;
    /* Of a pipe it would wait until somebody writes. */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int r = 0;

    if (fd < 0)
        return error_errno(error, "open");
    if (fstat(fd, &status))
        r = error_errno(error, "look at");
    else if (!S_ISREG(status.st_mode))
        r = error_set(error, -EINVAL, "is no regular file, as a map has to be");
    if (r) {
        close(fd);
        return r;
    }
    *ret_fd = fd;
    *ret_size = (uint64_t)status.st_size;
    return 0;
}

static int map_bytes(int fd, uint64_t size, int flags,
                     struct map_storage *storage, struct error *error)
{
    void *bytes;

    if (!size)
        return error_set(error, -EINVAL, "the file is empty");
    bytes = mmap(NULL, size, PROT_READ, MAP_SHARED | flags, fd, 0);
    if (bytes == MAP_FAILED)
        return error_errno(error, "map %" PRIu64 " bytes into memory", size);
    storage->mapped = bytes;
    storage->mapped_size = size;
    return 0;
}

static int open_mapped(const char *path, int flags, struct map_storage *storage,
                       struct error *error)
{
    uint64_t size = 0;
    int fd = -1;
    int r = open_regular(path, &fd, &size, error);

    if (r)
        return r;
    r = map_bytes(fd, size, flags, storage, error);
    close(fd);
    return r;
}

int map_profiles_find(const struct map_profiles *profiles, const char *name,
                      uint32_t *ret_number, struct error *error)
{
    char known[MAP_PROFILES_MAX * (ROAD_NAME_SIZE + 4)] = "";

    for (uint32_t i = 0; i < profiles->count; i++) {
        if (!strcmp(profiles->name[i], name)) {
            *ret_number = i;
            return 0;
        }
        text_list_add(known, sizeof(known), profiles->name[i]);
    }
    if (!*profiles->name[0])
        return error_set(error, -EINVAL,
                         "this map has no profiles, so none called '%s'", name);
    return error_set(error, -EINVAL, "no profile '%s' in this map; it has %s",
                     name, known);
}

static int read_map(const char *profile, struct map *map, struct error *error)
{
    const void *image = map->storage->mapped;
    size_t size = map->storage->mapped_size;
    struct map_profiles profiles;
    uint32_t number = 0;
    int r = 0;

    if (profile)
        r = map_image_profiles(image, size, &profiles, error);
    if (!r && profile)
        r = map_profiles_find(&profiles, profile, &number, error);
    return r ? r : map_image_read(image, size, number, map, error);
}

/* Populated at once: all of it is read next, and one fault per page costs more
 * than the checksums. */
static int open_one(const char *path, const char *profile, struct map **ret_map,
                    struct error *error)
{
    struct map *map = calloc(1, sizeof(*map));
    int r;

    if (!map)
        return error_no_memory(error);
    map->storage = calloc(1, sizeof(*map->storage));
    r = map->storage ? open_mapped(path, MAP_POPULATE, map->storage, error)
                     : error_no_memory(error);
    if (!r)
        r = read_map(profile, map, error);
    if (r) {
        error_prefix(error, "'%s'", path);
        map_destroy(map);
        return r;
    }
    *ret_map = map;
    return 0;
}

int map_open(const char *path, struct map **ret_map, struct error *error)
{
    return open_one(path, NULL, ret_map, error);
}

int map_open_profile(const char *path, const char *profile,
                     struct map **ret_map, struct error *error)
{
    return open_one(path, profile, ret_map, error);
}

int map_profiles_read(const char *path, struct map_profiles *ret_profiles,
                      struct error *error)
{
    struct map_storage storage = {0};
    int r = open_mapped(path, 0, &storage, error);

    if (!r) {
        r = map_image_profiles(storage.mapped, storage.mapped_size,
                               ret_profiles, error);
        munmap(storage.mapped, storage.mapped_size);
    }
    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

static int read_at_start(int fd, void *bytes, size_t size, size_t *ret_read,
                         struct error *error)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = pread(fd, (char *)bytes + done, size - done, (off_t)done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_errno(error, "read");
        if (!got)
            break;
        done += (size_t)got;
    }
    *ret_read = done;
    return 0;
}

/* `head` has room for the largest one. */
static int read_head(int fd, uint64_t file_size, struct map_header *head,
                     struct error *error)
{
    size_t got = 0;
    int r =
        read_at_start(fd, head, map_head_size(MAP_SECTIONS_MAX), &got, error);

    if (!r)
        r = map_header_check(head, got, file_size, error);
    if (!r)
        r = map_head_check(head, error);
    return r;
}

static void describe_section(const struct map_entry_on_disk *entry,
                             struct map_section *section)
{
    const struct section_kind *kind = section_kind(section_kind_of(entry->id));

    *section = (struct map_section){
        .profile = section_profile_of(entry->id),
        .offset = entry->offset,
        .size = entry->size,
    };
    if (kind)
        snprintf(section->name, sizeof(section->name), "%s", kind->name);
    else
        snprintf(section->name, sizeof(section->name), "unknown %" PRIu32,
                 section_kind_of(entry->id));
}

static int open_head(const char *path, struct map_header *head,
                     struct error *error)
{
    uint64_t file_size;
    int fd;
    int r = open_regular(path, &fd, &file_size, error);

    if (r)
        return r;
    r = read_head(fd, file_size, head, error);
    close(fd);
    return r;
}

int map_sections(const char *path, struct map_section *sections,
                 size_t capacity, size_t *ret_count, struct error *error)
{
    struct map_header *head = calloc(1, map_head_size(MAP_SECTIONS_MAX));
    int r = head ? open_head(path, head, error) : error_no_memory(error);

    if (r) {
        error_prefix(error, "'%s'", path);
        goto free_head;
    }
    for (size_t i = 0; i < head->section_count && i < capacity; i++)
        describe_section(&map_table(head)[i], &sections[i]);
    *ret_count = head->section_count;
free_head:
    free(head);
    return r;
}
