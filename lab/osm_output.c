/* A sink that passes objects to the writer. */
#include "lab/osm_output.h"

struct output {
    struct osm_sink sink;
    struct osm_writer *writer;
};

static int put(struct osm_sink *sink, const struct osm_object *object,
               struct error *error)
{
    return osm_writer_add(((struct output *)sink)->writer, object, error);
}

int osm_output_write(struct osm_writer *writer, const struct map *map,
                     const struct osm_draw_settings *settings,
                     struct osm_drawn *ret_drawn, struct error *error)
{
    struct output output = {{put}, writer};
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = osm_draw(map, settings, &output.sink, &printer.base, ret_drawn, error);
    progress_printer_finish(&printer);
    if (!r)
        return osm_writer_close(writer, error);
    osm_writer_abandon(writer);
    return r;
}
