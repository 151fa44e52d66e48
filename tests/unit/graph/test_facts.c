/* facts: what the tags of a way say. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "core/graph/profile/facts.h"
#include "tests/unit/graph/profile_case.h"

/* Which words came out. */
static bool seen[WORD_FACT_COUNT][64];

static void add(char *words, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(char *words, size_t size, const char *format, ...)
{
    size_t length = strlen(words);
    va_list args;

    if (length)
        words[length++] = ' ';
    va_start(args, format);
    vsnprintf(words + length, size - length, format, args);
    va_end(args);
}

static void add_max_speed(const struct way_facts *facts, char *words,
                          size_t size)
{
    static const char *const names[] = {"along", "against"};

    for (int i = 0; i < 2; i++) {
        if (facts->max_speed[i] == MAX_SPEED_NONE)
            add(words, size, "%s=none", names[i]);
        else if (facts->max_speed[i])
            add(words, size, "%s=%.1f", names[i], facts->max_speed[i] / 10.0);
    }
}

static void add_numbers(const struct way_facts *facts, char *words, size_t size)
{
    if (facts->lanes)
        add(words, size, "lanes=%d", facts->lanes);
    if (facts->slope)
        add(words, size, "slope=%d", facts->slope);
    if (facts->mtb_rating)
        add(words, size, "mtb=%d", facts->mtb_rating);
    if (facts->hike_rating)
        add(words, size, "hike=%d", facts->hike_rating);
    if (facts->horse_rating)
        add(words, size, "horse=%d", facts->horse_rating);
    add_max_speed(facts, words, size);
}

/* All that is not 0. Words read as "surface=GRAVEL". */
static void facts_words(const struct way_facts *facts, char *words, size_t size)
{
    words[0] = '\0';
    for (int i = 0; i < WORD_FACT_COUNT; i++) {
        enum word_fact fact = (enum word_fact)i;

        assert_true(facts->word[i] < word_fact_count(fact));
        seen[i][facts->word[i]] = true;
        if (facts->word[i])
            add(words, size, "%s=%s", word_fact_name(fact),
                word_fact_words(fact)[facts->word[i]]);
    }
    if (facts->flags & WAY_LINK)
        add(words, size, "link");
    if (facts->flags & WAY_RING)
        add(words, size, "ring");
    assert_int_equal(facts->flags & ~WAY_FLAGS, 0);
    assert_int_equal(facts->reserved, 0);
    add_numbers(facts, words, size);
}

static void check(const struct case_row *rows, size_t count)
{
    int wrong = 0;

    for (size_t i = 0; i < count; i++) {
        struct case_tags tags;
        struct way_facts facts;
        char words[300];

        memset(&facts, 0xff, sizeof(facts));
        case_tags_read(rows[i].tags, &tags);
        facts_read(&tags.tags, &facts);
        facts_words(&facts, words, sizeof(words));
        if (!strcmp(words, rows[i].words))
            continue;
        print_error("%s: '%s', not '%s'\n", rows[i].tags, words, rows[i].words);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}
#define CHECK(rows) check(rows, sizeof(rows) / sizeof((rows)[0]))

static void no_tags_say_nothing(void **state)
{
    static const struct case_row rows[] = {
        {"", ""},
        {"name=Rue", ""},
        {"building=yes", ""},
    };

    CHECK(rows);
}

#define ROAD(name) "road_class=" name " road_environment=ROAD"

static void classes_are_those_of_highway(void **state)
{
    static const struct case_row rows[] = {
        {"highway=motorway", ROAD("MOTORWAY")},
        {"highway=trunk", ROAD("TRUNK")},
        {"highway=primary", ROAD("PRIMARY")},
        {"highway=secondary", ROAD("SECONDARY")},
        {"highway=tertiary", ROAD("TERTIARY")},
        {"highway=residential", ROAD("RESIDENTIAL")},
        {"highway=unclassified", ROAD("UNCLASSIFIED")},
        {"highway=service", ROAD("SERVICE")},
        {"highway=road", ROAD("ROAD")},
        {"highway=track", ROAD("TRACK")},
        {"highway=bridleway", ROAD("BRIDLEWAY")},
        {"highway=steps", ROAD("STEPS")},
        {"highway=cycleway", ROAD("CYCLEWAY")},
        {"highway=path", ROAD("PATH")},
        {"highway=living_street", ROAD("LIVING_STREET")},
        {"highway=footway", ROAD("FOOTWAY")},
        {"highway=pedestrian", ROAD("PEDESTRIAN")},
        {"highway=platform", ROAD("PLATFORM")},
        {"highway=corridor", ROAD("CORRIDOR")},
        {"highway=construction", ROAD("CONSTRUCTION")},
        {"highway=busway", ROAD("BUSWAY")},
        {"highway=raceway", "road_environment=ROAD"},
        {"highway=other", "road_environment=ROAD"},
        {"highway=motorway_link", ROAD("MOTORWAY") " link"},
        {"highway=tertiary_link", ROAD("TERTIARY") " link"},
        {"highway=raceway_link", "road_environment=ROAD link"},
        {"highway=_link", "road_environment=ROAD"},
        {"highway=link", "road_environment=ROAD"},
        {"highway=motorway_links", "road_environment=ROAD"},
        {"highway=residential, junction=roundabout",
         ROAD("RESIDENTIAL") " ring"},
        {"highway=trunk_link, junction=circular", ROAD("TRUNK") " link ring"},
        {"highway=primary, junction=yes", ROAD("PRIMARY")},
    };

    CHECK(rows);
}

#define IN(name) "road_class=PATH road_environment=" name

static void environments_are_what_carries_the_way(void **state)
{
    static const struct case_row rows[] = {
        {"route=ferry", "road_environment=FERRY"},
        {"route=shuttle_train", "road_environment=FERRY"},
        {"route=hiking", ""},
        {"route=ferry, highway=path, bridge=yes", IN("FERRY")},
        {"highway=path, bridge=yes", IN("BRIDGE")},
        {"highway=path, bridge=viaduct", IN("BRIDGE")},
        {"highway=path, bridge=no", IN("ROAD")},
        {"highway=path, bridge=yes, tunnel=yes", IN("BRIDGE")},
        {"highway=path, bridge=no, tunnel=building_passage", IN("TUNNEL")},
        {"highway=path, tunnel=yes, ford=yes", IN("TUNNEL")},
        {"highway=path, tunnel=no, ford=yes", IN("FORD")},
        {"highway=path, ford=stepping_stones", IN("FORD")},
        {"highway=path, ford=no", IN("ROAD")},
        {"highway=ford", "road_environment=FORD"},
        {"bridge=yes", "road_environment=BRIDGE"},
        {"tunnel=culvert", "road_environment=TUNNEL"},
    };

    CHECK(rows);
}

static void surfaces_have_aliases(void **state)
{
    static const struct case_row rows[] = {
        {"surface=paved", "surface=PAVED"},
        {"surface=metal", "surface=PAVED"},
        {"surface=chipseal", "surface=PAVED"},
        {"surface=asphalt", "surface=ASPHALT"},
        {"surface=Asphalt", "surface=ASPHALT"},
        {"surface=concrete", "surface=CONCRETE"},
        {"surface=concrete:plates", "surface=CONCRETE"},
        {"surface=paving_stones", "surface=PAVING_STONES"},
        {"surface=cobblestone", "surface=COBBLESTONE"},
        {"surface=sett", "surface=COBBLESTONE"},
        {"surface=unhewn_cobblestone", "surface=COBBLESTONE"},
        {"surface=unpaved", "surface=UNPAVED"},
        {"surface=compacted", "surface=COMPACTED"},
        {"surface=fine_gravel", "surface=FINE_GRAVEL"},
        {"surface=gravel", "surface=GRAVEL"},
        {"surface=pebblestone", "surface=GRAVEL"},
        {"surface=ground", "surface=GROUND"},
        {"surface=dirt", "surface=DIRT"},
        {"surface=earth", "surface=DIRT"},
        {"surface=mud", "surface=DIRT"},
        {"surface=grass", "surface=GRASS"},
        {"surface=grass_paver", "surface=GRASS"},
        {"surface=sand", "surface=SAND"},
        {"surface=wood", "surface=WOOD"},
        {"surface=other", "surface=OTHER"},
        {"surface=lava", "surface=OTHER"},
        {"surface=missing", "surface=OTHER"},
        {"surface=", "surface=OTHER"},
        {"surface=;gravel", "surface=OTHER"},
        {"surface=gravel;mud", "surface=GRAVEL"},
        {"surface=mud ; gravel", "surface=DIRT"},
        {"surface=grave", "surface=OTHER"},
        {"surface=gravels", "surface=OTHER"},
    };

    CHECK(rows);
}

static void smoothness_and_grades_have_steps(void **state)
{
    static const struct case_row rows[] = {
        {"smoothness=excellent", "smoothness=EXCELLENT"},
        {"smoothness=good", "smoothness=GOOD"},
        {"smoothness=intermediate", "smoothness=INTERMEDIATE"},
        {"smoothness=bad", "smoothness=BAD"},
        {"smoothness=very_bad", "smoothness=VERY_BAD"},
        {"smoothness=horrible", "smoothness=HORRIBLE"},
        {"smoothness=very_horrible", "smoothness=VERY_HORRIBLE"},
        {"smoothness=impassable", "smoothness=IMPASSABLE"},
        {"smoothness=so-so", "smoothness=OTHER"},
        {"smoothness=good;bad", "smoothness=GOOD"},
        {"tracktype=grade1", "track_type=GRADE1"},
        {"tracktype=grade2", "track_type=GRADE2"},
        {"tracktype=grade3", "track_type=GRADE3"},
        {"tracktype=grade4", "track_type=GRADE4"},
        {"tracktype=grade5", "track_type=GRADE5"},
        {"tracktype=grade2;grade3", "track_type=GRADE2"},
        {"tracktype=grade6", ""},
        {"tracktype=3", ""},
    };

    CHECK(rows);
}

#define CAR(word)  "road_access=" word
#define BIKE(word) "bike_road_access=" word
#define FOOT(word) "foot_road_access=" word
#define ALL(word)  CAR(word) " " BIKE(word) " " FOOT(word)

static void access_has_words(void **state)
{
    static const struct case_row rows[] = {
        {"access=yes", ""},
        {"access=permissive", ""},
        {"access=whatever", ""},
        {"access=destination", ALL("DESTINATION")},
        {"access=customers", ALL("CUSTOMERS")},
        {"access=delivery", ALL("DELIVERY")},
        {"access=private", ALL("PRIVATE")},
        {"access=permit", ALL("PRIVATE")},
        {"access=residents", ALL("PRIVATE")},
        {"access=employees", ALL("PRIVATE")},
        {"access=agricultural", ALL("AGRICULTURAL")},
        {"access=forestry", ALL("FORESTRY")},
        {"access=no", ALL("NO")},
        {"access=military", ALL("NO")},
        {"access=emergency", ALL("NO")},
        {"access=agricultural;forestry", ALL("AGRICULTURAL")},
        {"access=permit;delivery", ALL("PRIVATE")},
        {"bicycle=use_sidepath", BIKE("NO")},
        {"bicycle=dismount", ""},
    };

    CHECK(rows);
}

static void access_is_that_of_the_most_specific_key(void **state)
{
    static const struct case_row rows[] = {
        {"vehicle=no", CAR("NO") " " BIKE("NO")},
        {"motor_vehicle=no", CAR("NO")},
        {"motorcar=no", CAR("NO")},
        {"bicycle=no", BIKE("NO")},
        {"foot=no", FOOT("NO")},
        {"access=no, foot=yes", CAR("NO") " " BIKE("NO")},
        {"access=no, bicycle=designated", CAR("NO") " " FOOT("NO")},
        {"access=no, vehicle=destination",
         CAR("DESTINATION") " " BIKE("DESTINATION") " " FOOT("NO")},
        {"vehicle=no, motor_vehicle=delivery", CAR("DELIVERY") " " BIKE("NO")},
        {"motor_vehicle=no, motorcar=private", CAR("PRIVATE")},
        {"motorcar=yes, motor_vehicle=no, vehicle=no, access=no",
         BIKE("NO") " " FOOT("NO")},
        {"bicycle=customers, vehicle=no, access=private",
         CAR("NO") " " BIKE("CUSTOMERS") " " FOOT("PRIVATE")},
        {"foot=destination, access=no, vehicle=yes", FOOT("DESTINATION")},
        {"foot=forestry, bicycle=agricultural, motorcar=customers",
         CAR("CUSTOMERS") " " BIKE("AGRICULTURAL") " " FOOT("FORESTRY")},
        {"horse=no", ""},
    };

    CHECK(rows);
}

static void tolls_may_be_for_trucks_alone(void **state)
{
    static const struct case_row rows[] = {
        {"toll=yes", "toll=ALL"},
        {"toll=no", "toll=NO"},
        {"toll=interval", ""},
        {"toll:hgv=yes", "toll=HGV"},
        {"toll:N2=yes", "toll=HGV"},
        {"toll:N3=yes", "toll=HGV"},
        {"toll:hgv=no", ""},
        {"toll:hgv=no, toll:N3=yes", "toll=HGV"},
        {"toll=no, toll:hgv=yes", "toll=HGV"},
        {"toll=no, toll:hgv=no", "toll=NO"},
        {"toll=yes, toll:hgv=yes", "toll=ALL"},
        {"hgv=yes", "hgv=YES"},
        {"hgv=designated", "hgv=DESIGNATED"},
        {"hgv=destination", "hgv=DESTINATION"},
        {"hgv=delivery", "hgv=DELIVERY"},
        {"hgv=discouraged", "hgv=DISCOURAGED"},
        {"hgv=no", "hgv=NO"},
        {"hgv=no;delivery", "hgv=NO"},
        {"hgv=local", ""},
        {"hgv=missing", ""},
    };

    CHECK(rows);
}

#define CATEGORY(name) "hazmat_tunnel=" name
#define TUNNEL         "road_environment=TUNNEL"

static void dangerous_goods_have_categories(void **state)
{
    static const struct case_row rows[] = {
        {"hazmat=no", "hazmat=NO"},
        {"hazmat=yes", ""},
        {"hazmat=designated", ""},
        {"hazmat:water=no", "hazmat_water=NO"},
        {"hazmat:water=permissive", "hazmat_water=PERMISSIVE"},
        {"hazmat:water=yes", ""},
        {"hazmat:adr_tunnel_cat=A", ""},
        {"hazmat:adr_tunnel_cat=B", CATEGORY("B")},
        {"hazmat:adr_tunnel_cat=c", CATEGORY("C")},
        {"hazmat:tunnel_cat=D", CATEGORY("D")},
        {"hazmat:tunnel_cat=E", CATEGORY("E")},
        {"hazmat:tunnel_cat=F", ""},
        {"hazmat:tunnel_cat=D, hazmat:adr_tunnel_cat=B", CATEGORY("B")},
        {"hazmat:C=no", ""},
        {"tunnel=no, hazmat:C=no", ""},
        {"tunnel=yes, hazmat:A=no", TUNNEL},
        {"tunnel=yes, hazmat:B=no", TUNNEL " " CATEGORY("B")},
        {"tunnel=yes, hazmat:B=no, hazmat:C=no", TUNNEL " " CATEGORY("C")},
        {"tunnel=yes, hazmat:D=no, hazmat:C=no", TUNNEL " " CATEGORY("D")},
        {"tunnel=yes, hazmat:D=no, hazmat:E=no", TUNNEL " " CATEGORY("E")},
        {"tunnel=yes, hazmat:E=yes, hazmat:B=no", TUNNEL " " CATEGORY("B")},
        {"tunnel=yes, hazmat:E=no, hazmat:tunnel_cat=B",
         TUNNEL " " CATEGORY("B")},
    };

    CHECK(rows);
}

static void speeds_are_those_on_signs(void **state)
{
    static const struct case_row rows[] = {
        {"maxspeed=50", "along=50.0 against=50.0"},
        {"maxspeed=50 km/h", "along=50.0 against=50.0"},
        {"maxspeed=30 mph", "along=48.3 against=48.3"},
        {"maxspeed=5 knots", "along=9.3 against=9.3"},
        {"maxspeed=7.25", "along=7.3 against=7.3"},
        {"maxspeed=80;60", "along=80.0 against=80.0"},
        {"maxspeed=none", "along=none against=none"},
        {"maxspeed=1000", "along=1000.0 against=1000.0"},
        {"maxspeed=0.01", "along=0.1 against=0.1"},
        {"maxspeed=1001", ""},
        {"maxspeed=0", ""},
        {"maxspeed=-5", ""},
        {"maxspeed=walk", ""},
        {"maxspeed=DE:urban", ""},
        {"maxspeed=signals", ""},
        {"maxspeed:forward=30", "along=30.0"},
        {"maxspeed:backward=30", "against=30.0"},
        {"maxspeed=50, maxspeed:forward=30", "along=30.0 against=50.0"},
        {"maxspeed=50, maxspeed:backward=none", "along=50.0 against=none"},
        {"maxspeed=none, maxspeed:forward=120", "along=120.0 against=none"},
        {"maxspeed=50, maxspeed:forward=signals", "against=50.0"},
        {"maxspeed:forward=70, maxspeed:backward=40 mph",
         "along=70.0 against=64.4"},
    };

    CHECK(rows);
}

static void lanes_and_slopes_are_numbers(void **state)
{
    static const struct case_row rows[] = {
        {"lanes=1", "lanes=1"},
        {"lanes=255", "lanes=255"},
        {"lanes=256", ""},
        {"lanes=99999999999999999999", ""},
        {"lanes=3;2", "lanes=3"},
        {"lanes=1.5", "lanes=1"},
        {"lanes=-2", ""},
        {"lanes= 2", ""},
        {"lanes=two", ""},
        {"lanes=", ""},
        {"incline=10%", "slope=10"},
        {"incline=10 %", "slope=10"},
        {"incline=+3.4%", "slope=3"},
        {"incline=-5.6%", "slope=-6"},
        {"incline=0.4%", ""},
        {"incline=100%", "slope=100"},
        {"incline=-100%", "slope=-100"},
        {"incline=101%", ""},
        {"incline=10°", "slope=18"},
        {"incline=-30 °", "slope=-58"},
        {"incline=45°", "slope=100"},
        {"incline=60°", ""},
        {"incline=90°", ""},
        {"incline=up", ""},
        {"incline=down", ""},
        {"incline=10", ""},
        {"incline=%", ""},
        {"incline=10%%", ""},
        {"incline=10% up", ""},
        {"incline=1:10", ""},
        {"incline=inf%", ""},
        {"incline=nan%", ""},
        {"incline=nan°", ""},
        {"incline=1e99%", ""},
        {"incline=", ""},
    };

    CHECK(rows);
}

static void ratings_count_from_one(void **state)
{
    static const struct case_row rows[] = {
        {"mtb:scale=0", "mtb=1"},
        {"mtb:scale=0+", "mtb=1"},
        {"mtb:scale=3-", "mtb=4"},
        {"mtb:scale=6", "mtb=7"},
        {"mtb:scale=7", ""},
        {"mtb:scale=-1", ""},
        {"mtb:scale=", ""},
        {"mtb:scale=S2", ""},
        {"sac_scale=hiking", "hike=1"},
        {"sac_scale=mountain_hiking", "hike=2"},
        {"sac_scale=demanding_mountain_hiking", "hike=3"},
        {"sac_scale=alpine_hiking", "hike=4"},
        {"sac_scale=demanding_alpine_hiking", "hike=5"},
        {"sac_scale=difficult_alpine_hiking", "hike=6"},
        {"sac_scale=strolling", ""},
        {"horse_scale=common", "horse=1"},
        {"horse_scale=demanding", "horse=2"},
        {"horse_scale=difficult", "horse=3"},
        {"horse_scale=critical", "horse=4"},
        {"horse_scale=dangerous", "horse=5"},
        {"horse_scale=impossible", "horse=6"},
        {"horse_scale=possible", ""},
    };

    CHECK(rows);
}

static void all_are_read_together(void **state)
{
    static const struct case_row rows[] = {
        {"highway=secondary_link, junction=roundabout, bridge=yes, "
         "surface=sett, smoothness=bad, tracktype=grade1, access=private, "
         "toll=yes, hgv=no, hazmat=no, lanes=2, incline=-4%, maxspeed=30, "
         "mtb:scale=1, sac_scale=hiking, horse_scale=critical",
         "road_class=SECONDARY road_environment=BRIDGE " ALL(
             "PRIVATE") " surface=COBBLESTONE smoothness=BAD track_type=GRADE1 "
                        "toll=ALL "
                        "hgv=NO hazmat=NO link ring lanes=2 slope=-4 mtb=2 "
                        "hike=1 horse=4 "
                        "along=30.0 against=30.0"},
    };

    CHECK(rows);
}

/* Runs last: a new word needs a row above. */
static void every_word_came_out(void **state)
{
    int missing = 0;

    for (int i = 0; i < WORD_FACT_COUNT; i++) {
        enum word_fact fact = (enum word_fact)i;
        const char *const *words = word_fact_words(fact);

        assert_true(word_fact_count(fact) <= 64);
        for (int w = 0; words[w]; w++) {
            if (seen[i][w])
                continue;
            print_error("no row gives %s %s\n", word_fact_name(fact), words[w]);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_tags_say_nothing),
        cmocka_unit_test(classes_are_those_of_highway),
        cmocka_unit_test(environments_are_what_carries_the_way),
        cmocka_unit_test(surfaces_have_aliases),
        cmocka_unit_test(smoothness_and_grades_have_steps),
        cmocka_unit_test(access_has_words),
        cmocka_unit_test(access_is_that_of_the_most_specific_key),
        cmocka_unit_test(tolls_may_be_for_trucks_alone),
        cmocka_unit_test(dangerous_goods_have_categories),
        cmocka_unit_test(speeds_are_those_on_signs),
        cmocka_unit_test(lanes_and_slopes_are_numbers),
        cmocka_unit_test(ratings_count_from_one),
        cmocka_unit_test(all_are_read_together),
        cmocka_unit_test(every_word_came_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
