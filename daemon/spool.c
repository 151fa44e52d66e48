/* spool: a folder, a thread, and a change for each file. */
#include "daemon/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "api/v1/weight_body.h"
#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/log.h"
#include "core/base/parallel.h"

enum { RETRY_MS = 5000, NAME_SIZE = NAME_MAX + 1 };

/* What a report's name, and that of its unfinished file, has besides. */
enum { REPORT_EXTRA = 16 };

struct spool {
    char *directory; /* owned */
    struct living *living;
    const struct runtime_limits *limits;
    int watch; /* of inotify */
    int stop;  /* an eventfd */
    pthread_t thread;
};

/* A file on its way. */
struct taking {
    struct spool *spool;
    char name[NAME_SIZE];
    struct stat status;
    char map[MAP_NAME_SIZE];
    bool is_csv;
    struct change_request request;
    struct problem problem; /* why it is refused */

    pthread_mutex_t lock;
    pthread_cond_t news;
    bool done;
};

static bool join(const struct spool *spool, const char *folder,
                 const char *name, const char *suffix, char ret_path[PATH_MAX])
{
    int length = snprintf(ret_path, PATH_MAX, "%s/%s%s%s", spool->directory,
                          folder, name, suffix);

    return length < PATH_MAX;
}

/* ---- What a name says ---------------------------------------------------- */

/* Cuts ".WORD" off the end of the name. */
static bool cut_word(char *name, const char *word)
{
    size_t length = strlen(name);
    size_t end = strlen(word);

    if (length < end + 2 || name[length - end - 1] != '.' ||
        strcmp(name + length - end, word) != 0)
        return false;
    name[length - end - 1] = '\0';
    return true;
}

static bool read_collection(char *name, struct weight_change *change)
{
    char *dot;

    change->kind = WEIGHT_SEGMENTS;
    while (change->kind < WEIGHT_KINDS &&
           !cut_word(name, weight_kind_names[change->kind]))
        change->kind++;
    if (change->kind == WEIGHT_KINDS)
        return false;
    if (change->kind == WEIGHT_ARCS)
        return true;
    dot = strrchr(name, '.');
    if (!dot || strlen(dot + 1) >= sizeof(change->profile))
        return false;
    strcpy(change->profile, dot + 1);
    *dot = '\0';
    return true;
}

/* 0, or -EINVAL with the problem. */
static int read_name(struct taking *taking)
{
    struct weight_change *change = &taking->request.change;
    char name[NAME_SIZE];
    const char *map;

    if (strlen(taking->name) > NAME_MAX - REPORT_EXTRA)
        return problem_set(&taking->problem, PROBLEM_PARAMETER,
                           "the name is longer than %d bytes",
                           NAME_MAX - REPORT_EXTRA);
    strcpy(name, taking->name);
    cut_word(name, "gz"); /* the first bytes say it */
    taking->is_csv = cut_word(name, "csv");
    if (taking->is_csv || cut_word(name, "json")) {
        change->operation = cut_word(name, "put") ? CHANGE_PUT : CHANGE_PATCH;
        if (read_collection(name, change)) {
            map = strrchr(name, '@');
            map = map ? map + 1 : name;
            if (*map && strlen(map) < sizeof(taking->map)) {
                strcpy(taking->map, map);
                return 0;
            }
        }
    }
    problem_set(&taking->problem, PROBLEM_PARAMETER,
                "the name '%.200s' does not say what the file is",
                taking->name);
    return problem_mend(&taking->problem,
                        "name it [ORDER@]MAP.PROFILE.segments.csv, "
                        "...turns.csv or [ORDER@]MAP.arcs.csv");
}

/* ---- Its contents -------------------------------------------------------- */

/* The same for the same file, however often it is read, until it is moved. */
static void make_key(struct taking *taking)
{
    struct weight_change *change = &taking->request.change;
    XXH3_state_t *state = XXH3_createState();
    int64_t when[2] = {taking->status.st_ctim.tv_sec,
                       taking->status.st_ctim.tv_nsec};
    XXH128_hash_t hash;

    if (!state)
        return;
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, taking->name, strlen(taking->name) + 1);
    XXH3_128bits_update(state, when, sizeof(when));
    XXH3_128bits_update(state, change->text, change->text_bytes);
    hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    snprintf(change->key, sizeof(change->key), "spool-%016jx%016jx",
             (uintmax_t)hash.high64, (uintmax_t)hash.low64);
}

static int read_bytes(int fd, struct weight_change *change, size_t size,
                      struct error *error)
{
    change->text = malloc(size + 1);
    if (!change->text)
        return error_no_memory(error);
    while (change->text_bytes < size) {
        ssize_t count = read(fd, (char *)change->text + change->text_bytes,
                             size - change->text_bytes);

        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error_errno(error, "read it");
        if (!count)
            break;
        change->text_bytes += (size_t)count;
    }
    return 0;
}

/* 0, -EINVAL with the problem, or another code with words. */
static int read_file(struct taking *taking, int fd, const struct limits *limits,
                     struct error *error)
{
    struct weight_change *change = &taking->request.change;
    int r;

    if (!taking->status.st_size)
        return problem_set(&taking->problem, PROBLEM_PARAMETER,
                           "the file is empty");
    if ((uint64_t)taking->status.st_size > limits->weights_body_max_bytes)
        return problem_set(&taking->problem, PROBLEM_LONG_BODY,
                           "it has %jd bytes, more than the %ju of "
                           "weights.body-max-bytes",
                           (intmax_t)taking->status.st_size,
                           (uintmax_t)limits->weights_body_max_bytes);
    r = read_bytes(fd, change, (size_t)taking->status.st_size, error);
    if (r)
        return r;
    make_key(taking);
    change->text_gzip =
        change->text_bytes > 1 && !memcmp(change->text, "\x1f\x8b", 2);
    r = weight_body_read(change, taking->is_csv,
                         (size_t)limits->weights_text_max_bytes,
                         &taking->problem);
    weight_change_digest(change);
    return r;
}

static int refuse_unreadable(struct taking *taking)
{
    problem_set(&taking->problem, PROBLEM_PARAMETER,
                "relaxd may not read the file");
    return problem_mend(&taking->problem, "let relaxd's user read it: chmod");
}

static int read_change(struct taking *taking, struct error *error)
{
    char path[PATH_MAX];
    int r = read_name(taking);
    int fd = -1;

    if (!r && !join(taking->spool, "", taking->name, "", path))
        r = -ENAMETOOLONG;
    if (!r) {
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd < 0 && (errno == EACCES || errno == EPERM))
            r = refuse_unreadable(taking);
        else if (fd < 0 || fstat(fd, &taking->status))
            r = error_errno(error, "open it");
    }
    if (!r)
        r = read_file(taking, fd, limits_now(taking->spool->limits), error);
    if (fd >= 0)
        close(fd);
    if (r != -EINVAL || taking->problem.kind != PROBLEM_FAILED)
        return r;
    return error_set(error, -ENOMEM, "%s", taking->problem.detail);
}

/* ---- The change ---------------------------------------------------------- */

static void done(struct change_request *request)
{
    struct taking *taking = request->context;

    pthread_mutex_lock(&taking->lock);
    taking->done = true;
    pthread_cond_signal(&taking->news);
    pthread_mutex_unlock(&taking->lock);
}

static void submit(struct taking *taking)
{
    taking->request.map = taking->map;
    taking->request.done = done;
    taking->request.context = taking;
    living_submit(taking->spool->living, &taking->request);
    pthread_mutex_lock(&taking->lock);
    while (!taking->done)
        pthread_cond_wait(&taking->news, &taking->lock);
    pthread_mutex_unlock(&taking->lock);
}

static bool is_in_force(const struct taking *taking)
{
    return taking->done && (taking->request.outcome == CHANGED_OK ||
                            taking->request.outcome == CHANGED_BEFORE);
}

/* What may work later. */
static bool may_work(const struct taking *taking)
{
    return taking->request.outcome == CHANGED_NO_SPACE ||
           taking->request.outcome == CHANGED_LOST ||
           taking->request.outcome == CHANGED_UNKNOWN ||
           taking->request.outcome == CHANGED_STOPPING ||
           taking->request.outcome == CHANGED_FAILED;
}

/* ---- Afterwards ---------------------------------------------------------- */

static void write_report(const struct taking *taking,
                         struct json_writer *writer)
{
    json_begin_object(writer);
    if (is_in_force(taking)) {
        weight_body_put_answer(writer, &taking->request);
    } else {
        problem_write_members(&taking->problem, taking->name, writer);
        weight_body_put_unmatched(writer, &taking->request);
    }
    json_end_object(writer);
}

/* Somebody may have removed them. */
static int make_folder(const struct spool *spool, const char *folder,
                       struct error *error)
{
    char path[PATH_MAX];

    return join(spool, folder, "", "", path)
               ? folder_make(path, error)
               : error_set(error, -ENAMETOOLONG, "its path is too long");
}

/* The report first: a file that has moved has one, unless its name is too long
 * for that. */
static int move(const struct taking *taking, const char *folder,
                struct error *error)
{
    struct json_writer writer;
    char from[PATH_MAX], to[PATH_MAX], report[PATH_MAX];
    int r = 0;

    if (!join(taking->spool, "", taking->name, "", from) ||
        !join(taking->spool, folder, taking->name, "", to) ||
        !join(taking->spool, folder, taking->name, ".json", report))
        return error_set(error, -ENAMETOOLONG, "its path is too long");
    r = make_folder(taking->spool, folder, error);
    json_writer_init(&writer);
    write_report(taking, &writer);
    if (writer.failed)
        r = error_no_memory(error);
    else if (!r && strlen(taking->name) <= NAME_MAX - REPORT_EXTRA)
        r = atomic_file_put(report, writer.text, writer.length, error);
    json_writer_finish(&writer);
    if (!r && rename(from, to))
        r = error_errno(error, "move it to '%s'", to);
    return r;
}

static void log_taken(const struct taking *taking)
{
    const struct change_request *request = &taking->request;

    if (is_in_force(taking))
        log_info("weights.spool: '%s': %zu of %zu rows match, in force as "
                 "epoch %ju of map %s",
                 taking->name, request->matched,
                 request->matched + request->unmatched,
                 (uintmax_t)request->epoch, taking->map);
    else
        log_warning("weights.spool: '%s' is refused: %s", taking->name,
                    taking->problem.detail);
}

/* Whether the file has gone from the folder. */
static bool take(struct taking *taking)
{
    struct error error = {""};
    int r = read_change(taking, &error);

    if (r == -ENOENT)
        return true;
    if (!r) {
        submit(taking);
        if (!is_in_force(taking) && may_work(taking)) {
            error = taking->request.error;
            r = -EAGAIN;
        } else if (!is_in_force(taking)) {
            weight_body_refusal(&taking->request, &taking->problem);
        }
    }
    if (!r || r == -EINVAL)
        r = move(taking, is_in_force(taking) ? "done/" : "refused/", &error);
    if (r)
        log_warning("weights.spool: '%s' stays, and is tried again: %s",
                    taking->name, error.text);
    else
        log_taken(taking);
    return !r;
}

static bool take_name(struct spool *spool, const char *name)
{
    struct taking *taking = calloc(1, sizeof(*taking));
    bool taken = false;

    if (!taking)
        return false;
    taking->spool = spool;
    strcpy(taking->name, name);
    pthread_mutex_init(&taking->lock, NULL);
    pthread_cond_init(&taking->news, NULL);
    taken = take(taking);
    weight_change_finish(&taking->request.change);
    change_request_finish(&taking->request);
    pthread_mutex_destroy(&taking->lock);
    pthread_cond_destroy(&taking->news);
    free(taking);
    return taken;
}

/* ---- The folder ---------------------------------------------------------- */

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name);

    return length >= strlen(end) && !strcmp(name + length - strlen(end), end);
}

/* scandir() has no context: whether it is a file is asked later. */
static int is_candidate(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && !ends_with(entry->d_name, ".tmp") &&
           !ends_with(entry->d_name, ".part");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool is_regular(const struct spool *spool, const char *name)
{
    struct stat status;
    char path[PATH_MAX];

    return join(spool, "", name, "", path) && !lstat(path, &status) &&
           S_ISREG(status.st_mode);
}

static bool stops(const struct spool *spool)
{
    struct pollfd stop = {.fd = spool->stop, .events = POLLIN};

    return poll(&stop, 1, 0) > 0;
}

/* False: something stays, and is to be tried again. What comes after it waits,
 * too: later files may build on it. */
static bool take_all(struct spool *spool)
{
    struct dirent **entry;
    int count = scandir(spool->directory, &entry, is_candidate, by_name);
    bool all = count >= 0;

    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name;

        if (all && !stops(spool) && is_regular(spool, name))
            all = take_name(spool, name);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    else
        log_warning("weights.spool: folder '%s' cannot be read: %s",
                    spool->directory, strerror(errno));
    return all;
}

/* Watches the folder that has the name now, which may have taken the place of
 * one that was moved away. */
static bool watch_folder(const struct spool *spool)
{
    return inotify_add_watch(spool->watch, spool->directory,
                             IN_MOVED_TO | IN_CLOSE_WRITE | IN_MOVE_SELF |
                                 IN_DELETE_SELF | IN_ONLYDIR) >= 0;
}

static void *run(void *argument)
{
    struct spool *spool = argument;
    char events[4096];

    while (!stops(spool)) {
        struct pollfd fds[] = {{.fd = spool->stop, .events = POLLIN},
                               {.fd = spool->watch, .events = POLLIN}};
        int timeout_ms;

        while (read(spool->watch, events, sizeof(events)) > 0)
            continue;
        timeout_ms = watch_folder(spool) && take_all(spool) ? -1 : RETRY_MS;
        poll(fds, 2, timeout_ms);
    }
    return NULL;
}

/* ---- Life ---------------------------------------------------------------- */

static void destroy(struct spool *spool)
{
    if (spool->watch >= 0)
        close(spool->watch);
    if (spool->stop >= 0)
        close(spool->stop);
    free(spool->directory);
    free(spool);
}

static int look_at(const char *directory, struct stat *ret_status,
                   struct error *error)
{
    int r = stat(directory, ret_status);

    if (!r && S_ISDIR(ret_status->st_mode))
        return 0;
    errno = r ? errno : ENOTDIR;
    return error_errno(error, "open folder '%s'", directory);
}

int spool_check(const char *directory, struct error *error)
{
    struct stat status;

    return look_at(directory, &status, error);
}

static int open_folder(struct spool *spool, struct error *error)
{
    struct stat status;
    int r = look_at(spool->directory, &status, error);

    if (r)
        return r;
    if (status.st_mode & S_IWOTH)
        log_warning("weights.spool: everybody on this machine may write to "
                    "'%s', and so change weights: chmod o-w",
                    spool->directory);
    for (int i = 0; i < 2; i++) {
        if (make_folder(spool, i ? "done" : "refused", error))
            return -EACCES;
    }
    return watch_folder(spool)
               ? 0
               : error_errno(error, "watch folder '%s'", spool->directory);
}

int spool_start(const char *directory, struct living *living,
                const struct runtime_limits *limits, struct spool **ret_spool,
                struct error *error)
{
    struct spool *spool = calloc(1, sizeof(*spool));
    int r = 0;

    if (!spool)
        return error_no_memory(error);
    *spool = (struct spool){
        .directory = strdup(directory),
        .living = living,
        .limits = limits,
        .watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK),
        .stop = eventfd(0, EFD_CLOEXEC),
    };
    if (!spool->directory)
        r = error_no_memory(error);
    else if (spool->watch < 0 || spool->stop < 0)
        r = error_errno(error, "watch folders");
    else
        r = open_folder(spool, error);
    if (!r && thread_start(&spool->thread, "spool", run, spool))
        r = error_set(error, -EAGAIN, "its thread cannot be started");
    if (r) {
        destroy(spool);
        error_prefix(error, "weights.spool");
        return r;
    }
    *ret_spool = spool;
    return 0;
}

void spool_stop(struct spool *spool)
{
    uint64_t one = 1;

    if (!spool)
        return;
    while (write(spool->stop, &one, sizeof(one)) < 0 && errno == EINTR)
        continue;
    pthread_join(spool->thread, NULL);
    destroy(spool);
}
