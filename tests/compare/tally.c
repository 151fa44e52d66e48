/* tally: how many things are alike, and why others are not. */
#include "tests/compare/tally.h"

#include <inttypes.h>
#include <stdio.h>

bool tally_print(const struct tally *tally, enum traveller traveller,
                 const char *what)
{
    bool good = !tally->other[RULE_NONE] && tally->alike;

    printf("%sok - %s, %s: %" PRIu64 " alike", good ? "" : "not ",
           traveller_name(traveller), what, tally->alike);
    for (int i = 0; i < RULES; i++) {
        if (tally->other[i])
            printf(", %" PRIu64 " %s", tally->other[i],
                   rule_name((enum rule)i));
    }
    puts("");
    return good;
}
