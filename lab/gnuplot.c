/* Runs gnuplot on temporary files, the script and its complaints. */
#include "lab/gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

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
static int run(FILE *script, FILE *complaints, char **ret_bytes,
               size_t *ret_size, struct error *error)
{
    char command[128];
    char some[4096];
    FILE *memory = open_memstream(ret_bytes, ret_size);
    FILE *picture;
    int status = -1;

    if (!memory)
        return error_no_memory(error);
    snprintf(command, sizeof(command),
             "exec gnuplot -d /dev/fd/%d 2>/dev/fd/%d", fileno(script),
             fileno(complaints));
    picture = popen(command, "r");
    if (picture) {
        for (size_t n; (n = fread(some, 1, sizeof(some), picture));)
            fwrite(some, 1, n, memory);
        status = pclose(picture);
    }
    if (memory_stream_close(memory, ret_bytes))
        return error_no_memory(error);
    if (!status)
        return 0;
    free(*ret_bytes);
    return refuse(complaints, error);
}

int gnuplot_draw(gnuplot_script *script, const void *what, char **ret_bytes,
                 size_t *ret_size, struct error *error)
{
    FILE *file = tmpfile();
    FILE *complaints = tmpfile();
    char *bytes = NULL;
    int r = 0;

    if (!file || !complaints) {
        r = error_errno(error, "make a temporary file");
        goto close_files;
    }
    script(what, file);
    if (fflush(file) || ferror(file))
        r = error_errno(error, "write the script for gnuplot");
    if (!r)
        r = run(file, complaints, &bytes, ret_size, error);
    if (!r)
        *ret_bytes = bytes;
close_files:
    if (file)
        fclose(file);
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
