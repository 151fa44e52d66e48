/* osm_own_keys: whether an object has two tags of one key. */
#include "core/graph/import/osm/data/osm_own_keys.h"

/* Up to so many tags are looked through one by one. */
enum { FEW_TAGS = 32 };

static bool has_key(const struct osm_tag *tags, size_t count, uint32_t key)
{
    for (size_t i = 0; i < count; i++) {
        if (tags[i].key == key)
            return true;
    }
    return false;
}

static int add_key(struct intern_pool *keys, uint32_t key, bool *ret_known)
{
    size_t before = keys->size;
    uint32_t place;
    int r = intern_pool_add(keys, &key, sizeof(key), &place);

    *ret_known = keys->size == before;
    return r;
}

int osm_own_keys_find(struct osm_own_keys *keys, const struct osm_tag *own,
                      size_t own_count, uint32_t key, bool *ret_found)
{
    bool known;
    int r = 0;

    if (own_count == 0)
        osm_own_keys_finish(keys);
    if (own_count <= FEW_TAGS) {
        *ret_found = has_key(own, own_count, key);
        return 0;
    }
    for (size_t i = keys->key.size / sizeof(key); i < own_count && !r; i++)
        r = add_key(&keys->key, own[i].key, &known);
    r = r ? r : add_key(&keys->key, key, &known);
    if (!r)
        *ret_found = known;
    return r;
}

void osm_own_keys_finish(struct osm_own_keys *keys)
{
    if (keys->key.slot_count > 0)
        intern_pool_finish(&keys->key);
}
