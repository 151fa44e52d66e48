/* Runs gnuplot on temporary files: the script, the picture, complaints. */
#include "lab/gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

int gnuplot_check(struct error *error)
{
    int status = system("command -v gnuplot >/dev/null");

    if (status < 0)
        return error_errno(error, "start a shell");
    return status ? error_set(error, -ENOENT,
                              "pictures need gnuplot, which is not installed "
                              "(Debian: gnuplot-nox)")
                  : 0;
}

/* The first line with letters that gnuplot complained in. */
static int refuse(FILE *complaints, struct error *error)
{
    char line[200] = "";

    rewind(complaints);
    while (fgets(line, sizeof(line), complaints) &&
           !line[strspn(line, " ^\t\n")])
        ;
    line[strcspn(line, "\n")] = '\0';
    return error_set(error, -EIO, "gnuplot failed%s%s", *line ? ": " : "",
                     line);
}

/* -d ignores settings of the user. */
static int run(FILE *script, FILE *picture, FILE *complaints,
               struct error *error)
{
    char command[128];
    int status;

    snprintf(command, sizeof(command),
             "exec gnuplot -d /dev/fd/%d >/dev/fd/%d 2>/dev/fd/%d",
             fileno(script), fileno(picture), fileno(complaints));
    status = system(command);
    if (status < 0)
        return error_errno(error, "start gnuplot");
    return status ? refuse(complaints, error) : 0;
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
    FILE *complaints = tmpfile();
    int r = 0;

    if (!file || !picture || !complaints) {
        r = error_errno(error, "make a temporary file");
        goto close_files;
    }
    script(what, file);
    if (fflush(file) || ferror(file))
        r = error_errno(error, "write the script for gnuplot");
    if (!r)
        r = run(file, picture, complaints, error);
    if (!r)
        r = read_all(picture, ret_bytes, ret_size, error);
close_files:
    if (file)
        fclose(file);
    if (picture)
        fclose(picture);
    if (complaints)
        fclose(complaints);
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
