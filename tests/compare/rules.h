/* rules: in what the two routers are known to differ, and whether that is why
 * they do. README.md says the same in more words.
 *
 * A rule explains a difference where the data, read by that rule as routino
 * reads it, give what routino has. */
#ifndef RELAXD_TESTS_COMPARE_RULES_H
#define RELAXD_TESTS_COMPARE_RULES_H

#include "core/graph/profile/profile.h"
#include "tests/compare/ours.h"
#include "tests/compare/passing.h"
#include "tests/compare/routino.h"
#include "tests/compare/twins.h"

enum rule {
    RULE_NONE, /* unexplained */
    RULE_DIRECTION,
    RULE_LIST,
    RULE_TWICE,
    RULE_PLACE,
    RULE_MEMBER,
    RULE_CONTRAFLOW,
    RULE_VIA_WAYS,
    RULE_GUESS,
    RULE_ENDS,
    RULES,
};

/* A few words. */
const char *rule_name(enum rule rule);

/* Both routers, on the same data, for one traveller. */
struct comparison {
    const struct osm_data *data;
    const struct passing *passing;
    struct profile *const *profiles; /* [TRAVELLERS] */
    const struct routino *routino;
    const struct twins *twins;
    const struct ours *ours;
    enum traveller traveller;
    bool verbose; /* each difference on stderr */
};

/* Why a road from a node to the next one is open to routino and not to us, or
 * the other way round. */
enum rule rule_of_road(const struct comparison *comparison, int64_t from,
                       int64_t to, bool theirs_open);

/* The same of going on at a node, between roads that both have. */
enum rule rule_of_turn(const struct comparison *comparison, int64_t from,
                       int64_t via, int64_t to, bool theirs_allowed);

/* Why a turn that relaxd allows by itself is not allowed after what came before
 * it: at node[at], of a way that has come from node[0]. */
enum rule rule_of_past(const struct comparison *comparison, const int64_t *node,
                       uint32_t at);

#endif
