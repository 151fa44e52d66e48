/* request_id: what a request is called in the log and in its answer.
 *
 * A client or a proxy may call it something (X-Request-Id); what has no sane
 * name gets one of ours. */
#ifndef RELAXD_API_HTTP_REQUEST_ID_H
#define RELAXD_API_HTTP_REQUEST_ID_H

#include <stdint.h>

#define REQUEST_ID_HEADER "X-Request-Id"

enum { REQUEST_ID_SIZE = 129 }; /* with the NUL */

/* Where names come from, one of each thread: a count from a random start,
 * stirred, so that none comes twice in 2^64. Not for secrets. */
struct request_ids {
    uint64_t count;
};

void request_ids_init(struct request_ids *ids);

/* `sent`, if it is 1 to 128 letters, digits and "-._~:/+=@"; else, as for NULL,
 * 16 hexadecimal digits. */
void request_id_choose(struct request_ids *ids, const char *sent,
                       char id[REQUEST_ID_SIZE]);

#endif
