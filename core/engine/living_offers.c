/* living_offers: requests on their way to a feed, and in wait for their
 * entries. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/clock.h"
#include "core/engine/living_feed.h"
#include "core/engine/living_private.h"

/* ---- The list ------------------------------------------------------------ */

/* An entry is known by its key, so each has one. */
static int make_key(struct weight_change *change)
{
    uint64_t number[2];

    if (*change->key)
        return 0;
    if (getrandom(number, sizeof(number), 0) != sizeof(number))
        return -errno;
    snprintf(change->key, sizeof(change->key), "relaxd-%016jx%016jx",
             (uintmax_t)number[0], (uintmax_t)number[1]);
    return 0;
}

/* Behind those that were offered before. */
static void add_offer(struct living *living, struct living_map *map,
                      struct change_request *request, uint64_t ticket)
{
    struct change_request **at = &map->offered;

    pthread_mutex_lock(&living->lock);
    while (*at)
        at = &(*at)->next;
    request->next = NULL;
    request->ticket = ticket;
    *at = request;
    pthread_mutex_unlock(&living->lock);
}

/* Takes the first request that is meant out of the list; NULL: there is none.
 */
static struct change_request *take_offer(
    struct living *living, struct living_map *map,
    bool (*is_meant)(const struct change_request *request, const void *context),
    const void *context)
{
    struct change_request **at = &map->offered;
    struct change_request *found;

    pthread_mutex_lock(&living->lock);
    while (*at && !is_meant(*at, context))
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&living->lock);
    return found;
}

static bool has_ticket(const struct change_request *request, const void *ticket)
{
    return request->ticket == *(const uint64_t *)ticket;
}

static bool is_of_entry(const struct change_request *request,
                        const void *context)
{
    const struct entry *entry = context;

    return !strcmp(request->change.key, entry->change.key) &&
           (*entry->unreadable ||
            !memcmp(request->change.digest, entry->change.digest,
                    sizeof(entry->change.digest)));
}

struct change_request *living_take_offer(struct living *living,
                                         struct living_map *map,
                                         const struct entry *entry)
{
    return take_offer(living, map, is_of_entry, entry);
}

static bool is_any(const struct change_request *request, const void *context)
{
    return true;
}

void living_append_failed(struct living *living, const char *name,
                          uint64_t ticket, enum change_outcome outcome,
                          const struct error *words)
{
    struct change_request *request;
    struct living_map *map;

    pthread_mutex_lock(&living->lock);
    map = living_find_map(living, name);
    pthread_mutex_unlock(&living->lock);
    request = map ? take_offer(living, map, has_ticket, &ticket) : NULL;
    if (request)
        living_refuse(map, request, outcome, words);
}

static void refuse_offers(struct living *living, struct living_map *map,
                          const struct error *words)
{
    struct change_request *request;

    while ((request = take_offer(living, map, is_any, NULL)) != NULL)
        living_refuse(map, request, CHANGED_UNKNOWN, words);
}

/* Maps come first in the list, and none goes. */
void living_feed_lost(struct living *living, const char *name,
                      const struct error *words)
{
    struct living_map *map;

    pthread_mutex_lock(&living->lock);
    map = living->maps;
    pthread_mutex_unlock(&living->lock);
    for (; map; map = map->next) {
        if (!name || !strcmp(map->name, name))
            refuse_offers(living, map, words);
    }
}

static bool is_old(const struct change_request *request, const void *until_us)
{
    return request->submitted_us <= *(const uint64_t *)until_us;
}

void living_end_old_offers(struct living *living)
{
    uint64_t now_us = clock_now_us();
    uint64_t wait_us = living->settings.entry_wait_us;
    uint64_t until_us = now_us > wait_us ? now_us - wait_us : 0;
    struct change_request *request;
    struct error words;

    error_set(&words, 0,
              "its entry was sent to the stream, and has not come back from it "
              "in time");
    for (struct living_map *map = living->maps; map; map = map->next) {
        while ((request = take_offer(living, map, is_old, &until_us)) != NULL)
            living_refuse(map, request, CHANGED_UNKNOWN, &words);
    }
}

void living_end_offers(struct living *living)
{
    struct error words;

    error_set(&words, 0, "relaxd is shutting down");
    living_feed_lost(living, NULL, &words);
}

/* Another thread may answer the request as soon as it is in the list, so its
 * change is read before. */
static void offer(struct group *group, struct change_request *request)
{
    const struct living_feed *feed = group->living->settings.feed;
    uint64_t ticket = ++group->living->tickets;
    struct feed_append *append;
    struct error words;

    if (!group_check_offer(group, request))
        return;
    if (make_key(&request->change)) {
        error_set(&words, 0, "the system gives no random number for a key");
        living_refuse(group->map, request, CHANGED_FAILED, &words);
        return;
    }
    append =
        feed->make(feed->context, group->map->name, &request->change, ticket);
    if (!append) {
        error_no_memory(&words);
        living_refuse(group->map, request, CHANGED_FAILED, &words);
        return;
    }
    add_offer(group->living, group->map, request, ticket);
    if (feed->append(feed->context, append, &words))
        living_append_failed(group->living, group->map->name, ticket,
                             CHANGED_LOST, &words);
}

void living_offer(struct living *living, struct living_map *map,
                  struct change_request *request)
{
    struct group group;
    struct error words;

    if (group_init(&group, living, map)) {
        error_no_memory(&words);
        living_refuse(map, request, CHANGED_FAILED, &words);
    } else {
        offer(&group, request);
    }
    group_finish(&group);
}

enum { END_AGAIN_US = 1000000, END_AGAIN_MAX_US = 60000000 };

/* Where this machine's clock is ahead of Redis', the entry comes too early. */
static void put_off_asking(struct living_map *map)
{
    uint32_t end_s = ledger_first_end(map->ledger);
    bool again = end_s == map->end_asked_s;

    map->end_pause_us = again ? 2 * map->end_pause_us : END_AGAIN_US;
    if (map->end_pause_us > END_AGAIN_MAX_US)
        map->end_pause_us = END_AGAIN_MAX_US;
    map->end_asked_s = end_s;
}

void living_ask_end(const struct living *living, struct living_map *map)
{
    const struct living_feed *feed = living->settings.feed;
    uint64_t now_us = clock_now_us();
    struct feed_append *append;
    struct error words;

    if (now_us < map->end_again_us)
        return;
    append = feed->make(feed->context, map->name, NULL, 0);
    if (append && !feed->append(feed->context, append, &words))
        put_off_asking(map);
    else
        map->end_pause_us = END_AGAIN_US;
    map->end_again_us = now_us + map->end_pause_us;
}
