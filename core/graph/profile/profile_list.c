/* profile_list: several profiles, as one text names them. */
#include "core/graph/profile/profile_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "core/graph/profile/profile_items.h"

static bool is_path(const char *text)
{
    size_t length = strlen(text);

    return strchr(text, '/') ||
           (length > 5 && !strcmp(text + length - 5, ".conf"));
}

static int open_one(const char *text, const char *const *set, size_t set_count,
                    struct profile **ret_profile, struct error *error)
{
    if (!*text)
        return error_set(error, -EINVAL,
                         "there is an empty name among the profiles");
    if (is_path(text))
        return profile_open(text, set, set_count, ret_profile, error);
    return profile_find(text, set, set_count, ret_profile, error);
}

/* The NUL parts one from the next. */
static uint64_t add_identity(uint64_t before, const char *text)
{
    char *path = is_path(text) ? realpath(text, NULL) : NULL;
    const char *what = path ? path : text;
    uint64_t identity = XXH64(what, strlen(what) + 1, before);

    free(path);
    return identity;
}

static int check_name(const struct profile_list *list,
                      const struct profile *profile, struct error *error)
{
    const char *name = profile_general(profile)->name;

    for (size_t i = 0; i < list->count; i++) {
        if (!strcmp(profile_general(list->profile[i])->name, name))
            return error_set(error, -EINVAL,
                             "two profiles are called '%s'; give one of them "
                             "another name, in [profile]",
                             name);
    }
    return 0;
}

static int add(struct profile_list *list, const char *text,
               const char *const *set, size_t set_count, struct error *error)
{
    struct profile *profile;
    int r;

    if (list->count == PROFILE_LIST_MAX)
        return error_set(error, -EINVAL, "more than %d profiles",
                         PROFILE_LIST_MAX);
    r = open_one(text, set, set_count, &profile, error);
    if (r)
        return r;
    r = check_name(list, profile, error);
    if (r) {
        profile_destroy(profile);
        return r;
    }
    list->profile[list->count++] = profile;
    list->identity = add_identity(list->identity, text);
    return 0;
}

int profile_list_open(const char *text, const char *const *set,
                      size_t set_count, struct profile_list *ret_list,
                      struct error *error)
{
    struct profile_list list = {.count = 0};
    char *copy = strdup(text);
    char *rest = copy;
    int r = copy ? 0 : error_no_memory(error);

    for (char *item; !r && (item = strsep(&rest, ","));)
        r = add(&list, item_trim(item), set, set_count, error);
    free(copy);
    if (r)
        profile_list_finish(&list);
    else
        *ret_list = list;
    return r;
}

void profile_list_finish(struct profile_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        profile_destroy(list->profile[i]);
    list->count = 0;
}

uint64_t profile_list_checksum(const struct profile_list *list)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < list->count; i++)
        sum = sum * 0x9e3779b97f4a7c15u + profile_checksum(list->profile[i]);
    return sum;
}

uint64_t profile_list_identity(const struct profile_list *list)
{
    return list->identity;
}
