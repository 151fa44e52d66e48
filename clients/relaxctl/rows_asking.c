/* Collections of a server, files sent to them, and a day of files. */
#include "clients/relaxctl/rows_asking.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clients/relaxctl/rows_file.h"
#include "clients/relaxctl/server.h"
#include "core/base/clock.h"
#include "core/base/text.h"

/* ---- What is asked ------------------------------------------------------- */

static void add_number(struct asking_url *url, const char *name,
                       uint32_t number)
{
    char text[16];

    snprintf(text, sizeof(text), "%" PRIu32, number);
    asking_url_add(url, name, number ? text : NULL);
}

/* "/v1/weights/car/segments?map=town"; NULL: out of memory. */
char *rows_target(const struct rows_asking *asking, const char *format)
{
    char *text = NULL;
    size_t size;
    struct asking_url url = {open_memstream(&text, &size), '?'};

    if (!url.stream)
        return NULL;
    fputs("/v1/weights/", url.stream);
    if (asking->kind != WEIGHT_ARCS) {
        asking_url_put(&url, asking->ask.profile);
        fputc('/', url.stream);
    }
    fputs(weight_kind_names[asking->kind], url.stream);
    asking_url_add(&url, "map", asking->ask.map);
    asking_url_add(&url, "scenario", asking->scenario);
    asking_url_add(&url, "format", format);
    asking_url_add(&url, "box", asking->box);
    add_number(&url, "ttl", asking->ttl_s);
    asking_url_add(&url, "dry_run", asking->dry_run ? "true" : NULL);
    asking_url_add(&url, "all", asking->all ? "true" : NULL);
    return memory_stream_close(url.stream, &text) ? NULL : text;
}

/* What the server says of the map; NULL: it has none of that name. */
static const json_t *find_map(const json_t *status, const char *name)
{
    const json_t *map;
    size_t i;

    json_array_foreach(json_object_get(status, "maps"), i, map)
    {
        if (!name || !strcmp(name, answer_text(map, "name")))
            return map;
    }
    return NULL;
}

/* Takes the map's first profile; its arcs if it has none. */
static int find_profile(struct rows_asking *asking, struct error *error)
{
    const char *wanted = asking->ask.map;
    const char *profile;
    const json_t *map;
    json_t *status;
    int r = asking_server(asking, asking_url_status, &status, error);

    if (r)
        return r;
    map = find_map(status, wanted);
    profile = json_string_value(json_object_get(map, "profile"));
    asking->ask.profile = profile ? strdup(profile) : NULL;
    if (!map)
        r = error_set(error, -EINVAL, "the server has no map '%s'",
                      wanted ? wanted : "");
    else if (profile && !asking->ask.profile)
        r = error_no_memory(error);
    else if (!profile && asking->turns)
        r = error_set(error, -EINVAL, "map '%s' has no roads, so no turns",
                      answer_text(map, "name"));
    else if (!profile)
        asking->kind = WEIGHT_ARCS;
    json_decref(status);
    return r;
}

int rows_find(struct rows_asking *asking, struct error *error)
{
    asking->kind = asking->arcs    ? WEIGHT_ARCS
                   : asking->turns ? WEIGHT_TURNS
                                   : WEIGHT_SEGMENTS;
    if (asking->arcs || asking->ask.profile)
        return 0;
    return find_profile(asking, error);
}

/* ---- Changes ------------------------------------------------------------- */

/* The key of a row that matched nothing, as CSV has it. */
static void print_key(FILE *to, const json_t *row)
{
    static const char *const names[] = {"from", "via", "to"};
    const char *separator = "";
    const json_t *id = json_object_get(row, "way");

    if (id) {
        fprintf(to, "way %" JSON_INTEGER_FORMAT ",%s", json_integer_value(id),
                answer_text(row, "direction"));
        return;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        id = json_object_get(row, names[i]);
        if (!id)
            continue;
        fprintf(to, "%s%" JSON_INTEGER_FORMAT, separator,
                json_integer_value(id));
        separator = ",";
    }
}

static void print_unmatched(FILE *to, const struct rows_asking *asking,
                            const struct rows_file *file, const json_t *answer)
{
    const json_t *rows = json_object_get(answer, "unmatched_rows");
    double unmatched = answer_number(answer, "unmatched");
    double told = (double)json_array_size(rows);
    struct rows_place place = {0};
    const json_t *row;
    size_t i;

    json_array_foreach(rows, i, row)
    {
        uint64_t number =
            (uint64_t)json_integer_value(json_object_get(row, "row"));

        fputs("    ", to);
        if (file && !file->is_json)
            fprintf(to, "line %" PRIu64 ": ",
                    rows_file_line(file, asking->kind, &place, number));
        print_key(to, row);
        fprintf(to, ": %s\n", answer_text(row, "reason"));
    }
    if (unmatched > told)
        fprintf(to, "    and %.0f more\n", unmatched - told);
}

static void print_change(const struct rows_asking *asking, const char *name,
                         const struct rows_file *file, const json_t *answer)
{
    double count = answer_number(answer, "rows");
    double arcs = answer_number(answer, "changed_arcs");

    printf("%s: matched %.0f of %.0f %s; ", name,
           answer_number(answer, "matched"), count,
           count == 1 ? "row" : "rows");
    if (asking->dry_run)
        printf("a dry run, epoch is still %.0f\n",
               answer_number(answer, "epoch"));
    else
        printf("%.0f %s changed, epoch %.0f, in force in %.1f ms\n", arcs,
               arcs == 1 ? "arc" : "arcs", answer_number(answer, "epoch"),
               answer_number(answer, "in_force_ms"));
    print_unmatched(stdout, asking, file, answer);
    fflush(stdout);
}

static int read_answer(const struct rows_asking *asking, const char *name,
                       const struct rows_file *file,
                       const struct server_reply *reply, struct error *error)
{
    json_t *answer =
        reply->body ? json_loadb(reply->body, reply->size, 0, NULL) : NULL;
    int r = 0;

    if (asking->ask.json && answer)
        puts(reply->body);
    if (reply->status != 200) {
        r = server_explain(reply, answer, error);
        if (!asking->ask.json)
            print_unmatched(stderr, asking, file, answer);
    } else if (!json_is_object(answer)) {
        r = error_set(error, -EINVAL, "this is not an answer of relaxd");
    } else if (!asking->ask.json) {
        print_change(asking, name, file, answer);
    }
    json_decref(answer);
    return r;
}

/* `file`: of rows; NULL: none is sent. */
static int change(const struct rows_asking *asking, const char *method,
                  const char *name, const struct rows_file *file,
                  struct error *error)
{
    char *target = rows_target(asking, NULL);
    struct server_request request = {
        .server = asking->ask.server,
        .target = target,
        .method = method,
        .key = asking->key,
        .token = asking->token,
    };
    struct server_reply reply = {0};
    int r;

    if (file) {
        request.body = file->bytes;
        request.size = file->size;
        request.packed = file->packed;
        request.type = file->is_json ? "application/json" : "text/csv";
    }
    r = target ? server_ask(&request, &reply, error) : error_no_memory(error);
    free(target);
    if (!r)
        r = read_answer(asking, name, file, &reply, error);
    free(reply.body);
    return r;
}

/* `name`: a path, or "-". */
static int change_by_file(const struct rows_asking *asking, const char *method,
                          const char *name, struct error *error)
{
    const char *path = arguments_input(name);
    struct rows_file file;
    int r = rows_file_open(path, &file, error);

    if (r)
        return r;
    r = change(asking, method, path == name ? path : "standard input", &file,
               error);
    if (r)
        error_prefix(error, "'%s'", path);
    rows_file_finish(&file);
    return r;
}

/* Reads the first line of the file, as relaxd does. */
static int read_token(struct rows_asking *asking, struct error *error)
{
    const char *path = asking->token_file;
    FILE *file = path ? fopen(path, "re") : NULL;
    size_t size = 0, length = 0;
    bool any;

    if (!path)
        return 0;
    if (!file)
        return error_errno(error, "open '%s'", path);
    any = getline(&asking->token, &size, file) > 0;
    fclose(file);
    while (any && asking->token[length] > ' ' && asking->token[length] <= '~')
        length++;
    if (!length || !strchr("\r\n", asking->token[length]))
        return error_set(error, -EINVAL,
                         "the first line of '%s' is not a token", path);
    asking->token[length] = '\0';
    return 0;
}

static int prepare(struct rows_asking *asking, struct error *error)
{
    int r = read_token(asking, error);

    return r ? r : rows_find(asking, error);
}

int rows_apply(struct rows_asking *asking, struct error *error)
{
    int r = prepare(asking, error);

    for (int i = 0; i < asking->files && !r; i++)
        r = change_by_file(asking, asking->replace ? "PUT" : "PATCH",
                           asking->file[i], error);
    return r;
}

int rows_clear(struct rows_asking *asking, struct error *error)
{
    char name[ROAD_NAME_SIZE + 16];
    int r = prepare(asking, error);

    if (r)
        return r;
    if (!asking->all)
        return change_by_file(asking, "DELETE", asking->file[0], error);
    snprintf(name, sizeof(name), "%s%s%s",
             asking->kind == WEIGHT_ARCS ? "" : asking->ask.profile,
             asking->kind == WEIGHT_ARCS ? "" : " ",
             weight_kind_names[asking->kind]);
    return change(asking, "DELETE", name, NULL, error);
}

/* ---- A day --------------------------------------------------------------- */

/* What follows the time in a file's name; NULL: it begins with none. */
static const char *read_time(const char *name, int *ret_second)
{
    static const char *const forms[] = {"%H%M%S", "%H-%M-%S", "%H%M", "%H-%M"};
    const char *end = NULL;
    struct tm time = {0};

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]) && !end; i++) {
        time = (struct tm){0};
        end = strptime(name, forms[i], &time);
        if (end && *end != '.')
            end = NULL;
    }
    *ret_second = (time.tm_hour * 60 + time.tm_min) * 60 + time.tm_sec;
    return end;
}

/* Whether a file of the folder has rows. */
static int has_rows(const struct dirent *entry)
{
    static const char *const ends[] = {".csv", ".csv.gz", ".json", ".json.gz"};
    size_t length = strlen(entry->d_name);

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        size_t size = strlen(ends[i]);

        if (*entry->d_name != '.' && length >= size &&
            !strcmp(entry->d_name + length - size, ends[i]))
            return 1;
    }
    return 0;
}

static int compare_times(const struct dirent **a, const struct dirent **b)
{
    int first, second;

    read_time((*a)->d_name, &first);
    read_time((*b)->d_name, &second);
    return first != second ? (first > second) - (first < second)
                           : strcmp((*a)->d_name, (*b)->d_name);
}

static int check_day(const char *day, struct dirent **entries, int count,
                     struct error *error)
{
    int second;

    if (!count)
        return error_set(error, -EINVAL, "'%s' has no .csv or .json file", day);
    for (int i = 0; i < count; i++) {
        if (!read_time(entries[i]->d_name, &second))
            return error_set(error, -EINVAL,
                             "'%s/%s': the name is not a time, as 0800.csv and "
                             "08-00-30.csv.gz are",
                             day, entries[i]->d_name);
    }
    return 0;
}

static int replay_file(const struct rows_asking *asking, const char *day,
                       const char *name, struct error *error)
{
    char *path;
    int r;

    if (asprintf(&path, "%s/%s", day, name) < 0)
        return error_no_memory(error);
    r = change_by_file(asking, asking->replace ? "PUT" : "PATCH", path, error);
    free(path);
    return r;
}

static void sleep_s(double seconds)
{
    double whole = floor(fmin(seconds, 1e9));
    struct timespec time = {(time_t)whole,
                            (long)((fmin(seconds, 1e9) - whole) * 1e9)};

    while (seconds > 0 && nanosleep(&time, &time) && errno == EINTR)
        ;
}

/* Each file at its time, counted from the first one's. */
static int replay_files(const struct rows_asking *asking, const char *day,
                        struct dirent **entries, int count, struct error *error)
{
    uint64_t begun_us = clock_now_us();
    int first, second;
    int r = 0;

    read_time(entries[0]->d_name, &first);
    for (int i = 0; i < count && !r; i++) {
        read_time(entries[i]->d_name, &second);
        sleep_s((second - first) / asking->speed -
                (double)(clock_now_us() - begun_us) / 1e6);
        r = replay_file(asking, day, entries[i]->d_name, error);
    }
    return r;
}

int rows_replay(struct rows_asking *asking, struct error *error)
{
    const char *day = asking->file[0];
    struct dirent **entries;
    int count = scandir(day, &entries, has_rows, compare_times);
    int r;

    if (count < 0)
        return error_errno(error, "'%s'", day);
    r = check_day(day, entries, count, error);
    if (!r)
        r = prepare(asking, error);
    if (!r)
        r = replay_files(asking, day, entries, count, error);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return r;
}
