/* tile_cache: tiles as they are sent, the least recently used of them forgotten
 * first.
 *
 * A blob is counted: who holds one may send it long after the cache has let it
 * go. The cache has no lock; its owner has. Blobs may be released on any
 * thread. */
#ifndef RELAXD_API_TILE_TILE_CACHE_H
#define RELAXD_API_TILE_TILE_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/service/tile/tile_frame.h"

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
struct tile_place {
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
                                  const struct tile_place *place);

/* Keeps it, if memory allows; what the place had before goes. */
void tile_cache_keep(struct tile_cache *cache, const struct tile_place *place,
                     struct tile_blob *blob);

/* Holds so much from now on, and forgets what is too much. */
void tile_cache_resize(struct tile_cache *cache, size_t bytes_max);

/* Forgets all of one map. */
void tile_cache_forget(struct tile_cache *cache, uint64_t map);

/* The most that it may hold. */
size_t tile_cache_bytes_max(const struct tile_cache *cache);

/* Bytes that are held now. */
size_t tile_cache_bytes(const struct tile_cache *cache);

#endif
