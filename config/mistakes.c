/* mistakes: what is wrong with settings, all of it and not only the first. */
#include "config/mistakes.h"

void mistakes_add(struct mistakes *mistakes, const struct error *error)
{
    if (mistakes->count < MISTAKES_MAX)
        mistakes->found[mistakes->count] = *error;
    mistakes->count++;
}

void mistakes_print(const struct mistakes *mistakes, FILE *to)
{
    for (size_t i = 0; i < mistakes->count && i < MISTAKES_MAX; i++)
        fprintf(to, "relaxd: %s\n", mistakes->found[i].text);
    if (mistakes->count > MISTAKES_MAX)
        fprintf(to, "relaxd: and %zu more\n", mistakes->count - MISTAKES_MAX);
}
