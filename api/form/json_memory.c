/* json_memory: whether jansson was short of memory. */
#include "api/form/json_memory.h"

#include <jansson.h>
#include <stdlib.h>

static _Thread_local bool was_short;

static void *take(size_t size)
{
    void *memory = malloc(size);

    if (!memory)
        was_short = true;
    return memory;
}

void json_memory_watch(void)
{
    json_set_alloc_funcs(take, free);
}

bool json_memory_was_short(void)
{
    bool answer = was_short;

    was_short = false;
    return answer;
}
