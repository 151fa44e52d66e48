/* weight_files: from paths to rows. */
#include "daemon/weight_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/compressed_source.h"
#include "core/weighting/weight_csv.h"

enum { READ_AHEAD = 1 << 20 };

struct text {
    char *at; /* [length], owned */
    size_t length;
    size_t capacity;
};

static int read_all(struct byte_source *source, struct text *text,
                    struct error *error)
{
    size_t count = 1;
    int r = 0;

    while (!r && count) {
        if (array_reserve(&text->at, &text->capacity, text->length + READ_AHEAD,
                          1))
            return error_no_memory(error);
        r = byte_source_read(source, text->at + text->length, READ_AHEAD,
                             &count, error);
        if (!r)
            text->length += count;
    }
    return r;
}

/* Adds the rows of a file, in their order after `*order`. */
static int add_file(const char *path, enum weight_kind kind,
                    struct weight_rows *rows, uint64_t *order,
                    struct error *error)
{
    struct byte_source *source = NULL;
    struct weight_list list = {0};
    struct text text = {0};
    int r = compressed_source_open(path, &source, error);

    if (!r)
        r = read_all(source, &text, error);
    byte_source_destroy(source);
    if (!r)
        r = weight_csv_read(text.at, text.length, kind, false, &list, error);
    free(text.at);
    for (size_t i = 0; i < list.count; i++)
        list.row[i].order = ++*order;
    if (!r && weight_rows_put(rows, list.row, list.count))
        r = error_no_memory(error);
    weight_list_finish(&list);
    if (r)
        error_prefix(error, "'%s'", path);
    return r;
}

/* `list`: paths, separated by commas. */
static int add_files(const char *list, enum weight_kind kind,
                     struct weight_rows *rows, struct error *error)
{
    char paths[SETTING_PATH_SIZE];
    char *path, *rest = NULL;
    uint64_t order = 0;
    int r = 0;

    strcpy(paths, list);
    for (path = strtok_r(paths, ",", &rest); path && !r;
         path = strtok_r(NULL, ",", &rest))
        r = add_file(path + strspn(path, " "), kind, rows, &order, error);
    if (!r)
        weight_rows_settle(rows);
    return r;
}

static int read_files(const char *setting, const char *key,
                      enum weight_kind kind, struct weight_rows **ret_rows,
                      struct error *error)
{
    int r;

    if (!strcmp(setting, "none"))
        return 0;
    *ret_rows = weight_rows_create();
    if (!*ret_rows)
        return error_no_memory(error);
    r = add_files(setting, kind, *ret_rows, error);
    if (r)
        error_prefix(error, "weights.%s", key);
    return r;
}

int weight_files_read(const struct settings *settings,
                      struct weight_rows *ret_files[WEIGHT_KINDS],
                      struct error *error)
{
    int r = read_files(settings->segment_speed_files, "segment-speed-file",
                       WEIGHT_SEGMENTS, &ret_files[WEIGHT_SEGMENTS], error);

    if (!r)
        r = read_files(settings->turn_penalty_files, "turn-penalty-file",
                       WEIGHT_TURNS, &ret_files[WEIGHT_TURNS], error);
    return r;
}

void weight_files_name(const struct settings *settings, struct service *service)
{
    const char *list = settings->segment_speed_files;
    const char *slash = strrchr(list, '/');
    char name[SETTING_PATH_SIZE];
    char *dot;

    if (!strcmp(list, "none") || strchr(list, ','))
        return;
    strcpy(name, slash ? slash + 1 : list);
    dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = '\0';
    service_name_speeds(service, name);
}

void weight_files_finish(struct weight_rows *files[WEIGHT_KINDS])
{
    for (int kind = 0; kind < WEIGHT_KINDS; kind++)
        weight_rows_release(files[kind]);
}
