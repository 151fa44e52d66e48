/* The cache of drawn tiles, then the store, which draws the others. */
#include "api/tile/tile_store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#include "api/http/negotiate.h"
#include "api/tile/tile_marks.h"
#include "core/service/tile/tile_draw.h"

/* ---- The cache ----------------------------------------------------------- */

enum { BUCKETS = 4096 };

struct entry {
    struct tile_cache_key key;
    struct tile_blob *blob;
    struct entry *chain; /* next in its bucket */
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
                                const struct tile_cache_key *key)
{
    uint64_t h = key->map << 1 | key->packed;

    h = h * 31 + key->id.z;
    h = h * UINT64_C(0x100000001b3) ^ key->id.x;
    h = h * UINT64_C(0x100000001b3) ^ key->id.y;
    h *= UINT64_C(0x9e3779b97f4a7c15);
    return &cache->bucket[h >> 32 & (BUCKETS - 1)];
}

static bool is_same(const struct tile_cache_key *a,
                    const struct tile_cache_key *b)
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
    struct entry **at = bucket_of(cache, &entry->key);

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
                          const struct tile_cache_key *key)
{
    struct entry *entry = *bucket_of(cache, key);

    while (entry && !is_same(&entry->key, key))
        entry = entry->chain;
    return entry;
}

struct tile_blob *tile_cache_find(struct tile_cache *cache,
                                  const struct tile_cache_key *key)
{
    struct entry *entry = find(cache, key);

    if (!entry)
        return NULL;
    unlink_age(cache, entry);
    link_newest(cache, entry);
    return tile_blob_hold(entry->blob);
}

void tile_cache_keep(struct tile_cache *cache, const struct tile_cache_key *key,
                     struct tile_blob *blob)
{
    struct entry *old = find(cache, key);
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
    entry->key = *key;
    entry->blob = tile_blob_hold(blob);
    entry->chain = *bucket_of(cache, key);
    *bucket_of(cache, key) = entry;
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

        if (entry->key.map == map)
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

/* ---- The store ----------------------------------------------------------- */

/* What the store keeps for a map. */
struct drawn_map {
    struct drawn_map *next;
    struct published_map *published; /* held */
    struct tile_marks marks;
    uint64_t number;      /* its key in the cache */
    unsigned users;       /* threads that are drawing */
    pthread_mutex_t lock; /* held while a thread builds the index */
    struct tile_index *index;
};

struct tile_store {
    struct registry *registry;
    pthread_mutex_t lock; /* guards all below, and each map's users */
    struct tile_cache *cache;
    struct drawn_map *maps;
    uint64_t maps_ever;
    uint64_t missed; /* the last epoch noted without memory for its map */
    uint64_t hits;
    uint64_t misses;
};

int tile_store_create(struct registry *registry, size_t cache_bytes,
                      struct tile_store **ret_store, struct error *error)
{
    struct tile_store *store = calloc(1, sizeof(*store));

    if (store)
        store->cache = tile_cache_create(cache_bytes);
    if (!store || !store->cache) {
        free(store);
        return error_no_memory(error);
    }
    store->registry = registry;
    pthread_mutex_init(&store->lock, NULL);
    *ret_store = store;
    return 0;
}

static void drawn_map_destroy(struct drawn_map *map)
{
    tile_index_destroy(map->index);
    pthread_mutex_destroy(&map->lock);
    tile_marks_finish(&map->marks);
    published_map_release(map->published);
    free(map);
}

void tile_store_destroy(struct tile_store *store)
{
    if (!store)
        return;
    while (store->maps) {
        struct drawn_map *map = store->maps;

        store->maps = map->next;
        drawn_map_destroy(map);
    }
    tile_cache_destroy(store->cache);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

static struct drawn_map *find_map(const struct tile_store *store,
                                  const struct published_map *published)
{
    struct drawn_map *map = store->maps;

    while (map && map->published != published)
        map = map->next;
    return map;
}

/* Call it under the lock. False: one is in use. */
static bool forget_replaced(struct tile_store *store)
{
    struct drawn_map **at = &store->maps;
    bool all = true;

    while (*at) {
        struct drawn_map *map = *at;
        bool replaced = published_map_retired(map->published);

        if (map->users || !replaced) {
            all &= !replaced;
            at = &map->next;
            continue;
        }
        *at = map->next;
        tile_cache_forget(store->cache, map->number);
        drawn_map_destroy(map);
    }
    return all;
}

bool tile_store_forget(struct tile_store *store)
{
    bool all;

    pthread_mutex_lock(&store->lock);
    all = forget_replaced(store);
    pthread_mutex_unlock(&store->lock);
    return all;
}

void tile_store_set_bytes(struct tile_store *store, size_t cache_bytes)
{
    pthread_mutex_lock(&store->lock);
    tile_cache_resize(store->cache, cache_bytes);
    pthread_mutex_unlock(&store->lock);
}

static struct drawn_map *add_map(struct tile_store *store,
                                 struct published_map *published)
{
    struct drawn_map *map = calloc(1, sizeof(*map));

    if (!map)
        return NULL;
    forget_replaced(store);
    pthread_mutex_init(&map->lock, NULL);
    map->published = published_map_acquire(published);
    map->marks.all = store->missed;
    map->number = store->maps_ever++;
    map->next = store->maps;
    store->maps = map;
    return map;
}

static struct drawn_map *use_map(struct tile_store *store,
                                 struct map_entry *entry)
{
    struct drawn_map *map;

    pthread_mutex_lock(&store->lock);
    map = find_map(store, map_entry_published(entry));
    if (!map)
        map = add_map(store, map_entry_published(entry));
    if (map)
        map->users++;
    pthread_mutex_unlock(&store->lock);
    return map;
}

static void leave_map(struct tile_store *store, struct drawn_map *map)
{
    pthread_mutex_lock(&store->lock);
    map->users--;
    pthread_mutex_unlock(&store->lock);
}

/* A tile of one epoch is right for another if no change touched it between
 * them. Of those that did, only the last is known. */
static bool shows(const struct drawn_map *map, const struct tile_blob *blob,
                  struct tile_id id, uint64_t epoch)
{
    uint64_t touched = tile_marks_epoch(&map->marks, id);

    return blob->epoch == epoch || (blob->epoch >= touched && epoch >= touched);
}

struct tile_blob *tile_store_find(struct tile_store *store,
                                  struct map_entry *entry, struct tile_id id,
                                  bool packed)
{
    struct tile_blob *blob = NULL;
    struct drawn_map *map;

    pthread_mutex_lock(&store->lock);
    map = find_map(store, map_entry_published(entry));
    if (map) {
        struct tile_cache_key key = {map->number, id, packed};

        blob = tile_cache_find(store->cache, &key);
        if (blob && !shows(map, blob, id,
                           weighting_epoch(map_entry_weighting(entry)))) {
            tile_blob_release(blob);
            blob = NULL;
        }
    }
    if (blob)
        store->hits++;
    else
        store->misses++;
    pthread_mutex_unlock(&store->lock);
    return blob;
}

void tile_store_read(struct tile_store *store, struct tile_figures *ret_figures)
{
    pthread_mutex_lock(&store->lock);
    *ret_figures = (struct tile_figures){
        .hits = store->hits,
        .misses = store->misses,
        .bytes = tile_cache_bytes(store->cache),
        .bytes_max = tile_cache_bytes_max(store->cache),
    };
    pthread_mutex_unlock(&store->lock);
}

void tile_store_note(struct tile_store *store, struct published_map *published,
                     const struct weighting_delta *delta, uint64_t epoch)
{
    struct drawn_map *map;

    pthread_mutex_lock(&store->lock);
    map = find_map(store, published);
    /* The map's first tile may yet be drawn with the weights before. */
    if (!map)
        map = add_map(store, published);
    if (map)
        tile_marks_note(&map->marks, &published_map_map(published)->roads,
                        delta, epoch);
    else if (epoch > store->missed)
        store->missed = epoch;
    pthread_mutex_unlock(&store->lock);
}

static int make_index(struct drawn_map *map, struct error *error)
{
    int r = 0;

    pthread_mutex_lock(&map->lock);
    if (!map->index)
        r = tile_index_create(&published_map_map(map->published)->roads,
                              &map->index, error);
    pthread_mutex_unlock(&map->lock);
    return r;
}

/* Takes over the tile's bytes. The tag hashes the contents: it is the same
 * after a restart, and on another map with the same roads there. Weak, since
 * the gzip form shares it. */
static struct tile_blob *make_blob(struct mvt_bytes *tile, bool packed)
{
    struct tile_blob *blob = calloc(1, sizeof(*blob));
    struct json_writer text = {.text = (char *)tile->at,
                               .length = tile->length};

    if (!blob) {
        mvt_bytes_finish(tile);
        return NULL;
    }
    atomic_init(&blob->holders, 1);
    snprintf(blob->etag, sizeof(blob->etag), "W/\"%016jx\"",
             (uintmax_t)XXH3_64bits(tile->at, tile->length));
    if (packed && compress_text(&text, "gzip")) {
        mvt_bytes_finish(tile);
        free(blob);
        return NULL;
    }
    blob->bytes = (uint8_t *)text.text;
    blob->length = text.length;
    return blob;
}

static int draw(struct tile_store *store, struct drawn_map *map,
                const struct map_entry *entry, const struct tile_cache_key *key,
                struct tile_blob **ret_blob, struct error *error)
{
    const struct weighting *weighting = map_entry_weighting(entry);
    struct tile_weights weights = {weighting,
                                   WEIGHTING_OF_MAP(map_entry_map(entry))};
    struct mvt_bytes tile;
    struct tile_blob *blob;
    int r = make_index(map, error);

    if (!r)
        r = tile_draw(map->index, weights, key->id, &tile, error);
    if (r)
        return r;
    blob = make_blob(&tile, key->packed);
    if (!blob)
        return error_no_memory(error);
    blob->epoch = weighting_epoch(weighting);
    pthread_mutex_lock(&store->lock);
    if (blob->epoch >= tile_marks_epoch(&map->marks, key->id))
        tile_cache_keep(store->cache, key, blob);
    pthread_mutex_unlock(&store->lock);
    *ret_blob = blob;
    return 0;
}

int tile_store_draw(struct tile_store *store, struct map_entry *entry,
                    struct tile_id id, bool packed, struct tile_blob **ret_blob,
                    struct error *error)
{
    struct drawn_map *map = use_map(store, entry);
    struct tile_cache_key key = {.id = id, .packed = packed};
    int r;

    if (!map)
        return error_no_memory(error);
    key.map = map->number;
    r = draw(store, map, entry, &key, ret_blob, error);
    leave_map(store, map);
    return r;
}
