/* plural: numbers and the word for what they count. */
#ifndef RELAXD_BASE_PLURAL_H
#define RELAXD_BASE_PLURAL_H

#include <stdint.h>

static inline const char *plural(uint64_t count, const char *one,
                                 const char *many)
{
    return count == 1 ? one : many;
}

#endif
