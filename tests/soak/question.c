/* question: what relaxd is asked, and what it has to answer. */
#include "tests/soak/question.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "tests/soak/digest.h"
#include "tests/soak/must.h"

enum { LINE_FIELDS = 7 };

/* The index of a name, which is added where it is new. */
static uint32_t map_of(struct questions *questions, const char *name)
{
    uint32_t i = 0;

    while (i < questions->map_count && strcmp(questions->map_name[i], name))
        i++;
    if (i == MAPS_MAX)
        die("too many maps");
    if (i == questions->map_count)
        snprintf(questions->map_name[questions->map_count++],
                 sizeof(*questions->map_name), "%s", name);
    return i;
}

static uint32_t kind_of(struct questions *questions, const char *name)
{
    uint32_t i = 0;

    while (i < questions->kind_count &&
           strcmp(questions->kind[i].name, name) != 0)
        i++;
    if (i < questions->kind_count)
        return i;
    must_reserve((void **)&questions->kind, &questions->kind_capacity, i + 1,
                 sizeof(*questions->kind));
    questions->kind[i] = (struct kind){0};
    snprintf(questions->kind[i].name, sizeof(questions->kind[i].name), "%s",
             name);
    questions->kind_count++;
    return i;
}

/* The headers behind the first one, and the body. */
static char *rest_of(const char *accept, const char *body)
{
    bool has_body = strcmp(body, "-") != 0;
    size_t size = strlen(accept) + strlen(body) + 160;
    char *rest = must_have(malloc(size));
    size_t at = 0;

    if (strcmp(accept, "-") != 0)
        at += (size_t)snprintf(rest, size, "Accept: %s\r\n", accept);
    if (!has_body)
        snprintf(rest + at, size - at, "\r\n");
    else if (*body == '!')
        snprintf(rest + at, size - at,
                 "Content-Type: application/json\r\n"
                 "Content-Length: %s\r\n\r\n",
                 body + 1);
    else
        snprintf(rest + at, size - at,
                 "Content-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 strlen(body), body);
    return rest;
}

static void add(struct questions *questions, char **field)
{
    uint32_t index = (uint32_t)questions->count;
    struct question question = {
        .kind = kind_of(questions, field[0]),
        .map = map_of(questions, field[1]),
        .check = check_find(field[2]),
        .rest = rest_of(field[5], field[6]),
    };
    struct kind *kind = &questions->kind[question.kind];

    if (question.check == CHECK_COUNT)
        die("a check that is not known");
    if (asprintf(&question.line, "%s %s HTTP/1.1\r\nHost: soak\r\n", field[3],
                 field[4]) < 0)
        die("memory");
    must_reserve((void **)&questions->item, &questions->capacity, index + 1,
                 sizeof(*questions->item));
    questions->item[questions->count++] = question;
    must_reserve((void **)&kind->question, &kind->capacity, kind->count + 1,
                 sizeof(*kind->question));
    kind->question[kind->count++] = index;
}

void questions_read(struct questions *questions, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;

    if (!file)
        die(path);
    while (getline(&line, &capacity, file) > 0) {
        char *field[LINE_FIELDS];
        char *rest = line;
        int count = 0;

        line[strcspn(line, "\n")] = '\0';
        while (count < LINE_FIELDS && rest)
            field[count++] = strsep(&rest, "\t");
        errno = EINVAL;
        if (count < LINE_FIELDS || rest)
            die(line);
        add(questions, field);
    }
    free(line);
    fclose(file);
}

void questions_finish(struct questions *questions)
{
    for (size_t i = 0; i < questions->count; i++) {
        free(questions->item[i].line);
        free(questions->item[i].rest);
        for (unsigned set = 0; set < MAP_SETS; set++)
            free(questions->item[i].digest[set].text);
    }
    for (size_t i = 0; i < questions->kind_count; i++)
        free(questions->kind[i].question);
    free(questions->item);
    free(questions->kind);
}

void question_expect(struct questions *questions, struct question *question,
                     unsigned set, const struct answer *answer)
{
    struct error error;

    question->status[set] = answer->status;
    digest_answer(question->check, answer, &question->digest[set]);
    if (answer->status == 200 && question->check == CHECK_PATH &&
        !path_adds_up(questions->graph[set], answer, &error))
        die(error.text);
}

/* Whether the answer is that of a set of maps. */
static bool matches(const struct questions *questions,
                    const struct question *question, unsigned set,
                    const struct answer *answer, const struct digest *digest,
                    struct error *error)
{
    const struct digest *expected = &question->digest[set];

    if (answer->status != question->status[set]) {
        error_set(error, 0, "status %d instead of %d: %.200s", answer->status,
                  question->status[set], answer->text + answer->body);
        return false;
    }
    if (digest->size != expected->size ||
        memcmp(digest->text, expected->text, digest->size) != 0) {
        digest_differ(expected, digest, error);
        return false;
    }
    return question->check != CHECK_PATH || answer->status != 200 ||
           path_adds_up(questions->graph[set], answer, error);
}

static bool is_right(struct questions *questions, struct question *question,
                     const struct answer *answer, struct error *error)
{
    struct digest digest = {0};
    struct error why[MAP_SETS];
    bool is_of[MAP_SETS];

    digest_answer(question->check, answer, &digest);
    for (unsigned set = 0; set < MAP_SETS; set++)
        is_of[set] =
            matches(questions, question, set, answer, &digest, &why[set]);
    free(digest.text);
    if (!is_of[0] && !is_of[1]) {
        error_set(error, 0, "1: %.200s; 2: %.200s", why[0].text, why[1].text);
        return false;
    }
    return true;
}

enum verdict question_judge(struct questions *questions,
                            struct question *question,
                            const struct answer *answer, struct error *error)
{
    struct kind *kind = &questions->kind[question->kind];

    if (answer->status == 503 && answer_header(answer, "Retry-After:")) {
        kind->refused++;
        return VERDICT_REFUSED;
    }
    if (is_right(questions, question, answer, error)) {
        kind->right++;
        return VERDICT_RIGHT;
    }
    kind->wrong++;
    error_prefix(error, "%s: %.*s", kind->name,
                 (int)strcspn(question->line, "\r"), question->line);
    return VERDICT_WRONG;
}

size_t questions_print(const struct questions *questions)
{
    size_t never = 0;

    for (size_t i = 0; i < questions->kind_count; i++) {
        const struct kind *kind = &questions->kind[i];

        printf("%-18s %6zu right, %zu refused (503), %zu wrong\n", kind->name,
               kind->right, kind->refused, kind->wrong);
        never += !kind->right;
    }
    return never;
}

bool kind_is_burst(const struct kind *kind)
{
    return !strncmp(kind->name, "burst", strlen("burst"));
}

double questions_admitted(const struct questions *questions)
{
    size_t right = 0;
    size_t refused = 0;

    for (size_t i = 0; i < questions->kind_count; i++) {
        const struct kind *kind = &questions->kind[i];

        if (kind_is_burst(kind))
            continue;
        right += kind->right;
        refused += kind->refused;
    }
    return 100.0 * (double)right / (double)(right + refused + 1);
}
