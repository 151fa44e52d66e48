/* Runs gnuplot on temporary files for the script and for the picture. */
#include "lab/gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "core/base/array.h"

/* -d ignores settings of the user. */
static int run(FILE *script, FILE *picture, struct error *error)
{
    char command[128];
    int status;

    snprintf(command, sizeof(command),
             "command -v gnuplot >/dev/null || exit 127; "
             "exec gnuplot -d /dev/fd/%d >/dev/fd/%d 2>/dev/null",
             fileno(script), fileno(picture));
    status = system(command);
    if (status < 0)
        return error_errno(error, "start gnuplot");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return error_set(error, -ENOENT,
                         "gnuplot is not installed (Debian: gnuplot-nox)");
    return status ? error_set(error, -EIO, "gnuplot failed") : 0;
}

static int read_all(FILE *from, char **ret_bytes, size_t *ret_size,
                    struct error *error)
{
    long size = fseek(from, 0, SEEK_END) ? -1 : ftell(from);
    char *bytes = size < 0 ? NULL : array_alloc((size_t)size, 1);

    if (!bytes)
        return error_no_memory(error);
    rewind(from);
    if (fread(bytes, 1, (size_t)size, from) != (size_t)size) {
        free(bytes);
        return error_errno(error, "read the picture");
    }
    *ret_bytes = bytes;
    *ret_size = (size_t)size;
    return 0;
}

int gnuplot_draw(gnuplot_script *script, const void *what, char **ret_bytes,
                 size_t *ret_size, struct error *error)
{
    FILE *file = tmpfile();
    FILE *picture = tmpfile();
    int r = 0;

    if (!file || !picture) {
        r = error_errno(error, "make a temporary file");
        goto close_files;
    }
    script(what, file);
    if (fflush(file) || ferror(file))
        r = error_errno(error, "write the script for gnuplot");
    if (!r)
        r = run(file, picture, error);
    if (!r)
        r = read_all(picture, ret_bytes, ret_size, error);
close_files:
    if (file)
        fclose(file);
    if (picture)
        fclose(picture);
    return r;
}

void gnuplot_quote(const char *text, FILE *to)
{
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', to);
        fputc(*text, to);
    }
    fputc('\'', to);
}
