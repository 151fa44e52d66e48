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
#include <xxhash.h>

#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_image.h"
#include "core/graph/map_file/map_layout.h"
#include "core/graph/map_file/map_text.h"

/* ---- Opening ------------------------------------------------------------- */

static int open_regular(const char *path, int *ret_fd, uint64_t *ret_size,
                        struct error *error)
{
    struct stat status;
    /* O_NONBLOCK: open() of a pipe would wait for a writer. */
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int r = 0;

    if (fd < 0)
        return error_errno(error, "open");
    if (fstat(fd, &status))
        r = error_errno(error, "look at");
    else if (S_ISDIR(status.st_mode))
        r = error_set(error, -EISDIR, "'%s' is a directory, not a map file",
                      path);
    else if (!S_ISREG(status.st_mode))
        r = error_set(error, -EINVAL,
                      "is not a regular file, as a map file must be");
    if (r) {
        close(fd);
        return r;
    }
    *ret_fd = fd;
    *ret_size = (uint64_t)status.st_size;
    return 0;
}

/* Adds the file's name if the error lacks it. */
static void name_file(const char *path, int failure, struct error *error)
{
    if (failure != -EISDIR)
        error_prefix(error, "'%s'", path);
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
int map_open_profile(const char *path, const char *profile,
                     struct map **ret_map, struct error *error)
{
    struct map *map = map_create();
    int r = map ? open_mapped(path, MAP_POPULATE, map->storage, error)
                : error_no_memory(error);

    if (!r)
        r = read_map(profile, map, error);
    if (r) {
        name_file(path, r, error);
        map_destroy(map);
        return r;
    }
    *ret_map = map;
    return 0;
}

int map_open(const char *path, struct map **ret_map, struct error *error)
{
    return map_open_profile(path, NULL, ret_map, error);
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
        name_file(path, r, error);
    return r;
}

static void describe_section(const struct map_entry_on_disk *entry,
                             struct map_section *section)
{
    const struct map_array *array = map_array(section_kind_of(entry->id));

    *section = (struct map_section){
        .profile = section_profile_of(entry->id),
        .offset = entry->offset,
        .size = entry->size,
    };
    if (array)
        snprintf(section->name, sizeof(section->name), "%s", array->name);
    else
        snprintf(section->name, sizeof(section->name), "unknown %" PRIu32,
                 section_kind_of(entry->id));
}

int map_sections(const char *path, struct map_section *sections,
                 size_t capacity, size_t *ret_count, struct error *error)
{
    struct map_storage storage = {0};
    int r = open_mapped(path, 0, &storage, error);

    if (!r) {
        const struct map_header *head = storage.mapped;

        r = map_image_check_head(head, storage.mapped_size, error);
        for (size_t i = 0; !r && i < head->section_count && i < capacity; i++)
            describe_section(&map_table(head)[i], &sections[i]);
        if (!r)
            *ret_count = head->section_count;
        munmap(storage.mapped, storage.mapped_size);
    }
    if (r)
        name_file(path, r, error);
    return r;
}

/* ---- Writing ------------------------------------------------------------- */

/* Texts are made for the file: info, road_profile, report. */
enum { TEXTS_OF_MAP = 3 };

/* The file's content, in order. */
struct plan {
    struct map_header *head; /* with the table behind it */
    struct map_entry_on_disk *table;
    const void **bytes; /* of each section */
    char **texts;       /* [text_count] */
    uint32_t text_count;
    uint32_t profile; /* number of the map being added */
};

static const char padding[MAP_ALIGNMENT];

static size_t padding_after(uint64_t size)
{
    return (size_t)(map_padded(size) - size);
}

static int checksum_section(const void *bytes, uint64_t size,
                            uint64_t *ret_checksum, struct error *error)
{
    XXH3_state_t *state = XXH3_createState();

    if (!state)
        return error_no_memory(error);
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, bytes, size);
    XXH3_64bits_update(state, padding, padding_after(size));
    *ret_checksum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return 0;
}

/* The offset of a section is unknown until the last one is added;
 * place_sections() fills it in. */
static void add_section(struct plan *plan, enum map_section_id id,
                        const void *bytes, uint64_t element_count)
{
    uint32_t at = plan->head->section_count++;
    uint32_t element_size = map_array(id)->element_size;

    plan->table[at] = (struct map_entry_on_disk){
        .id = section_id(id, plan->profile),
        .element_size = element_size,
        .size = element_count * element_size,
    };
    plan->bytes[at] = bytes;
}

/* Durations that are the weights are not written twice. */
static bool is_written(const struct map *map, enum map_section_id id)
{
    return map_elements(map, id) &&
           (!map->roads.profile.weight_is_duration ||
            (id != SECTION_SEGMENT_MS && id != SECTION_TURN_MS));
}

static int add_text(struct plan *plan, const struct map *map,
                    enum map_section_id id)
{
    char **text = &plan->texts[plan->text_count];
    size_t size;

    if (id != SECTION_INFO && !map->roads.piece_count)
        return 0;
    if (map_text_write(map, id, text, &size))
        return -ENOMEM;
    plan->text_count++;
    add_section(plan, id, *text, size);
    return 0;
}

static int add_map(struct plan *plan, const struct map *map, uint32_t number)
{
    int r = 0;

    plan->profile = number;
    for (uint32_t id = SECTION_INFO; id < SECTION_END && !r; id++) {
        enum map_length length = map_array(id)->length;

        if (length == LENGTH_TEXT)
            r = add_text(plan, map, id);
        else if (is_written(map, id))
            add_section(plan, id, map_elements(map, id),
                        map_length(map, length));
    }
    return r;
}

static int place_sections(struct plan *plan, struct error *error)
{
    struct map_header *header = plan->head;
    uint64_t at = map_head_size(header->section_count);

    for (uint32_t i = 0; i < header->section_count; i++) {
        struct map_entry_on_disk *entry = &plan->table[i];
        int r = checksum_section(plan->bytes[i], entry->size, &entry->checksum,
                                 error);

        if (r)
            return r;
        entry->offset = at;
        at += map_padded(entry->size);
    }
    header->file_size = at;
    header->checksum = map_head_checksum(header);
    return 0;
}

static int write_plan(const struct plan *plan, struct atomic_file *file,
                      struct error *error)
{
    uint32_t count = plan->head->section_count;
    int r = atomic_file_write(file, plan->head, map_head_size(count), error);

    for (uint32_t i = 0; i < count && !r; i++) {
        uint64_t size = plan->table[i].size;

        r = atomic_file_write(file, plan->bytes[i], size, error);
        if (!r)
            r = atomic_file_write(file, padding, padding_after(size), error);
    }
    return r;
}

static int write_file(const struct plan *plan, const char *path,
                      struct error *error)
{
    struct atomic_file file;
    int r = atomic_file_open(&file, path, error);

    if (r)
        return r;
    r = write_plan(plan, &file, error);
    if (!r)
        r = atomic_file_commit(&file, error);
    atomic_file_abort(&file);
    return r;
}

/* Allocates for all sections that so many maps may have. */
static int plan_init(struct plan *plan, uint32_t map_count)
{
    size_t sections = (size_t)map_count * SECTION_END;

    plan->head = calloc(1, map_head_size((uint32_t)sections));
    plan->bytes = calloc(sections, sizeof(*plan->bytes));
    plan->texts = calloc((size_t)map_count * TEXTS_OF_MAP, sizeof(char *));
    if (!plan->head || !plan->bytes || !plan->texts)
        return -ENOMEM;
    map_header_init(plan->head, 0);
    plan->table = (struct map_entry_on_disk *)(plan->head + 1);
    return 0;
}

static void plan_finish(struct plan *plan)
{
    for (uint32_t i = 0; i < plan->text_count; i++)
        free(plan->texts[i]);
    free(plan->texts);
    free(plan->bytes);
    free(plan->head);
}

static int check_names(const struct map *const *maps, uint32_t count,
                       struct error *error)
{
    if (!count || count > MAP_PROFILES_MAX)
        return error_set(error, -EINVAL,
                         "%" PRIu32 " maps for one file, 1 to %d are allowed",
                         count, MAP_PROFILES_MAX);
    for (uint32_t i = 1; i < count; i++) {
        const char *name = maps[i]->roads.profile.name;

        for (uint32_t j = 0; j < i; j++) {
            if (!strcmp(maps[j]->roads.profile.name, name))
                return error_set(error, -EINVAL,
                                 "two maps for one file have the profile '%s'",
                                 name);
        }
    }
    return 0;
}

int map_write_all(const struct map *const *maps, uint32_t count,
                  const char *path, struct error *error)
{
    struct plan plan = {0};
    int r = check_names(maps, count, error);

    if (r)
        return r;
    r = plan_init(&plan, count);
    for (uint32_t i = 0; i < count && !r; i++)
        r = add_map(&plan, maps[i], i);
    if (r)
        error_no_memory(error);
    else
        r = place_sections(&plan, error);
    if (!r)
        r = write_file(&plan, path, error);
    plan_finish(&plan);
    return r;
}

int map_write(const struct map *map, const char *path, struct error *error)
{
    return map_write_all(&map, 1, path, error);
}
