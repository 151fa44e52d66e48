/* driving_side: the boxes of countries where traffic keeps left. */
#include "core/graph/profile/profile_data.h"

#include <stddef.h>

/* Degrees. */
struct box {
    float south, west, north, east;
};

/* These count first: most roads of the world, and islands between others. */
static const struct box right[] = {
    {36.2f, 1.9f, 72, 61},
    {33, -172, 84, -11.5f},
    {-20.5f, 166.4f, -12.9f, 171}, /* Vanuatu */
    {-23.5f, 158, -19.3f, 168.4f}, /* New Caledonia */
};

static const struct box left[] = {
    /* Great Britain, Ireland, the Channel Islands */
    {51, -11, 61, 1.9f},
    {50, -11, 51, 1.1f},
    {49.8f, -7, 50, -4.5f},
    {49.1f, -2.75f, 49.8f, -1.98f},
    /* Malta, Cyprus */
    {35.7f, 14, 36.2f, 14.7f},
    {34.4f, 32.1f, 35.8f, 34.7f},
    /* India and its neighbours, from the sea to the north, then to the east */
    {-1, 66.5f, 24.5f, 92.15f},
    {24.5f, 63.3f, 29.3f, 83.5f},
    {25, 61.7f, 26.4f, 63.3f},
    {24.5f, 83.5f, 28.6f, 84.9f},
    {24.5f, 84.9f, 28, 86.1f},
    {24.5f, 86.1f, 27.9f, 88.85f},
    {24.5f, 88.85f, 27.25f, 89.1f},
    {24.5f, 89.1f, 28, 91.7f},
    {29.3f, 66.4f, 30.4f, 81.2f},
    {30.4f, 66.5f, 30.8f, 80},
    {30.8f, 69, 31.6f, 78.9f},
    {31.6f, 69.7f, 32.5f, 78.6f},
    {32.5f, 70.35f, 33.6f, 78.4f},
    {33.6f, 71.15f, 34.7f, 78.1f},
    {34.7f, 71.7f, 35.9f, 77},
    {35.9f, 72.2f, 36.8f, 75.4f},
    {6, 92.15f, 13.8f, 94.2f},
    {20.7f, 92.15f, 21.3f, 92.28f},
    {21.3f, 92.15f, 22, 92.55f},
    {22, 92.15f, 23.8f, 93.1f},
    {23.8f, 92.15f, 25, 94.1f},
    {25, 91.7f, 26, 94.55f},
    {26, 91.7f, 27.75f, 95.2f},
    {27.75f, 93, 28.3f, 97},
    {28.3f, 94.5f, 28.9f, 96},
    {27, 95.2f, 27.75f, 96.4f},
    /* Thailand */
    {5.6f, 98, 9.9f, 102.3f},
    {9.9f, 98.75f, 10.9f, 100.5f},
    {10.9f, 99.45f, 12.1f, 100.6f},
    {12.1f, 99.3f, 13.3f, 102.45f},
    {13.3f, 99.2f, 14.3f, 102.53f},
    {14.3f, 98.9f, 14.45f, 102.9f},
    {14.45f, 98.75f, 15.3f, 105.4f},
    {15.3f, 98.7f, 16, 105.2f},
    {16, 98.54f, 17.4f, 104.74f},
    {17.4f, 97.9f, 17.88f, 104},
    {17.88f, 102.95f, 18.2f, 104},
    {17.88f, 97.75f, 19.5f, 101},
    {19.5f, 98.6f, 20.2f, 100.4f},
    {20.2f, 99.75f, 20.43f, 100.15f},
    /* Malaysia, Singapore, Brunei, Indonesia, East Timor */
    {-11.2f, 94.9f, 5.9f, 119.25f},
    {5.9f, 99, 7.4f, 118.2f},
    {-11.2f, 119.25f, 4.5f, 141},
    /* Hong Kong, Macau, Japan */
    {22.15f, 113.82f, 22.45f, 114.45f},
    {22.45f, 113.98f, 22.5f, 114.45f},
    {22.5f, 114.1f, 22.53f, 114.28f},
    {22.1f, 113.53f, 22.216f, 113.61f},
    {24, 122.9f, 29.5f, 131},
    {24, 140.8f, 28, 142.3f},
    {29.5f, 128.3f, 34, 132.5f},
    {34, 129.1f, 34.75f, 129.55f},
    {33, 130.75f, 35.5f, 142.2f},
    {35.5f, 132.5f, 41.6f, 142.2f},
    {41.6f, 139.3f, 45.6f, 145.85f},
    /* Australia, New Zealand, Papua New Guinea, islands in the Pacific */
    {-45, 112, -9.5f, 141},
    {-55, 141, 3.5f, 180},
    {-21.1f, -180, -15, -178.2f},
    {-22.5f, -176.4f, -15.4f, -173.6f},
    {-14.1f, -172.9f, -13.4f, -171.3f},
    {-19.2f, -170, -18.9f, -169.7f},
    {-22, -160, -18.8f, -157},
    /* Southern Africa, then north to Uganda and Kenya */
    {-35, 11.5f, -18, 41},
    {-18, 13.9f, -17.42f, 18.4f},
    {-18, 23.45f, -17.45f, 41},
    {-17.45f, 22.1f, -13.5f, 41},
    {-13.5f, 22.1f, -13.05f, 28.95f},
    {-13.05f, 24.1f, -12.85f, 28.75f},
    {-12.85f, 24.1f, -12.55f, 28.5f},
    {-12.55f, 24.1f, -12.3f, 27.75f},
    {-13.5f, 29.9f, -12.2f, 41},
    {-12.2f, 28.75f, -9.3f, 41},
    {-9.3f, 30.75f, -7.2f, 40.5f},
    {-7.2f, 30.2f, -6, 40.5f},
    {-6, 29.5f, -4.45f, 40.5f},
    {-4.8f, 30.9f, -1, 41.5f},
    {-1.35f, 29.75f, 0.9f, 40.95f},
    {0.9f, 30.6f, 2.2f, 40.95f},
    {2.2f, 31, 2.5f, 40.95f},
    {2.5f, 30.88f, 3.5f, 40.95f},
    {3.5f, 33.1f, 4.3f, 37.5f},
    /* Islands in the Indian Ocean and the Atlantic */
    {-10.5f, 46, -3.5f, 56.6f},
    {-20.7f, 57.2f, -19.6f, 63.7f},
    {-16.1f, -5.9f, -15.8f, -5.5f},
    {-52.6f, -61.6f, -50.9f, -57.6f},
    {32.2f, -65, 32.5f, -64.5f},
    /* The Caribbean, Guyana, Suriname */
    {23.4f, -79.4f, 27.4f, -74},
    {21.9f, -76.2f, 23.4f, -72.7f},
    {20.85f, -73.8f, 21.9f, -72.9f},
    {21, -72.6f, 22.1f, -71},
    {19.1f, -81.6f, 19.9f, -79.6f},
    {17.6f, -78.5f, 18.6f, -76},
    {17.6f, -65.1f, 18.8f, -64.2f},
    {18.15f, -63.3f, 18.35f, -62.9f},
    {16.65f, -62.88f, 17.8f, -61.6f},
    {15.15f, -61.55f, 15.7f, -61.2f},
    {13.65f, -61.15f, 14.15f, -60.8f},
    {11.9f, -61.9f, 13.45f, -61},
    {12.9f, -59.8f, 13.4f, -59.3f},
    {10, -61.85f, 11.4f, -60.4f},
    {5.3f, -59.85f, 8.5f, -57},
    {1.3f, -59.75f, 5.3f, -57.3f},
    {2, -57.3f, 6.1f, -54.55f},
    {4.9f, -54.55f, 6.1f, -54.06f},
};

static bool is_in(const struct box *box, size_t count, float lat, float lon)
{
    for (size_t i = 0; i < count; i++) {
        if (lat >= box[i].south && lat < box[i].north && lon >= box[i].west &&
            lon < box[i].east)
            return true;
    }
    return false;
}

bool traffic_keeps_left(struct position position)
{
    float lat = (float)position.lat_e7 / 1e7f;
    float lon = (float)position.lon_e7 / 1e7f;

    return !is_in(right, sizeof(right) / sizeof(right[0]), lat, lon) &&
           is_in(left, sizeof(left) / sizeof(left[0]), lat, lon);
}
