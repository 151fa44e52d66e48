/* tile_store: draws tiles of all maps, and caches them. */
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

/* Blobs are reference-counted: a holder may still send one long after the cache
 * has dropped it. The cache has no lock; its owner locks. Blobs may be released
 * on any thread. */

enum { TILE_ETAG_SIZE = 24 };

struct tile_blob {
    atomic_uint holders;
    uint8_t *bytes; /* [length] */
    size_t length;
    char etag[TILE_ETAG_SIZE]; /* hash of the tile, the same in any coding */
    uint64_t epoch;            /* of the weights that it shows */
};

struct tile_blob *tile_blob_hold(struct tile_blob *blob);
void tile_blob_release(struct tile_blob *blob); /* NULL is fine */

/* What identifies a cached tile. */
struct tile_cache_key {
    uint64_t map;
    struct tile_id id;
    bool packed; /* with gzip */
};

struct tile_cache;

/* A cache of up to `bytes_max` bytes, its own overhead included. NULL: out of
 * memory. */
struct tile_cache *tile_cache_create(size_t bytes_max);
void tile_cache_destroy(struct tile_cache *cache); /* NULL is fine */

/* A reference for the caller; NULL: not cached. */
struct tile_blob *tile_cache_find(struct tile_cache *cache,
                                  const struct tile_cache_key *key);

/* Caches the blob if memory allows; replaces the key's previous blob. */
void tile_cache_keep(struct tile_cache *cache, const struct tile_cache_key *key,
                     struct tile_blob *blob);

/* Sets a new limit, and drops blobs beyond it. */
void tile_cache_resize(struct tile_cache *cache, size_t bytes_max);

/* Drops all tiles of one map. */
void tile_cache_forget(struct tile_cache *cache, uint64_t map);

/* The limit. */
size_t tile_cache_bytes_max(const struct tile_cache *cache);

/* Bytes cached now. */
size_t tile_cache_bytes(const struct tile_cache *cache);

/* ---- The store ----------------------------------------------------------- */

/* The store builds a map's index (tile_index.h) when it draws the map's first
 * tile. It releases replaced maps then, too, or earlier. Any thread; drawing
 * takes milliseconds, a map's first tile up to seconds for a country, so call
 * it on the pool. */

struct tile_store;

/* The registry must outlive the store. Destroying the store releases all its
 * maps. */
int tile_store_create(struct registry *registry, size_t cache_bytes,
                      struct tile_store **ret_store, struct error *error);
void tile_store_destroy(struct tile_store *store); /* NULL is fine */

/* Sets the size of the cache. */
void tile_store_set_bytes(struct tile_store *store, size_t cache_bytes);

/* Releases replaced and removed maps and their tiles, except for maps that a
 * thread is drawing. False: some remain, call again. */
bool tile_store_forget(struct tile_store *store);

/* A tile in the cache that shows the entry's weights; the caller releases it.
 * NULL: not cached. */
struct tile_blob *tile_store_find(struct tile_store *store,
                                  struct map_entry *entry, struct tile_id id,
                                  bool packed);

/* Before a change of a map's weights comes into force: the tiles that show what
 * differs are drawn again. */
void tile_store_note(struct tile_store *store, struct published_map *published,
                     const struct weighting_delta *delta, uint64_t epoch);

struct tile_figures {
    uint64_t hits;   /* requests for cached tiles, ever */
    uint64_t misses; /* requests for others */
    size_t bytes;    /* cached now */
    size_t bytes_max;
};
void tile_store_read(struct tile_store *store,
                     struct tile_figures *ret_figures);

/* Draws the tile. The caller has pinned `entry`, which must have roads. 0, or
 * -ENOMEM with words. */
int tile_store_draw(struct tile_store *store, struct map_entry *entry,
                    struct tile_id id, bool packed, struct tile_blob **ret_blob,
                    struct error *error);

#endif
