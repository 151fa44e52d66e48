/* runtime_limits: what the table says that a reload changes, it changes. */
#include "tests/unit/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"
#include "core/service/ask.h"
#include "daemon/runtime_limits.h"

/* What another file sets, or nobody can look at. */
static bool is_left_out(const struct setting *setting)
{
    static const char *const keys[] = {
        "solver",     "profiles",   "cache-directory", /* reload.c */
        "watch-maps",                                  /* reload.h */
        "log-format", "masks-kept",
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (!strcmp(setting->key, keys[i]))
            return true;
    }
    return false;
}

/* All that goes by settings. */
struct view {
    struct http_limits http;
    struct service_limits service;
    size_t tile_bytes;
    bool logs_debug;
};

static void look(const struct wiring *wiring, struct view *ret_view)
{
    struct tile_figures tiles;

    memset(ret_view, 0, sizeof(*ret_view));
    memcpy(&ret_view->http, &wiring->http_limits, sizeof(ret_view->http));
    memcpy(&ret_view->service, &wiring->service->settings,
           sizeof(ret_view->service));
    tile_store_read(wiring->tiles, &tiles);
    ret_view->tile_bytes = tiles.bytes_max;
    ret_view->logs_debug = log_enabled(LOG_DEBUG);
}

/* Any value but the default. */
static void set_other(const struct setting *setting, struct settings *settings)
{
    static const char *const words[] = {"on", "off", "debug"};
    struct settings before = *settings;
    char number[24];
    struct error error;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (!setting_set(setting, words[i], settings, &error) &&
            !setting_is_equal(setting, settings, &before))
            return;
    }
    snprintf(number, sizeof(number), "%ju", (uintmax_t)setting->maximum);
    if (!strcmp(number, setting->fallback))
        snprintf(number, sizeof(number), "%ju", (uintmax_t)setting->minimum);
    assert_int_equal(setting_set(setting, number, settings, &error), 0);
    assert_false(setting_is_equal(setting, settings, &before));
}

static void check_row(const struct setting *setting, struct wiring *wiring)
{
    struct settings settings;
    struct view before;
    struct view after;

    settings_init(&settings);
    runtime_limits_apply(&settings, wiring);
    look(wiring, &before);
    set_other(setting, &settings);
    runtime_limits_apply(&settings, wiring);
    look(wiring, &after);
    if (!memcmp(&before, &after, sizeof(before)))
        fail_msg("%s.%s is LIVE and changes nothing", setting->section,
                 setting->key);
    settings_finish(&settings);
}

static void each_live_row_changes_something(void **state)
{
    struct wiring *wiring = *state;
    size_t count = 0;

    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);

        if (!setting->live || is_left_out(setting))
            continue;
        check_row(setting, wiring);
        count++;
    }
    assert_true(count > 20);
}

/* Rows that are alike are told apart. */
static void timeouts_and_limits_keep_their_places(void **state)
{
    static const char *const values[][2] = {
        {"idle-timeout-s", "11"}, {"header-timeout-s", "12"},
        {"body-timeout-s", "13"}, {"send-timeout-s", "14"},
        {"shutdown-ms", "15"},    {"body-max-bytes", "16"},
        {"json-depth-max", "17"},
    };
    struct wiring *wiring = *state;
    const struct http_limits *limits = &wiring->http_limits;
    struct settings settings;
    struct error error;

    settings_init(&settings);
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        assert_int_equal(setting_set(setting_find_key("http", values[i][0]),
                                     values[i][1], &settings, &error),
                         0);
    runtime_limits_apply(&settings, wiring);
    assert_int_equal(limits->idle_timeout_s, 11);
    assert_int_equal(limits->header_timeout_s, 12);
    assert_int_equal(limits->body_timeout_s, 13);
    assert_int_equal(limits->send_timeout_s, 14);
    assert_int_equal(limits->shutdown_ms, 15);
    assert_int_equal(limits->body_max_bytes, 16);
    assert_int_equal(limits->json_depth_max, 17);
    settings_finish(&settings);
}

static int set_up(void **state)
{
    struct wiring *wiring = calloc(1, sizeof(*wiring));
    struct settings settings;
    struct service_settings limits;
    struct error error;

    assert_non_null(wiring);
    settings_init(&settings);
    limits = runtime_limits_service(&settings);
    assert_int_equal(registry_create(&wiring->registry, &error), 0);
    assert_int_equal(
        tile_store_create(wiring->registry, 1, &wiring->tiles, &error), 0);
    wiring->service = service_create(&limits, NULL);
    assert_non_null(wiring->service);
    settings_finish(&settings);
    *state = wiring;
    return 0;
}

static int tear_down(void **state)
{
    struct wiring *wiring = *state;

    log_set_level(LOG_INFO);
    service_destroy(wiring->service);
    tile_store_destroy(wiring->tiles);
    registry_destroy(wiring->registry);
    free(wiring);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_live_row_changes_something, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(timeouts_and_limits_keep_their_places,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
