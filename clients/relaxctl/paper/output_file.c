/* output_file: a file in the folder of --out, written at once or not at all. */
#include "clients/relaxctl/paper/output_file.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/base/atomic_file.h"

int output_file_open(struct output_file *file, struct error *error)
{
    *file = (struct output_file){0};
    file->text = open_memstream(&file->bytes, &file->size);
    return file->text ? 0 : error_no_memory(error);
}

static int put(const struct output_file *file, const char *path,
               struct error *error)
{
    struct atomic_file target;
    int r = atomic_file_open(&target, path, error);

    if (r)
        return r;
    r = atomic_file_write(&target, file->bytes, file->size, error);
    if (!r)
        r = atomic_file_commit(&target, error);
    atomic_file_abort(&target);
    return r;
}

int output_file_close(struct output_file *file, const char *folder,
                      const char *name, FILE *to, struct error *error)
{
    bool failed = ferror(file->text);
    char *path = NULL;
    int r;

    failed |= fclose(file->text) != 0;
    if (failed || asprintf(&path, "%s/%s", folder, name) < 0) {
        path = NULL;
        r = error_no_memory(error);
    } else {
        r = put(file, path, error);
    }
    if (!r)
        fprintf(to, "  wrote %s\n", path);
    free(path);
    free(file->bytes);
    return r;
}

void output_file_drop(struct output_file *file)
{
    fclose(file->text);
    free(file->bytes);
}
