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
    int width;
    int used; /* columns; 0: the line is empty */
};

static int terminal_width(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0)
        return WIDTH;
    return size.ws_col < WIDTH_MIN ? WIDTH_MIN : size.ws_col;
}

static void put(struct line *line, const char *word, int length)
{
    if (line->used && line->used + 1 + length > line->width) {
        putchar('\n');
        line->used = 0;
    }
    if (line->used == 0)
        line->used = printf("%*s%s", INDENT, "", word);
    else
        line->used += printf(" %s", word);
}

static void put_ids(struct line *line, const json_t *ids, size_t first,
                    size_t end)
{
    char word[24];

    for (size_t i = first; i < end; i++)
        put(line, word,
            snprintf(word, sizeof(word), "%" PRIu64,
                     (uint64_t)json_integer_value(json_array_get(ids, i))));
}

void id_lines_print(const json_t *ids, bool all)
{
    struct line line = {terminal_width(), 0};
    size_t count = json_array_size(ids);
    char gap[48];

    if (all || count <= 2 * ENDS + 1) {
        put_ids(&line, ids, 0, count);
    } else {
        put_ids(&line, ids, 0, ENDS);
        put(&line, gap,
            snprintf(gap, sizeof(gap), "... %zu more ...", count - 2 * ENDS));
        put_ids(&line, ids, count - ENDS, count);
    }
    putchar('\n');
}
