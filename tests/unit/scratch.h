/* scratch: a temporary folder for a test that needs files. */
#ifndef RELAXD_TESTS_UNIT_SCRATCH_H
#define RELAXD_TESTS_UNIT_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scratch {
    char folder[64];
    char path[512]; /* the last result of scratch_path() */
};

static inline void scratch_init(struct scratch *scratch)
{
    strcpy(scratch->folder, "/tmp/relaxd-test-XXXXXX");
    if (!mkdtemp(scratch->folder))
        abort();
}

/* Valid until the next call. */
static inline const char *scratch_path(struct scratch *scratch,
                                       const char *name)
{
    snprintf(scratch->path, sizeof(scratch->path), "%s/%s", scratch->folder,
             name);
    return scratch->path;
}

/* Writes a whole file and returns its path, valid until the next call. */
static inline const char *scratch_file(struct scratch *scratch,
                                       const char *name, const void *bytes,
                                       size_t size)
{
    const char *path = scratch_path(scratch, name);
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
        abort();
    return path;
}

/* How many files are in the folder; removes them on request. */
static inline size_t scratch_files(struct scratch *scratch, int remove)
{
    DIR *folder = opendir(scratch->folder);
    struct dirent *entry;
    size_t count = 0;

    if (!folder)
        abort();
    while ((entry = readdir(folder))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        count++;
        if (remove)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
    return count;
}

static inline void scratch_finish(struct scratch *scratch)
{
    scratch_files(scratch, 1);
    rmdir(scratch->folder);
}

#endif
