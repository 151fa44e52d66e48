/* http_figures: requests are counted by path, for every path. */
#include "tests/unit/cmocka_all.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "api/dialects.h"
#include "api/http/http_figures.h"
#include "api/v1/v1.h"

static struct http_figures figures;

static size_t index_of(const char *path)
{
    const char *other;

    for (size_t i = 0; (other = http_figures_endpoint(&figures, i)); i++) {
        if (!strcmp(other, path))
            return i;
    }
    return 0;
}

static void every_path_of_every_dialect_is_counted(void **state)
{
    const struct endpoint *endpoint;

    http_figures_init(&figures, api_dialects);
    assert_non_null(dialects_endpoint(api_dialects, 0));
    for (size_t i = 0; (endpoint = dialects_endpoint(api_dialects, i)); i++) {
        if (!index_of(endpoint->path))
            fail_msg("'%s' would be counted as other: HTTP_ENDPOINTS_MAX is "
                     "too small",
                     endpoint->path);
    }
}

static uint64_t total_at(size_t index)
{
    uint64_t total = 0;

    for (size_t i = 0; i < HTTP_METHODS_MAX; i++) {
        for (size_t j = 0; j < HTTP_CODES_MAX; j++)
            total += figure_get(&figures.endpoint[index].requests[i][j]);
    }
    return total;
}

static void a_request_counts_at_its_path(void **state)
{
    struct ended_request request = {
        .endpoint = &endpoint_healthz, .method = "GET", .status = 200};

    http_figures_init(&figures, api_dialects);
    http_figures_note(&figures, &request);
    request.endpoint = NULL;
    request.status = 404;
    http_figures_note(&figures, &request);
    http_figures_note(&figures, &request);
    assert_int_equal(total_at(index_of("/healthz")), 1);
    assert_int_equal(total_at(0), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_path_of_every_dialect_is_counted),
        cmocka_unit_test(a_request_counts_at_its_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
