/* refusal: what every problem that a parser tells of must be. */
#ifndef RELAXD_TESTS_FUZZ_REFUSAL_H
#define RELAXD_TESTS_FUZZ_REFUSAL_H

#include <jansson.h>
#include <stdlib.h>

#include "api/form/problem.h"

/* A refusal that says nothing, or is no JSON, is an abort(). */
static inline void refusal_check(const struct problem *problem)
{
    struct json_writer writer;
    json_t *read;

    json_writer_init(&writer);
    json_begin_object(&writer);
    problem_write_members(problem, "/", &writer);
    json_end_object(&writer);
    read = json_loadb(writer.text, writer.length, 0, NULL);
    if (!read || !problem->detail[0])
        abort();
    json_decref(read);
    json_writer_finish(&writer);
}

#endif
