/* fuzz_exposition: any bytes as the help of a metric and as values of labels:
 * an independent reader finds each line, with the same content. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/metrics/exposition.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

static const char *const names[] = {"map", "solver", "device"};

enum { LABEL_COUNT = 3 };

static void expect(const char **at, const char *text)
{
    size_t length = strlen(text);

    if (strncmp(*at, text, length) != 0)
        abort();
    *at += length;
}

/* Reads escaped text up to `end`. */
static void expect_escaped(const char **at, const char *text, char end)
{
    for (; **at && **at != end; (*at)++, text++) {
        char meant = **at;

        if (meant == '\n')
            abort();
        if (meant == '\\') {
            (*at)++;
            meant = **at == 'n' ? '\n' : **at;
        }
        if (meant != *text)
            abort();
    }
    if (*text || **at != end)
        abort();
    (*at)++;
}

static void check(const char *at, const char *help, char *const *values,
                  uint64_t number)
{
    char text[32];

    expect(&at, "# HELP x_total ");
    expect_escaped(&at, help, '\n');
    expect(&at, "# TYPE x_total counter\nx_total{");
    for (size_t i = 0; i < LABEL_COUNT; i++) {
        expect(&at, i ? "," : "");
        expect(&at, names[i]);
        expect(&at, "=\"");
        expect_escaped(&at, values[i], '"');
    }
    snprintf(text, sizeof(text), "} %" PRIu64 "\n", number);
    expect(&at, text);
    if (*at)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    struct metric_labels labels = {0};
    char *help = portion_text(&input);
    char *values[LABEL_COUNT];
    struct json_writer out;

    json_writer_init(&out);
    for (size_t i = 0; i < LABEL_COUNT; i++) {
        values[i] = portion_text(&input);
        labels.label[i].name = names[i];
        labels.label[i].value = values[i];
    }
    exposition_head(&out, "counter", "x_total", help);
    exposition_number(&out, "x_total", &labels, size);
    json_writer_raw(&out, "", 1);
    if (strlen(out.text) + 1 != out.length)
        abort();
    check(out.text, help, values, size);
    json_writer_finish(&out);
    for (size_t i = 0; i < LABEL_COUNT; i++)
        free(values[i]);
    free(help);
    return 0;
}
