/* drawn_way_tags: what is said of a way. */
#include "lab/generate/osm/drawn_dice.h"
#include "lab/generate/osm/drawn_run.h"

/* What the road of a street is called. */
static void tag_name(const struct drawn_writer *writer, uint32_t road,
                     enum drawn_kind kind, struct drawn_tags *tags)
{
    uint64_t die = dice_of(writer->seed, DIE_NAME, road);
    unsigned number = (unsigned)(dice_of(writer->seed, DIE_REF, road) % 998);

    if (kind == KIND_MOTORWAY)
        drawn_tag_print(tags, "ref", "A %u", number % 99 + 1);
    else if (kind <= KIND_PRIMARY)
        drawn_tag_print(tags, "ref", "B %u", number % 499 + 1);
    else if (kind == KIND_SECONDARY)
        drawn_tag_print(tags, "ref", "L %u", number + 1);
    if (kind == KIND_MOTORWAY || kind == KIND_TRACK || kind >= KIND_CYCLEWAY ||
        (kind == KIND_SERVICE && die % 4))
        return;
    drawn_tag_street_name(tags, "name", die);
}

static void tag_speed(uint64_t die, enum drawn_kind kind,
                      struct drawn_tags *tags)
{
    static const char *const speeds[KIND_RESIDENTIAL + 1][4] = {
        [KIND_MOTORWAY] = {"130", "120", "100", "none"},
        [KIND_TRUNK] = {"100", "100", "80", "70"},
        [KIND_PRIMARY] = {"100", "70", "50", "50"},
        [KIND_SECONDARY] = {"100", "70", "50", "50"},
        [KIND_TERTIARY] = {"70", "50", "50", "30"},
        [KIND_UNCLASSIFIED] = {"100", "70", "50", "30"},
        [KIND_RESIDENTIAL] = {"50", "30", "30", "20 mph"},
    };
    static const uint8_t tenths[KIND_RESIDENTIAL + 1] = {9, 8, 7, 7, 5, 2, 5};

    if (kind <= KIND_RESIDENTIAL && die % 10 < tenths[kind])
        drawn_tag(tags, "maxspeed", speeds[kind][(die >> 8) % 4]);
}

static void tag_surface(uint64_t die, enum drawn_kind kind,
                        struct drawn_tags *tags)
{
    static const char *const good[] = {"asphalt",       "asphalt",
                                       "asphalt",       "concrete",
                                       "paving_stones", "cobblestone"};
    static const char *const bad[] = {"gravel", "ground",      "compacted",
                                      "grass",  "fine_gravel", "dirt"};
    bool rough = kind == KIND_TRACK || kind == KIND_PATH;

    if (die % 10 >= 4)
        return;
    drawn_tag(tags, "surface",
              rough                   ? bad[(die >> 8) % 6]
              : kind <= KIND_TERTIARY ? good[(die >> 8) % 4]
                                      : good[(die >> 8) % 6]);
    if (kind == KIND_TRACK)
        drawn_tag_print(tags, "tracktype", "grade%u",
                        (unsigned)(1 + (die >> 16) % 5));
}

/* Only streets that no car has to take to somewhere else. */
static void tag_access(const struct drawn_writer *writer,
                       const struct drawn_run *run, uint64_t die,
                       enum drawn_kind kind, struct drawn_tags *tags)
{
    bool needed = false;
    bool dead_end = false;

    if (kind < KIND_RESIDENTIAL || kind >= KIND_PEDESTRIAN)
        return;
    for (uint32_t i = 0; i < run->count; i++) {
        uint32_t end = run->end[i];

        needed |= writer->streets->street[end_street(end)].flags & DRAWN_NEEDED;
        dead_end |= drawn_degree(writer->streets,
                                 end_vertex(writer->streets, end)) == 1 ||
                    drawn_degree(writer->streets,
                                 end_vertex(writer->streets, end ^ 1)) == 1;
    }
    if (kind == KIND_SERVICE && dead_end && die % 10 < 4)
        drawn_tag(tags, die % 10 < 2 ? "access" : "motor_vehicle", "private");
    else if (!needed && die % 100 < 5)
        drawn_tag(tags, die % 100 < 2 ? "access" : "vehicle", "destination");
}

static void tag_oneway(const struct drawn_writer *writer,
                       const struct drawn_run *run, enum drawn_kind kind,
                       struct drawn_tags *tags)
{
    uint8_t flags = writer->streets->street[end_street(run->end[0])].flags;
    bool as_driven = run->end[0] % 2 == 0;

    if (kind >= KIND_PEDESTRIAN)
        return;
    if (flags & DRAWN_DUAL)
        drawn_tag(tags, "oneway", "yes");
    else if (flags & DRAWN_ONE_WAY)
        drawn_tag(tags, "oneway", as_driven ? "yes" : "-1");
    else if (kind == KIND_MOTORWAY)
        drawn_tag(tags, "oneway", "no");
}

static void tag_build(const struct drawn_writer *writer, uint32_t road,
                      uint64_t die, enum drawn_kind kind,
                      struct drawn_tags *tags)
{
    if (kind <= KIND_PRIMARY)
        drawn_tag(tags, "lanes", kind == KIND_PRIMARY ? "2" : "3");
    if (kind == KIND_MOTORWAY && dice_say(writer->seed, DIE_TOLL, road, 0.2))
        drawn_tag(tags, "toll", "yes");
    if (die % 1000 < 15)
        drawn_tag(tags, die % 3 ? "bridge" : "tunnel", "yes");
}

void drawn_tag_way(const struct drawn_writer *writer,
                   const struct drawn_run *run, struct drawn_tags *tags)
{
    uint32_t street = end_street(run->end[0]);
    uint32_t road = writer->roads->road[street];
    enum drawn_kind kind = writer->streets->street[street].kind;

    if (kind == KIND_RAIL) {
        drawn_tag(tags, "railway", "rail");
        return;
    }
    drawn_tag(tags, "highway", drawn_kind_name(kind));
    tag_name(writer, road, kind, tags);
    tag_oneway(writer, run, kind, tags);
    tag_speed(dice_of(writer->seed, DIE_SPEED, street), kind, tags);
    tag_surface(dice_of(writer->seed, DIE_SURFACE, street), kind, tags);
    tag_access(writer, run, dice_of(writer->seed, DIE_ACCESS, street), kind,
               tags);
    tag_build(writer, road, dice_of(writer->seed, DIE_BRIDGE, street), kind,
              tags);
}
