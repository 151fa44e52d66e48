/* journal_folder: which files there are, and reading them in order. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/weighting/journal_format.h"

/* ---- Files --------------------------------------------------------------- */

void journal_name(char ret_name[static JOURNAL_NAME_SIZE], const char *what,
                  uint64_t epoch)
{
    snprintf(ret_name, JOURNAL_NAME_SIZE, "%s-%020" PRIu64, what, epoch);
}

/* False: it is no file of a journal. */
static bool parse_name(const char *name, struct journal_file *ret_file)
{
    const char *dash = strchr(name, '-');
    char again[JOURNAL_NAME_SIZE];
    uint64_t epoch;

    if (!dash || !parse_u64(dash + 1, &epoch))
        return false;
    ret_file->epoch = epoch;
    ret_file->is_snapshot = !strncmp(name, "snapshot-", 9);
    journal_name(again, ret_file->is_snapshot ? "snapshot" : "journal", epoch);
    strcpy(ret_file->name, again);
    return !strcmp(again, name);
}

static int compare_files(const void *a, const void *b)
{
    const struct journal_file *x = a;
    const struct journal_file *y = b;
    int order = compare_numbers(x->epoch, y->epoch);

    return order ? order : y->is_snapshot - x->is_snapshot;
}

int journal_list(int folder, struct journal_files *ret_files,
                 struct error *error)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = copy < 0 ? NULL : fdopendir(copy);
    struct dirent *entry;
    int r = 0;

    *ret_files = (struct journal_files){0};
    if (!stream) {
        r = error_errno(error, "read a folder of journals");
        if (copy >= 0)
            close(copy);
        return r;
    }
    while (!r && (entry = readdir(stream))) {
        struct journal_file file = {.epoch = 0};

        if (parse_name(entry->d_name, &file) &&
            array_append(&ret_files->file, &ret_files->count,
                         &ret_files->capacity, &file, sizeof(file)))
            r = error_no_memory(error);
    }
    closedir(stream);
    if (ret_files->count)
        qsort(ret_files->file, ret_files->count, sizeof(*ret_files->file),
              compare_files);
    if (r)
        journal_files_finish(ret_files);
    return r;
}

void journal_files_finish(struct journal_files *files)
{
    free(files->file);
    *files = (struct journal_files){0};
}

/* ---- A folder ------------------------------------------------------------ */

/* Reads a file, mapped. */
static int read_file(int folder, const char *directory,
                     const struct journal_file *entry, uint64_t until,
                     struct journal_opening *opening, size_t *ret_whole,
                     size_t *ret_size, struct error *error)
{
    int fd = openat(folder, entry->name, O_RDONLY | O_CLOEXEC);
    char path[4096 + JOURNAL_NAME_SIZE];
    struct journal_bytes file = {.path = path,
                                 .bytes = "",
                                 .is_snapshot = entry->is_snapshot,
                                 .until = until};
    struct stat status;
    void *bytes = MAP_FAILED;
    int r = 0;

    snprintf(path, sizeof(path), "%.4000s/%s", directory, entry->name);
    if (fd < 0 || fstat(fd, &status))
        r = error_errno(error, "open '%s'", path);
    if (!r && status.st_size) {
        bytes =
            mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes == MAP_FAILED)
            r = error_errno(error, "read '%s'", path);
        file.bytes = bytes;
        file.size = (size_t)status.st_size;
    }
    if (!r)
        r = journal_read_bytes(&file, opening, ret_whole, error);
    *ret_size = file.size;
    if (bytes != MAP_FAILED)
        munmap(bytes, file.size);
    if (fd >= 0)
        close(fd);
    return r;
}

/* The last snapshot; count: there is none. */
static size_t last_snapshot(const struct journal_files *files)
{
    for (size_t i = files->count; i-- > 0;) {
        if (files->file[i].is_snapshot)
            return i;
    }
    return files->count;
}

/* The epoch that the next journal file begins after. */
static uint64_t next_epoch(const struct journal_files *files, size_t at)
{
    while (++at < files->count) {
        if (!files->file[at].is_snapshot)
            return files->file[at].epoch;
    }
    return UINT64_MAX;
}

static int read_journals(int folder, const struct journal_files *files,
                         size_t first, struct journal_opening *opening,
                         struct journal_end *end, struct error *error)
{
    int r = 0;

    for (size_t i = first; !r && i < files->count; i++) {
        const struct journal_file *file = &files->file[i];
        size_t whole, size;

        if (file->is_snapshot)
            continue;
        if (file->epoch != opening->ledger->epoch)
            return error_set(error, -EINVAL,
                             "in '%s' the changes from epoch %" PRIu64
                             " to %" PRIu64 " are missing; put the folder back "
                             "from a copy, or move it away to begin without "
                             "the weights in it",
                             opening->directory, opening->ledger->epoch,
                             file->epoch);
        r = read_file(folder, opening->directory, file, next_epoch(files, i),
                      opening, &whole, &size, error);
        if (r)
            return r;
        if (whole < size)
            error_set(&opening->cut, 0,
                      "'%.400s/%s': %zu bytes at its end were not written to "
                      "the end, and %s: they are ignored",
                      opening->directory, file->name, size - whole,
                      ledger_follows(opening->ledger)
                          ? "the stream has what they say"
                          : "nobody was told that they are in force");
        strcpy(end->name, whole ? file->name : "");
        end->size = whole;
    }
    return 0;
}

static int read_folder(int folder, struct journal_opening *opening,
                       struct journal_end *end, struct error *error)
{
    struct journal_files files;
    size_t snapshot, whole, size;
    int r = journal_list(folder, &files, error);

    if (r)
        return r;
    snapshot = last_snapshot(&files);
    if (snapshot < files.count) {
        end->snapshot_epoch = files.file[snapshot].epoch;
        r = read_file(folder, opening->directory, &files.file[snapshot],
                      UINT64_MAX, opening, &whole, &size, error);
    }
    if (!r)
        r = read_journals(folder, &files, snapshot < files.count ? snapshot : 0,
                          opening, end, error);
    journal_files_finish(&files);
    return r;
}

int journal_read(struct journal_opening *opening, struct journal_end *ret_end,
                 struct error *error)
{
    int folder = open(opening->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int r = 0;

    *ret_end = (struct journal_end){.name = ""};
    opening->cut.text[0] = '\0';
    opening->ledger = ledger_create();
    if (!opening->ledger)
        r = error_no_memory(error);
    else if (folder < 0 && errno != ENOENT)
        r = error_errno(error, "open '%s'", opening->directory);
    else if (folder >= 0)
        r = read_folder(folder, opening, ret_end, error);
    if (folder >= 0)
        close(folder);
    if (r) {
        ledger_release(opening->ledger);
        opening->ledger = NULL;
        return r;
    }
    ret_end->epoch = opening->ledger->epoch;
    return 0;
}
