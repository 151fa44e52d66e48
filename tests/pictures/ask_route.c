/* ask_route: routes of a picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/pictures/told.h"
#include "tests/pictures/told_steps.h"

/* ---- Whether it is as expected ------------------------------------------ */

static void check_legs(struct asking *asking, const struct ask_expect *expect,
                       const struct route_question *question)
{
    if (expect->count != question->stop_count - 1) {
        asking_miss(asking, "expected %zu legs, got %zu", expect->count,
                    question->stop_count - 1);
        return;
    }
    for (size_t i = 0; i < expect->count; i++)
        asking_expect_number(asking, "legs", expect, i,
                             (double)question->legs[i].duration_ms / 1e3, 0.1);
}

/* What is told on the way; false where this is about something else. */
static bool check_steps(struct asking *asking, const struct ask_expect *expect,
                        const struct told_steps *told)
{
    const struct {
        enum expect_kind kind;
        const char *name;
        const char *got;
    } texts[] = {
        {EXPECT_STEPS, "steps", told->steps},
        {EXPECT_NAMES, "names", told->names},
        {EXPECT_BEARINGS, "bearings", told->bearings},
        {EXPECT_EXITS, "exits", told->exits},
        {EXPECT_LANES, "lanes", told->lanes},
        {EXPECT_CROSSINGS, "crossings", told->crossings},
        {EXPECT_SUMMARY, "summary", told->summary},
        {EXPECT_SIGNS, "signs", told->signs},
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (texts[i].kind == expect->kind) {
            asking_expect_text(asking, texts[i].name, expect, texts[i].got);
            return true;
        }
    }
    return false;
}

static void check(struct asking *asking, const struct ask_expect *expect,
                  const struct route_question *question,
                  const struct told *told)
{
    size_t last = question->stop_count - 2;

    switch (expect->kind) {
    case EXPECT_WAYS:
        asking_expect_text(asking, "ways", expect, told->ways);
        break;
    case EXPECT_NODES:
        asking_expect_text(asking, "nodes", expect, told->nodes);
        break;
    case EXPECT_MODES:
        asking_expect_text(asking, "modes", expect, told->modes);
        break;
    case EXPECT_CLASSES:
        asking_expect_text(asking, "classes", expect, told->classes);
        break;
    case EXPECT_TIME:
        asking_expect_number(asking, "time", expect, 0, told->time_s, 0.1);
        break;
    case EXPECT_TURNS:
        asking_expect_number(asking, "turns", expect, 0, told->turns_s, 0.1);
        break;
    case EXPECT_WEIGHT:
        asking_expect_number(asking, "weight", expect, 0, told->weight_s, 0.1);
        break;
    case EXPECT_DISTANCE:
        asking_expect_number(asking, "distance", expect, 0, told->distance_m,
                             1);
        break;
    case EXPECT_LEGS:
        check_legs(asking, expect, question);
        break;
    case EXPECT_FROM:
        asking_expect_place(asking, "from", expect, question->legs[0].from);
        break;
    case EXPECT_TO:
        asking_expect_place(asking, "to", expect, question->legs[last].to);
        break;
    case EXPECT_NONE:
        asking_miss(asking, "expected no way, got one");
        break;
    case EXPECT_NOWHERE:
        asking_miss(asking, "expected no road near, got one");
        break;
    default:
        asking_miss(asking, "expected what a route cannot be");
        break;
    }
}

static void check_all(struct asking *asking,
                      const struct route_question *question)
{
    const struct picture_ask *ask = asking->ask;
    struct told_steps steps;
    struct told told;

    told_route(asking, question, &told);
    told_steps(asking, question, &steps);
    for (size_t i = 0; i < ask->expect_count; i++) {
        if (!check_steps(asking, &ask->expect[i], &steps))
            check(asking, &ask->expect[i], question, &told);
    }
}

/* What is expected where there is no route: one word. */
static void check_no_route(struct asking *asking, enum expect_kind kind,
                           const char *words)
{
    const struct picture_ask *ask = asking->ask;

    fputs(words, asking->got);
    if (ask->expect_count != 1 || ask->expect[0].kind != kind)
        asking_miss(asking, "expected something else, got %s", words);
}

static void check_outcome(struct asking *asking, enum outcome outcome,
                          const struct route_question *question)
{
    if (outcome == OUTCOME_NO_ROAD_NEAR)
        check_no_route(asking, EXPECT_NOWHERE, "nowhere");
    else if (outcome == OUTCOME_UNKNOWN_ID)
        check_no_route(asking, EXPECT_UNKNOWN, "unknown");
    else if (outcome != OUTCOME_OK)
        asking_miss(asking, "could not be asked: %s",
                    question->base.error.text);
    else if (question->finding == ROUTE_NONE)
        check_no_route(asking, EXPECT_NONE, "none");
    else if (question->finding == ROUTE_OVERFLOW)
        asking_miss(asking, "too large a cost");
    else
        check_all(asking, question);
}

/* ---- Asking ------------------------------------------------------------- */

static struct route_stop *stops_of(const struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    struct route_stop *stops = calloc(ask->place_count, sizeof(*stops));

    if (!stops)
        abort();
    for (size_t i = 0; i < ask->place_count; i++) {
        const struct ask_place *place = &ask->place[i];

        stops[i] = (struct route_stop){
            .options = asking_wish(asking, place),
            .has_node = place->by_id,
            .node = picture_find(asking->picture, place->letter)->id,
        };
    }
    return stops;
}

/* What some place does without, the whole route does without. */
static uint16_t excluded_classes(const struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    uint16_t classes = 0;

    for (size_t i = 0; i < ask->place_count; i++) {
        if (ask->place[i].exclude)
            classes |= asking_class(asking, ask->place[i].exclude);
    }
    return classes;
}

/* What one solver finds, told by `outcome` and `question`. */
static enum outcome ask_solver(struct asking *asking, const char *solver,
                               const struct route_stop *stops,
                               struct route_question *ret_question)
{
    *ret_question = (struct route_question){
        .base = {.map = "picture",
                 .solver = solver,
                 .exclude = excluded_classes(asking),
                 .exclude_names = asking->ask->exclude},
        .stops = stops,
        .stop_count = asking->ask->place_count,
        .straight = (enum route_straight)asking->ask->straight,
    };
    return world_ask_route(asking->world, ret_question);
}

/* The others have to find what the first one found. */
static void compare(struct asking *asking, const char *solver,
                    const struct route_stop *stops, enum outcome outcome,
                    const struct route_question *first)
{
    struct route_question question;
    enum outcome other = ask_solver(asking, solver, stops, &question);

    if (other != outcome || question.finding != first->finding ||
        question.weight != first->weight)
        asking_miss(asking, "%s finds %llu ms (%s), dijkstra %llu ms", solver,
                    (unsigned long long)question.weight,
                    question.base.error.text,
                    (unsigned long long)first->weight);
    route_question_finish(&question);
}

void ask_route(struct asking *asking)
{
    static const char *const solvers[] = {"bidirectional", "cch"};
    const char *solver = asking->ask->solver;
    struct route_stop *stops = stops_of(asking);
    struct route_question question;
    enum outcome outcome =
        ask_solver(asking, solver ? solver : "dijkstra", stops, &question);

    check_outcome(asking, outcome, &question);
    for (size_t i = 0; i < 2 && !solver; i++)
        compare(asking, solvers[i], stops, outcome, &question);
    route_question_finish(&question);
    free(stops);
}

/* ---- Whether a road is open --------------------------------------------- */

/* The speed from the first letter to the last along all of them, in km/h; 0
 * where one cannot go so. */
static double open_speed(struct asking *asking, const char *letters)
{
    struct asking quiet = *asking;
    struct ask_place places[2] = {
        {.letter = letters[0], .by_id = true, .radius_m = INFINITY},
        {.letter = letters[strlen(letters) - 1],
         .by_id = true,
         .radius_m = INFINITY},
    };
    struct picture_ask ask = {.place = places, .place_count = 2};
    struct route_question question;
    struct route_stop *stops;
    double speed_kmh = 0;
    struct told told;

    quiet.ask = &ask;
    stops = stops_of(&quiet);
    if (ask_solver(&quiet, "dijkstra", stops, &question) == OUTCOME_OK &&
        question.finding == ROUTE_FOUND) {
        told_route(&quiet, &question, &told);
        fputs("; ", asking->got);
        if (!strcmp(told.nodes, letters))
            speed_kmh = told.distance_m / (told.time_s - told.turns_s) * 3.6;
    }
    route_question_finish(&question);
    free(stops);
    return speed_kmh;
}

static void check_open(struct asking *asking, const struct ask_expect *expect,
                       const double speed_kmh[2])
{
    bool forward = speed_kmh[0] > 0;
    bool backward = speed_kmh[1] > 0;
    bool wants_forward =
        expect->kind == EXPECT_FORWARD || expect->kind == EXPECT_BOTH;
    bool wants_backward =
        expect->kind == EXPECT_BACKWARD || expect->kind == EXPECT_BOTH;

    if (expect->kind == EXPECT_SPEEDS) {
        for (size_t i = 0; i < 2; i++)
            asking_expect_number(asking, i ? "speed backward" : "speed forward",
                                 expect, i < expect->count ? i : 0,
                                 speed_kmh[i], 0.1);
    } else if (forward != wants_forward || backward != wants_backward) {
        asking_miss(asking, "expected another direction, it is open %s%s%s",
                    forward ? "forward " : "", backward ? "backward" : "",
                    forward || backward ? "" : "in none");
    }
}

void ask_open(struct asking *asking)
{
    const struct picture_ask *ask = asking->ask;
    char back[64] = "";
    size_t length = strlen(ask->name);
    double speed_kmh[2];

    for (size_t i = 0; i < length && i < sizeof(back) - 1; i++)
        back[i] = ask->name[length - 1 - i];
    speed_kmh[0] = open_speed(asking, ask->name);
    speed_kmh[1] = open_speed(asking, back);
    fprintf(asking->got, "%g km/h forward, %g backward", speed_kmh[0],
            speed_kmh[1]);
    for (size_t i = 0; i < ask->expect_count; i++)
        check_open(asking, &ask->expect[i], speed_kmh);
}
