/* JSON, and the ids of a path for a terminal. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "clients/relaxctl/output.h"

/* ---- JSON ---------------------------------------------------------------- */

int print_json(json_t *json, size_t flags)
{
    int r = json ? json_dumpf(json, stdout, flags) : -1;

    json_decref(json);
    putchar('\n');
    return r && !ferror(stdout) ? -ENOMEM : 0;
}

/* ---- Ids ----------------------------------------------------------------- */

enum {
    INDENT = 4,
    WIDTH = 80,
    WIDTH_MIN = 40,
    ENDS = 12, /* ids shown at either end of a long list */
};

struct line {
    FILE *to;
    int width;
    int used; /* columns; 0: the line is empty */
};

static int terminal_width(FILE *to)
{
    struct winsize size;

    if (ioctl(fileno(to), TIOCGWINSZ, &size) || size.ws_col == 0)
        return WIDTH;
    return size.ws_col < WIDTH_MIN ? WIDTH_MIN : size.ws_col;
}

static void put(struct line *line, const char *word, int length)
{
    if (line->used && line->used + 1 + length > line->width) {
        fputc('\n', line->to);
        line->used = 0;
    }
    if (line->used == 0)
        line->used = fprintf(line->to, "%*s%s", INDENT, "", word);
    else
        line->used += fprintf(line->to, " %s", word);
}

static void put_ids(struct line *line, const uint64_t *ids, size_t count)
{
    char word[24];

    for (size_t i = 0; i < count; i++)
        put(line, word, snprintf(word, sizeof(word), "%" PRIu64, ids[i]));
}

void id_lines_print(FILE *to, const uint64_t *ids, size_t count, bool all)
{
    struct line line = {to, terminal_width(to), 0};
    char gap[48];

    if (all || count <= 2 * ENDS + 1) {
        put_ids(&line, ids, count);
    } else {
        put_ids(&line, ids, ENDS);
        put(&line, gap,
            snprintf(gap, sizeof(gap), "... %zu more ...", count - 2 * ENDS));
        put_ids(&line, ids + count - ENDS, ENDS);
    }
    fputc('\n', to);
}
