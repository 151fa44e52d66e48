/* change_judge: what becomes of a change by what it says and by the changes
 * before it alone.
 *
 * No road of a map counts here, so all who take the same changes in the same
 * order judge the same (entry.h). Pure functions, for any thread. */
#ifndef RELAXD_WEIGHTING_CHANGE_JUDGE_H
#define RELAXD_WEIGHTING_CHANGE_JUDGE_H

#include "core/base/error.h"
#include "core/weighting/key_book.h"
#include "core/weighting/ledger.h"
#include "core/weighting/weight_change.h"

/* Of a change, however it was judged; those of the roads, of the disk and of
 * the feed are given elsewhere. */
enum change_outcome {
    CHANGED_OK,
    CHANGED_BEFORE,      /* the same key and request: the first answer */
    CHANGED_UNREADABLE,  /* an entry that is none */
    CHANGED_UNKNOWN_MAP, /* or profile */
    CHANGED_UNKNOWN_SCENARIO,
    CHANGED_UNKNOWN_MODEL,
    CHANGED_WRONG_MAP,     /* it has no such weights */
    CHANGED_NO_MATCH,      /* no row names anything */
    CHANGED_OTHER_EPOCH,   /* not that of `if_match` */
    CHANGED_OTHER_REQUEST, /* the key was used for another one */
    CHANGED_TOO_MANY,      /* scenarios, models, or items that rows name */
    CHANGED_NO_SPACE,      /* on the disk of the journal */
    CHANGED_LOST,          /* the feed cannot be written to: nothing changed */
    CHANGED_UNKNOWN,       /* the feed may have it: repeat it with its key */
    CHANGED_STOPPING,
    CHANGED_FAILED,
    CHANGE_OUTCOMES,
};

/* Looks at key and `if_match`. CHANGED_OK; CHANGED_BEFORE with the answer that
 * was given, valid as long as the book is not changed; or a refusal with
 * words. */
enum change_outcome change_judge(const struct ledger *ledger,
                                 const struct key_book *keys,
                                 const struct weight_change *change,
                                 const struct known_key **ret_known,
                                 struct error *words);

/* What a code of ledger_apply() means for the change. */
enum change_outcome change_refusal(const struct weight_change *change,
                                   int code);

#endif
