#include "core/graph/import/osm/file/osm_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/graph/import/osm/file/libosmium.h"
#include "core/graph/import/osm/file/osm_feed.h"
#include "core/graph/import/osm/file/osm_reading.h"

/* ---- Reading ------------------------------------------------------------- */

bool osm_file_is_one(const char *path)
{
    return osm_format_of(path) != FORMAT_NONE;
}

/* ---- The inputs ---------------------------------------------------------- */

struct osm_source {
    const char *path;
    enum osm_format format;
    struct stat status; /* before reading */
};

static int find_file(const char *path, struct osm_source *ret_source,
                     struct error *error)
{
    ret_source->path = path;
    ret_source->format = osm_format_of(path);
    if (strcmp(path, "-") != 0 && stat(path, &ret_source->status))
        return error_errno(error, "open");
    if (strcmp(path, "-") != 0 && S_ISDIR(ret_source->status.st_mode))
        return error_set(error, -EINVAL, "is a directory, not a file");
    if (!strcmp(path, "-") || !S_ISREG(ret_source->status.st_mode))
        return error_set(error, -EINVAL,
                         "must be a regular file, because it is read twice: "
                         "write it to a file first");
    if (ret_source->format == FORMAT_NONE)
        return error_set(error, -EINVAL,
                         "the name ends in none of .osm.pbf, .osm, .o5m, .opl, "
                         "nor one of these and .gz, .bz2 or .zst");
    return 0;
}

static int find_files(const char *const *paths, size_t count,
                      struct osm_source *sources, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        int r = find_file(paths[i], &sources[i], error);

        if (r) {
            error_prefix(error, "'%s'", paths[i]);
            return r;
        }
    }
    return 0;
}

/* Both passes must read the same; and data that looks broken may be a file that
 * is just being written. */
static int check_unchanged(const struct osm_source *source, struct error *error)
{
    const struct stat *before = &source->status;
    struct stat after;

    if (stat(source->path, &after))
        return error_errno(error, "read again");
    if (after.st_dev != before->st_dev || after.st_ino != before->st_ino ||
        after.st_size != before->st_size ||
        after.st_mtim.tv_sec != before->st_mtim.tv_sec ||
        after.st_mtim.tv_nsec != before->st_mtim.tv_nsec)
        return error_set(error, -EAGAIN,
                         "changed while it was read: try again");
    return 0;
}

/* ---- The passes ---------------------------------------------------------- */

static int read_source(const struct osm_source *source,
                       struct osm_reading *reading, struct error *error)
{
    struct osm_feed *feed;
    int r = osm_feed_open(source->path, source->format, &feed, error);

    if (!r) {
        osm_reading_next_file(reading);
        r = libosmium_read(feed, reading, error);
        osm_feed_destroy(feed);
    }
    if (r == -EINVAL || (!r && reading->second)) {
        int changed = check_unchanged(source, error);

        r = changed ? changed : r;
    }
    if (r)
        error_prefix(error, "'%s'", source->path);
    reading->before += (uint64_t)source->status.st_size;
    osm_reading_progress(reading, 0);
    return r;
}

static int read_pass(const struct osm_source *sources, size_t count,
                     struct osm_reading *reading, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < count; i++)
        r = read_source(&sources[i], reading, error);
    return r;
}

static int read_passes(const struct osm_source *sources, size_t count,
                       struct osm_reading *reading, struct error *error)
{
    int r = osm_gathering_begin(reading->data, error);

    for (size_t i = 0; i < count; i++)
        reading->total += 2 * (uint64_t)sources[i].status.st_size;
    if (!r)
        r = read_pass(sources, count, reading, error);
    if (!r)
        r = osm_reading_next_pass(reading, error);
    if (!r)
        r = read_pass(sources, count, reading, error);
    return r ? r : osm_gathering_settle(reading->data, error);
}

static int read_sources(const struct osm_source *sources, size_t count,
                        const struct osm_filter *filter,
                        struct progress *progress, struct osm_data *ret_data,
                        struct error *error)
{
    struct osm_reading reading = {
        .filter = filter,
        .data = ret_data,
        .progress = progress,
        .twice = count > 1,
    };
    int r = read_passes(sources, count, &reading, error);

    osm_reading_finish(&reading);
    if (r)
        osm_data_finish(ret_data);
    return r;
}

int osm_files_read(const char *const *paths, size_t path_count,
                   const struct osm_filter *filter, struct progress *progress,
                   struct osm_data *ret_data, struct error *error)
{
    struct osm_source *sources = array_zero(path_count, sizeof(*sources));
    int r;

    *ret_data = (struct osm_data){0};
    if (!sources)
        return error_no_memory(error);
    r = find_files(paths, path_count, sources, error);
    if (!r)
        r = read_sources(sources, path_count, filter, progress, ret_data,
                         error);
    free(sources);
    return r;
}

/* ---- Writing ------------------------------------------------------------- */

struct osm_writer {
    struct atomic_file file;
    struct libosmium_writer *inner;
};

/* The library opens files by name, and this one may have none. */
static int open_inner(struct osm_writer *writer, enum osm_format format,
                      const char *generator, struct error *error)
{
    char path[32];

    snprintf(path, sizeof(path), "/proc/self/fd/%d", writer->file.fd);
    return libosmium_writer_open(writer->file.temp_path ? writer->file.temp_path
                                                        : path,
                                 format, generator, &writer->inner, error);
}

static int failed(const struct osm_writer *writer, int r, struct error *error)
{
    if (r)
        error_prefix(error, "write '%s'", writer->file.path);
    return r;
}

int osm_writer_open(const char *path, const char *generator,
                    struct osm_writer **ret_writer, struct error *error)
{
    enum osm_format format = osm_format_plain(path);
    struct osm_writer *writer;
    int r;

    if (format == FORMAT_NONE || format == FORMAT_O5M)
        return error_set(error, -EINVAL,
                         "write '%s': the name ends in none of .osm.pbf, .osm "
                         "and .opl",
                         path);
    writer = calloc(1, sizeof(*writer));
    if (!writer)
        return error_no_memory(error);
    r = atomic_file_open(&writer->file, path, error);
    if (r) {
        free(writer);
        return r;
    }
    r = failed(writer, open_inner(writer, format, generator, error), error);
    if (r) {
        osm_writer_abandon(writer);
        return r;
    }
    *ret_writer = writer;
    return 0;
}

int osm_writer_add(struct osm_writer *writer, const struct osm_object *object,
                   struct error *error)
{
    return failed(writer, libosmium_write(writer->inner, object, error), error);
}

int osm_writer_close(struct osm_writer *writer, struct error *error)
{
    int r = failed(writer, libosmium_writer_close(writer->inner, error), error);

    if (!r)
        r = atomic_file_commit(&writer->file, error);
    osm_writer_abandon(writer);
    return r;
}

void osm_writer_abandon(struct osm_writer *writer)
{
    if (!writer)
        return;
    libosmium_writer_destroy(writer->inner);
    atomic_file_abort(&writer->file);
    free(writer);
}
