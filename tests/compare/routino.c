/* routino: another router, asked through its programs. */
#include "tests/compare/routino.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compare/fail.h"
#include "tests/compare/routino_dump.h"

const char *traveller_name(enum traveller traveller)
{
    static const char *const names[] = {"car", "bicycle", "foot"};

    return names[traveller];
}

/* As routino calls them. */
static const char *transport_name(enum traveller traveller)
{
    static const char *const names[] = {"motorcar", "bicycle", "foot"};

    return names[traveller];
}

static void split(const struct routino *routino, const char *data)
{
    char command[2048];

    snprintf(command, sizeof(command),
             "planetsplitter --dir='%s' --prefix=r --tmpdir='%s' --prune-none "
             "--tagging='%s/tagging.xml' --loggable '%s' >'%s/split.log' 2>&1",
             routino->folder, routino->folder, routino->rules, data,
             routino->folder);
    if (system(command))
        fail("planetsplitter failed: %s", command);
}

static void dump(struct routino *routino)
{
    char command[512];
    FILE *pipe;

    snprintf(command, sizeof(command),
             "filedumper --dir='%s' --prefix=r --dump --node=all "
             "--segment=all --way=all --turn-relation=all",
             routino->folder);
    pipe = popen(command, "r");
    if (!pipe)
        fail("cannot run: %s", command);
    routino_dump_read(routino, pipe);
    if (pclose(pipe))
        fail("filedumper failed: %s", command);
}

static void mark_turns(struct routino *routino)
{
    routino->has_turns = calloc(routino->node_count + 1, sizeof(bool));
    if (!routino->has_turns)
        fail("out of memory");
    for (uint32_t i = 0; i < routino->turn_count; i++)
        routino->has_turns[routino->turn[i].via] = true;
}

/* Which segments are at each node. */
static void index_nodes(struct routino *routino)
{
    uint32_t nodes = routino->node_count;
    uint32_t *first = calloc(nodes + 2, sizeof(*first));
    uint32_t *at = calloc(2 * routino->segment_count + 1, sizeof(*at));

    if (!first || !at)
        fail("out of memory");
    for (uint32_t s = 0; s < routino->segment_count; s++) {
        for (int end = 0; end < 2; end++)
            first[routino->segment[s].node[end] + 2]++;
    }
    for (uint32_t n = 1; n <= nodes; n++)
        first[n + 1] += first[n];
    for (uint32_t s = 0; s < routino->segment_count; s++) {
        for (int end = 0; end < 2; end++)
            at[first[routino->segment[s].node[end] + 1]++] = s;
    }
    routino->first_at = first;
    routino->at = at;
}

void routino_make(struct routino *routino, const char *data, const char *folder,
                  const char *rules)
{
    *routino = (struct routino){0};
    snprintf(routino->folder, sizeof(routino->folder), "%s", folder);
    snprintf(routino->rules, sizeof(routino->rules), "%s", rules);
    split(routino, data);
    dump(routino);
    mark_turns(routino);
    index_nodes(routino);
}

void routino_finish(struct routino *routino)
{
    free(routino->position);
    free(routino->passable);
    free(routino->super);
    free(routino->segment);
    free(routino->turn);
    free(routino->has_turns);
    free(routino->first_at);
    free(routino->at);
}

/* ---- Ways ---------------------------------------------------------------- */

/* "49.409693 8.689845 59771* Junct 0.016 ...": a node, and how far it is from
 * the one before, in km with three digits: metres, as they are stored. */
static void take_line(struct routino_route *route, const char *line)
{
    double lat, lon, km;
    uint32_t node;

    if (*line == '#')
        return;
    if (sscanf(line, "%lf %lf %u%*[* ] %*s %lf", &lat, &lon, &node, &km) != 4)
        fail("routino-router: not a line of a route: %s", line);
    GROW(route->node, route->count, route->capacity);
    route->node[route->count++] = node;
    route->length_m += (uint64_t)(km * 1000 + 0.5);
}

void routino_ask(const struct routino *routino, enum traveller traveller,
                 uint32_t from, uint32_t to, struct routino_route *route)
{
    struct position a = routino->position[from];
    struct position b = routino->position[to];
    char command[2048], line[512];
    FILE *pipe;

    snprintf(command, sizeof(command),
             "exec routino-router --dir='%s' --prefix=r "
             "--profiles='%s/profiles.xml' --profile=%s --transport=%s "
             "--shortest --exact-nodes-only --output-text-all --output-stdout "
             "--lat1=%.7f --lon1=%.7f --lat2=%.7f --lon2=%.7f 2>'%s/route.log'",
             routino->folder, routino->rules, transport_name(traveller),
             transport_name(traveller), a.lat_e7 / 1e7, a.lon_e7 / 1e7,
             b.lat_e7 / 1e7, b.lon_e7 / 1e7, routino->folder);
    pipe = popen(command, "r");
    if (!pipe)
        fail("cannot run: %s", command);
    route->count = 0;
    route->length_m = 0;
    while (fgets(line, sizeof(line), pipe))
        take_line(route, line);
    if (pclose(pipe) && route->count)
        fail("routino-router failed: %s", command);
}
