/* tile_cache: tiles as they are sent. */
#include "api/tile/tile_cache.h"

#include <stdlib.h>

enum { BUCKETS = 4096 };

struct entry {
    struct tile_place place;
    struct tile_blob *blob;
    struct entry *chain; /* in its bucket */
    struct entry *newer; /* towards the most recently used */
    struct entry *older;
};

struct tile_cache {
    struct entry *bucket[BUCKETS];
    struct entry *newest;
    struct entry *oldest;
    size_t bytes;
    size_t bytes_max;
};

struct tile_blob *tile_blob_hold(struct tile_blob *blob)
{
    atomic_fetch_add(&blob->holders, 1);
    return blob;
}

void tile_blob_release(struct tile_blob *blob)
{
    if (!blob || atomic_fetch_sub(&blob->holders, 1) > 1)
        return;
    free(blob->bytes);
    free(blob);
}

struct tile_cache *tile_cache_create(size_t bytes_max)
{
    struct tile_cache *cache = calloc(1, sizeof(*cache));

    if (cache)
        cache->bytes_max = bytes_max;
    return cache;
}

static size_t cost_of(const struct tile_blob *blob)
{
    return sizeof(struct entry) + sizeof(*blob) + blob->length;
}

static struct entry **bucket_of(struct tile_cache *cache,
                                const struct tile_place *place)
{
    uint64_t h = place->map << 1 | place->packed;

    h = h * 31 + place->id.z;
    h = h * UINT64_C(0x100000001b3) ^ place->id.x;
    h = h * UINT64_C(0x100000001b3) ^ place->id.y;
    h *= UINT64_C(0x9e3779b97f4a7c15);
    return &cache->bucket[h >> 32 & (BUCKETS - 1)];
}

static bool is_same(const struct tile_place *a, const struct tile_place *b)
{
    return a->map == b->map && a->id.z == b->id.z && a->id.x == b->id.x &&
           a->id.y == b->id.y && a->packed == b->packed;
}

static void unlink_age(struct tile_cache *cache, struct entry *entry)
{
    *(entry->newer ? &entry->newer->older : &cache->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void link_newest(struct tile_cache *cache, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->newest;
    *(entry->older ? &entry->older->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

static void forget(struct tile_cache *cache, struct entry *entry)
{
    struct entry **at = bucket_of(cache, &entry->place);

    while (*at != entry)
        at = &(*at)->chain;
    *at = entry->chain;
    unlink_age(cache, entry);
    cache->bytes -= cost_of(entry->blob);
    tile_blob_release(entry->blob);
    free(entry);
}

void tile_cache_destroy(struct tile_cache *cache)
{
    if (!cache)
        return;
    while (cache->oldest)
        forget(cache, cache->oldest);
    free(cache);
}

static struct entry *find(struct tile_cache *cache,
                          const struct tile_place *place)
{
    struct entry *entry = *bucket_of(cache, place);

    while (entry && !is_same(&entry->place, place))
        entry = entry->chain;
    return entry;
}

struct tile_blob *tile_cache_find(struct tile_cache *cache,
                                  const struct tile_place *place)
{
    struct entry *entry = find(cache, place);

    if (!entry)
        return NULL;
    unlink_age(cache, entry);
    link_newest(cache, entry);
    return tile_blob_hold(entry->blob);
}

void tile_cache_keep(struct tile_cache *cache, const struct tile_place *place,
                     struct tile_blob *blob)
{
    struct entry *old = find(cache, place);
    struct entry *entry;

    if (old)
        forget(cache, old);
    if (cost_of(blob) > cache->bytes_max)
        return;
    entry = calloc(1, sizeof(*entry));
    if (!entry)
        return;
    while (cache->bytes + cost_of(blob) > cache->bytes_max)
        forget(cache, cache->oldest);
    entry->place = *place;
    entry->blob = tile_blob_hold(blob);
    entry->chain = *bucket_of(cache, place);
    *bucket_of(cache, place) = entry;
    link_newest(cache, entry);
    cache->bytes += cost_of(blob);
}

void tile_cache_resize(struct tile_cache *cache, size_t bytes_max)
{
    cache->bytes_max = bytes_max;
    while (cache->bytes > bytes_max)
        forget(cache, cache->oldest);
}

void tile_cache_forget(struct tile_cache *cache, uint64_t map)
{
    struct entry *entry = cache->newest;

    while (entry) {
        struct entry *older = entry->older;

        if (entry->place.map == map)
            forget(cache, entry);
        entry = older;
    }
}

size_t tile_cache_bytes(const struct tile_cache *cache)
{
    return cache->bytes;
}

size_t tile_cache_bytes_max(const struct tile_cache *cache)
{
    return cache->bytes_max;
}
