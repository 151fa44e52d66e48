/* The presets, then towns and density, then rivers. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "lab/generate/land.h"
#include "lab/generate/noise.h"

/* ---- Presets ------------------------------------------------------------- */

/* USA-road-d.NY of the 9th DIMACS implementation challenge: New York City.
 * Weights are straight-line lengths in 0.1 m. The tree from vertex 1 is 1,199
 * hops deep, those from 39 random vertices 885 on average. */
static const struct model new_york = {
    .name = "ny",
    .unit = "0.1 m",
    .vertex_count = 264346,
    .arc_count = 733846,
    .degree_share = {0, 0.15529, 0.14393, 0.47764, 0.21692, 0.00622},
    .weight_mean = 1293.30,
    .weight_deviation = 1130.08,
    .depth = 2.332,
    .depth_usual = 1.72,
    .want = {0, 0.2425, 0, 0.527, 0.206, 0.0245},
    .one_way_share = 0.04,
    .street_m = 129.33,
    .bridge_share = 0.025,
    .weight_least = 1,
    .weight_most = 1000000,
};

/* J. Suzuki, M. Kan, Y. Hayashi, T. Yoshikawa, "Accelerating SSSP Algorithm on
 * GPU with Adaptive Thread Creation", table 1 and figures 3 to 5: roads and
 * railways of the Kanto region, with walking times as weights. A tree took
 * about 230 phases, which is its depth. The paper names no unit; in ms its mean
 * is 100 m at 1.2 m/s.
 *
 * Seeds 1 to 3, five sources each: 193 to 325 phases, 242 on average, with up
 * to 440,000 to 860,000 vertices updated in one (the paper: above 500,000), and
 * 37 to 48 % of phases updating at most 10,000 (the paper: 59 %). More stations
 * or faster trains did not change that share; roughness is independent per
 * street, which probably keeps more vertices changing in the middle phases than
 * real streets do. */
static const struct model kanto = {
    .name = "kanto",
    .unit = "ms",
    .vertex_count = 1427876,
    .arc_count = 4584822,
    .weight_mean = 83666,
    .weight_deviation = 184384,
    .depth_usual = 0.192,
    .want = {0, 0.08, 0.08, 0.38, 0.42, 0.04},
    .one_way_share = 0.02,
    .street_m = 100,
    .bridge_share = 0.1,
    .rough = true,
    .weight_least = 10,
    .weight_most = 1000000,
    .station_every = 1200,
    .rail_speed = 10,
};

const struct model *const models[] = {&new_york, &kanto};
const size_t model_count = sizeof(models) / sizeof(models[0]);

const struct model *model_find(const char *name)
{
    for (size_t i = 0; i < model_count; i++) {
        if (!strcmp(models[i]->name, name))
            return models[i];
    }
    return NULL;
}

uint64_t model_arcs(const struct model *model, uint32_t vertex_count)
{
    uint64_t arcs = (uint64_t)vertex_count * model->arc_count;

    return (arcs + model->vertex_count / 2) / model->vertex_count;
}

/* ---- Towns and density --------------------------------------------------- */

enum {
    CELL_VERTICES = 4, /* vertices per cell, on average */
    COLUMNS_MOST = 8192,
    TOWN_VERTICES = 1000, /* per town */
    TOWN_DENSITY = 28,    /* in a town's centre; open land is 1 */
    TOWN_CHOICES = 6,     /* a town takes the emptiest of this many sites */
    BEND_VERTICES = 400,  /* per bend of the land */
    HILL_VERTICES = 2000, /* per feature of open land */
};

/* The share of the land that towns cover. */
#define TOWN_AREA 0.35

/* One stream of random numbers per purpose. */
enum { FOR_TOWNS = 1, FOR_HILLS, FOR_TURNS, FOR_WARP_X, FOR_WARP_Y };

static uint64_t seed_for(const struct land *land, uint64_t purpose)
{
    return noise_hash(land->seed, purpose);
}

static uint32_t choose_columns(uint32_t vertex_count)
{
    uint32_t columns = 16;

    while (columns < COLUMNS_MOST &&
           columns * LAND_HEIGHT * columns * CELL_VERTICES < vertex_count)
        columns *= 2;
    return columns;
}

/* Cells per feature of noise that covers `vertices`. */
static double noise_step(const struct land *land, double vertices)
{
    return 1 / (land->spacing * sqrt(vertices) * land->columns);
}

static void raise_hills(struct land *land)
{
    uint64_t seed = seed_for(land, FOR_HILLS);
    double step = noise_step(land, HILL_VERTICES);

    for (uint32_t row = 0; row < land->rows; row++) {
        for (uint32_t column = 0; column < land->columns; column++)
            land->density[(size_t)row * land->columns + column] =
                (float)(1 + 0.8 * noise_rough(seed, column * step, row * step));
    }
}

static float *density_at(const struct land *land, struct point at)
{
    uint32_t column = (uint32_t)(at.x * land->columns);
    uint32_t row = (uint32_t)(at.y * land->columns);

    return &land->density[(size_t)row * land->columns + column];
}

/* The emptiest of a few random sites, so that towns keep apart. */
static struct point choose_site(const struct land *land, uint32_t town)
{
    uint64_t seed = noise_hash(seed_for(land, FOR_TOWNS), town);
    struct point best = {0};

    for (uint64_t i = 0; i < TOWN_CHOICES; i++) {
        struct point at = {0.02 + 0.96 * noise_unit(seed, 2 * i),
                           (0.02 + 0.96 * noise_unit(seed, 2 * i + 1)) *
                               LAND_HEIGHT};

        if (i == 0 || *density_at(land, at) < *density_at(land, best))
            best = at;
    }
    return best;
}

/* The cells or corners, of `count`, that a town may touch. */
struct span {
    uint32_t front;
    uint32_t back;
};

static struct span span_around(const struct land *land, double middle,
                               double radius, uint32_t count)
{
    double front = floor((middle - radius) * land->columns);
    double back = ceil((middle + radius) * land->columns) + 1;

    return (struct span){front < 0 ? 0 : (uint32_t)front,
                         back > count ? count : (uint32_t)back};
}

/* 1 in a town's centre, falling smoothly to 0 at its edge. */
static double nearness(const struct town *town, double dx, double dy)
{
    double t = 1 - (dx * dx + dy * dy) / (town->radius * town->radius);

    return t > 0 ? t * t : 0;
}

static void settle_town(struct land *land, const struct town *town)
{
    struct span columns =
        span_around(land, town->centre.x, town->radius, land->columns);
    struct span rows =
        span_around(land, town->centre.y, town->radius, land->rows);

    for (uint32_t row = rows.front; row < rows.back; row++) {
        for (uint32_t column = columns.front; column < columns.back; column++) {
            double near =
                nearness(town, (column + 0.5) / land->columns - town->centre.x,
                         (row + 0.5) / land->columns - town->centre.y);

            land->density[(size_t)row * land->columns + column] +=
                (float)(near * TOWN_DENSITY);
        }
    }
}

/* Turns by up to about 30 degrees, given as the tangent of half the angle to
 * avoid trigonometry. A larger angle would fold the twist. */
static void twist_town(struct land *land, const struct town *town,
                       double half_turn)
{
    double square = half_turn * half_turn;
    double cosine = (1 - square) / (1 + square);
    double sine = 2 * half_turn / (1 + square);
    struct span columns =
        span_around(land, town->centre.x, town->radius, land->columns + 1);
    struct span rows =
        span_around(land, town->centre.y, town->radius, land->rows + 1);

    for (uint32_t row = rows.front; row < rows.back; row++) {
        for (uint32_t column = columns.front; column < columns.back; column++) {
            double dx = (double)column / land->columns - town->centre.x;
            double dy = (double)row / land->columns - town->centre.y;
            double near = nearness(town, dx, dy);
            struct point *shift =
                &land->shift[(size_t)row * (land->columns + 1) + column];

            shift->x += near * ((cosine - 1) * dx - sine * dy);
            shift->y += near * (sine * dx + (cosine - 1) * dy);
        }
    }
}

/* Town areas are 1, 1/2, 1/3 ... of the largest, and TOWN_AREA in total. */
static void found_towns(struct land *land)
{
    uint64_t turns = seed_for(land, FOR_TURNS);
    double harmonic = 0;

    for (uint32_t i = 0; i < land->town_count; i++)
        harmonic += 1.0 / (i + 3);
    for (uint32_t i = 0; i < land->town_count; i++) {
        struct town *town = &land->towns[i];
        double area = TOWN_AREA * LAND_HEIGHT / (harmonic * (i + 3));

        town->radius = sqrt(area / 3.14159265358979);
        town->centre = choose_site(land, i);
        settle_town(land, town);
        twist_town(land, town, 0.54 * noise_unit(turns, i) - 0.27);
    }
}

static void bend_land(struct land *land)
{
    uint64_t seed_x = seed_for(land, FOR_WARP_X);
    uint64_t seed_y = seed_for(land, FOR_WARP_Y);
    double step = noise_step(land, BEND_VERTICES);
    double size = 0.2 / (step * land->columns);

    for (uint32_t row = 0; row <= land->rows; row++) {
        for (uint32_t column = 0; column <= land->columns; column++) {
            struct point *shift =
                &land->shift[(size_t)row * (land->columns + 1) + column];

            shift->x = size * noise_at(seed_x, column * step, row * step);
            shift->y = size * noise_at(seed_y, column * step, row * step);
        }
    }
}

static void add_up(struct land *land)
{
    size_t width = (size_t)land->columns + 1;

    for (size_t column = 0; column < width; column++)
        land->sum[column] = 0;
    for (size_t row = 1; row <= land->rows; row++) {
        double line = 0;

        land->sum[row * width] = 0;
        for (size_t column = 1; column < width; column++) {
            line += land->density[(row - 1) * land->columns + column - 1];
            land->sum[row * width + column] =
                land->sum[(row - 1) * width + column] + line;
        }
    }
}

static int allocate(struct land *land)
{
    size_t cells = (size_t)land->rows * land->columns;
    size_t corners = ((size_t)land->rows + 1) * ((size_t)land->columns + 1);

    land->density = array_alloc(cells, sizeof(*land->density));
    land->sum = array_alloc(corners, sizeof(*land->sum));
    land->shift = array_alloc(corners, sizeof(*land->shift));
    land->towns = array_alloc(land->town_count, sizeof(*land->towns));
    return land->density && land->sum && land->shift && land->towns ? 0
                                                                    : -ENOMEM;
}

int land_init(struct land *land, uint32_t vertex_count, uint64_t seed)
{
    uint32_t columns = choose_columns(vertex_count);

    *land = (struct land){
        .seed = seed,
        .spacing = sqrt(LAND_HEIGHT / vertex_count),
        .columns = columns,
        .rows = (uint32_t)(columns * LAND_HEIGHT),
        .town_count = vertex_count / TOWN_VERTICES + 1,
    };
    if (allocate(land))
        return -ENOMEM;
    raise_hills(land);
    bend_land(land);
    found_towns(land);
    add_up(land);
    return 0;
}

void land_finish(struct land *land)
{
    free(land->density);
    free(land->sum);
    free(land->shift);
    free(land->towns);
    *land = (struct land){0};
}

/* A position between the corners of the cells. */
struct place {
    size_t corner; /* index of the lower left corner */
    double right;  /* [0, 1] within the cell */
    double up;
};

static struct place place_of(const struct land *land, struct point at)
{
    double x = at.x * land->columns;
    double y = at.y * land->columns;
    double column = fmin(fmax(floor(x), 0), land->columns - 1);
    double row = fmin(fmax(floor(y), 0), land->rows - 1);

    return (struct place){(size_t)row * (land->columns + 1) + (size_t)column,
                          x - column, y - row};
}

/* Density is constant within a cell, so its sum is bilinear in between. */
static double sum_at(const struct land *land, double x, double y)
{
    struct place place = place_of(land, (struct point){x, y});
    const double *low = &land->sum[place.corner];
    const double *high = low + land->columns + 1;

    return noise_blend(noise_blend(low[0], low[1], place.right),
                       noise_blend(high[0], high[1], place.right), place.up);
}

double land_mass(const struct land *land, struct box box)
{
    return sum_at(land, box.high.x, box.high.y) -
           sum_at(land, box.low.x, box.high.y) -
           sum_at(land, box.high.x, box.low.y) +
           sum_at(land, box.low.x, box.low.y);
}

struct point land_warp(const struct land *land, struct point at)
{
    struct place place = place_of(land, at);
    const struct point *low = &land->shift[place.corner];
    const struct point *high = low + land->columns + 1;

    at.x +=
        noise_blend(noise_blend(low[0].x, low[1].x, place.right),
                    noise_blend(high[0].x, high[1].x, place.right), place.up);
    at.y +=
        noise_blend(noise_blend(low[0].y, low[1].y, place.right),
                    noise_blend(high[0].y, high[1].y, place.right), place.up);
    return at;
}

/* ---- Rivers -------------------------------------------------------------- */

/* Shares of the distance between rivers. */
#define WATER 0.012
#define SHORE 0.06

/* Counts rivers from the left; land lies between integers. Rivers cross the
 * land the short way, and meander by nearly their distance. */
static double river_field(const struct rivers *rivers, struct point at)
{
    double x = at.x / rivers->distance;
    double y = at.y / rivers->distance;
    double slope = noise_unit(rivers->seed, 0) - 0.5;

    return x + slope * y + noise_unit(rivers->seed, 1) +
           0.8 * noise_rough(rivers->seed, 1.5 * x, 1.5 * y);
}

int32_t rivers_bank(const struct rivers *rivers, struct point at)
{
    return (int32_t)floor(river_field(rivers, at));
}

/* The field's slope, from differences over a small part of a river's
 * distance. */
static struct point river_slope(const struct rivers *rivers, struct point at)
{
    double step = 0.01 * rivers->distance;
    struct point right = {at.x + step, at.y};
    struct point up = {at.x, at.y + step};
    double here = river_field(rivers, at);

    return (struct point){(river_field(rivers, right) - here) / step,
                          (river_field(rivers, up) - here) / step};
}

/* Pushes points within SHORE of a river away, so that the water is WATER wide
 * on both sides of its centre line. */
struct point rivers_make_way(const struct rivers *rivers, struct point at)
{
    double field = river_field(rivers, at);
    double off = field - floor(field + 0.5);
    double away = fabs(off) / SHORE;
    struct point slope;
    double push;

    if (away >= 1)
        return at;
    slope = river_slope(rivers, at);
    push = (off < 0 ? -WATER : WATER) * (1 - away) /
           fmax(slope.x * slope.x + slope.y * slope.y,
                0.5 / (rivers->distance * rivers->distance));
    at.x += push * slope.x;
    at.y += push * slope.y;
    return at;
}
