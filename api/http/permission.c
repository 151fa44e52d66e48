/* permission: tokens, hosts and origins. */
#include "api/http/permission.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "api/http/listener_private.h"

bool token_equal(const char *token, const char *given)
{
    size_t length = strlen(token);
    size_t count = strlen(given);
    unsigned different = length != count;

    for (size_t i = 0; i < count; i++)
        different |= (unsigned char)given[i] ^
                     (unsigned char)token[length ? i % length : 0];
    return !different;
}

static int refuse_changes(struct problem *problem)
{
    problem_set(problem, PROBLEM_FORBIDDEN,
                "weights may not be changed at this address");
    return problem_mend(problem,
                        "start relaxd with --weights-listen unix:PATH or "
                        "127.0.0.1:PORT and send changes there, or with "
                        "--weights-token-file FILE and send the token");
}

static int check_token(const struct exchange *exchange, const char *token,
                       struct problem *problem)
{
    static const char scheme[] = "Bearer ";
    const char *given =
        exchange_header(exchange, MHD_HTTP_HEADER_AUTHORIZATION);

    if (given && !strncasecmp(given, scheme, strlen(scheme)) &&
        token_equal(token, given + strlen(scheme)))
        return 0;
    problem_set(problem, PROBLEM_TOKEN,
                given ? "the token is not the right one"
                      : "changing weights needs a "
                        "token");
    return problem_mend(problem, "send 'Authorization: Bearer TOKEN' with the "
                                 "token in the file of weights.token-file");
}

int permission_check(const struct exchange *exchange, struct problem *problem)
{
    const struct listener_settings *settings = &exchange->listener->settings;

    if (!exchange->endpoint->changes || settings->changes)
        return 0;
    if (!settings->token)
        return refuse_changes(problem);
    return check_token(exchange, settings->token, problem);
}

bool host_is_local(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        size_t length = strlen(names[i]);

        if (!strncasecmp(host, names[i], length) &&
            (!host[length] ||
             (host[length] == ':' &&
              host[length + 1 + strspn(host + length + 1, "0123456789")] ==
                  '\0')))
            return true;
    }
    return !*host;
}

int permission_check_origin(const struct exchange *exchange,
                            struct problem *problem)
{
    static const char scheme[] = "http://";
    const char *origin = exchange_header(exchange, MHD_HTTP_HEADER_ORIGIN);
    const char *host = exchange_header(exchange, MHD_HTTP_HEADER_HOST);

    if (!exchange->listener->settings.local)
        return 0;
    if (host && !host_is_local(host)) {
        problem_set(problem, PROBLEM_FORBIDDEN,
                    "this address answers no requests for '%.80s'", host);
        return problem_mend(problem, "ask for localhost or 127.0.0.1");
    }
    if (!origin || (host && !strncmp(origin, scheme, strlen(scheme)) &&
                    !strcasecmp(origin + strlen(scheme), host)))
        return 0;
    problem_set(problem, PROBLEM_FORBIDDEN,
                "this address answers no pages of '%.80s'", origin);
    return problem_mend(problem, "use the page that this address serves");
}
