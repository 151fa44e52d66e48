#include "core/graph/import_report.h"

/* The rows follow the enum. */
static const struct {
    const char *name;
    const char *words;
} counts[COUNT_KINDS] = {
    [COUNT_NODES] = {"nodes", "nodes in the files"},
    [COUNT_WAYS] = {"ways", "ways in the files"},
    [COUNT_RELATIONS] = {"relations", "relations in the files"},
    [COUNT_ROADS] = {"roads", "ways that are used"},

    [COUNT_NODES_TWICE] = {"nodes-twice",
                           "nodes left out for a newer or later one of the "
                           "same id"},
    [COUNT_WAYS_TWICE] = {"ways-twice",
                          "ways left out for a newer or later one of the same "
                          "id"},
    [COUNT_RELATIONS_TWICE] = {"relations-twice",
                               "relations left out for a newer or later one "
                               "of the same id"},
    [COUNT_DELETED] = {"deleted", "objects that the files say are deleted"},
    [COUNT_NODES_NOWHERE] = {"nodes-nowhere",
                             "nodes left out, without a valid position"},
    [COUNT_REFS_MISSING] = {"refs-missing",
                            "gaps in ways: nodes that are not in the files"},
    [COUNT_WAYS_SHORT] = {"ways-short",
                          "ways left out, of fewer than two nodes"},
    [COUNT_REFS_REPEATED] = {"refs-repeated",
                             "nodes that a way passes twice in a row, taken "
                             "once"},
    [COUNT_TAGS_TWICE] = {"tags-twice",
                          "tags left out, of a key that the object had "
                          "already"},
    [COUNT_TEXTS_MENDED] = {"texts-mended", "texts with '?' for invalid bytes"},

    [COUNT_WAYS_NO_ROAD] = {"ways-no-road",
                            "ways that are not roads for this profile"},
    [COUNT_WAYS_NO_ACCESS] = {"ways-no-access", "ways closed to this profile"},
    [COUNT_WAYS_AREA] = {"ways-area", "ways that are areas"},
    [COUNT_WAYS_CONSTRUCTION] = {"ways-construction",
                                 "ways that are not there yet, or no more"},
    [COUNT_WAYS_REVERSIBLE] = {"ways-reversible",
                               "ways left out, one-way now this way and now "
                               "that"},
    [COUNT_WAYS_UNCLEAR] = {"ways-unclear",
                            "ways left out, whose one-way tags contradict "
                            "themselves"},
    [COUNT_WAYS_NO_SEGMENT] = {"ways-no-segment",
                               "ways left out, no two nodes of which follow "
                               "each other in the files"},

    [COUNT_RESTRICTIONS] = {"restrictions", "turn restrictions in force"},
    [COUNT_RESTRICTIONS_IGNORED] = {"restrictions-ignored",
                                    "restrictions that do not concern this "
                                    "profile"},
    [COUNT_RESTRICTIONS_EXCEPTED] = {"restrictions-excepted",
                                     "restrictions that except this profile"},
    [COUNT_RESTRICTIONS_CONDITIONAL] = {"restrictions-conditional",
                                        "restrictions left out, in force at "
                                        "times or for some"},
    [COUNT_RESTRICTIONS_UNKNOWN] = {"restrictions-unknown",
                                    "restrictions left out, of an unknown "
                                    "kind"},
    [COUNT_RESTRICTIONS_NO_MEMBER] = {"restrictions-no-member",
                                      "restrictions left out, without from, "
                                      "via or to"},
    [COUNT_RESTRICTIONS_MISSING] = {"restrictions-missing",
                                    "restrictions left out, with a member "
                                    "that is not in the files or no road"},
    [COUNT_RESTRICTIONS_APART] = {"restrictions-apart",
                                  "restrictions left out, whose members do "
                                  "not meet"},
    [COUNT_RESTRICTIONS_CROWDED] = {"restrictions-crowded",
                                    "restrictions left out, of more roads "
                                    "than is plausible"},
    [COUNT_RESTRICTIONS_UNCLEAR] = {"restrictions-unclear",
                                    "restrictions left out, whose from or to "
                                    "passes via and goes on"},
    [COUNT_JUNCTIONS_CROWDED] = {"junctions-crowded",
                                 "junctions without turns, of more roads than "
                                 "is plausible"},

    [COUNT_STATIONS] = {"stations", "stations"},
    [COUNT_STATIONS_APART] = {"stations-apart",
                              "stations left out, without rails or a road "
                              "near"},
};

const char *import_count_name(enum import_count count)
{
    return counts[count].name;
}

const char *import_count_words(enum import_count count)
{
    return counts[count].words;
}

void import_report_add(struct import_report *report,
                       const struct import_report *other)
{
    for (int i = 0; i < COUNT_KINDS; i++)
        report->count[i] += other->count[i];
}
