/* osrm_text: what a parser of OSRM's queries has before it.
 *
 * Each function takes what it is named after from the front. One that finds
 * none returns false, and text->at stays where it was. */
#ifndef RELAXD_API_OSRM_OSRM_TEXT_H
#define RELAXD_API_OSRM_OSRM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct osrm_text {
    const char *begin;
    const char *at; /* what is before it was taken */
    const char *end;
};

bool osrm_text_take(struct osrm_text *text, const char *word);

/* Digits alone. */
bool osrm_text_u32(struct osrm_text *text, uint32_t *ret_number);
bool osrm_text_size(struct osrm_text *text, size_t *ret_number);

/* A whole number of 16 bits, with or without "-". */
bool osrm_text_i16(struct osrm_text *text, int16_t *ret_number);

/* A decimal, with or without "-", no exponent: "1", "-1.5", ".5", "5.", where
 * the point of ".json" and ".flatbuffers" is none. */
bool osrm_text_decimal(struct osrm_text *text, double *ret_number);

bool osrm_text_bool(struct osrm_text *text, bool *ret_value);

/* The longest of these words, NULL after the last. */
bool osrm_text_symbol(struct osrm_text *text, const char *const *words,
                      unsigned *ret_index);

#endif
