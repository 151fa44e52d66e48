/* wiring: builds everything below HTTP from the settings. */
#ifndef RELAXD_DAEMON_WIRING_H
#define RELAXD_DAEMON_WIRING_H

#include "api/http/http_figures.h"
#include "api/http/reload_note.h"
#include "api/http/token.h"
#include "api/tile/tile_store.h"
#include "config/settings.h"
#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/base/pool.h"
#include "core/engine/engine.h"
#include "core/engine/living.h"
#include "core/engine/registry.h"
#include "core/service/service.h"
#include "core/solver/catalog.h"
#include "daemon/map_set.h"
#include "gpu/gpu.h"

enum { WIRING_DEVICES_MAX = GPU_DEVICES_MAX + 1 };

struct wiring {
    struct catalog catalog;
    struct device gpus[GPU_DEVICES_MAX];
    const struct device *devices[WIRING_DEVICES_MAX]; /* in use, CPU first */
    size_t device_count;
    struct solver_setting *options; /* [the settings' option_count] */
    struct error gpu_words;         /* why no GPU is used; empty: one is */
    struct map_set maps;            /* served now */
    struct registry *registry;
    struct time_zones *zones; /* for conditions */
    struct living *living;
    struct spool *spool; /* NULL: none */
    struct feed *feed;   /* NULL: none */
    struct token token;  /* for changes of weights; "": there is none */
    struct engine *engine;
    struct service *service;
    struct tile_store *tiles;
    struct http_figures http_figures;
    struct runtime_limits limits;
    struct reload_note reloads;
    struct import_watch *import_watch; /* the reload's; NULL: there is none */
    struct pool *pool;                 /* for tasks too long for a loop */
};

/* Finds devices, opens and prepares the maps, starts the workers. The wiring
 * must not move afterwards. On failure there is nothing to destroy. -EINVAL,
 * -ENOENT, -EACCES: settings or maps are wrong; another try would fail too. */
int wiring_create(const struct settings *settings, struct wiring *wiring,
                  struct error *error);

/* --check-config: checks maps, profiles, solvers and their options, and adds to
 * `mistakes` whatever keeps relaxd from serving until the operator fixes it.
 * Opens files but reads little more than their heads, imports nothing and looks
 * for no GPU. */
void wiring_check(const struct settings *settings, struct mistakes *mistakes);

/* Whether weights may be changed anywhere. */
bool wiring_may_change(const struct settings *settings);

/* Reads the engine's settings that a reload may change, with the checks of a
 * start. */
int wiring_read_change(const struct settings *settings,
                       const struct wiring *wiring,
                       struct engine_change **ret_change, struct error *error);

/* Reads the measurements of 'relaxctl tune' for the map on each device, before
 * the map is served. A damaged file costs speed, not answers; the log warns of
 * it. */
void wiring_learn(const struct wiring *wiring, struct map_entry *entry);

/* Answers everything admitted, ends the workers, frees everything. */
void wiring_destroy(struct wiring *wiring);

#endif
