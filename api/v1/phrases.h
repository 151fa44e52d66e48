/* phrases: maneuvers as sentences: "Turn left onto Church Street", in the
 * languages of osrm-text-instructions, whose texts are built in
 * (clients/web/phrases.mjs).
 *
 *     phrases_init()   the phrases of one language, for one answer
 *     phrases_say()   the sentence of a step
 *
 * Which sentence a step gets, and what its gaps are filled with, is as in that
 * package, compile() of version 0.15. Texts are found by keys such as
 * "turn/left/name"; a gap is {way_name} or {way_name:dative}. A grammar is a
 * list of expressions that change a name into what may stand in such a gap. */
#ifndef RELAXD_API_V1_PHRASES_H
#define RELAXD_API_V1_PHRASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/graph/roads/roads.h"
#include "core/service/guidance/guidance.h"

/* ---- The texts ----------------------------------------------------------- */

struct phrase_rule {
    const char *pattern; /* NULL: the end of a list; of names between blanks */
    const char *replacement;
};

struct phrase_grammar {
    const char *name; /* NULL: the end of a list */
    const struct phrase_rule *rules;
};

struct language {
    const char *code; /* "pt-BR" */
    bool capitals;    /* sentences begin with one */
    const char *text;
    const uint32_t
        *start; /* [phrase_key_count] in `text`; 0: it lacks this one */
    const struct phrase_grammar *grammars; /* NULL: none */
    bool any_case;                         /* how its expressions match */
    bool everywhere;                       /* and where: or only once */
};

/* None if relaxd was built without them. */
extern const char *const phrase_keys[]; /* ascending */
extern const size_t phrase_key_count;
extern const struct language languages[];
extern const size_t language_count;

/* By code, in any case; of "de-AT", if there is none, by "de". NULL: unknown.
 */
const struct language *language_find(const char *code);

/* ---- Telling ------------------------------------------------------------- */

/* One thread at a time, as grammars are compiled when they are first wanted.
 * The texts above are constant. */

struct compiled_grammar;

struct phrases {
    const struct language *language;
    struct compiled_grammar *compiled; /* a list, so far; owned */
};

enum {
    PHRASE_SIZE = 4096
}; /* of a sentence with its NUL; longer ones are cut */

/* finish() is fine on zero bytes. */
void phrases_init(struct phrases *phrases, const struct language *language);
void phrases_finish(struct phrases *phrases);

/* The leg's number, from 0, and that of all, say which arrival it is. 0 or
 * -ENOMEM. */
int phrases_say(struct phrases *phrases, const struct roads *roads,
                const struct guidance *guidance, size_t step, size_t leg,
                size_t leg_count, char ret_text[static PHRASE_SIZE]);

#endif
