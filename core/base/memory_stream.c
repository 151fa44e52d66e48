/* memory_stream: a text that was written to a stream of open_memstream(). */
#include "core/base/memory_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

int memory_stream_close(FILE *stream, char **text)
{
    bool failed = ferror(stream);

    failed |= fclose(stream) != 0;
    if (!failed && *text)
        return 0;
    free(*text);
    *text = NULL;
    return -ENOMEM;
}
