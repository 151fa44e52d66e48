/* search_answer: what a search came to as members of a JSON object. */
#include "api/v1/search_answer.h"

#include "core/service/line/polyline.h"

static const char *const side_names[SEARCH_SIDES] = {"forward", "backward"};

static void write_each_side(struct json_writer *writer, const char *key,
                            const uint64_t *count)
{
    json_key(writer, key);
    json_begin_array(writer);
    for (int side = 0; side < SEARCH_SIDES; side++)
        json_write_number(writer, count[side]);
    json_end_array(writer);
}

static void write_points(const struct search_answer *answer,
                         enum search_side side, size_t end,
                         struct json_writer *writer)
{
    const struct search_trace *trace = answer->trace;
    struct polyline polyline = {0};
    char text[POLYLINE_POINT_SIZE];

    json_key(writer, side_names[side]);
    json_begin_string(writer);
    for (size_t i = trace->phases[answer->phase].point; i < end; i++) {
        if (trace->points[i].side != side)
            continue;
        polyline_add(&polyline, answer->map->position[trace->points[i].vertex],
                     5, text);
        json_write_string_part(writer, text);
    }
    json_end_string(writer);
}

static void write_phase(const struct search_answer *answer,
                        struct json_writer *writer)
{
    const struct search_trace *trace = answer->trace;
    const struct search_phase *phase = &trace->phases[answer->phase];
    size_t end = answer->phase + 1 < trace->phase_count
                     ? trace->phases[answer->phase + 1].point
                     : trace->point_count;
    uint64_t cost[SEARCH_SIDES] = {phase->cost[SEARCH_FORWARD],
                                   phase->cost[SEARCH_BACKWARD]};

    json_begin_object(writer);
    json_key(writer, "phase");
    json_write_number(writer, phase->index);
    write_each_side(writer, "reached", phase->reached);
    write_each_side(writer, "cost", cost);
    for (int side = 0; side < SEARCH_SIDES; side++) {
        if (phase->reached[side])
            write_points(answer, (enum search_side)side, end, writer);
    }
    json_end_object(writer);
}

static void write_head(const struct search_trace *trace,
                       struct json_writer *writer)
{
    write_each_side(writer, "reached", trace->reached);
    json_key(writer, "points");
    json_write_number(writer, trace->point_count);
    json_key(writer, "every");
    json_write_number(writer, trace->every);
    json_key(writer, "phases");
    json_begin_array(writer);
}

bool search_answer_write(struct search_answer *answer,
                         struct json_writer *writer)
{
    if (!answer->begun)
        write_head(answer->trace, writer);
    answer->begun = true;
    while (answer->phase < answer->trace->phase_count &&
           !json_writer_full(writer)) {
        write_phase(answer, writer);
        answer->phase++;
    }
    if (answer->phase < answer->trace->phase_count)
        return false;
    json_end_array(writer);
    return true;
}
