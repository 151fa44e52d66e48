/* output_file: a file in the folder of --out, written at once or not at all. */
#include "lab/paper/output_file.h"

#include <stdlib.h>

#include "core/base/atomic_file.h"
#include "core/base/text.h"

int output_file_open(struct output_file *file, struct error *error)
{
    *file = (struct output_file){0};
    file->text = open_memstream(&file->bytes, &file->size);
    return file->text ? 0 : error_no_memory(error);
}

int output_file_close(struct output_file *file, const char *folder,
                      const char *name, FILE *to, struct error *error)
{
    char *path = NULL;
    int r;

    if (memory_stream_close(file->text, &file->bytes) ||
        asprintf(&path, "%s/%s", folder, name) < 0) {
        path = NULL;
        r = error_no_memory(error);
    } else {
        r = atomic_file_put(path, file->bytes, file->size, error);
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
