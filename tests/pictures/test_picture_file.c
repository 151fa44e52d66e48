/* pictures: what is read of them, and mistakes told with file and line. */
#include "tests/unit/cmocka_all.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"
#include "tests/pictures/picture.h"
#include "tests/pictures/picture_xml.h"

static struct picture_file read_picture(const char *text)
{
    struct picture_file file;
    struct error error = {""};
    int r = picture_file_read("a.picture", text, strlen(text), &file, &error);

    assert_string_equal(error.text, "");
    assert_int_equal(r, 0);
    return file;
}

static void refuses(const char *text, const char *words)
{
    struct picture_file file;
    struct error error = {""};

    assert_int_equal(
        picture_file_read("a.picture", text, strlen(text), &file, &error),
        -EINVAL);
    assert_string_equal(error.text, words);
    picture_file_finish(&file);
}

#define TOWN                                                                   \
    "# comment\n"                                                              \
    "picture a town\n"                                                         \
    "\n"                                                                       \
    "    a - b\n"                                                              \
    "        |\n"                                                              \
    "    1   c\n"                                                              \
    "\n"

static void reads_where_things_are(void **state)
{
    struct picture_file file = read_picture(TOWN "way abc\nroute a c: none\n");
    const struct picture *picture = &file.picture[0];
    struct ground ground = ground_at(10000000);
    const struct picture_node *a = picture_find(picture, 'a');
    const struct picture_node *b = picture_find(picture, 'b');
    const struct picture_node *place = picture_find(picture, '1');

    assert_int_equal(file.count, 1);
    assert_string_equal(picture->title, "a town");
    assert_int_equal(picture->node_count, 4);
    assert_int_equal(a->position.lon_e7, 10000000);
    assert_int_equal(a->id, 1);
    assert_int_equal(place->id, 0);
    assert_true((b->position.lon_e7 - a->position.lon_e7) * ground.east_m >
                199.8);
    assert_true((b->position.lon_e7 - a->position.lon_e7) * ground.east_m <
                200.2);
    assert_int_equal(b->position.lat_e7, a->position.lat_e7);
    assert_true((a->position.lat_e7 - place->position.lat_e7) * ground.north_m >
                199.8);
    assert_null(picture_find(picture, 'd'));
    picture_file_finish(&file);
}

static void writes_xml(void **state)
{
    struct picture_file file =
        read_picture(TOWN "origin -7.5 0\n"
                          "way ab name=\"A & \\\"B\\\"\" highway=residential\n"
                          "way x:bc oneway=yes name=\n"
                          "missing c\n"
                          "node b highway=traffic_signals id=77\n"
                          "restriction no_left_turn ab b x except=bicycle\n"
                          "raw <way id=\"3\"/>\n"
                          "route a b: none\n");
    size_t size;
    char *xml = picture_xml(&file.picture[0], &size);

    assert_int_equal(size, strlen(xml));
    assert_non_null(strstr(xml, "<node id=\"1\" version=\"1\" "
                                "lat=\"0.0000000\" lon=\"-7.5000000\">\n"));
    assert_non_null(strstr(xml, "<node id=\"77\""));
    assert_null(strstr(xml, "<node id=\"3\""));
    assert_non_null(strstr(xml, "  <way id=\"1000\" version=\"1\">\n"
                                "    <nd ref=\"1\"/>\n"
                                "    <nd ref=\"77\"/>\n"));
    assert_non_null(strstr(xml, "k=\"highway\" v=\"residential\""));
    assert_null(strstr(xml, "v=\"x\""));
    assert_non_null(strstr(xml, "    <tag k=\"highway\" v=\"primary\"/>\n"
                                "    <tag k=\"oneway\" v=\"yes\"/>\n"));
    assert_non_null(
        strstr(xml, "    <member type=\"way\" ref=\"1000\" role=\"from\"/>\n"
                    "    <member type=\"node\" ref=\"77\" role=\"via\"/>\n"
                    "    <member type=\"way\" ref=\"1001\" role=\"to\"/>\n"
                    "    <tag k=\"type\" v=\"restriction\"/>\n"
                    "    <tag k=\"restriction\" v=\"no_left_turn\"/>\n"
                    "    <tag k=\"except\" v=\"bicycle\"/>\n"));
    assert_non_null(strstr(xml, "  <way id=\"3\"/>\n</osm>\n"));
    free(xml);
    picture_file_finish(&file);
}

static void reads_questions(void **state)
{
    struct picture_file file = read_picture(
        TOWN "way abc\n"
             "route a 1/bearing=90,10/radius=5 @c straight=no: ways abc "
             "\"x y\", time 20s +-3s, legs 1s 2s\n"
             "report restrictions 2\n");
    const struct picture_ask *ask = &file.picture[0].ask[0];

    assert_int_equal(file.picture[0].ask_count, 2);
    assert_int_equal(ask->line, 9);
    assert_int_equal(ask->place_count, 3);
    assert_true(ask->place[1].has_bearing);
    assert_true(ask->place[1].bearing_deg == 90);
    assert_true(ask->place[1].bearing_range_deg == 10);
    assert_true(ask->place[1].radius_m == 5);
    assert_true(ask->place[2].by_id);
    assert_int_equal(ask->expect_count, 3);
    assert_int_equal(ask->expect[0].count, 2);
    assert_string_equal(ask->expect[0].text[1], "x y");
    assert_true(ask->expect[1].number[0] == 20);
    assert_true(ask->expect[1].slack == 3);
    assert_true(ask->expect[2].slack < 0);
    assert_int_equal(file.picture[0].ask[1].number, 2);
    picture_file_finish(&file);
}

static void reads_profiles(void **state)
{
    struct picture_file file =
        read_picture(TOWN "profile bicycle turn.u_turn=3 a.b=c\n"
                          "way ab\nroute a b: none\n"
                          "picture another\n"
                          "    a b\n"
                          "profile mine\n"
                          "    [general]\n"
                          "    name = mine\n"
                          "way ab\nroute a b: none\n");

    assert_int_equal(file.count, 2);
    assert_string_equal(file.picture[0].profile, "bicycle");
    assert_int_equal(file.picture[0].set_count, 2);
    assert_null(file.picture[0].profile_text);
    assert_string_equal(file.picture[1].profile, "mine");
    assert_string_equal(file.picture[1].profile_text,
                        "[general]\nname = mine\n");
    picture_file_finish(&file);
}

static void tells_mistakes(void **state)
{
    refuses("", "a.picture: no picture in it");
    refuses("way ab\n", "a.picture:1: a file begins with 'picture TITLE'");
    refuses("picture\n", "a.picture:1: write 'picture TITLE'");
    refuses("picture x\nway ab\n", "a.picture:2: 'ab': no node 'a' is drawn");
    refuses("picture x\nroute", "a.picture:2: 0 places: too few");
    refuses("picture x\n    a - a\n", "a.picture:2: 'a' is drawn twice");
    refuses("picture x\n    a - b;\n", "a.picture:2: ';' cannot be drawn");
    refuses("picture x\n\ta - b\n", "a.picture:2: tabs are no blanks here");
    refuses("picture x\n  a - b\n",
            "a.picture:2: what is drawn is indented by 4 blanks");
    refuses(TOWN, "a.picture:7: picture 'a town' asks nothing");
    refuses("picture x\nimport fails: y\n",
            "a.picture:2: picture 'x' shows nothing");
    refuses(TOWN "way ab\n    c\n",
            "a.picture:9: indented lines stand below 'picture' or 'profile' "
            "only");
    refuses(TOWN "way a1\n", "a.picture:8: 'a1': no node '1' is drawn");
    refuses(TOWN "way ab oneway\n",
            "a.picture:8: 'oneway' is no tag: KEY=VALUE");
    refuses(TOWN "way ab name=\"x\n", "a.picture:8: a quote is not closed");
    refuses(TOWN "way ab\nway ab\n",
            "a.picture:9: way 'ab' is there already: 'LABEL:ab'");
    refuses(TOWN "node 1 x=y\n", "a.picture:8: no node '1' is drawn");
    refuses(TOWN "node a id=x\n", "a.picture:8: 'id=x' is no id");
    refuses(TOWN "way ab\nrestriction no_u_turn ab b cb\n",
            "a.picture:9: 'cb' is neither a way nor a node");
    refuses(TOWN "restriction no_u_turn ab\n",
            "a.picture:8: write 'restriction no_left_turn FROM VIA TO "
            "[KEY=VALUE ...]'");
    refuses(TOWN "grid 0\n", "a.picture:8: '0' is no number of metres");
    refuses(TOWN "origin 1 91\n",
            "a.picture:8: '1 91' is no place: degrees east and north");
    refuses(TOWN "profile car x\n",
            "a.picture:8: 'x' sets nothing: SECTION.KEY=VALUE");
    refuses(TOWN "moment 2026-11-30 07:00\n",
            "a.picture:8: write 'moment YEAR-MONTH-DAYTHOUR:MINUTE'");
    refuses(TOWN "moment 2026-13-30T07:00\n",
            "a.picture:8: '2026-13-30T07:00' is no moment");
    refuses(
        TOWN "rout a b\n",
        "a.picture:8: 'rout' is none of picture, grid, origin, profile, "
        "small, way, node, missing, restriction, moment, raw, import, route, "
        "snap, open, path, report, roads");
}

static void tells_mistakes_in_questions(void **state)
{
    refuses(TOWN "route a: none\n", "a.picture:8: 1 places: too few");
    refuses(TOWN "snap a b: none\n", "a.picture:8: 2 places: too many");
    refuses(TOWN "route a z: none\n",
            "a.picture:8: 'z': no such place is drawn");
    refuses(TOWN "route a @1: none\n",
            "a.picture:8: '@1': no such place is drawn");
    refuses(TOWN "route a ab: none\n",
            "a.picture:8: 'ab': no such place is drawn");
    refuses(TOWN "route a c/wide=3: none\n",
            "a.picture:8: '/wide=3' is none of bearing=, radius=METRES, "
            "approach=, exclude=CLASS");
    refuses(TOWN "route a c/bearing=x: none\n",
            "a.picture:8: 'bearing=x': DEGREES or DEGREES,RANGE");
    refuses(TOWN "route a c/approach=left: none\n",
            "a.picture:8: 'approach=left': curb or opposite");
    refuses(TOWN "route a c\n",
            "a.picture:8: nothing is expected: 'QUESTION: ANSWER, ...'");
    refuses(TOWN "route a c: leads east\n",
            "a.picture:8: 'leads' is nothing to be expected here");
    refuses(TOWN "route a c: time 20\n",
            "a.picture:8: '20' is no number with unit s");
    refuses(TOWN "route a c: time 20s 30s\n",
            "a.picture:8: 'time' takes one number");
    refuses(TOWN "route a c: none at\n", "a.picture:8: 'none' takes nothing");
    refuses(TOWN "route a c: ways\n", "a.picture:8: 'ways' takes something");
    refuses(TOWN "snap a: at z\n",
            "a.picture:8: 'at' takes a letter or digit that is drawn");
    refuses(TOWN "report roads\n", "a.picture:8: write NAME and NUMBER");
    refuses(TOWN "open a: both\n", "a.picture:8: write 'open abc: EXPECTED'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_where_things_are),
        cmocka_unit_test(writes_xml),
        cmocka_unit_test(reads_questions),
        cmocka_unit_test(reads_profiles),
        cmocka_unit_test(tells_mistakes),
        cmocka_unit_test(tells_mistakes_in_questions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
