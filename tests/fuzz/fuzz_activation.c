/* fuzz_activation: any bytes as the service manager's environment: LISTEN_FDS,
 * LISTEN_FDNAMES, WATCHDOG_USEC, separated by a byte of 0. No socket is passed,
 * so the reader must refuse all counts but 0. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/service_manager.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

/* Digits, of zeros alone. */
static bool is_zero(const char *text)
{
    return *text && strspn(text, "0") == strlen(text);
}

static void check_take(const char *count)
{
    struct activation activation = {.count = 99};
    struct error error = {""};
    int result = activation_take(&activation, &error);

    if (is_zero(count) ? result || activation.count
                       : !result || !error.text[0] || activation.count != 99)
        abort();
}

static void check_names(const char *names)
{
    char *copy = strdup(names);
    char *rest = copy;

    for (size_t i = 0; i < 2 * ACTIVATION_MAX; i++) {
        const char *wanted = strsep(&rest, ":");
        char name[ACTIVATION_NAME_SIZE];

        activation_name(i, name);
        wanted = wanted ? wanted : "";
        if (strncmp(name, wanted, sizeof(name) - 1) ||
            strlen(name) != strnlen(wanted, sizeof(name) - 1))
            abort();
    }
    free(copy);
}

/* A whole number that fits, or no watchdog. */
static void check_watchdog(const char *text)
{
    uint64_t interval_us = notify_watchdog_us();
    char again[24];

    while (*text == '0')
        text++;
    snprintf(again, sizeof(again), "%" PRIu64, interval_us);
    if (interval_us && strcmp(again, text) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion input = {bytes, size};
    char *count = portion_text(&input);
    char *names = portion_text(&input);
    char *watchdog = portion_text(&input);
    char pid[16];

    snprintf(pid, sizeof(pid), "%d", (int)getpid());
    setenv("LISTEN_PID", pid, 1);
    setenv("LISTEN_FDS", count, 1);
    setenv("LISTEN_FDNAMES", names, 1);
    setenv("NOTIFY_SOCKET", "/nowhere", 1);
    setenv("WATCHDOG_USEC", watchdog, 1);
    check_take(count);
    check_names(names);
    check_watchdog(watchdog);
    free(count);
    free(names);
    free(watchdog);
    return 0;
}
