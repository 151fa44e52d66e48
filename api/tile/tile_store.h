/* tile_store: tiles of all maps: drawn once, kept as long as there is room.
 *
 * What drawing needs of a map (tile_index.h) is made when its first tile is
 * drawn. A map that was replaced is let go of then, too, or sooner. Any thread;
 * drawing takes milliseconds, and a map's first tile up to seconds on a
 * country, so it is for the pool. */
#ifndef RELAXD_API_TILE_TILE_STORE_H
#define RELAXD_API_TILE_TILE_STORE_H

#include "api/tile/tile_cache.h"
#include "core/base/error.h"
#include "core/engine/registry.h"

struct tile_store;

/* The registry outlives it, and all its maps are released with it. */
int tile_store_create(struct registry *registry, size_t cache_bytes,
                      struct tile_store **ret_store, struct error *error);
void tile_store_destroy(struct tile_store *store); /* NULL is fine */

/* How much it keeps from now on. */
void tile_store_set_bytes(struct tile_store *store, size_t cache_bytes);

/* Lets go of maps that were replaced or removed, and of their tiles, but for
 * maps that are being drawn: false, there are some, ask again. */
bool tile_store_forget(struct tile_store *store);

/* A tile that was drawn already; the caller's to release. NULL: it was not. */
struct tile_blob *tile_store_find(struct tile_store *store,
                                  struct map_entry *entry, struct tile_id id,
                                  bool packed);

struct tile_figures {
    uint64_t hits;   /* tiles asked for that were drawn already, ever */
    uint64_t misses; /* those that were not */
    size_t bytes;    /* kept now */
    size_t bytes_max;
};
void tile_store_read(struct tile_store *store,
                     struct tile_figures *ret_figures);

/* Draws it; `entry` is pinned by the caller and has roads. 0 or -ENOMEM, with
 * words. */
int tile_store_draw(struct tile_store *store, struct map_entry *entry,
                    struct tile_id id, bool packed, struct tile_blob **ret_blob,
                    struct error *error);

#endif
