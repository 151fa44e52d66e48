/* driving_side: cities, those near borders first of all. */
#include "core/graph/profile/profile_data.h"
#include "tests/unit/cmocka_all.h"

#include <stdio.h>

struct city {
    const char *name;
    double lat;
    double lon;
};

static const struct city left[] = {
    {"London", 51.51, -0.13},        {"Dover", 51.13, 1.31},
    {"Lowestoft", 52.48, 1.75},      {"Brighton", 50.82, -0.14},
    {"Penzance", 50.12, -5.54},      {"Lerwick", 60.15, -1.14},
    {"Dublin", 53.35, -6.26},        {"Galway", 53.27, -9.05},
    {"Saint Helier", 49.19, -2.11},  {"Saint Anne", 49.71, -2.2},
    {"Valletta", 35.9, 14.51},       {"Nicosia", 35.17, 33.36},
    {"Delhi", 28.61, 77.21},         {"Srinagar", 34.08, 74.8},
    {"Leh", 34.16, 77.58},           {"Peshawar", 34.02, 71.52},
    {"Quetta", 30.18, 67},           {"Karachi", 24.86, 67},
    {"Gwadar", 25.13, 62.32},        {"Kathmandu", 27.72, 85.32},
    {"Pokhara", 28.21, 83.99},       {"Gangtok", 27.33, 88.61},
    {"Thimphu", 27.47, 89.64},       {"Dhaka", 23.81, 90.41},
    {"Chittagong", 22.36, 91.8},     {"Aizawl", 23.73, 92.72},
    {"Imphal", 24.82, 93.94},        {"Dibrugarh", 27.47, 94.91},
    {"Colombo", 6.93, 79.86},        {"Male", 4.18, 73.51},
    {"Port Blair", 11.67, 92.74},    {"Bangkok", 13.76, 100.5},
    {"Chiang Mai", 18.79, 98.98},    {"Chiang Rai", 19.91, 99.83},
    {"Udon Thani", 17.41, 102.79},   {"Ubon", 15.24, 104.85},
    {"Aranyaprathet", 13.69, 102.5}, {"Phuket", 7.88, 98.39},
    {"Kuala Lumpur", 3.14, 101.69},  {"Singapore", 1.35, 103.82},
    {"Kota Kinabalu", 5.98, 116.07}, {"Jakarta", -6.21, 106.85},
    {"Jayapura", -2.53, 140.7},      {"Manado", 1.49, 124.84},
    {"Dili", -8.56, 125.57},         {"Hong Kong", 22.28, 114.17},
    {"Yuen Long", 22.44, 114.03},    {"Macau", 22.2, 113.54},
    {"Tokyo", 35.68, 139.69},        {"Sapporo", 43.06, 141.35},
    {"Fukuoka", 33.59, 130.4},       {"Shimonoseki", 33.96, 130.94},
    {"Naha", 26.21, 127.68},         {"Tsushima", 34.2, 129.29},
    {"Sydney", -33.87, 151.21},      {"Perth", -31.95, 115.86},
    {"Darwin", -12.46, 130.84},      {"Auckland", -36.85, 174.76},
    {"Port Moresby", -9.44, 147.18}, {"Honiara", -9.43, 159.95},
    {"Suva", -18.14, 178.44},        {"Apia", -13.83, -171.77},
    {"Cape Town", -33.92, 18.42},    {"Windhoek", -22.56, 17.08},
    {"Oshakati", -17.79, 15.7},      {"Maputo", -25.97, 32.57},
    {"Beira", -19.84, 34.84},        {"Nampula", -15.12, 39.26},
    {"Harare", -17.83, 31.05},       {"Lusaka", -15.39, 28.32},
    {"Ndola", -12.97, 28.64},        {"Kitwe", -12.8, 28.2},
    {"Mansa", -11.2, 28.89},         {"Lilongwe", -13.96, 33.79},
    {"Mbeya", -8.91, 33.46},         {"Kigoma", -4.88, 29.63},
    {"Dar es Salaam", -6.79, 39.21}, {"Mwanza", -2.52, 32.9},
    {"Nairobi", -1.29, 36.82},       {"Mombasa", -4.04, 39.67},
    {"Kampala", 0.35, 32.58},        {"Kabale", -1.25, 29.99},
    {"Fort Portal", 0.66, 30.27},    {"Arua", 3.02, 30.91},
    {"Port Louis", -20.16, 57.5},    {"Nassau", 25.05, -77.36},
    {"Kingston", 17.97, -76.79},     {"Road Town", 18.43, -64.62},
    {"Basseterre", 17.3, -62.72},    {"Roseau", 15.3, -61.39},
    {"Bridgetown", 13.1, -59.61},    {"Port of Spain", 10.66, -61.51},
    {"Georgetown", 6.8, -58.16},     {"Paramaribo", 5.85, -55.2},
    {"Stanley", -51.7, -57.85},      {"Hamilton", 32.29, -64.78},
};

static const struct city right[] = {
    {"Calais", 50.95, 1.86},          {"Boulogne", 50.73, 1.61},
    {"Dieppe", 49.92, 1.08},          {"Cherbourg", 49.64, -1.62},
    {"Paris", 48.86, 2.35},           {"Berlin", 52.52, 13.4},
    {"Torshavn", 62.01, -6.77},       {"Reykjavik", 64.15, -21.94},
    {"Madrid", 40.42, -3.7},          {"Catania", 37.5, 15.09},
    {"Beirut", 33.89, 35.5},          {"Zahedan", 29.5, 60.86},
    {"Chabahar", 25.29, 60.64},       {"Kandahar", 31.61, 65.7},
    {"Jalalabad", 34.43, 70.45},      {"Khost", 33.34, 69.92},
    {"Kashgar", 39.47, 75.99},        {"Lhasa", 29.65, 91.1},
    {"Shigatse", 29.27, 88.88},       {"Gyirong", 28.85, 85.3},
    {"Yadong", 27.49, 88.91},         {"Sittwe", 20.15, 92.9},
    {"Yangon", 16.87, 96.2},          {"Mandalay", 21.96, 96.09},
    {"Myitkyina", 25.38, 97.4},       {"Kawthaung", 9.98, 98.55},
    {"Dawei", 14.08, 98.2},           {"Tachileik", 20.45, 99.88},
    {"Vientiane", 17.97, 102.6},      {"Savannakhet", 16.57, 104.76},
    {"Pakse", 15.12, 105.8},          {"Siem Reap", 13.36, 103.86},
    {"Battambang", 13.1, 103.2},      {"Hanoi", 21.03, 105.85},
    {"Manila", 14.6, 120.98},         {"Zamboanga", 6.92, 122.08},
    {"Shenzhen", 22.54, 114.06},      {"Shekou", 22.49, 113.92},
    {"Zhuhai", 22.27, 113.57},        {"Taipei", 25.03, 121.57},
    {"Seoul", 37.57, 126.98},         {"Busan", 35.18, 129.08},
    {"Jeju", 33.5, 126.53},           {"Vladivostok", 43.12, 131.89},
    {"Noumea", -22.28, 166.46},       {"Port Vila", -17.73, 168.32},
    {"Pago Pago", -14.28, -170.7},    {"Antananarivo", -18.88, 47.51},
    {"Luanda", -8.84, 13.23},         {"Lubango", -14.92, 13.49},
    {"Lubumbashi", -11.66, 27.48},    {"Kalemie", -5.93, 29.19},
    {"Bujumbura", -3.38, 29.36},      {"Kigali", -1.94, 30.06},
    {"Goma", -1.68, 29.23},           {"Juba", 4.85, 31.58},
    {"Addis Ababa", 9.01, 38.75},     {"Mogadishu", 2.05, 45.32},
    {"Saint-Denis", -20.88, 55.45},   {"Miami", 25.76, -80.19},
    {"Havana", 23.11, -82.37},        {"Santo Domingo", 18.49, -69.9},
    {"Cap-Haitien", 19.76, -72.2},    {"San Juan", 18.47, -66.11},
    {"Marigot", 18.07, -63.08},       {"Basse-Terre", 16, -61.73},
    {"Fort-de-France", 14.6, -61.07}, {"Caracas", 10.48, -66.9},
    {"Boa Vista", 2.82, -60.67},      {"Cayenne", 4.92, -52.31},
    {"New York", 40.71, -74.01},      {"Buenos Aires", -34.6, -58.38},
};

static void check(const struct city *cities, size_t count, bool keeps_left)
{
    size_t wrong = 0;

    for (size_t i = 0; i < count; i++) {
        struct position at = {(int32_t)(cities[i].lon * 1e7),
                              (int32_t)(cities[i].lat * 1e7)};

        if (traffic_keeps_left(at) == keeps_left)
            continue;
        print_error("%s\n", cities[i].name);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void cities_keep_to_their_side(void **state)
{
    check(left, sizeof(left) / sizeof(left[0]), true);
    check(right, sizeof(right) / sizeof(right[0]), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cities_keep_to_their_side),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
