/* fuzz_isochrone: any bytes as a request for isochrones, in a URL and as a
 * body. */
#include <stdlib.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/v1/isochrone.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"

enum { DEPTH_MAX = 16 };

/* Every accepted request can be drawn. */
static void check(struct isochrone_request *request)
{
    struct isochrone_question question = {.source_count = 0};
    const struct isochrone_options *options = &question.options;
    struct problem problem;

    if (isochrone_request_ask(request, &question, 250, &problem)) {
        refusal_check(&problem);
        return;
    }
    if (!question.source_count || !options->contour_count ||
        options->contour_count > ISOCHRONE_CONTOURS_MAX ||
        !(options->denoise >= 0 && options->denoise <= 1) ||
        options->generalize_m < 0)
        abort();
    for (size_t i = 0; i < options->contour_count; i++) {
        if (options->contours[i] <= (i ? options->contours[i - 1] : 0) ||
            options->contours[i] > 1000u * ISOCHRONE_MOST)
            abort();
    }
}

static void read_url(const char *text)
{
    struct isochrone_request request;
    struct problem problem;

    isochrone_request_init(&request);
    if (params_parse(text, isochrone_fields, &request, &problem))
        refusal_check(&problem);
    else
        check(&request);
    isochrone_request_finish(&request);
}

static void read_body(const json_t *object)
{
    struct isochrone_request request;
    struct problem problem;

    isochrone_request_init(&request);
    if (json_body_fields(object, "", isochrone_fields, NULL, &request,
                         &problem))
        refusal_check(&problem);
    else
        check(&request);
    isochrone_request_finish(&request);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = strndup((const char *)bytes, size);
    struct problem problem;
    json_t *object;

    read_url(text);
    free(text);
    if (json_body_parse((const char *)bytes, size, DEPTH_MAX, &object,
                        &problem))
        return 0;
    read_body(object);
    json_decref(object);
    return 0;
}
