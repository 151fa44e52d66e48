/* Where npm's packages are missing, steps have no instructions. */
#include "api/v1/phrases.h"

const char *const phrase_keys[] = {NULL};
const size_t phrase_key_count = 0;
const struct language languages[] = {{.code = NULL}};
const size_t language_count = 0;
