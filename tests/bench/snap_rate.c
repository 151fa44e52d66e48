/* snap_rate: positions a second that are snapped to roads, on one core.
 *
 * usage: snap_rate [OPTIONS] MAP.rlx
 *     -t SECONDS  measured for each kind; default 1
 *     -m METRES   how far beside roads positions are, at most; default 50
 *
 * Positions beside random roads, and anywhere in the box around all roads; each
 * is independent of the one before. Streets of a map without roads become
 * pieces of one segment each. Some answers are compared with a scan of every
 * segment: exit status 1 where one differs. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "core/graph/roads/ground.h"
#include "core/service/place/snap.h"
#include "tests/bench/bare_roads.h"

enum {
    POSITIONS = 1 << 16,
    CHECKED = 50, /* of them */
    SNAPS_MAX = 32,
};

struct call {
    const char *path;
    uint32_t seconds;
    uint32_t metres;
};

/* One kind of look-up at a position; returns the number of answers. */
typedef uint32_t question(const struct roads *roads, struct position position);

static uint32_t ask_tree(const struct roads *roads, struct position position)
{
    struct near_segment near;
    uint32_t found;

    segment_tree_nearest(roads, position, INFINITY, 1, NULL, NULL, &near,
                         &found);
    return found;
}

static uint32_t ask_nearest(const struct roads *roads, struct position position)
{
    struct snap_options options = snap_options_of(position);
    struct snap snap;

    return snap_nearest(roads, &options, 1, &snap);
}

static uint32_t ask_ten(const struct roads *roads, struct position position)
{
    struct snap_options options = snap_options_of(position);
    struct snap snap[10];

    return snap_nearest(roads, &options, 10, snap);
}

static uint32_t ask_curb(const struct roads *roads, struct position position)
{
    struct snap_options options = snap_options_of(position);
    struct snap snap;

    options.has_bearing = true;
    options.bearing_deg = 60;
    options.bearing_range_deg = 45;
    options.approach = APPROACH_CURB;
    options.large_only = true;
    return snap_nearest(roads, &options, 1, &snap);
}

static uint32_t ask_place(const struct roads *roads, struct position position)
{
    struct snap_options options = snap_options_of(position);
    struct snap snaps[SNAPS_MAX];

    return snap_place(roads, &options, SNAPS_MAX, snaps);
}

static uint32_t ask_mercator(const struct roads *roads,
                             struct position position)
{
    struct snap_options options = snap_options_of(position);
    struct snap snaps[SNAPS_MAX];

    options.mercator = true;
    return snap_place(roads, &options, SNAPS_MAX, snaps);
}

static uint32_t ask_around(const struct roads *roads, struct position position)
{
    struct snap_options options = snap_options_of(position);
    struct snap snaps[SNAPS_MAX];

    options.radius_m = 100;
    return snap_nearest(roads, &options, SNAPS_MAX, snaps);
}

static const struct {
    const char *name;
    question *ask;
} questions[] = {
    {"nearest segment, the tree alone", ask_tree},
    {"nearest road", ask_nearest},
    {"nearest place, all its roads", ask_place},
    {"the same in web mercator", ask_mercator},
    {"nearest by bearing, curb, large", ask_curb},
    {"ten nearest roads", ask_ten},
    {"up to 32 within 100 m", ask_around},
};

static int32_t random_between(struct random *random, int64_t low, int64_t high)
{
    return (int32_t)(low + random_below(random, (uint32_t)(high - low + 1)));
}

static struct position anywhere(const struct roads *roads,
                                struct random *random)
{
    struct segment_box all = roads->tree.box[roads->tree.box_count - 1];

    return (struct position){
        random_between(random, all.low.lon_e7, all.high.lon_e7),
        random_between(random, all.low.lat_e7, all.high.lat_e7),
    };
}

static struct position beside(const struct roads *roads, double metres,
                              struct random *random)
{
    uint32_t s = random_below(random, roads->segment_count);
    struct position at =
        roads->node_position[s + roads_segment_piece(roads, s)];
    struct ground ground = ground_at(at.lat_e7);

    double east_m = (2 * random_unit(random) - 1) * metres;
    double north_m = (2 * random_unit(random) - 1) * metres;

    return (struct position){
        at.lon_e7 + (int32_t)lround(east_m / ground.east_m),
        at.lat_e7 + (int32_t)lround(north_m / ground.north_m),
    };
}

/* Whether a scan of every segment gives the same. */
static bool is_right(const struct roads *roads, struct position position)
{
    struct near_segment best, near;
    uint32_t found;

    segment_tree_measure(roads, 0, position, &best);
    for (uint32_t s = 1; s < roads->segment_count; s++) {
        segment_tree_measure(roads, s, position, &near);
        if (near.distance_m < best.distance_m)
            best = near;
    }
    segment_tree_nearest(roads, position, INFINITY, 1, NULL, NULL, &near,
                         &found);
    return found == 1 && near.segment == best.segment &&
           near.distance_m == best.distance_m && near.fraction == best.fraction;
}

static bool check(const struct roads *roads, const struct position *positions,
                  const char *where)
{
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < CHECKED; i++)
        wrong += !is_right(roads, positions[i]);
    printf("%s: %u of %u positions as by a look at every segment\n", where,
           CHECKED - wrong, CHECKED);
    return wrong == 0;
}

/* CPU time of this thread, whatever else runs on the core. */
static uint64_t spent_ns(void)
{
    struct timespec spent;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000000 + (uint64_t)spent.tv_nsec;
}

static void measure(const struct roads *roads, const struct position *positions,
                    const char *name, question *ask, uint32_t seconds)
{
    uint64_t started_ns = spent_ns();
    uint64_t end_ns = started_ns + seconds * UINT64_C(1000000000);
    uint64_t now_ns = started_ns;
    uint64_t asked = 0;
    uint64_t found = 0;

    while (now_ns < end_ns) {
        for (uint32_t i = 0; i < 1024; i++)
            found += ask(roads, positions[asked++ % POSITIONS]);
        now_ns = spent_ns();
    }
    printf("  %-32s %9.0f a second, %5.2f us, %.2f answers\n", name,
           (double)asked / (double)(now_ns - started_ns) * 1e9,
           (double)(now_ns - started_ns) / (double)asked / 1000,
           (double)found / (double)asked);
}

static bool measure_all(const struct call *call, const struct roads *roads,
                        struct position *positions)
{
    struct random random;
    bool right = true;

    random_seed(&random, 1);
    for (int where = 0; where < 2; where++) {
        for (uint32_t i = 0; i < POSITIONS; i++)
            positions[i] = where ? anywhere(roads, &random)
                                 : beside(roads, call->metres, &random);
        right &= check(roads, positions, where ? "anywhere" : "beside roads");
        for (size_t q = 0; q < sizeof(questions) / sizeof(questions[0]); q++)
            measure(roads, positions, questions[q].name, questions[q].ask,
                    call->seconds);
    }
    return right;
}

/* The map, or one with roads in its place. */
static int open_roads(const char *path, struct map **ret_map,
                      struct error *error)
{
    struct map *bare;
    int r = map_open(path, &bare, error);

    if (r)
        return r;
    if (bare->roads.piece_count > 0) {
        *ret_map = bare;
        return 0;
    }
    r = bare_roads(bare, ret_map, error);
    map_destroy(bare);
    return r;
}

static int run(const struct call *call, struct error *error)
{
    struct position *positions = array_alloc(POSITIONS, sizeof(*positions));
    struct map *map;
    int r = positions ? open_roads(call->path, &map, error)
                      : error_no_memory(error);

    if (!r) {
        printf("%s: %u segments in %u pieces; one core\n", call->path,
               map->roads.segment_count, map->roads.piece_count);
        r = measure_all(call, &map->roads, positions) ? 0 : 1;
        map_destroy(map);
    }
    free(positions);
    return r;
}

static bool parse(int argc, char **argv, struct call *call)
{
    int option;

    while ((option = getopt(argc, argv, "t:m:")) != -1) {
        uint32_t *number = option == 't' ? &call->seconds : &call->metres;

        if (option == '?' || !parse_u32(optarg, number))
            return false;
    }
    call->path = argv[optind];
    return optind + 1 == argc;
}

int main(int argc, char **argv)
{
    struct call call = {.seconds = 1, .metres = 50};
    struct error error = {""};
    int r;

    if (!parse(argc, argv, &call)) {
        fputs("usage: snap_rate [-t SECONDS] [-m METRES] MAP.rlx\n", stderr);
        return 2;
    }
    r = run(&call, &error);
    if (r < 0)
        fprintf(stderr, "snap_rate: %s\n", error.text);
    return r != 0;
}
