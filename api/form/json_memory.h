/* json_memory: whether jansson was short of memory.
 *
 * Its parser tells that as an error of the text: "string or '}' expected near
 * '"targets"'", or nothing at all. */
#ifndef RELAXD_API_FORM_JSON_MEMORY_H
#define RELAXD_API_FORM_JSON_MEMORY_H

#include <stdbool.h>

/* Once, before there are threads and before all else of jansson. */
void json_memory_watch(void);

/* Whether it was in this thread since this was last asked; false where nobody
 * watches. */
bool json_memory_was_short(void);

#endif
