/* road_label: compares names, and chooses those of a summary. */
#include "core/service/guidance/road_label.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/array.h"

static bool text_equals(const char *text, uint32_t a, uint32_t b)
{
    return a == b || !strcmp(text + a, text + b);
}

/* Whether one of them begins with the other. */
static bool one_begins_other(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return !*a || !*b;
}

static bool one_has_other(const char *a, const char *b)
{
    return strstr(a, b) || strstr(b, a);
}

/* A part of a text. */
struct span {
    const char *begin;
    const char *end;
};

static bool is_direction(struct span word)
{
    static const char *const words[] = {
        "n",         "ne",        "e",          "se",        "s",
        "sw",        "w",         "nw",         "north",     "south",
        "east",      "west",      "nor",        "sou",       "ea",
        "we",        "nord",      "ost",        "sud",       "est",
        "norte",     "sur",       "northbound", "northeast", "northwest",
        "southeast", "southwest",
    };
    size_t length = (size_t)(word.end - word.begin);

    if (!length || !strchr("nesowNESOW", *word.begin))
        return false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strlen(words[i]) == length &&
            !strncasecmp(words[i], word.begin, length))
            return true;
    }
    return false;
}

static struct span first_word(struct span span)
{
    const char *end = span.begin;

    while (end < span.end && *end != ' ')
        end++;
    return (struct span){span.begin, end};
}

static struct span last_word(struct span span)
{
    const char *begin = span.end;

    while (begin > span.begin && begin[-1] != ' ')
        begin--;
    return (struct span){begin, span.end};
}

/* A name without a direction before or after it; the whole name if it is only a
 * direction. */
static struct span name_core(const char *name)
{
    struct span core = {name, name + strlen(name)};
    struct span first = first_word(core);
    struct span last = last_word(core);

    if (first.end < core.end && is_direction(first))
        core.begin = first.end + 1;
    if (last.begin > core.begin && is_direction(last))
        core.end = last.begin - 1;
    return core;
}

static bool differ_by_direction(const char *a, const char *b)
{
    struct span first = name_core(a);
    struct span second = name_core(b);
    size_t length = (size_t)(first.end - first.begin);

    return length && length == (size_t)(second.end - second.begin) &&
           !memcmp(first.begin, second.begin, length);
}

/* A change from only a name to only a ref, or the reverse, is a change of
 * road. */
static bool trades_name_for_ref(const struct road_label *a,
                                const struct road_label *b)
{
    return !a->name && a->ref && b->name && !b->ref;
}

static bool says_the_same(const struct roads *roads,
                          const struct road_label *from,
                          const struct road_label *to)
{
    const char *text = roads->text;
    bool refs_same =
        from->ref == to->ref || one_has_other(text + from->ref, text + to->ref);
    bool ref_lost = from->ref && !to->ref;

    if (trades_name_for_ref(from, to) || trades_name_for_ref(to, from))
        return false;
    if (!from->name && !to->name)
        return refs_same;
    if (from->name == to->name ||
        differ_by_direction(text + from->name, text + to->name))
        return true;
    return one_begins_other(text + from->name, text + to->name) &&
           (refs_same || ref_lost);
}

bool road_label_changes(const struct roads *roads,
                        const struct road_label *from,
                        const struct road_label *to)
{
    bool exits_lost = from->exits && !to->exits;

    if (from->name == to->name && from->ref == to->ref &&
        from->pronunciation == to->pronunciation && from->exits == to->exits)
        return false;
    if (road_label_empty(from) && !road_label_empty(to))
        return true;
    return !says_the_same(roads, from, to) ||
           !text_equals(roads->text, from->pronunciation, to->pronunciation) ||
           (!exits_lost && !text_equals(roads->text, from->exits, to->exits));
}

bool road_label_same(const struct roads *roads, const struct road_label *from,
                     const struct road_label *to)
{
    return !road_label_empty(from) && !road_label_empty(to) &&
           !road_label_changes(roads, from, to);
}

/* ---- The summary of a leg ----------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct summary_road *first = a;
    const struct summary_road *second = b;
    int r = compare_numbers(first->name, second->name);

    r = r ? r : compare_numbers(first->ref, second->ref);
    return r ? r : compare_numbers(first->order, second->order);
}

/* Merges parts with the same name into the first of them. */
static size_t merge_names(struct summary_road *roads, size_t count)
{
    size_t kept = 0;

    qsort(roads, count, sizeof(*roads), by_name);
    for (size_t i = 0; i < count; i++) {
        struct summary_road *last = kept ? &roads[kept - 1] : NULL;

        if (!roads[i].name && !roads[i].ref)
            continue;
        if (last && last->name == roads[i].name && last->ref == roads[i].ref)
            last->duration_ms += roads[i].duration_ms;
        else
            roads[kept++] = roads[i];
    }
    return kept;
}

static bool is_longer(const struct summary_road *a,
                      const struct summary_road *b)
{
    return a->duration_ms > b->duration_ms ||
           (a->duration_ms == b->duration_ms && a->order < b->order);
}

static uint32_t title(const struct summary_road *road)
{
    if (!road)
        return 0;
    return road->name ? road->name : road->ref;
}

void summary_of(struct summary_road *roads, size_t count,
                uint32_t ret_names[SUMMARY_NAMES])
{
    const struct summary_road *best = NULL;
    const struct summary_road *second = NULL;
    bool swapped;

    count = merge_names(roads, count);
    for (size_t i = 0; i < count; i++) {
        if (!best || is_longer(&roads[i], best)) {
            second = best;
            best = &roads[i];
        } else if (!second || is_longer(&roads[i], second)) {
            second = &roads[i];
        }
    }
    swapped = second && second->order < best->order;
    ret_names[0] = title(swapped ? second : best);
    ret_names[1] = title(swapped ? best : second);
}
