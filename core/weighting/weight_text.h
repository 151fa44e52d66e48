/* weight_text: the text that a change came as, CSV that may be packed with
 * gzip.
 *
 * Any thread. */
#ifndef RELAXD_WEIGHTING_WEIGHT_TEXT_H
#define RELAXD_WEIGHTING_WEIGHT_TEXT_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/weighting/weight_change.h"

/* Reads the change's rows from its text, which it unpacks if it has to; a
 * journal_read_text. -E2BIG: unpacked it is longer than `text_max` bytes. */
int weight_change_read_text(struct weight_change *change, struct error *error);
int weight_change_read_limited(struct weight_change *change, size_t text_max,
                               struct error *error);

/* Unpacks gzip, also several members, up to `most` bytes; the caller free()s
 * the text. -E2BIG: there are more; -EINVAL: damaged; -ENOMEM; with words. */
int weight_text_unpack(const void *packed, size_t size, size_t most,
                       char **ret_text, size_t *ret_size, struct error *error);

#endif
