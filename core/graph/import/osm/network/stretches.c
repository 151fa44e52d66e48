/* stretches: on which way each segment lies, and what the ways say. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/intern_pool.h"
#include "core/graph/import/osm/network/pieces.h"
#include "core/graph/profile/facts.h"
#include "core/graph/roads/roads.h"

/* Facts are compared and stored as bytes. */
_Static_assert(sizeof(struct way_facts) == 24, "way_facts have gaps");

#define FACTS_NONE UINT32_MAX

struct marking {
    const struct pieces *pieces;
    const struct courses *courses;
    const struct osm_data *data;
    struct road_network *network;
    struct intern_pool facts;
    uint32_t *facts_of; /* [way_count] of each used way; FACTS_NONE: not read
                           yet */
};

/* Along the dart. */
static int64_t stretch_way_of(const struct marking *marking, uint32_t dart)
{
    uint32_t way = dart_way(marking->courses, dart)->way;

    if (way == WAY_MADE_UP)
        return STRETCH_MADE_UP;
    return dart % 2 ? STRETCH_AGAINST(marking->data->way_id[way])
                    : STRETCH_ALONG(marking->data->way_id[way]);
}

/* What a way says that an importer made up: nothing. */
static int read_facts(struct marking *marking, uint32_t used)
{
    uint32_t way = marking->courses->way[used].way;
    struct tags tags = {0};
    struct way_facts facts;
    uint32_t offset;
    int r;

    if (way != WAY_MADE_UP)
        tags = osm_way_tags(marking->data, way);
    facts_read(&tags, &facts);
    r = intern_pool_add(&marking->facts, &facts, sizeof(facts), &offset);
    if (!r)
        marking->facts_of[used] = offset / sizeof(facts);
    return r;
}

static int mark(struct marking *marking, uint32_t stretch, uint32_t segment)
{
    struct road_network *network = marking->network;
    uint32_t dart = marking->pieces->dart[segment];
    uint32_t used = marking->courses->ref_way[dart / 2];
    int r = 0;

    if (marking->facts_of[used] == FACTS_NONE)
        r = read_facts(marking, used);
    network->first_of_stretch[stretch] = segment;
    network->stretch_way[stretch] = stretch_way_of(marking, dart);
    network->stretch_facts[stretch] = marking->facts_of[used];
    return r;
}

/* Only counts them if there is no room yet. */
static int mark_all(struct marking *marking)
{
    const struct pieces *pieces = marking->pieces;
    uint32_t count = 0;
    int64_t way = 0;
    int r = 0;

    for (uint32_t p = 0; p < pieces->count && !r; p++) {
        for (uint32_t s = pieces->first[p]; s < pieces->first[p + 1] && !r;
             s++) {
            int64_t here = stretch_way_of(marking, pieces->dart[s]);

            if (s > pieces->first[p] && here == way)
                continue;
            way = here;
            if (marking->network->stretch_way)
                r = mark(marking, count, s);
            count++;
        }
    }
    marking->network->stretch_count = count;
    return r;
}

static int reserve(struct marking *marking)
{
    struct road_network *network = marking->network;
    size_t count = network->stretch_count;
    size_t ways = marking->courses->way_count;

    network->first_of_stretch =
        array_alloc(count + 1, sizeof(*network->first_of_stretch));
    network->stretch_way = array_alloc(count, sizeof(*network->stretch_way));
    network->stretch_facts =
        array_alloc(count, sizeof(*network->stretch_facts));
    marking->facts_of = array_alloc(ways, sizeof(*marking->facts_of));
    if (!network->first_of_stretch || !network->stretch_way ||
        !network->stretch_facts || !marking->facts_of)
        return -ENOMEM;
    memset(marking->facts_of, 0xff, ways * sizeof(*marking->facts_of));
    return 0;
}

int stretches_give(const struct pieces *pieces, const struct courses *courses,
                   const struct osm_data *data, struct road_network *network)
{
    struct marking marking = {
        .pieces = pieces, .courses = courses, .data = data, .network = network};
    int r = mark_all(&marking);

    r = r ? r : reserve(&marking);
    r = r ? r : mark_all(&marking);
    if (!r) {
        network->first_of_stretch[network->stretch_count] =
            pieces->first[pieces->count];
        network->facts_count =
            (uint32_t)(marking.facts.size / sizeof(*network->facts));
        network->facts = (struct way_facts *)marking.facts.bytes;
        marking.facts.bytes = NULL;
    }
    intern_pool_finish(&marking.facts);
    free(marking.facts_of);
    return r;
}
