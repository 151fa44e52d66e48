/* permission: who may change weights, then hosts and origins. */
#include "api/http/permission.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#include "api/http/listener_private.h"
#include "api/http/token.h"

enum { HOST_SIZE = 32 }; /* of those that are this machine */

static int refuse_changes(struct problem *problem)
{
    problem_set(problem, PROBLEM_FORBIDDEN,
                "weights may not be changed at this address");
    return problem_mend(problem,
                        "start relaxd with --weights-listen unix:PATH or "
                        "127.0.0.1:PORT and send changes there, or with "
                        "--weights-token-file FILE and send the token");
}

static int refuse_token(const char *given, struct problem *problem)
{
    problem_set(problem, PROBLEM_TOKEN,
                given ? "the token is not the right one"
                      : "changing weights needs a token");
    return problem_mend(problem, "send 'Authorization: Bearer TOKEN' with the "
                                 "token in the file of weights.token-file");
}

int permission_check(const struct exchange *exchange, struct problem *problem)
{
    const struct listener_settings *settings = &exchange->listener->settings;
    const char *given;

    if (!exchange->endpoint->changes || settings->changes)
        return 0;
    if (!settings->token)
        return refuse_changes(problem);
    given = exchange_header(exchange, MHD_HTTP_HEADER_AUTHORIZATION);
    return token_permits(settings->token, given) ? 0
                                                 : refuse_token(given, problem);
}

/* Copies the host before the port, if there is one. */
static bool split_port(const char *text, char host[HOST_SIZE])
{
    const char *bracket = strchr(text, ']');
    const char *colon = strchr(bracket ? bracket : text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);

    if (length >= HOST_SIZE ||
        (colon && colon[1 + strspn(colon + 1, "0123456789")]))
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    return true;
}

bool host_is_local(const char *text)
{
    char host[HOST_SIZE];
    struct in_addr address;

    if (!split_port(text, host))
        return false;
    if (inet_pton(AF_INET, host, &address) == 1)
        return ntohl(address.s_addr) >> 24 == IN_LOOPBACKNET;
    return !*host || !strcasecmp(host, "localhost") || !strcmp(host, "[::1]");
}

bool origin_is_own(const char *origin, const char *host)
{
    static const char scheme[] = "http://";
    size_t length = strlen(scheme);

    return !strncmp(origin, scheme, length) &&
           !strcasecmp(origin + length, host);
}

int permission_check_origin(const struct exchange *exchange,
                            struct problem *problem)
{
    const char *origin = exchange_header(exchange, MHD_HTTP_HEADER_ORIGIN);
    const char *host = exchange_header(exchange, MHD_HTTP_HEADER_HOST);

    if (!exchange->listener->settings.local)
        return 0;
    if (host && !host_is_local(host)) {
        problem_set(problem, PROBLEM_FORBIDDEN,
                    "this address answers no requests for '%.80s'", host);
        return problem_mend(problem, "ask for localhost or 127.0.0.1");
    }
    if (!origin || (host && origin_is_own(origin, host)))
        return 0;
    problem_set(problem, PROBLEM_FORBIDDEN,
                "this address answers no pages of '%.80s'", origin);
    return problem_mend(problem, "use the page that this address serves");
}
