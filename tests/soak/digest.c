/* digest: of an answer, what two of the same question have in common. */
#include "tests/soak/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/cost.h"
#include "tests/soak/must.h"

static const char *const check_names[CHECK_COUNT] = {
    [CHECK_WHOLE] = "whole", [CHECK_COSTS] = "costs",
    [CHECK_PATH] = "path",   [CHECK_LABELS] = "labels",
    [CHECK_OSRM] = "osrm",   [CHECK_STATUS] = "status",
};

enum check check_find(const char *name)
{
    int check = 0;

    while (check < CHECK_COUNT && strcmp(check_names[check], name) != 0)
        check++;
    return (enum check)check;
}

/* Members that differ from answer to answer, and with who answered. */
static const char *const passing[] = {
    "\"queued_us\":", "\"solve_us\":", "\"search_us\":",
    "\"draw_us\":",   "\"settled\":",  "\"solver\":",
    "\"device\":",    "\"epoch\":",    "\"note\":",
};

/* The length of such a member at `text` with its value, or 0. */
static size_t passing_length(const char *text)
{
    for (size_t i = 0; i < sizeof(passing) / sizeof(*passing); i++) {
        size_t name = strlen(passing[i]);

        if (strncmp(text, passing[i], name) != 0)
            continue;
        if (text[name] == '"')
            return name + 2 + strcspn(text + name + 1, "\"");
        return name + strcspn(text + name, ",}");
    }
    return 0;
}

static void take_whole(const struct answer *answer, struct digest *digest)
{
    const char *text = answer->text + answer->body;
    const char *type = answer_header(answer, "Content-Type:");
    bool is_json = type && strstr(type, "json");

    for (size_t i = 0; i < answer->body_size; i++) {
        if (is_json && text[i] == '"')
            i += passing_length(text + i);
        if (i < answer->body_size)
            digest->text[digest->size++] = text[i];
    }
}

/* Values of "cost" up to a comma or brace, a blank between. */
static void take_costs(const struct answer *answer, struct digest *digest)
{
    const char *text = answer->text + answer->body;

    while ((text = strstr(text, "\"cost\":"))) {
        size_t length;

        text += strlen("\"cost\":");
        length = strcspn(text, ",}");
        memcpy(digest->text + digest->size, text, length);
        digest->size += length;
        digest->text[digest->size++] = ' ';
    }
}

static uint64_t mixed(uint64_t id, uint64_t cost)
{
    uint64_t x = (id << 32 ^ cost) * 0x9e3779b97f4a7c15u;

    return (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
}

static void take_labels(const struct answer *answer, struct digest *digest)
{
    const char *text = strstr(answer->text + answer->body, "\"labels\":[");
    uint64_t sum = 0;
    size_t count = 0;

    while (text && (text = strpbrk(text, "]["))) {
        uint64_t id;
        uint64_t cost;
        char *end;

        if (*text == ']' && text[1] == ']')
            break;
        text++;
        id = strtoull(text, &end, 10);
        if (end == text || *end != ',')
            continue;
        cost = strtoull(end + 1, NULL, 10); /* "null" is as 0 */
        sum += mixed(id, cost);
        count++;
    }
    digest->size = (size_t)sprintf(digest->text, "%zu labels, %016jx", count,
                                   (uintmax_t)sum);
}

/* The first route ends with its sums; what is told of several least ways may
 * differ. */
static void take_osrm(const struct answer *answer, struct digest *digest)
{
    const char *text = answer->text + answer->body;
    const char *found = strstr(text, "\"weight_name\":");

    if (!found)
        found = text;
    digest->size = strcspn(found, "}");
    memcpy(digest->text, found, digest->size);
}

void digest_answer(enum check check, const struct answer *answer,
                   struct digest *ret_digest)
{
    ret_digest->text = must_have(malloc(2 * answer->body_size + 64));
    ret_digest->size = 0;
    if (check == CHECK_STATUS)
        return;
    if (answer->status != 200 || check == CHECK_WHOLE)
        take_whole(answer, ret_digest);
    else if (check == CHECK_LABELS)
        take_labels(answer, ret_digest);
    else if (check == CHECK_OSRM)
        take_osrm(answer, ret_digest);
    else
        take_costs(answer, ret_digest);
}

void digest_differ(const struct digest *expected, const struct digest *got,
                   struct error *error)
{
    size_t at = 0;
    size_t from;

    while (at < expected->size && at < got->size &&
           expected->text[at] == got->text[at])
        at++;
    from = at > 20 ? at - 20 : 0;
    error_set(error, 0, "byte %zu of %zu: '%.*s' instead of '%.*s'", at,
              got->size, (int)(got->size - from < 70 ? got->size - from : 70),
              got->text + from,
              (int)(expected->size - from < 70 ? expected->size - from : 70),
              expected->text + from);
}

/* The cheapest arc; COST_INFINITY: there is none. */
static uint32_t arc_cost(const struct map *graph, uint64_t from_id,
                         uint64_t to_id)
{
    const struct topology *topology = &graph->topology;
    uint32_t least = COST_INFINITY;
    uint32_t from;
    uint32_t to;

    if (!map_find_vertex(graph, from_id, &from) ||
        !map_find_vertex(graph, to_id, &to))
        return COST_INFINITY;
    for (uint32_t arc = topology->first_out[from];
         arc < topology->first_out[from + 1]; arc++)
        if (topology->head[arc] == to &&
            graph->imported.arcs.weight[arc] < least)
            least = graph->imported.arcs.weight[arc];
    return least;
}

static uint32_t sum_of(const struct map *graph, const char *vertices)
{
    uint32_t sum = 0;
    char *end;
    uint64_t from = strtoull(vertices, &end, 10);

    if (end == vertices)
        return COST_INFINITY;
    while (*end == ',') {
        uint64_t to = strtoull(end + 1, &end, 10);

        sum = cost_add(sum, arc_cost(graph, from, to));
        from = to;
    }
    return sum;
}

bool path_adds_up(const struct map *graph, const struct answer *answer,
                  struct error *error)
{
    const char *text = answer->text + answer->body;

    while ((text = strstr(text, "\"cost\":"))) {
        const char *cost = text + strlen("\"cost\":");
        const char *vertices = strstr(cost, "\"vertices\":[");
        uint32_t expected = strncmp(cost, "null", 4) != 0
                                ? (uint32_t)strtoull(cost, NULL, 10)
                                : COST_INFINITY;
        uint32_t sum;

        if (!vertices) {
            error_set(error, 0, "a path without vertices");
            return false;
        }
        sum = sum_of(graph, vertices + strlen("\"vertices\":["));
        if (sum != expected) {
            error_set(error, 0, "a path's arcs add up to %u, its cost is %.12s",
                      sum, cost);
            return false;
        }
        text = vertices;
    }
    return true;
}
