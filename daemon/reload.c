/* reload: settings and maps read anew while relaxd serves. */
#include "daemon/reload.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/log.h"
#include "core/base/thread.h"
#include "daemon/map_watch.h"
#include "daemon/reloader.h"
#include "daemon/status_line.h"

enum {
    DRAIN_MS = 50, /* between looks at what is asked no more */
    END_MS = 2000, /* how long an end waits for a reload */
};

/* What is asked for; one is done before the other. Folders are watched before
 * files are looked at, so that nothing is missed between the two. */
enum {
    ASKED_ALL = 1,
    ASKED_PLACES = 2,
    ASKED_CHANGED = 4,
};

struct reload {
    struct reloader reloader; /* the thread's */
    struct wiring *wiring;
    struct status_line *status_line; /* the loop's */
    struct map_watch watch;          /* the loop's */
    uv_async_t done;
    bool announced; /* the loop's: to systemd, that it reloads */
    bool changed;   /* the loop's: files may be others, to be looked at once
                       folders are watched */
    uint64_t told;  /* the loop's: reloads whose end systemd knows */
    pthread_t thread;
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t news;  /* for the thread, and that it ended */
    unsigned asked;
    bool busy;
    bool found;               /* places, which are not watched yet */
    struct map_places places; /* to be watched */
    bool ending;
    bool ended;
};

/* ---- The thread ---------------------------------------------------------- */

static struct timespec in_ms(long ms)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += ms / 1000;
    at.tv_nsec += ms % 1000 * 1000000;
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

/* Under the lock. Returns one of what is asked, or 0 when it is time to look
 * for what is asked no more, or to end. */
static unsigned await_work(struct reload *reload, bool drained)
{
    struct timespec until = in_ms(DRAIN_MS);
    unsigned one;
    int r = 0;

    while (!reload->asked && !reload->ending && !r)
        r = drained
                ? pthread_cond_wait(&reload->news, &reload->lock)
                : pthread_cond_timedwait(&reload->news, &reload->lock, &until);
    one = reload->asked & -reload->asked; /* its lowest bit */
    reload->asked &= ~one;
    reload->busy = one;
    return reload->ending ? 0 : one;
}

/* For the loop. */
static void find_places(struct reload *reload)
{
    struct map_places places;

    if (reloader_find_places(&reload->reloader, &places)) {
        log_warning("files of maps are watched where they were: out of memory");
        return;
    }
    pthread_mutex_lock(&reload->lock);
    map_places_finish(&reload->places);
    reload->places = places;
    reload->found = true;
    pthread_mutex_unlock(&reload->lock);
}

static void work(struct reload *reload, unsigned what)
{
    if (what == ASKED_ALL)
        reloader_run(&reload->reloader);
    if (what == ASKED_ALL || what == ASKED_PLACES)
        find_places(reload);
    else if (what)
        reloader_run_changed(&reload->reloader);
}

static void *reload_main(void *argument)
{
    struct reload *reload = argument;
    bool drained = true;

    pthread_mutex_lock(&reload->lock);
    while (!reload->ending) {
        unsigned what = await_work(reload, drained);

        pthread_mutex_unlock(&reload->lock);
        work(reload, what);
        drained = reloader_drain(&reload->reloader);
        pthread_mutex_lock(&reload->lock);
        reload->busy = false;
        if (what && !reload->ending)
            uv_async_send(&reload->done);
    }
    reload->ended = true;
    pthread_cond_broadcast(&reload->news);
    pthread_mutex_unlock(&reload->lock);
    return NULL;
}

/* ---- The loop ------------------------------------------------------------ */

static void ask(struct reload *reload, unsigned what)
{
    pthread_mutex_lock(&reload->lock);
    reload->asked |= what;
    pthread_cond_broadcast(&reload->news);
    pthread_mutex_unlock(&reload->lock);
}

void reload_ask(struct reload *reload)
{
    status_line_reloading(reload->status_line);
    reload->announced = true;
    log_info("signal to reload: reading settings and maps anew");
    ask(reload, ASKED_ALL);
}

/* Folders may be others under the same names. */
static void on_changed(void *context)
{
    struct reload *reload = context;

    reload->changed = true;
    ask(reload, ASKED_PLACES);
}

/* What happened before the folders were watched nobody told. */
static void watch_places(struct reload *reload)
{
    struct map_places places;
    bool found;

    pthread_mutex_lock(&reload->lock);
    found = reload->found;
    places = reload->places;
    reload->found = false;
    reload->places = (struct map_places){.path = NULL};
    pthread_mutex_unlock(&reload->lock);
    if (found) {
        map_watch_set(&reload->watch, &places);
        if (!reload->changed)
            map_watch_look(&reload->watch);
    }
    map_places_finish(&places);
    if (reload->changed)
        ask(reload, ASKED_CHANGED);
    reload->changed = false;
}

static void tell_systemd(struct reload *reload)
{
    struct reload_state state = reload_note_get(&reload->wiring->reloads);

    if (reload->announced)
        status_line_ready(reload->status_line);
    else if (reload->told != state.done + state.failed)
        status_line_tell(reload->status_line);
    reload->told = state.done + state.failed;
}

static void on_done(uv_async_t *done)
{
    struct reload *reload = done->data;
    bool more;

    pthread_mutex_lock(&reload->lock);
    more = reload->busy || reload->asked;
    pthread_mutex_unlock(&reload->lock);
    if (more)
        return; /* comes again */
    tell_systemd(reload);
    reload->announced = false;
    watch_places(reload);
}

/* ---- Start and end ------------------------------------------------------- */

static void init_lock(struct reload *reload)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&reload->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&reload->news, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void reload_free(struct reload *reload)
{
    reloader_finish(&reload->reloader);
    map_places_finish(&reload->places);
    pthread_cond_destroy(&reload->news);
    pthread_mutex_destroy(&reload->lock);
    free(reload);
}

static struct reload *reload_create(const struct reload_source *source,
                                    struct wiring *wiring)
{
    struct reload *reload = calloc(1, sizeof(*reload));

    if (!reload)
        return NULL;
    reloader_init(&reload->reloader, source->argc, source->argv,
                  source->settings, wiring);
    reload->wiring = wiring;
    reload->status_line = source->status_line;
    init_lock(reload);
    return reload;
}

int reload_start(const struct reload_source *source, struct wiring *wiring,
                 uv_loop_t *loop, struct reload **ret_reload,
                 struct error *error)
{
    struct reload *reload = reload_create(source, wiring);
    int r;

    if (!reload)
        return error_no_memory(error);
    r = uv_async_init(loop, &reload->done, on_done);
    if (r) {
        reload_free(reload);
        return error_set(error, r, "event loop: %s", uv_strerror(r));
    }
    reload->done.data = reload;
    r = thread_start(&reload->thread, "reload", reload_main, reload);
    if (r) {
        uv_close((uv_handle_t *)&reload->done, NULL);
        uv_run(loop, UV_RUN_NOWAIT);
        reload_free(reload);
        errno = -r;
        return error_errno(error, "start the thread for reloads");
    }
    map_watch_init(&reload->watch, loop, on_changed, reload);
    ask(reload, ASKED_PLACES);
    *ret_reload = reload;
    return 0;
}

void reload_close(struct reload *reload)
{
    pthread_mutex_lock(&reload->lock);
    reload->ending = true;
    pthread_cond_broadcast(&reload->news);
    pthread_mutex_unlock(&reload->lock);
    map_watch_close(&reload->watch);
    uv_close((uv_handle_t *)&reload->done, NULL);
}

bool reload_end(struct reload *reload)
{
    struct timespec until = in_ms(END_MS);
    bool ended;
    int r = 0;

    if (!reload)
        return true;
    pthread_mutex_lock(&reload->lock);
    while (!reload->ended && !r)
        r = pthread_cond_timedwait(&reload->news, &reload->lock, &until);
    ended = reload->ended;
    pthread_mutex_unlock(&reload->lock);
    if (!ended)
        return false;
    pthread_join(reload->thread, NULL);
    reload_free(reload);
    return true;
}
