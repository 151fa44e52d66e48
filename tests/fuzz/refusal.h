/* refusal: checks every problem that a parser reports. */
#ifndef RELAXD_TESTS_FUZZ_REFUSAL_H
#define RELAXD_TESTS_FUZZ_REFUSAL_H

#include <jansson.h>
#include <stdlib.h>

#include "api/form/problem.h"

/* Aborts where a refusal has no text, or is not JSON. */
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
