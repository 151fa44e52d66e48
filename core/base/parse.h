/* parse: numbers from command lines, parameters and headers, strictly.
 *
 * The whole text must be the number: no blanks, no trailing letters, nothing
 * that does not fit. False otherwise, and the output is untouched. The locale
 * does not matter as long as nobody calls setlocale(). Any thread. */
#ifndef RELAXD_BASE_PARSE_H
#define RELAXD_BASE_PARSE_H

#include <stdbool.h>
#include <stdint.h>

/* Decimal digits only, without a sign. */
bool parse_u32(const char *text, uint32_t *ret_number);
bool parse_u64(const char *text, uint64_t *ret_number);

/* Decimal, with or without sign, point and exponent; finite. What is too small
 * to be told from 0 is 0. */
bool parse_double(const char *text, double *ret_number);

#endif
