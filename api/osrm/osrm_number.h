/* osrm_number: numbers in OSRM's answers: whole ones up to 2^53 as such, others
 * with ten digits at most, as "%.10g" has them. */
#ifndef RELAXD_API_OSRM_OSRM_NUMBER_H
#define RELAXD_API_OSRM_OSRM_NUMBER_H

#include <stdint.h>

#include "api/form/json_writer.h"
#include "core/graph/position.h"

/* null for what is no finite number. */
void osrm_write_number(struct json_writer *writer, double value);

/* A tenth of it: seconds of deciseconds, metres of decimetres. */
void osrm_write_tenths(struct json_writer *writer, uint64_t tenths);

/* [longitude, latitude], rounded to 10^-6 degrees. */
void osrm_write_location(struct json_writer *writer, struct position position);

/* To the nearest, halves up: deciseconds of milliseconds. */
static inline uint64_t osrm_deciseconds(uint64_t duration_ms)
{
    return (duration_ms + 50) / 100;
}

/* And decimetres of millimetres. */
static inline uint64_t osrm_decimetres(uint64_t length_mm)
{
    return (length_mm + 50) / 100;
}

#endif
