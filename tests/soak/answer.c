/* answer: an HTTP answer as it comes, by its length or in chunks. */
#include "tests/soak/answer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/base/array.h"

void answer_reset(struct answer *answer)
{
    *answer = (struct answer){
        .text = answer->text,
        .capacity = answer->capacity,
    };
}

void answer_finish(struct answer *answer)
{
    free(answer->text);
    *answer = (struct answer){0};
}

long answer_receive(struct answer *answer, int fd, size_t most)
{
    void *items = answer->text;
    ssize_t got;

    if (array_reserve(&items, &answer->capacity, answer->received + most + 1,
                      1)) {
        errno = ENOMEM;
        return -1;
    }
    answer->text = items;
    got = recv(fd, answer->text + answer->received, most, MSG_DONTWAIT);
    if (got > 0)
        answer->received += (size_t)got;
    return got;
}

const char *answer_header(const struct answer *answer, const char *name)
{
    const char *line = answer->text;
    size_t size = strlen(name);

    while ((line = strchr(line, '\n'))) {
        line++;
        if (strncasecmp(line, name, size))
            continue;
        return line + size + strspn(line + size, " ");
    }
    return NULL;
}

static enum answer_state read_head(struct answer *answer)
{
    const char *value;
    char *end;

    answer->text[answer->received] = '\0';
    end = strstr(answer->text, "\r\n\r\n");
    if (!end)
        return ANSWER_PART;
    end[2] = '\0';
    answer->body = (size_t)(end - answer->text) + 4;
    if (sscanf(answer->text, "HTTP/1.1 %d", &answer->status) != 1 ||
        answer->status < 200)
        return ANSWER_BROKEN;
    value = answer_header(answer, "Connection:");
    answer->closes = value && !strncasecmp(value, "close", 5);
    value = answer_header(answer, "Transfer-Encoding:");
    answer->is_chunked = value && !strncasecmp(value, "chunked", 7);
    value = answer_header(answer, "Content-Length:");
    if (!value && !answer->is_chunked)
        return ANSWER_BROKEN;
    answer->length = value ? strtoull(value, NULL, 10) : 0;
    answer->scan = answer->body;
    return ANSWER_WHOLE;
}

/* Moves chunks that are whole behind the body. */
static enum answer_state read_chunks(struct answer *answer)
{
    for (;;) {
        char *chunk = answer->text + answer->scan;
        size_t left = answer->received - answer->scan;
        char *line_end = memchr(chunk, '\n', left);
        size_t line;
        size_t size;
        char *digits_end;

        if (!line_end)
            return ANSWER_PART;
        line = (size_t)(line_end - chunk) + 1;
        size = strtoull(chunk, &digits_end, 16);
        if (digits_end == chunk || *digits_end != '\r')
            return ANSWER_BROKEN;
        if (left < line + size + 2)
            return ANSWER_PART;
        if (chunk[line + size] != '\r')
            return ANSWER_BROKEN;
        memmove(answer->text + answer->body + answer->body_size, chunk + line,
                size);
        answer->body_size += size;
        answer->scan += line + size + 2;
        if (!size)
            return answer->scan == answer->received ? ANSWER_WHOLE
                                                    : ANSWER_BROKEN;
    }
}

static enum answer_state read_length(struct answer *answer)
{
    answer->body_size = answer->received - answer->body;
    if (answer->body_size < answer->length)
        return ANSWER_PART;
    return answer->body_size == answer->length ? ANSWER_WHOLE : ANSWER_BROKEN;
}

enum answer_state answer_state(struct answer *answer)
{
    enum answer_state state;

    if (!answer->status) {
        state = read_head(answer);
        if (state != ANSWER_WHOLE)
            return state;
    }
    state = answer->is_chunked ? read_chunks(answer) : read_length(answer);
    if (state == ANSWER_WHOLE)
        answer->text[answer->body + answer->body_size] = '\0';
    return state;
}
