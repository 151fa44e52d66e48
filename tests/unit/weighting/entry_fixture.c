/* entry_fixture: cuts words into fields, and follows a stream. */
#include "tests/unit/weighting/entry_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "tests/unit/cmocka_all.h"

/* ---- Fields -------------------------------------------------------------- */

void entry_draft_add(struct entry_draft *draft, const char *name,
                     const void *value, size_t size)
{
    assert_true(draft->count < DRAFT_FIELDS_MAX);
    draft->field[draft->count++] =
        (struct entry_field){name, strlen(name), value, size};
}

void entry_draft(struct entry_draft *draft, const char *words)
{
    char *next;

    *draft = (struct entry_draft){.text = strdup(words)};
    assert_non_null(draft->text);
    next = draft->text;
    while (next && *next) {
        char *name = strsep(&next, "|");
        char *value = strchr(name, '=');

        assert_non_null(value);
        *value++ = '\0';
        entry_draft_add(draft, name, value, strlen(value));
    }
}

void entry_draft_finish(struct entry_draft *draft)
{
    free(draft->text);
}

char *entry_fields_words(const struct entry_fields *fields)
{
    char *words;
    size_t size;
    FILE *stream = open_memstream(&words, &size);

    assert_non_null(stream);
    for (size_t i = 0; i < fields->count; i++) {
        const struct entry_field *field = &fields->field[i];

        fprintf(stream, "%s%.*s=%.*s", i ? "|" : "", (int)field->name_size,
                field->name, (int)field->value_size, field->value);
    }
    fclose(stream);
    return words;
}

struct entry entry_of(uint64_t ms, const char *words)
{
    struct entry_draft draft;
    struct entry entry;

    entry_draft(&draft, words);
    assert_int_equal(entry_read((struct entry_id){ms, 0}, draft.field,
                                draft.count, NULL, &entry),
                     0);
    entry_draft_finish(&draft);
    return entry;
}

size_t gzip_text(const char *text, void *ret_bytes, size_t size)
{
    z_stream stream = {.next_in = (void *)text,
                       .avail_in = (unsigned)strlen(text),
                       .next_out = ret_bytes,
                       .avail_out = (unsigned)size};

    assert_int_equal(
        deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
        Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size = stream.total_out;
    deflateEnd(&stream);
    return size;
}

/* ---- A ledger ------------------------------------------------------------ */

void entry_taker_init(struct entry_taker *taker)
{
    *taker = (struct entry_taker){.ledger = ledger_create()};
    assert_non_null(taker->ledger);
    assert_int_equal(key_book_init(&taker->keys), 0);
}

static void forget_entry(struct entry_taker *taker)
{
    ledger_touches_finish(&taker->touches);
    entry_finish(&taker->entry);
}

void entry_taker_finish(struct entry_taker *taker)
{
    forget_entry(taker);
    ledger_release(taker->ledger);
    key_book_finish(&taker->keys);
}

enum change_outcome taker_take(struct entry_taker *taker, uint64_t ms,
                               const char *words)
{
    struct entry_result result;

    forget_entry(taker);
    taker->entry = entry_of(ms, words);
    assert_int_equal(entry_apply(&taker->entry, taker->ledger, &taker->keys,
                                 &taker->touches, &result),
                     0);
    ledger_release(taker->ledger);
    taker->ledger = result.next;
    taker->words = result.words;
    if (result.outcome == CHANGED_OK)
        key_book_remember(&taker->keys, &taker->entry.change,
                          taker->ledger->epoch);
    return result.outcome;
}

void assert_made(struct entry_taker *taker, uint64_t ms, const char *words)
{
    if (taker_take(taker, ms, words) != CHANGED_OK)
        fail_msg("'%s': %s", words, taker->words.text);
}

void assert_refused(struct entry_taker *taker, uint64_t ms, const char *words,
                    enum change_outcome outcome, const char *refusal)
{
    assert_int_equal(taker_take(taker, ms, words), outcome);
    assert_string_equal(taker->words.text, refusal);
}
