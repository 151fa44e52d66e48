/* Boost's Dijkstra: a child process, whose output is read and averaged. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "lab/paper/paper.h"

enum { TEMPORARY_SIZE = 4096 };

/* The mean over one contender's lines. */
struct mean {
    const char *contender;
    double sum;
    unsigned count;
};

/* Whether it could parse a line "contender,vertex,ms". */
static bool read_line(const char *line, struct mean *means, size_t mean_count)
{
    char contender[64];
    double ms;
    int end = 0;

    if (sscanf(line, "%63[^,],%*[^,],%lf%n", contender, &ms, &end) != 2 ||
        line[end] || !(ms >= 0))
        return false;
    for (size_t i = 0; i < mean_count; i++) {
        if (!strcmp(contender, means[i].contender)) {
            means[i].sum += ms;
            means[i].count++;
        }
    }
    return true;
}

/* Reads to the end, also after the first line that is wrong, so that the
 * program can go on. */
static int read_times(FILE *from, double ret_ms[2], struct error *error)
{
    struct mean means[] = {{"boost csr graph", 0, 0},
                           {"boost adjacency_list", 0, 0}};
    char *line = NULL;
    size_t size = 0;
    int r = 0;

    for (size_t i = 0; getline(&line, &size, from) > 0; i++) {
        line[strcspn(line, "\n")] = '\0';
        if (!r && !i && strcmp(line, "contender,vertex,ms"))
            r = error_set(error, -EINVAL,
                          "it does not print what tests/bench/boost_dijkstra "
                          "of this version does");
        else if (!r && i && !read_line(line, means, 2))
            r = error_set(error, -EINVAL, "line '%s' is not a time", line);
    }
    free(line);
    if (r)
        return r;
    if (!means[0].count || !means[1].count)
        return error_set(error, -EINVAL, "it has no times of Boost");
    for (int i = 0; i < 2; i++)
        ret_ms[i] = means[i].sum / means[i].count;
    return 0;
}

/* Runs the command and reads its output. Its own failure is the reason given,
 * if it failed. */
static int call(const char *command, double ret_ms[2], struct error *error)
{
    struct error reading;
    FILE *from = popen(command, "re");
    int status;
    int r;

    if (!from)
        return error_errno(error, "start it");
    r = read_times(from, ret_ms, &reading);
    status = pclose(from);
    if (status < 0)
        return error_errno(error, "wait");
    if (WIFSIGNALED(status))
        return error_set(error, -EIO, "it was ended by signal %d",
                         WTERMSIG(status));
    if (status)
        return error_set(error, -EIO,
                         "it ended with %d, for a reason that it gave",
                         WEXITSTATUS(status));
    return r ? error_set(error, r, "%s", reading.text) : 0;
}

/* Writes a word as the shell quotes it. */
static void put_word(const char *word, FILE *to)
{
    fputs(" '", to);
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\'", to);
        fputc(*word, to);
    }
    fputc('\'', to);
}

/* Runs PROGRAM --csv MAP VERTEX... */
static int call_on(const char *program, const char *path,
                   const uint32_t *sources, uint32_t source_count,
                   double ret_ms[2], struct error *error)
{
    char *command = NULL;
    size_t size;
    FILE *to = open_memstream(&command, &size);
    int r;

    if (!to)
        return error_no_memory(error);
    fputs("exec", to);
    put_word(program, to);
    fputs(" --csv", to);
    put_word(path, to);
    for (uint32_t i = 0; i < source_count; i++)
        fprintf(to, " %u", sources[i]);
    r = memory_stream_close(to, &command) ? error_no_memory(error)
                                          : call(command, ret_ms, error);
    free(command);
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
        return error_set(error, -EACCES, "'%s' of --boost is not a program",
                         program);
    if (access(program, X_OK))
        return error_errno(error, "run the program '%s' of --boost", program);
    return 0;
}

int boost_run(const char *program, const struct study_map *map,
              const uint32_t *sources, uint32_t source_count, double ret_ms[2],
              struct error *error)
{
    char path[TEMPORARY_SIZE] = "";
    int r = map->path ? 0 : write_temporary(map->map, path, error);

    if (!r)
        r = call_on(program, map->path ? map->path : path, sources,
                    source_count, ret_ms, error);
    if (r)
        error_prefix(error, "'%s' on %s", program, map->name);
    if (*path)
        unlink(path);
    return r;
}
