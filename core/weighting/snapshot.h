/* snapshot: all that a ledger and its keys hold, as bytes: for files
 * (journal.h, which describes the records) and beside streams. */
#ifndef RELAXD_WEIGHTING_SNAPSHOT_H
#define RELAXD_WEIGHTING_SNAPSHOT_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/weighting/key_book.h"
#include "core/weighting/ledger.h"

/* Takes the next bytes. Codes with words, which end the writing. */
typedef int snapshot_put(void *context, const void *bytes, size_t size,
                         struct error *error);

/* Any thread, as a published ledger does not change. Codes of put(), or
 * -ENOMEM. */
int snapshot_write(const struct ledger *ledger, const struct known_key *keys,
                   size_t key_count, snapshot_put *put, void *context,
                   struct error *error);

/* `name`: for words. `keys`: empty before; after a failure of no use. -EINVAL:
 * damage, with the byte; -ENOMEM. */
int snapshot_read(const char *name, const void *bytes, size_t size,
                  struct key_book *keys, struct ledger **ret_ledger,
                  struct error *error);

#endif
