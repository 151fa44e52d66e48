/* osrm_text: the text that a parser of OSRM's queries has yet to read.
 *
 * Each function reads from the front the item in its name. If there is none it
 * returns false and leaves text->at. */
#ifndef RELAXD_API_OSRM_OSRM_TEXT_H
#define RELAXD_API_OSRM_OSRM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct osrm_text {
    const char *begin;
    const char *at; /* the text before it is read */
    const char *end;
};

bool osrm_text_take(struct osrm_text *text, const char *word);

/* Takes letters, digits and characters of `others`; returns how many, perhaps
 * none. The second says whether a character is one of these. */
size_t osrm_text_word(struct osrm_text *text, const char *others);
bool osrm_is_word_character(char c, const char *others);

/* Digits only. */
bool osrm_text_u32(struct osrm_text *text, uint32_t *ret_number);
bool osrm_text_size(struct osrm_text *text, size_t *ret_number);

/* A 16-bit integer, with or without "-". */
bool osrm_text_i16(struct osrm_text *text, int16_t *ret_number);

/* A decimal, with or without "-", no exponent: "1", "-1.5", ".5", "5.". The
 * point of ".json" and ".flatbuffers" is not a decimal point. */
bool osrm_text_decimal(struct osrm_text *text, double *ret_number);

/* An upper bound on the number of entries in the list before `text`, which ends
 * at `end` or with the text. */
size_t osrm_text_entries(const struct osrm_text *text, char separator,
                         char end);

bool osrm_text_bool(struct osrm_text *text, bool *ret_value);

/* The longest matching word; `words` ends with NULL. */
bool osrm_text_symbol(struct osrm_text *text, const char *const *words,
                      unsigned *ret_index);

#endif
