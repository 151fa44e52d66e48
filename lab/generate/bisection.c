/* The cuts, from the root down, then contacts across them. */
#include "lab/generate/bisection.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"

/* Rectangles with at most this many vertices count as evenly populated. */
enum { EVEN_COUNT = 16 };

/* A rectangle of the tree with its contents. */
struct part {
    struct box box;
    size_t cut;     /* its index in `cuts` */
    uint32_t first; /* its lowest vertex */
    uint32_t count;
};

static double width(const struct box *box)
{
    return box->high.x - box->low.x;
}

static double height(const struct box *box)
{
    return box->high.y - box->low.y;
}

static bool cut_upright(const struct part *part)
{
    return width(&part->box) >= height(&part->box);
}

static struct part whole(const struct bisection *bisection)
{
    return (struct part){
        .box = {{0, 0}, {1, LAND_HEIGHT}},
        .count = bisection->vertex_count,
    };
}

static double *low_edge(struct box *box, bool upright)
{
    return upright ? &box->low.x : &box->low.y;
}

static double *high_edge(struct box *box, bool upright)
{
    return upright ? &box->high.x : &box->high.y;
}

static double cut_place(struct part *part, const struct cut *cut)
{
    bool upright = cut_upright(part);
    double low = *low_edge(&part->box, upright);

    return low + (*high_edge(&part->box, upright) - low) * (double)cut->share;
}

static struct part near_half(const struct bisection *bisection,
                             struct part part)
{
    const struct cut *cut = &bisection->cuts[part.cut];
    double place = cut_place(&part, cut);

    *high_edge(&part.box, cut_upright(&part)) = place;
    part.cut++;
    part.count = cut->near_count;
    return part;
}

static struct part far_half(const struct bisection *bisection, struct part part)
{
    const struct cut *cut = &bisection->cuts[part.cut];
    double place = cut_place(&part, cut);

    *low_edge(&part.box, cut_upright(&part)) = place;
    part.cut += 2 * (size_t)cut->near_count;
    part.first += cut->near_count;
    part.count -= cut->near_count;
    return part;
}

/* State of the recursion. */
struct bisector {
    struct bisection *bisection;
    const struct land *land;
    struct random random;
};

static uint32_t within(double count, uint32_t least, uint32_t most)
{
    if (count < least)
        return least;
    return count > most ? most : (uint32_t)count;
}

/* Half the vertices on even land, cut where both halves get the same
 * density. */
static struct cut cut_evenly(struct bisector *bisector, uint32_t count)
{
    uint32_t near =
        (count + (uint32_t)(random_u64(&bisector->random) >> 63)) / 2;

    return (struct cut){near, (float)near / (float)count};
}

static struct cut cut_by_mass(struct bisector *bisector, struct part part)
{
    bool upright = cut_upright(&part);
    struct part half = part;
    struct cut cut = {0, 0.45f + 0.1f * (float)random_unit(&bisector->random)};
    double near;

    *high_edge(&half.box, upright) = cut_place(&part, &cut);
    near = part.count * land_mass(bisector->land, half.box) /
           land_mass(bisector->land, part.box);
    cut.near_count =
        within(near + random_unit(&bisector->random), 1, part.count - 1);
    return cut;
}

static void place_site(struct bisector *bisector, const struct part *part)
{
    double crowd = width(&part->box) * height(&part->box) /
                   (bisector->land->spacing * bisector->land->spacing);
    double play = fmin(0.2 + 0.35 * crowd, 0.75);
    double x = 0.5 + play * (random_unit(&bisector->random) - 0.5);
    double y = 0.5 + play * (random_unit(&bisector->random) - 0.5);

    bisector->bisection->site[part->first] =
        (struct point){part->box.low.x + x * width(&part->box),
                       part->box.low.y + y * height(&part->box)};
}

static void bisect(struct bisector *bisector, struct part part)
{
    if (part.count == 1) {
        place_site(bisector, &part);
        return;
    }
    bisector->bisection->cuts[part.cut] = part.count <= EVEN_COUNT
                                              ? cut_evenly(bisector, part.count)
                                              : cut_by_mass(bisector, part);
    bisect(bisector, near_half(bisector->bisection, part));
    bisect(bisector, far_half(bisector->bisection, part));
}

int bisection_init(struct bisection *bisection, const struct land *land,
                   uint32_t vertex_count, uint64_t seed)
{
    struct bisector bisector = {.bisection = bisection, .land = land};
    size_t cuts = 2 * (size_t)vertex_count - 1;

    *bisection = (struct bisection){
        .vertex_count = vertex_count,
        .cuts = array_alloc(cuts, sizeof(*bisection->cuts)),
        .site = array_alloc(vertex_count, sizeof(*bisection->site)),
    };
    if (!bisection->cuts || !bisection->site)
        return -ENOMEM;
    random_seed(&bisector.random, seed);
    bisect(&bisector, whole(bisection));
    return 0;
}

void bisection_finish(struct bisection *bisection)
{
    free(bisection->cuts);
    free(bisection->site);
    *bisection = (struct bisection){0};
}

uint32_t bisection_find(const struct bisection *bisection, struct point at)
{
    struct part part = whole(bisection);

    while (part.count > 1) {
        bool upright = cut_upright(&part);
        double place = cut_place(&part, &bisection->cuts[part.cut]);

        if ((upright ? at.x : at.y) < place)
            part = near_half(bisection, part);
        else
            part = far_half(bisection, part);
    }
    return part.first;
}

/* A contact search: two parts that touch along one line. */
struct seam {
    const struct bisection *bisection;
    struct contact_taker *taker;
    bool upright; /* the line is vertical */
};

/* The length of two parts' common border on a line; 0 or less: none. */
static double overlap(struct part *a, struct part *b, bool upright)
{
    return fmin(*high_edge(&a->box, !upright), *high_edge(&b->box, !upright)) -
           fmax(*low_edge(&a->box, !upright), *low_edge(&b->box, !upright));
}

static double size(const struct part *part)
{
    return sqrt(width(&part->box) * height(&part->box));
}

/* Cuts the part with more vertices; of two halves side by side, only one
 * touches the line. */
static int join(const struct seam *seam, struct part near, struct part far)
{
    struct contact contact = {
        .a = near.first,
        .b = far.first,
        .overlap = overlap(&near, &far, seam->upright),
    };
    const struct bisection *bisection = seam->bisection;
    bool beside;
    int r = 0;

    if (contact.overlap <= 0)
        return 0;
    if (near.count > 1 && near.count >= far.count) {
        beside = cut_upright(&near) == seam->upright;
        if (!beside)
            r = join(seam, near_half(bisection, near), far);
        return r ? r : join(seam, far_half(bisection, near), far);
    }
    if (far.count > 1) {
        beside = cut_upright(&far) == seam->upright;
        r = join(seam, near, near_half(bisection, far));
        return r || beside ? r : join(seam, near, far_half(bisection, far));
    }
    contact.size_a = size(&near);
    contact.size_b = size(&far);
    return seam->taker->take(seam->taker, &contact);
}

static int join_within(const struct bisection *bisection, struct part part,
                       struct contact_taker *taker)
{
    struct seam seam = {bisection, taker, cut_upright(&part)};
    struct part near;
    struct part far;
    int r;

    if (part.count == 1)
        return 0;
    near = near_half(bisection, part);
    far = far_half(bisection, part);
    r = join_within(bisection, near, taker);
    if (!r)
        r = join(&seam, near, far);
    return r ? r : join_within(bisection, far, taker);
}

int bisection_contacts(const struct bisection *bisection,
                       struct contact_taker *taker)
{
    return join_within(bisection, whole(bisection), taker);
}
