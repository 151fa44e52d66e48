/* memory_stream: a text that was written to a stream of open_memstream(). */
#ifndef RELAXD_BASE_MEMORY_STREAM_H
#define RELAXD_BASE_MEMORY_STREAM_H

#include <stdio.h>

/* Closes it. 0: `*text`, which the stream was opened with, is whole and the
 * caller's to free. -ENOMEM: something did not fit, and it is freed and NULL.
 * fclose() alone does not tell: where there is no memory for the last of it,
 * glibc's is 0 and leaves NULL, and a size of before. */
int memory_stream_close(FILE *stream, char **text);

#endif
