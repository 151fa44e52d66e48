/* Guidance in OSRM's answers. */
#include "api/osrm/osrm_route.h"

#include <string.h>

#include "api/osrm/osrm_answer.h"
#include "core/service/guidance/lanes.h"

struct steps_writing {
    struct json_writer *writer;
    const struct roads *roads;
    const struct guidance *guidance;
    const struct leg_line *line;
    enum osrm_geometries geometries;

    /* Sums over all steps so far. */
    uint64_t weight;
    uint64_t duration_ms;
    uint64_t length_mm;
};

/* ---- Intersections ------------------------------------------------------ */

static void write_roads(struct steps_writing *to,
                        const struct guide_intersection *at)
{
    const struct guide_road *roads = &to->guidance->road[at->first_road];

    json_open_array(to->writer, "bearings");
    for (uint32_t i = 0; i < at->road_count; i++)
        json_write_number(to->writer, roads[i].bearing_deg);
    json_end_array(to->writer);
    json_open_array(to->writer, "entry");
    for (uint32_t i = 0; i < at->road_count; i++)
        json_write_bool(to->writer, roads[i].enterable);
    json_end_array(to->writer);
}

static void write_classes(struct steps_writing *to, uint16_t class_bits)
{
    const struct road_profile *profile = &to->roads->profile;

    if (!class_bits)
        return;
    json_open_array(to->writer, "classes");
    for (uint32_t i = 0; i < profile->class_count; i++) {
        if (class_bits >> i & 1)
            json_write_string(to->writer, profile->class_name[i]);
    }
    json_end_array(to->writer);
}

/* OSM's "slight_left" is OSRM's "slight left", "through" is "straight". */
static void write_arrow(struct json_writer *writer,
                        const struct lane_arrow *arrow)
{
    char words[24];
    size_t length =
        arrow->length < sizeof(words) ? arrow->length : sizeof(words) - 1;

    memcpy(words, arrow->text, length);
    words[length] = 0;
    for (char *c = words; *c; c++) {
        if (*c == '_')
            *c = ' ';
    }
    if (!strcmp(words, "through"))
        json_write_string(writer, "straight");
    else if (!strcmp(words, "reverse"))
        json_write_string(writer, "uturn");
    else
        json_write_string(writer, words);
}

/* Returns the start of the next lane; NULL after the last. */
static const char *write_lane(struct json_writer *writer, const char *text,
                              bool valid)
{
    struct lane_arrow arrow;

    json_begin_object(writer);
    json_put_bool(writer, "valid", valid);
    json_open_array(writer, "indications");
    do {
        text = lane_arrow_read(text, &arrow);
        write_arrow(writer, &arrow);
    } while (!arrow.ends_lane);
    json_end_array(writer);
    json_end_object(writer);
    return arrow.ends ? NULL : text;
}

static void write_lanes(struct steps_writing *to,
                        const struct guide_intersection *at)
{
    const uint32_t texts[] = {at->lanes, at->lanes_right};
    unsigned lane = 0;

    if (!at->lanes)
        return;
    json_open_array(to->writer, "lanes");
    for (int i = 0; i < 2; i++) {
        const char *text = texts[i] ? to->roads->text + texts[i] : NULL;

        for (; text; lane++)
            text = write_lane(to->writer, text, at->lanes_valid >> lane & 1);
    }
    json_end_array(to->writer);
}

static void write_index(struct json_writer *writer, const char *key, int index)
{
    if (index < 0)
        return;
    json_put_number(writer, key, (uint64_t)index);
}

static void write_intersection(struct steps_writing *to,
                               const struct guide_intersection *at)
{
    json_begin_object(to->writer);
    write_index(to->writer, "in", at->in);
    write_index(to->writer, "out", at->out);
    write_roads(to, at);
    json_key(to->writer, "location");
    osrm_write_location(to->writer, at->position);
    write_lanes(to, at);
    write_classes(to, at->class_bits);
    json_end_object(to->writer);
}

static void write_intersections(struct steps_writing *to,
                                const struct guide_step *step)
{
    const struct guide_intersection *first =
        &to->guidance->intersection[step->first_intersection];

    json_open_array(to->writer, "intersections");
    for (uint32_t i = 0; i < step->intersection_count; i++)
        write_intersection(to, &first[i]);
    json_end_array(to->writer);
}

/* ---- Steps -------------------------------------------------------------- */

static void write_maneuver(struct steps_writing *to,
                           const struct guide_step *step)
{
    const char *modifier = maneuver_modifier_name(step->modifier);
    struct json_writer *writer = to->writer;

    json_open_object(writer, "maneuver");
    json_put_string(writer, "type", maneuver_type_name(step->type));
    if (modifier)
        json_put_string(writer, "modifier", modifier);
    json_key(writer, "location");
    osrm_write_location(writer, step->position);
    json_put_number(writer, "bearing_before", step->bearing_before_deg);
    json_put_number(writer, "bearing_after", step->bearing_after_deg);
    write_index(writer, "exit", step->exit ? (int)step->exit : -1);
    json_end_object(writer);
}

/* Writes nothing if `text` is empty. */
static void write_sign(struct steps_writing *to, const char *key, uint32_t text)
{
    if (!text)
        return;
    json_put_string(to->writer, key, to->roads->text + text);
}

static void write_signs(struct steps_writing *to, const struct guide_step *step)
{
    json_put_string(to->writer, "name", to->roads->text + step->name);
    write_sign(to, "ref", step->ref);
    write_sign(to, "pronunciation", step->pronunciation);
    write_sign(to, "destinations", step->destinations);
    write_sign(to, "exits", step->exits);
    write_sign(to, "rotary_name", step->rotary_name);
    json_put_string(to->writer, "mode", travel_mode_name(step->mode));
    json_put_string(to->writer, "driving_side",
                    step->drives_left ? "left" : "right");
}

/* The arrival has one position; its line repeats it. */
static void write_geometry(struct steps_writing *to,
                           const struct guide_step *step)
{
    const struct position *first = &to->line->position[step->first_position];
    const struct position twice[] = {*first, *first};
    bool point = step->position_count < 2;

    json_key(to->writer, "geometry");
    osrm_write_geometry(to->writer, to->geometries, point ? twice : first,
                        point ? 2 : step->position_count);
}

/* A step gets the difference of the rounded sums before and after it, so that
 * the steps add up to the rounded total. */
static void write_sums(struct steps_writing *to, const struct guide_step *step)
{
    uint64_t weight = osrm_weight_tenths(to->roads, to->weight);
    uint64_t deciseconds = osrm_deciseconds(to->duration_ms);
    uint64_t decimetres = osrm_decimetres(to->length_mm);

    to->weight += step->weight;
    to->duration_ms += step->duration_ms;
    to->length_mm += step->length_mm;
    json_key(to->writer, "weight");
    osrm_write_tenths(to->writer,
                      osrm_weight_tenths(to->roads, to->weight) - weight);
    json_key(to->writer, "duration");
    osrm_write_tenths(to->writer,
                      osrm_deciseconds(to->duration_ms) - deciseconds);
    json_key(to->writer, "distance");
    osrm_write_tenths(to->writer, osrm_decimetres(to->length_mm) - decimetres);
}

static void write_step(struct steps_writing *to, const struct guide_step *step)
{
    json_begin_object(to->writer);
    write_intersections(to, step);
    write_maneuver(to, step);
    write_signs(to, step);
    write_sums(to, step);
    write_geometry(to, step);
    json_end_object(to->writer);
}

static void write_summary(struct steps_writing *to)
{
    const uint32_t *names = to->guidance->summary;

    json_key(to->writer, "summary");
    json_begin_string(to->writer);
    for (size_t i = 0; i < SUMMARY_NAMES && names[i]; i++) {
        if (i > 0)
            json_write_string_part(to->writer, ", ");
        json_write_string_part(to->writer, to->roads->text + names[i]);
    }
    json_end_string(to->writer);
}

void osrm_write_guidance(struct json_writer *writer, const struct map *map,
                         const struct route_leg *leg,
                         const struct leg_line *line,
                         const struct guidance_asked *asked,
                         enum osrm_geometries geometries)
{
    struct guidance guidance;
    struct steps_writing to = {
        .writer = writer,
        .roads = &map->roads,
        .guidance = &guidance,
        .line = line,
        .geometries = geometries,
    };

    if (guidance_init(&guidance, map, leg, asked)) {
        writer->failed = true;
        return;
    }
    json_open_array(writer, "steps");
    for (size_t i = 0; i < guidance.step_count; i++)
        write_step(&to, &guidance.step[i]);
    json_end_array(writer);
    write_summary(&to);
    guidance_finish(&guidance);
}
