/* Maps of growing size, and Boost's Dijkstra on them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "lab/generate/generate.h"
#include "lab/paper/growth.h"

/* ---- Maps ---------------------------------------------------------------- */

/* Lists 1,000, 3,000, 10,000 ... below `largest`, then `largest`. */
static size_t list_sizes(uint32_t largest, uint32_t sizes[GROWTH_DRAWN_MAX])
{
    uint64_t decade = 1000;
    size_t count = 0;

    for (; decade < largest; decade *= 10) {
        sizes[count++] = (uint32_t)decade;
        if (3 * decade < largest)
            sizes[count++] = (uint32_t)(3 * decade);
    }
    sizes[count++] = largest;
    return count;
}

static int draw(const struct study *study, uint32_t vertex_count,
                struct growth_map *item, struct error *error)
{
    const struct generate_request request = {
        .model = models[0],
        .vertex_count = vertex_count,
        .seed = study->seed,
    };
    int r = generate_map(&request, study->progress, &item->drawn, error);

    item->map = item->drawn;
    snprintf(item->own_name, sizeof(item->own_name), "generated-%u",
             vertex_count);
    return r;
}

static void add_own(struct growth *growth, const struct study *study)
{
    for (size_t i = 0; i < study->map_count; i++)
        growth->item[growth->count++] = (struct growth_map){
            .map = study->maps[i].map,
            .name = study->maps[i].name,
            .path = study->maps[i].path,
        };
}

static int compare(const void *one, const void *other)
{
    uint32_t a = ((const struct growth_map *)one)->map->topology.vertex_count;
    uint32_t b = ((const struct growth_map *)other)->map->topology.vertex_count;

    return (a > b) - (a < b);
}

static void arrange(struct growth *growth)
{
    qsort(growth->item, growth->count, sizeof(*growth->item), compare);
    for (size_t i = 0; i < growth->count; i++) {
        if (growth->item[i].drawn)
            growth->item[i].name = growth->item[i].own_name;
    }
}

int growth_init(struct growth *growth, const struct study *study,
                struct error *error)
{
    uint32_t sizes[GROWTH_DRAWN_MAX];
    size_t drawn =
        list_sizes(study->largest ? study->largest : GROWTH_LARGEST, sizes);
    int r = 0;

    *growth = (struct growth){
        .item = array_zero(study->map_count + drawn, sizeof(*growth->item)),
    };
    if (!growth->item)
        return error_no_memory(error);
    add_own(growth, study);
    for (size_t i = 0; i < drawn && !r; i++) {
        r = draw(study, sizes[i], &growth->item[growth->count], error);
        growth->count += !r;
    }
    if (!r)
        arrange(growth);
    return r;
}

void growth_finish(struct growth *growth)
{
    for (size_t i = 0; i < growth->count; i++)
        map_destroy(growth->item[i].drawn);
    free(growth->item);
    *growth = (struct growth){0};
}

/* ---- Boost's Dijkstra ---------------------------------------------------- */

enum { VERTEX_SIZE = 12, TEMPORARY_SIZE = 4096 };

/* The mean over one contender's lines. */
struct mean {
    const char *contender;
    double sum;
    unsigned count;
};

/* Whether it could parse a line "contender,vertex,ms". */
static bool read_line(char *line, struct mean *means, size_t mean_count)
{
    char *vertex = strchr(line, ',');
    char *ms = vertex ? strchr(vertex + 1, ',') : NULL;
    char *end;
    double value;

    if (!ms)
        return false;
    *vertex = '\0';
    value = strtod(ms + 1, &end);
    if (end == ms + 1 || *end || !(value >= 0))
        return false;
    for (size_t i = 0; i < mean_count; i++) {
        if (!strcmp(line, means[i].contender)) {
            means[i].sum += value;
            means[i].count++;
        }
    }
    return true;
}

int boost_read(char *text, struct boost_times *ret_times, struct error *error)
{
    struct mean means[] = {{"boost csr graph", 0, 0},
                           {"boost adjacency_list", 0, 0}};
    char *rest = NULL;
    char *line = strtok_r(text, "\n", &rest);

    if (!line || strcmp(line, "contender,vertex,ms"))
        return error_set(error, -EINVAL,
                         "it does not print what tests/bench/boost_dijkstra of "
                         "this version does");
    while ((line = strtok_r(NULL, "\n", &rest))) {
        if (!read_line(line, means, 2))
            return error_set(error, -EINVAL, "line '%s' is no time", line);
    }
    if (!means[0].count || !means[1].count)
        return error_set(error, -EINVAL, "it has no times of Boost");
    *ret_times = (struct boost_times){
        .csr_ms = means[0].sum / means[0].count,
        .list_ms = means[1].sum / means[1].count,
    };
    return 0;
}

/* In the child process: executes the program. */
static void become(const char *program, char **arguments, int output)
{
    dup2(output, STDOUT_FILENO);
    execv(program, arguments);
    fprintf(stderr, "'%s': %s\n", program, strerror(errno));
    _exit(127);
}

/* Reads to the end, into a string. */
static char *read_all(int input)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    char piece[4096];
    ssize_t count;

    while (to && (count = read(input, piece, sizeof(piece))) > 0)
        fwrite(piece, 1, (size_t)count, to);
    return to && !memory_stream_close(to, &text) ? text : NULL;
}

static int judge(pid_t child, struct error *error)
{
    int status;

    if (waitpid(child, &status, 0) < 0)
        return error_errno(error, "wait");
    if (WIFEXITED(status) && !WEXITSTATUS(status))
        return 0;
    return WIFEXITED(status)
               ? error_set(error, -EIO,
                           "it ended with %d, for a reason that "
                           "it gave",
                           WEXITSTATUS(status))
               : error_set(error, -EIO, "it was ended by signal %d",
                           WTERMSIG(status));
}

/* Returns the program's output; the caller free()s it. */
static int call(const char *program, char **arguments, char **ret_text,
                struct error *error)
{
    char *text;
    pid_t child;
    int ends[2];
    int r;

    if (pipe2(ends, O_CLOEXEC))
        return error_errno(error, "pipe");
    fflush(stdout);
    child = fork();
    if (child == 0)
        become(program, arguments, ends[1]);
    close(ends[1]);
    if (child < 0) {
        r = error_errno(error, "fork");
        close(ends[0]);
        return r;
    }
    text = read_all(ends[0]);
    close(ends[0]);
    r = judge(child, error);
    if (!r && !text)
        r = error_no_memory(error);
    if (r)
        free(text);
    else
        *ret_text = text;
    return r;
}

/* Runs PROGRAM --csv MAP VERTEX... */
static int call_on(const char *program, const char *path,
                   const uint32_t *sources, uint32_t source_count,
                   char **ret_text, struct error *error)
{
    char **arguments = array_zero(source_count + 4, sizeof(*arguments));
    char(*vertex)[VERTEX_SIZE] = array_zero(source_count, sizeof(*vertex));
    int r;

    if (!arguments || !vertex) {
        r = error_no_memory(error);
    } else {
        arguments[0] = (char *)program;
        arguments[1] = (char *)"--csv";
        arguments[2] = (char *)path;
        for (uint32_t i = 0; i < source_count; i++) {
            snprintf(vertex[i], sizeof(vertex[i]), "%u", sources[i]);
            arguments[3 + i] = vertex[i];
        }
        r = call(program, arguments, ret_text, error);
    }
    free(vertex);
    free(arguments);
    return r;
}

static int write_temporary(const struct map *map, char path[TEMPORARY_SIZE],
                           struct error *error)
{
    const char *folder = getenv("TMPDIR");
    int file;

    snprintf(path, TEMPORARY_SIZE, "%s/relaxlab-XXXXXX",
             folder && *folder ? folder : "/tmp");
    file = mkstemp(path);
    if (file < 0)
        return error_errno(error, "make '%s'", path);
    close(file);
    return map_write(map, path, error);
}

int boost_check(const char *program, struct error *error)
{
    struct stat status;

    if (stat(program, &status))
        return error_errno(error,
                           "find the program '%s' of --boost, which 'ninja "
                           "-C build tests/bench/boost_dijkstra' makes",
                           program);
    if (!S_ISREG(status.st_mode))
        return error_set(error, -EACCES, "'%s' of --boost is no program",
                         program);
    if (access(program, X_OK))
        return error_errno(error, "run the program '%s' of --boost", program);
    return 0;
}

int boost_run(const char *program, const struct growth_map *map,
              const uint32_t *sources, uint32_t source_count,
              struct boost_times *ret_times, struct error *error)
{
    char path[TEMPORARY_SIZE] = "";
    char *text = NULL;
    int r = map->path ? 0 : write_temporary(map->map, path, error);

    if (!r)
        r = call_on(program, map->path ? map->path : path, sources,
                    source_count, &text, error);
    if (!r)
        r = boost_read(text, ret_times, error);
    if (r)
        error_prefix(error, "'%s' on %s", program, map->name);
    if (*path)
        unlink(path);
    free(text);
    return r;
}
