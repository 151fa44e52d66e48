/* tile_store: tiles of all maps, drawn once and kept as long as there is room.
 */
#ifndef RELAXD_API_TILE_TILE_STORE_H
#define RELAXD_API_TILE_TILE_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/engine/registry.h"
#include "core/service/tile/tile_frame.h"

/* ---- The cache ----------------------------------------------------------- */

/* A blob is counted: a holder may send it long after the cache has let it
 * go. The cache has no lock; its owner has. Blobs may be released on any
 * thread. */

enum { TILE_ETAG_SIZE = 24 };

struct tile_blob {
    atomic_uint holders;
    uint8_t *bytes; /* [length] */
    size_t length;
    char etag[TILE_ETAG_SIZE]; /* of what it says, in whatever coding */
};

struct tile_blob *tile_blob_hold(struct tile_blob *blob);
void tile_blob_release(struct tile_blob *blob); /* NULL is fine */

/* What a cached tile is of. */
struct tile_cache_key {
    uint64_t map;
    struct tile_id id;
    bool packed; /* by gzip */
};

struct tile_cache;

/* Holds blobs of `bytes_max` bytes, with what keeping them takes. NULL: no
 * memory. */
struct tile_cache *tile_cache_create(size_t bytes_max);
void tile_cache_destroy(struct tile_cache *cache); /* NULL is fine */

/* Held for the caller; NULL: it is not there. */
struct tile_blob *tile_cache_find(struct tile_cache *cache,
                                  const struct tile_cache_key *key);

/* Keeps it, if memory allows; what the key had before goes. */
void tile_cache_keep(struct tile_cache *cache, const struct tile_cache_key *key,
                     struct tile_blob *blob);

/* Holds so much from now on, and forgets what is too much. */
void tile_cache_resize(struct tile_cache *cache, size_t bytes_max);

/* Forgets all of one map. */
void tile_cache_forget(struct tile_cache *cache, uint64_t map);

/* The most that it may hold. */
size_t tile_cache_bytes_max(const struct tile_cache *cache);

/* Bytes that are held now. */
size_t tile_cache_bytes(const struct tile_cache *cache);

/* ---- The store ----------------------------------------------------------- */

/* What drawing needs of a map (tile_index.h) is made when its first tile is
 * drawn. A map that was replaced is let go of then, too, or sooner. Any thread;
 * drawing takes milliseconds, and a map's first tile up to seconds on a
 * country, so it is for the pool. */

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
