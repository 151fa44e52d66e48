/* isochrone_answer: isochrones as GeoJSON, part by part. */
#include "api/v1/isochrone_answer.h"

#include <math.h>

static void write_text(struct json_writer *writer, const char *key,
                       const char *value)
{
    json_key(writer, key);
    json_write_string(writer, value);
}

static void write_position(struct json_writer *writer, struct position position)
{
    json_begin_array(writer);
    json_write_degrees_e7(writer, position.lon_e7);
    json_write_degrees_e7(writer, position.lat_e7);
    json_end_array(writer);
}

static const struct isochrone *made_of(const struct isochrone_answer *answer)
{
    return &answer->question->isochrone;
}

static void open_feature(struct isochrone_answer *answer,
                         struct json_writer *writer)
{
    const struct isochrone_area *area = &made_of(answer)->area[answer->area];
    bool distance = answer->question->wish.distance;

    json_begin_object(writer);
    write_text(writer, "type", "Feature");
    json_key(writer, "properties");
    json_begin_object(writer);
    json_key(writer, "contour");
    json_write_thousandths(writer, area->contour);
    write_text(writer, "metric", distance ? "distance" : "duration");
    json_key(writer, "area");
    json_write_number(writer, (uint64_t)llround(fmax(area->area_m2, 0)));
    json_end_object(writer);
    json_key(writer, "geometry");
    json_begin_object(writer);
    write_text(writer, "type",
               answer->polygons ? "MultiPolygon" : "MultiLineString");
    json_key(writer, "coordinates");
    json_begin_array(writer);
    answer->ring = area->first_ring;
    answer->opened = true;
}

/* A polygon is a list of rings, one around and the holes. */
static void open_ring(const struct isochrone_answer *answer,
                      struct json_writer *writer)
{
    const struct isochrone_ring *ring = &made_of(answer)->ring[answer->ring];

    if (answer->polygons && !ring->hole)
        json_begin_array(writer);
    json_begin_array(writer);
}

static void close_ring(struct isochrone_answer *answer, size_t end,
                       struct json_writer *writer)
{
    const struct isochrone_ring *next = &made_of(answer)->ring[++answer->ring];

    json_end_array(writer);
    answer->point = 0;
    if (answer->polygons && (answer->ring == end || !next->hole))
        json_end_array(writer);
}

/* False where the writer is full before the ring is through. */
static bool write_ring(struct isochrone_answer *answer, size_t end,
                       struct json_writer *writer)
{
    const struct isochrone *made = made_of(answer);
    const struct isochrone_ring *ring = &made->ring[answer->ring];

    if (answer->point == 0)
        open_ring(answer, writer);
    while (answer->point < ring->count) {
        write_position(writer, made->point[ring->first + answer->point++]);
        if (json_writer_full(writer))
            break;
    }
    if (answer->point < ring->count)
        return false;
    close_ring(answer, end, writer);
    return !json_writer_full(writer);
}

static bool write_feature(struct isochrone_answer *answer,
                          struct json_writer *writer)
{
    const struct isochrone_area *area = &made_of(answer)->area[answer->area];
    size_t end = area->first_ring + area->ring_count;

    if (!answer->opened)
        open_feature(answer, writer);
    while (answer->ring < end) {
        if (!write_ring(answer, end, writer))
            return false;
    }
    json_end_array(writer);
    json_end_object(writer);
    json_end_object(writer);
    answer->opened = false;
    answer->area++;
    return true;
}

static void write_sources(const struct isochrone_question *question,
                          struct json_writer *writer)
{
    json_key(writer, "sources");
    json_begin_array(writer);
    for (size_t i = 0; i < question->source_count; i++) {
        json_begin_object(writer);
        json_key(writer, "location");
        write_position(writer, question->found[i].position);
        json_key(writer, "distance");
        json_write_thousandths(
            writer, (uint64_t)llround(question->found[i].distance_m * 1000));
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_figure(struct json_writer *writer, const char *key,
                         double value)
{
    json_key(writer, key);
    json_write_thousandths(writer, (uint64_t)llround(value * 1000));
}

static void write_figures(const struct isochrone_question *question,
                          struct json_writer *writer)
{
    const struct isochrone *made = &question->isochrone;

    write_figure(writer, "cell", made->cell_m);
    write_figure(writer, "beside_roads", made->beyond_m);
    json_key(writer, "epoch");
    json_write_number(writer, question->base.epoch);
    json_key(writer, "settled");
    json_write_number(writer, made->settled);
    json_key(writer, "search_us");
    json_write_number(writer, made->search_us);
    json_key(writer, "draw_us");
    json_write_number(writer, made->draw_us);
}

bool isochrone_answer_write(struct isochrone_answer *answer,
                            struct json_writer *writer)
{
    if (!answer->begun) {
        answer->begun = true;
        json_begin_object(writer);
        write_text(writer, "type", "FeatureCollection");
        json_key(writer, "features");
        json_begin_array(writer);
    }
    while (answer->area < made_of(answer)->area_count) {
        if (!write_feature(answer, writer))
            return false;
    }
    json_end_array(writer);
    write_sources(answer->question, writer);
    write_figures(answer->question, writer);
    json_end_object(writer);
    return true;
}
