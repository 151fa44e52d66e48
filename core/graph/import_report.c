#include "core/graph/import_report.h"

/* The rows follow the enum. */
static const struct {
    const char *name;
    const char *words;
} counts[COUNT_KINDS] = {
    [COUNT_NODES] = {"nodes", "nodes in the files"},
    [COUNT_WAYS] = {"ways", "ways in the files"},
    [COUNT_RELATIONS] = {"relations", "relations in the files"},
    [COUNT_ROADS] = {"roads", "ways used as roads"},

    [COUNT_NODES_TWICE] = {"nodes-twice",
                           "nodes replaced by a newer or later one of "
                           "the same id"},
    [COUNT_WAYS_TWICE] = {"ways-twice",
                          "ways replaced by a newer or later one of "
                          "the same id"},
    [COUNT_RELATIONS_TWICE] = {"relations-twice",
                               "relations replaced by a newer or later one "
                               "of the same id"},
    [COUNT_DELETED] = {"deleted", "objects marked as deleted"},
    [COUNT_NODES_NOWHERE] = {"nodes-nowhere",
                             "nodes left out because they have no valid "
                             "position"},
    [COUNT_REFS_MISSING] = {"refs-missing",
                            "nodes of ways missing from the files"},
    [COUNT_WAYS_SHORT] = {"ways-short",
                          "ways left out because they have fewer than "
                          "two nodes"},
    [COUNT_REFS_REPEATED] = {"refs-repeated",
                             "nodes that a way repeats in succession, "
                             "used once"},
    [COUNT_TAGS_TWICE] = {"tags-twice",
                          "tags left out because the object already "
                          "had the key"},
    [COUNT_TEXTS_MENDED] = {"texts-mended",
                            "texts with invalid bytes replaced by '?'"},

    [COUNT_WAYS_NO_ROAD] = {"ways-no-road",
                            "ways that are not roads for this profile"},
    [COUNT_WAYS_NO_ACCESS] = {"ways-no-access", "ways closed to this profile"},
    [COUNT_WAYS_AREA] = {"ways-area", "ways that are areas"},
    [COUNT_WAYS_CONSTRUCTION] = {"ways-construction",
                                 "ways that do not exist yet or any more"},
    [COUNT_WAYS_REVERSIBLE] = {"ways-reversible",
                               "ways left out because their one-way "
                               "direction changes"},
    [COUNT_WAYS_UNCLEAR] = {"ways-unclear",
                            "ways left out because their one-way tags "
                            "contradict each other"},
    [COUNT_WAYS_NO_SEGMENT] = {"ways-no-segment",
                               "ways left out because no two consecutive "
                               "nodes are in the files"},

    [COUNT_RESTRICTIONS] = {"restrictions", "turn restrictions in force"},
    [COUNT_RESTRICTIONS_IGNORED] = {"restrictions-ignored",
                                    "restrictions that do not apply to this "
                                    "profile"},
    [COUNT_RESTRICTIONS_EXCEPTED] = {"restrictions-excepted",
                                     "restrictions that exempt this profile"},
    [COUNT_RESTRICTIONS_CONDITIONAL] =
        {"restrictions-conditional", "restrictions left out because they apply "
                                     "only at times or to some vehicles"},
    [COUNT_RESTRICTIONS_UNKNOWN] = {"restrictions-unknown",
                                    "restrictions left out because their kind "
                                    "is unknown"},
    [COUNT_RESTRICTIONS_NO_MEMBER] =
        {"restrictions-no-member", "restrictions left out because from, via or "
                                   "to is missing"},
    [COUNT_RESTRICTIONS_MISSING] = {"restrictions-missing",
                                    "restrictions left out because a member is "
                                    "not in the files or not a road"},
    [COUNT_RESTRICTIONS_APART] = {"restrictions-apart",
                                  "restrictions left out because their "
                                  "members do not meet"},
    [COUNT_RESTRICTIONS_CROWDED] = {"restrictions-crowded",
                                    "restrictions left out because they have "
                                    "implausibly many roads"},
    [COUNT_RESTRICTIONS_UNCLEAR] = {"restrictions-unclear",
                                    "restrictions left out because from or to "
                                    "continues beyond via"},
    [COUNT_JUNCTIONS_CROWDED] = {"junctions-crowded",
                                 "junctions without turns because they have "
                                 "implausibly many roads"},

    [COUNT_STATIONS] = {"stations", "stations"},
    [COUNT_STATIONS_APART] = {"stations-apart",
                              "stations left out because no rails or no "
                              "road is near"},
};

const char *import_count_name(enum import_count count)
{
    return counts[count].name;
}

const char *import_count_words(enum import_count count)
{
    return counts[count].words;
}
