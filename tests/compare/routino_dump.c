/* routino_dump: routino's database as filedumper prints it: "Node 7", and what
 * is said of it in lines with blanks before them; then ways, segments and
 * relations. A segment's way comes after it, so that who may take it is known
 * at the end. */
#include "tests/compare/routino_dump.h"

#include <string.h>

#include "tests/compare/fail.h"

/* Bits of routino's word for whom something is. */
enum { ALLOW_FOOT = 0x001, ALLOW_BICYCLE = 0x008, ALLOW_MOTORCAR = 0x040 };

enum { WAY_BOTH_BY_BICYCLE = 0x10 }; /* of a way's type */

enum item { ITEM_NONE, ITEM_NODE, ITEM_SEGMENT, ITEM_WAY, ITEM_TURN };

struct dump_way {
    uint8_t allowed;
    unsigned type;
};

struct dump {
    struct routino *routino;
    enum item item;
    struct dump_way *way;
    uint32_t way_count;
    uint32_t way_capacity;
    uint32_t *number; /* [segment_count] that routino has, ascending */
    uint32_t number_capacity;
    bool super; /* the segment: a shortcut over others */
};

static uint8_t travellers_of(unsigned allow)
{
    return (uint8_t)((allow & ALLOW_MOTORCAR ? 1 << BY_CAR : 0) |
                     (allow & ALLOW_BICYCLE ? 1 << BY_BICYCLE : 0) |
                     (allow & ALLOW_FOOT ? 1 << ON_FOOT : 0));
}

/* A shortcut over others is no segment. */
static void drop_shortcut(struct dump *dump)
{
    if (dump->item == ITEM_SEGMENT && dump->super)
        dump->routino->segment_count--;
    dump->super = false;
}

static void add_node(struct routino *routino, uint32_t number)
{
    uint32_t capacity = routino->node_capacity, same = capacity;

    if (number != routino->node_count)
        fail("filedumper: node %u is not the next", number);
    GROW(routino->passable, routino->node_count, capacity);
    GROW(routino->super, routino->node_count, same);
    GROW(routino->position, routino->node_count, routino->node_capacity);
    routino->passable[routino->node_count] = 0;
    routino->super[routino->node_count] = false;
    routino->position[routino->node_count++] = (struct position){0};
}

static void add_segment(struct dump *dump, uint32_t number)
{
    struct routino *routino = dump->routino;

    GROW(dump->number, routino->segment_count, dump->number_capacity);
    GROW(routino->segment, routino->segment_count, routino->segment_capacity);
    dump->number[routino->segment_count] = number;
    routino->segment[routino->segment_count++] = (struct routino_segment){0};
}

static void add_way(struct dump *dump, uint32_t number)
{
    if (number != dump->way_count)
        fail("filedumper: way %u is not the next", number);
    GROW(dump->way, dump->way_count, dump->way_capacity);
    dump->way[dump->way_count++] = (struct dump_way){0};
}

static void add_turn(struct routino *routino)
{
    GROW(routino->turn, routino->turn_count, routino->turn_capacity);
    routino->turn[routino->turn_count++] =
        (struct routino_turn){.bound = 1 << BY_CAR | 1 << BY_BICYCLE};
}

static void begin_item(struct dump *dump, const char *line)
{
    uint32_t number;

    drop_shortcut(dump);
    dump->item = ITEM_NONE;
    if (sscanf(line, "Node %u", &number) == 1) {
        dump->item = ITEM_NODE;
        add_node(dump->routino, number);
    } else if (sscanf(line, "Segment %u", &number) == 1) {
        dump->item = ITEM_SEGMENT;
        add_segment(dump, number);
    } else if (sscanf(line, "Way %u", &number) == 1) {
        dump->item = ITEM_WAY;
        add_way(dump, number);
    } else if (sscanf(line, "Relation %u", &number) == 1) {
        dump->item = ITEM_TURN;
        add_turn(dump->routino);
    } else if (*line != '\n') {
        fail("filedumper: what is this: %s", line);
    }
}

/* ---- What is said of one ------------------------------------------------- */

static void take_node(struct routino *routino, const char *line)
{
    uint32_t node = routino->node_count - 1;
    const char *place = strstr(line, "(latitude=");
    double lat, lon;
    unsigned allow;

    if (sscanf(line, "allow=%x", &allow) == 1)
        routino->passable[node] = travellers_of(allow);
    routino->super[node] |= !strcmp(line, "Super-Node\n");
    if (!place)
        return;
    if (sscanf(place, "(latitude=%lf longitude=%lf)", &lat, &lon) != 2)
        fail("filedumper: not a position: %s", line);
    routino->position[node] = (struct position){
        .lon_e7 = (int32_t)(lon * 1e7 + (lon < 0 ? -0.5 : 0.5)),
        .lat_e7 = (int32_t)(lat * 1e7 + (lat < 0 ? -0.5 : 0.5)),
    };
}

static void take_segment(struct dump *dump, const char *line)
{
    struct routino *routino = dump->routino;
    struct routino_segment *segment =
        &routino->segment[routino->segment_count - 1];

    if (sscanf(line, "node1=%u node2=%u", &segment->node[0],
               &segment->node[1]) == 2 ||
        sscanf(line, "way=%u", &segment->way) == 1 ||
        sscanf(line, "distance=%u", &segment->length_m) == 1)
        return;
    segment->one_way[0] |= !strncmp(line, "One-Way from node1", 18);
    segment->one_way[1] |= !strncmp(line, "One-Way from node2", 18);
    dump->super |= !strcmp(line, "Super-Segment\n");
}

static void take_way(struct dump_way *way, const char *line)
{
    unsigned allow;

    if (sscanf(line, "allow=%x", &allow) == 1)
        way->allowed = travellers_of(allow);
    else
        sscanf(line, "type=%x", &way->type);
}

static void take_turn(struct routino_turn *turn, const char *line)
{
    unsigned except;

    if (sscanf(line, "from=%u", &turn->from) == 1 ||
        sscanf(line, "via=%u", &turn->via) == 1 ||
        sscanf(line, "to=%u", &turn->to) == 1)
        return;
    if (sscanf(line, "except=%x", &except) == 1)
        turn->bound &= (uint8_t)~travellers_of(except);
}

static void take_line(struct dump *dump, const char *line)
{
    struct routino *routino = dump->routino;

    if (*line != ' ') {
        begin_item(dump, line);
        return;
    }
    line += strspn(line, " ");
    switch (dump->item) {
    case ITEM_NODE:
        take_node(routino, line);
        break;
    case ITEM_SEGMENT:
        take_segment(dump, line);
        break;
    case ITEM_WAY:
        take_way(&dump->way[dump->way_count - 1], line);
        break;
    case ITEM_TURN:
        take_turn(&routino->turn[routino->turn_count - 1], line);
        break;
    case ITEM_NONE:
        break;
    }
}

/* ---- All together -------------------------------------------------------- */

static void open_segment(const struct dump *dump,
                         struct routino_segment *segment)
{
    const struct dump_way *way = &dump->way[segment->way];

    if (segment->way >= dump->way_count)
        fail("filedumper: a segment of no way");
    for (int side = 0; side < 2; side++) {
        bool against = segment->one_way[!side] && !segment->one_way[side];

        segment->open[side] = way->allowed;
        if (against)
            segment->open[side] &= (uint8_t) ~(1 << BY_CAR);
        if (against && !(way->type & WAY_BOTH_BY_BICYCLE))
            segment->open[side] &= (uint8_t) ~(1 << BY_BICYCLE);
    }
}

/* The place of the segment that routino calls so. */
static uint32_t find_segment(const struct dump *dump, uint32_t number)
{
    uint32_t low = 0, high = dump->routino->segment_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (dump->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == dump->routino->segment_count || dump->number[low] != number)
        fail("filedumper: a turn of no segment");
    return low;
}

void routino_dump_read(struct routino *routino, FILE *file)
{
    struct dump dump = {.routino = routino};
    char line[1024];

    while (fgets(line, sizeof(line), file))
        take_line(&dump, line);
    drop_shortcut(&dump);
    for (uint32_t i = 0; i < routino->segment_count; i++)
        open_segment(&dump, &routino->segment[i]);
    for (uint32_t i = 0; i < routino->turn_count; i++) {
        routino->turn[i].from = find_segment(&dump, routino->turn[i].from);
        routino->turn[i].to = find_segment(&dump, routino->turn[i].to);
    }
    free(dump.way);
    free(dump.number);
}
