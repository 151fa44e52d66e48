/* profile_items: the lists that stand in profiles, read.
 *
 * Errors say what is wrong and what is allowed; where, says the caller. Texts
 * are taken apart in place. -EINVAL or -ENOMEM, and the profile may then have
 * taken a part. */
#ifndef RELAXD_GRAPH_PROFILE_PROFILE_ITEMS_H
#define RELAXD_GRAPH_PROFILE_PROFILE_ITEMS_H

#include "core/graph/profile/profile_sections.h"

/* Whether what was said before may be said anew. */
enum again { AGAIN_REFUSED, AGAIN_REPLACES };

char *item_trim(char *text); /* less the blanks around it */

/* The next item of a list, without blanks around it; NULL after the last.
 * Empty ones are passed over. */
char *item_next(char **rest, char separator);

/* Refuses a separator that does not stand between two items. One comma may end
 * a list, as it does before the end of a line; an empty list is none. */
int items_check(const char *text, char separator, struct error *error);

int item_number(const char *text, double minimum, double maximum,
                double *ret_number, struct error *error);
int item_choice(const char *text, const char *const *choices,
                uint32_t *ret_place, struct error *error);

/* Whether a text can be a key or value, `what`, of OpenStreetMap here. */
int item_check(const char *text, const char *what, struct error *error);

/* Says of a value what is not said yet, or may be said again. */
int item_set_cell(struct cell *cell, const struct cell *said, const char *value,
                  enum again again, struct error *error);

/* A key's or value's number, new or old. */
int profile_key(struct profile *profile, const char *text, uint16_t *ret_key,
                struct error *error);
int profile_value(struct profile *profile, uint32_t space, const char *text,
                  uint16_t *ret_value, struct error *error);

/* "a, b": `suffixes` [2], each NULL or what makes a variant of a key. */
int items_keys(struct profile *profile, char *text, const char *const *suffixes,
               struct key_list *list, struct error *error);
/* "a=b|c + d!=e, f=*" */
int items_conditions(struct profile *profile, char *text,
                     struct conditions *conditions, struct error *error);
/* "a, b", all with one code. */
int items_values(struct profile *profile, char *text, uint32_t space,
                 double code, enum again again, struct error *error);
/* A row of a table: "a|b 5, c 6/7". */
int items_row(struct profile *profile, const struct table_rule *rule,
              const char *key, char *text, enum again again,
              struct error *error);
/* One number or word, or two, as the table has it. */
int item_effect(const struct table_rule *rule, char *text,
                struct cell *ret_cell, struct error *error);

#endif
