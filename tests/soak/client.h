/* client: one of them: a connection, a question on it, and its answer. */
#ifndef RELAXD_TESTS_SOAK_CLIENT_H
#define RELAXD_TESTS_SOAK_CLIENT_H

#include "tests/soak/clients.h"

/* Not connected; of the memory of one that is gone. */
struct client *client_new(struct clients *clients, enum role role);
void client_free(struct client *client);

/* Asks it, on its connection, else on a new one. */
void client_ask(struct client *client, struct question *question);

/* Reads up to `most` bytes of the answer. */
void client_receive(struct client *client, size_t most);

/* What epoll says happened to it. */
void client_event(struct client *client, uint32_t events);

/* Nothing where it is not connected. */
void client_close(struct client *client);

#endif
