/* picture_parse: what the parts of reading a picture file share. */
#ifndef RELAXD_TESTS_PICTURES_PICTURE_PARSE_H
#define RELAXD_TESTS_PICTURES_PICTURE_PARSE_H

#include "tests/pictures/picture.h"

struct picture_parser {
    struct picture_file *file;
    struct picture usual;    /* what pictures begin with */
    struct picture *picture; /* the current one; NULL before the first */
    unsigned line;
    struct error *error;
    bool after_drawing; /* something has been said since the title */
    bool in_profile;    /* indented lines are a profile's */
};

/* A word of a line: "a b" in quotes is one. */
struct picture_word {
    const char *text;
    bool ends;  /* a comma follows */
    bool colon; /* a colon follows */
};

struct picture_words {
    struct picture_word *word; /* [count] */
    size_t count;
};

/* Writes "<file>:<line>: " and the words. Returns -EINVAL. */
int parse_fail(struct picture_parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Cuts a line at blanks, and at a colon and commas that blanks follow. */
int parse_words(struct picture_parser *parser, const char *line,
                struct picture_words *ret_words);

/* "key=value", appended; an empty value takes the tag away. */
int parse_tag(struct picture_parser *parser, const char *text,
              struct picture_tags *tags);
void tags_set(struct pool *pool, struct picture_tags *tags, const char *key,
              const char *value);
const char *picture_tag_get(const struct picture_tags *tags, const char *key);

/* A line of the drawing, below those before. */
int parse_drawn(struct picture_parser *parser, const char *line);

/* Once a picture is read: where its nodes are, and what fits together. */
int parse_end(struct picture_parser *parser);

/* One record each; the first word is its name. */
int parse_grid(struct picture_parser *parser,
               const struct picture_words *words);
int parse_origin(struct picture_parser *parser,
                 const struct picture_words *words);
int parse_profile(struct picture_parser *parser,
                  const struct picture_words *words);
int parse_small(struct picture_parser *parser,
                const struct picture_words *words);
int parse_moment(struct picture_parser *parser,
                 const struct picture_words *words);
int parse_way(struct picture_parser *parser, const struct picture_words *words);
int parse_node(struct picture_parser *parser,
               const struct picture_words *words);
int parse_missing(struct picture_parser *parser,
                  const struct picture_words *words);
int parse_restriction(struct picture_parser *parser,
                      const struct picture_words *words);

/* What is expected, of all words behind the colon. */
int parse_expects(struct picture_parser *parser,
                  const struct picture_word *words, size_t count,
                  struct picture_ask *ask);

/* A question; `text` is the line. */
int parse_ask(struct picture_parser *parser, enum ask_kind kind,
              const char *text, const struct picture_words *words);

#endif
