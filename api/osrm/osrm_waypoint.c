/* osrm_waypoint: a place that was snapped, as OSRM's answers have it. */
#include "api/osrm/osrm_waypoint.h"

#include "api/osrm/osrm_number.h"
#include "api/osrm/osrm_options.h"

/* Clients send it back and must not look into it; a place is found as quickly
 * without. 84 zero bytes by base64. */
static void write_hint(struct json_writer *writer)
{
    static const char zeros[OSRM_HINT_LENGTH + 3] =
        "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"";

    json_key(writer, "hint");
    json_write_digits(writer, zeros, sizeof(zeros) - 1);
}

static const char *name_of(const struct roads *roads, const struct snap *snap)
{
    return roads->text + roads_attributes(roads, snap->piece)->name;
}

static void write_names(struct json_writer *writer, const struct roads *roads,
                        const struct snap *snaps, uint32_t count)
{
    bool any = false;

    json_begin_string(writer);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = name_of(roads, &snaps[i]);

        if (!*name)
            continue;
        if (any)
            json_write_string_part(writer, " / ");
        json_write_string_part(writer, name);
        any = true;
    }
    json_end_string(writer);
}

void osrm_waypoint_members(struct json_writer *writer,
                           const struct roads *roads, const struct snap *snaps,
                           uint32_t count, bool hint)
{
    if (hint)
        write_hint(writer);
    json_key(writer, "location");
    osrm_write_location(writer, snaps[0].position);
    json_key(writer, "name");
    write_names(writer, roads, snaps, count);
    json_key(writer, "distance");
    osrm_write_number(writer, snaps[0].distance_m);
}

void osrm_waypoint_write(struct json_writer *writer, const struct roads *roads,
                         const struct snap *snaps, uint32_t count, bool hint)
{
    json_begin_object(writer);
    osrm_waypoint_members(writer, roads, snaps, count, hint);
    json_end_object(writer);
}
