/* loops: stalls and the end of several loop threads. */
#include "tests/unit/cmocka_all.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/dialects.h"
#include "api/http/http_figures.h"
#include "api/http/sockets.h"
#include "core/base/limits.h"
#include "daemon/loops.h"

enum { COUNT = 4, HUNG_MS = 3 * LOOPS_BEAT_MS };

static const struct limits limits = {
    .idle_timeout_s = 60,
    .header_timeout_s = 60,
    .body_timeout_s = 60,
    .send_timeout_s = 60,
    .shutdown_ms = 60000,
};

struct desk {
    struct loops *loops;
    uv_timer_t step; /* on the first loop, once */
    struct http_figures figures;
    struct runtime_limits limits;
    void (*act)(struct desk *desk);
    bool ends_later; /* than in the turn that acts */

    atomic_bool seen; /* that a loop hung */
    pthread_t drained_on;
    unsigned drained;

    uint16_t port;
    int client;
    uv_timer_t late; /* lets it stop */
};

static struct sockaddr_in any_port(void)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
}

static uint16_t port_of(const char *text)
{
    assert_non_null(strchr(text, ':'));
    return htons((uint16_t)atoi(strchr(text, ':') + 1));
}

static void on_drained(void *context)
{
    struct desk *desk = context;

    desk->drained++;
    desk->drained_on = pthread_self();
}

static void on_end(uv_timer_t *step)
{
    struct desk *desk = step->data;

    uv_close((uv_handle_t *)step, NULL);
    loops_drain(desk->loops, on_drained, desk);
}

static void on_step(uv_timer_t *step)
{
    struct desk *desk = step->data;

    desk->act(desk);
    if (desk->ends_later)
        uv_timer_start(step, on_end, 1, 0);
    else
        on_end(step);
}

/* Runs `act` on the first of `count` loops, then drains them. */
static void run(struct desk *desk, size_t count, void (*act)(struct desk *desk))
{
    struct sockaddr_in address = any_port();
    struct listener_settings settings = {
        .connections_max = 4,
        .limits = &desk->limits,
        .figures = &desk->figures,
        .dialects = api_dialects,
    };
    char text[SOCKET_ADDRESS_SIZE];
    const struct listener_settings *each[COUNT];
    struct service *service;
    int fds[COUNT];
    struct error error;

    memset(desk, 0, sizeof(*desk));
    http_figures_init(&desk->figures, api_dialects);
    desk->limits.now = &limits;
    desk->act = act;
    for (int i = 0; i < COUNT; i++)
        each[i] = &settings;
    assert_return_code(listen_sockets_open((struct sockaddr *)&address,
                                           sizeof(address), count, fds, &error),
                       0);
    socket_address_own(fds[0], text);
    desk->port = port_of(text);
    service = service_create(&desk->limits, NULL, NULL, NULL);
    assert_non_null(service);
    assert_return_code(
        loops_create(each, service, fds, count, &desk->loops, &error), 0);
    assert_return_code(loops_start(desk->loops, &error), 0);
    desk->step.data = desk;
    uv_timer_init(loops_first(desk->loops), &desk->step);
    uv_timer_start(&desk->step, on_step, 0, 0);
    loops_run(desk->loops);
    loops_destroy(desk->loops);
    service_destroy(service);
    assert_int_equal(desk->drained, 1);
    assert_true(pthread_equal(desk->drained_on, pthread_self()));
}

static void *look_for_stall(void *argument)
{
    struct desk *desk = argument;

    while (loops_stalled_ms(desk->loops) < HUNG_MS)
        uv_sleep(1);
    atomic_store(&desk->seen, true);
    return NULL;
}

/* The other loops keep turning. */
static void hang(struct desk *desk)
{
    pthread_t watcher;

    assert_return_code(pthread_create(&watcher, NULL, look_for_stall, desk), 0);
    while (!atomic_load(&desk->seen))
        uv_sleep(1);
    pthread_join(watcher, NULL);
}

static void a_loop_that_hangs_is_seen(void **state)
{
    struct desk desk;

    run(&desk, COUNT, hang);
    assert_true(desk.seen);
}

enum { SLEPT_MS = 50 };

static void sleep_a_while(struct desk *desk)
{
    uv_sleep(SLEPT_MS);
    desk->ends_later = true;
}

static void the_longest_turn_is_counted(void **state)
{
    struct desk desk;

    run(&desk, COUNT, sleep_a_while);
    assert_true(figure_get(&desk.figures.longest_turn_us) >= SLEPT_MS * 1000);
}

static void connect_to(struct desk *desk)
{
    struct sockaddr_in address = any_port();

    address.sin_port = desk->port;
    desk->client = socket(AF_INET, SOCK_STREAM, 0);
    assert_return_code(desk->client, errno);
    assert_return_code(
        connect(desk->client, (struct sockaddr *)&address, sizeof(address)),
        errno);
}

static void send_request(struct desk *desk)
{
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

    assert_int_equal(send(desk->client, request, strlen(request), MSG_NOSIGNAL),
                     strlen(request));
}

static void is_refused(struct desk *desk)
{
    static const char refusal[] = "HTTP/1.1 503 ";
    char answer[sizeof(refusal)] = "";

    assert_int_equal(recv(desk->client, answer, strlen(refusal), MSG_WAITALL),
                     strlen(refusal));
    assert_string_equal(answer, refusal);
    close(desk->client);
}

/* No loop has had a turn to handle it. */
static void ask(struct desk *desk)
{
    connect_to(desk);
    send_request(desk);
}

static void who_has_connected_is_told_that_it_ends(void **state)
{
    struct desk desk;

    run(&desk, 1, ask);
    is_refused(&desk);
}

static void on_late(uv_timer_t *late)
{
    send_request(late->data);
    uv_close((uv_handle_t *)late, NULL);
}

static void ask_later(struct desk *desk)
{
    connect_to(desk);
    desk->late.data = desk;
    uv_timer_init(loops_first(desk->loops), &desk->late);
    uv_timer_start(&desk->late, on_late, 10, 0);
}

static void who_asks_as_it_ends_is_told(void **state)
{
    struct desk desk;

    run(&desk, 1, ask_later);
    is_refused(&desk);
}

static void loops_that_never_ran_are_taken_down(void **state)
{
    struct sockaddr_in address = any_port();
    struct http_figures figures;
    const struct runtime_limits runtime = {.now = &limits};
    struct listener_settings settings = {
        .connections_max = 4,
        .limits = &runtime,
        .figures = &figures,
        .dialects = api_dialects,
    };
    char text[SOCKET_ADDRESS_SIZE];
    const struct listener_settings *each[COUNT];
    struct loops *loops;
    int fds[COUNT];
    struct error error;

    for (int i = 0; i < COUNT; i++)
        each[i] = &settings;
    http_figures_init(&figures, api_dialects);
    assert_return_code(listen_sockets_open((struct sockaddr *)&address,
                                           sizeof(address), COUNT, fds, &error),
                       0);
    socket_address_own(fds[0], text);
    assert_return_code(loops_create(each, NULL, fds, COUNT, &loops, &error), 0);
    loops_destroy(loops);
    address.sin_port = port_of(text);
    assert_return_code(listen_sockets_open((struct sockaddr *)&address,
                                           sizeof(address), 1, fds, &error),
                       0);
    listen_sockets_close(fds, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_that_hangs_is_seen),
        cmocka_unit_test(the_longest_turn_is_counted),
        cmocka_unit_test(who_has_connected_is_told_that_it_ends),
        cmocka_unit_test(who_asks_as_it_ends_is_told),
        cmocka_unit_test(loops_that_never_ran_are_taken_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
