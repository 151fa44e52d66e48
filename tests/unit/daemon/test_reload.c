/* reload: its thread's start and end, without a map. */
#include "tests/unit/cmocka_all.h"

#include <string.h>

#include "daemon/reload.h"
#include "daemon/server.h"
#include "daemon/status_line.h"

static void its_end_leaves_nothing_of_it_in_the_wiring(void **state)
{
    struct settings settings;
    const struct server_start start = {.settings = &settings};
    struct wiring wiring;
    struct status_line status_line = {.stopped = true};
    struct reload *reload;
    struct error error;
    uv_loop_t loop;

    memset(&wiring, 0, sizeof(wiring));
    settings_init(&settings);
    reload_note_init(&wiring.reloads);
    uv_loop_init(&loop);
    assert_int_equal(
        reload_start(&start, &status_line, &wiring, &loop, &reload, &error), 0);
    assert_non_null(wiring.import_watch);
    reload_close(reload);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_true(reload_end(reload));
    assert_null(wiring.import_watch);
    assert_int_equal(uv_loop_close(&loop), 0);
    reload_note_finish(&wiring.reloads);
    settings_finish(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_end_leaves_nothing_of_it_in_the_wiring),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
