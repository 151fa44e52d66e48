/* entry: between fields and changes, and what an entry does to a ledger. */
#include "core/weighting/entry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

/* ---- Words --------------------------------------------------------------- */

enum format { FORMAT_CSV, FORMAT_CSV_GZ, FORMAT_BINARY, FORMAT_COUNT };

static const char *const formats[FORMAT_COUNT] = {"csv", "csv.gz", "binary"};

enum field_name {
    FIELD_OP,
    FIELD_ROWS,
    FIELD_PROFILE,
    FIELD_SCENARIO,
    FIELD_MODEL,
    FIELD_TTL,
    FIELD_IF_MATCH,
    FIELD_KEY,
    FIELD_MATCHED,
    FIELD_FORMAT,
    FIELD_BODY,
    FIELD_NAMES,
};

_Static_assert((int)FIELD_NAMES == (int)ENTRY_FIELDS_MAX,
               "an entry has room for each field");

static const char *const field_names[FIELD_NAMES] = {
    "op",       "rows", "profile", "scenario", "model", "ttl",
    "if-match", "key",  "matched", "format",   "body",
};

#define BIT(field) (1u << FIELD_##field)

/* What entries of an operation must have, and what they may have besides. */
struct form {
    const char *op;
    enum change_operation operation;
    unsigned needs;
    unsigned may;
};

enum {
    HAS_ROWS = BIT(ROWS) | BIT(BODY),
    MAY_HAVE = BIT(KEY) | BIT(MATCHED),
    MAY_NAME = MAY_HAVE | BIT(PROFILE) | BIT(SCENARIO) | BIT(IF_MATCH),
};

static const struct form form_table[] = {
    {"patch", CHANGE_PATCH, HAS_ROWS, MAY_NAME | BIT(TTL) | BIT(FORMAT)},
    {"put", CHANGE_PUT, HAS_ROWS, MAY_NAME | BIT(TTL) | BIT(FORMAT)},
    {"delete", CHANGE_DELETE, HAS_ROWS, MAY_NAME | BIT(FORMAT)},
    {"clear", CHANGE_CLEAR, BIT(ROWS), MAY_NAME},
    {"publish", CHANGE_PUBLISH, BIT(SCENARIO), MAY_HAVE},
    {"drop", CHANGE_DROP, BIT(SCENARIO), MAY_HAVE},
    {"model", CHANGE_MODEL, BIT(MODEL) | BIT(BODY), MAY_HAVE | BIT(IF_MATCH)},
    {"drop-model", CHANGE_DROP_MODEL, BIT(MODEL), MAY_HAVE | BIT(IF_MATCH)},
    {"none", CHANGE_EXPIRE, 0, 0},
};

enum { FORMS = sizeof(form_table) / sizeof(form_table[0]) };

/* ---- Reading ------------------------------------------------------------- */

struct reading {
    struct entry *entry;
    const struct entry_field *field[FIELD_NAMES]; /* NULL: not there */
    const struct form *form;
};

static int refuse(const struct reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int refuse(const struct reading *reading, const char *format, ...)
{
    char *words = reading->entry->unreadable;
    va_list args;

    va_start(args, format);
    vsnprintf(words, ERROR_TEXT_SIZE, format, args);
    va_end(args);
    text_mend_line(words, strlen(words));
    return -EINVAL;
}

static bool is_word(const char *text, size_t size, const char *word)
{
    return size == strlen(word) && !memcmp(text, word, size);
}

/* Texts of entries, for words. */
static int shown(size_t size)
{
    return size < 40 ? (int)size : 40;
}

static int sort_fields(struct reading *reading, const struct entry_field *field,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t name = 0;

        while (name < FIELD_NAMES &&
               !is_word(field[i].name, field[i].name_size, field_names[name]))
            name++;
        if (name == FIELD_NAMES)
            return refuse(reading, "no field is called '%.*s'",
                          shown(field[i].name_size), field[i].name);
        if (reading->field[name])
            return refuse(reading, "it has two fields '%s'", field_names[name]);
        reading->field[name] = &field[i];
    }
    return 0;
}

static int find_form(struct reading *reading)
{
    const struct entry_field *op = reading->field[FIELD_OP];
    char words[200] = "";

    for (size_t i = 0; i < FORMS; i++) {
        if (op && is_word(op->value, op->value_size, form_table[i].op))
            reading->form = &form_table[i];
        text_list_add(words, sizeof(words), form_table[i].op);
    }
    if (reading->form)
        return 0;
    if (!op)
        return refuse(reading, "it has no field 'op'; write one of %s", words);
    return refuse(reading, "op '%.*s' is none of %s", shown(op->value_size),
                  op->value, words);
}

static int check_form(const struct reading *reading)
{
    const struct form *form = reading->form;
    unsigned allowed = form->needs | form->may | BIT(OP);

    for (size_t name = 0; name < FIELD_NAMES; name++) {
        bool is_there = reading->field[name] != NULL;

        if (!is_there && form->needs & 1u << name)
            return refuse(reading, "op %s needs a field '%s'", form->op,
                          field_names[name]);
        if (is_there && !(allowed & 1u << name))
            return refuse(reading, "op %s takes no field '%s'", form->op,
                          field_names[name]);
    }
    return 0;
}

/* Copies a field to `size` bytes, with NUL; "" if it is not there. */
static int take_text(const struct reading *reading, enum field_name name,
                     char *ret_text, size_t size)
{
    const struct entry_field *field = reading->field[name];

    if (!field)
        return 0;
    if (!field->value_size || field->value_size >= size ||
        !text_is_line(field->value, field->value_size))
        return refuse(reading, "%s is not a line of 1 to %zu bytes",
                      field_names[name], size - 1);
    memcpy(ret_text, field->value, field->value_size);
    ret_text[field->value_size] = '\0';
    return 0;
}

static int take_name(const struct reading *reading, enum field_name name,
                     char ret_name[static SCENARIO_NAME_SIZE])
{
    int r = take_text(reading, name, ret_name, SCENARIO_NAME_SIZE);

    if (r || !*ret_name || weight_name_is_fine(ret_name))
        return r;
    return refuse(reading,
                  "%s '%s' has other characters than A-Z, a-z, 0-9, '.', '_', "
                  "'-', or is '.' or '..'",
                  field_names[name], ret_name);
}

static int take_key(const struct reading *reading)
{
    char *key = reading->entry->change.key;
    int r = take_text(reading, FIELD_KEY, key, IDEMPOTENCY_KEY_SIZE);

    if (r || weight_key_is_visible(key))
        return r;
    return refuse(reading, "key has characters that are not visible ones of "
                           "ASCII");
}

static int take_number(const struct reading *reading, enum field_name name,
                       uint64_t most, uint64_t *ret_number)
{
    char text[24] = "";
    int r = take_text(reading, name, text, sizeof(text));

    if (r || !*text)
        return r;
    if (parse_u64(text, ret_number) && *ret_number <= most)
        return 0;
    return refuse(reading, "%s '%s' is not a whole number up to %" PRIu64,
                  field_names[name], text, most);
}

static int take_numbers(const struct reading *reading)
{
    struct weight_change *change = &reading->entry->change;
    uint64_t ttl = 0, matched = 0;
    int r = take_number(reading, FIELD_TTL, WEIGHT_TTL_MAX, &ttl);

    if (!r)
        r = take_number(reading, FIELD_MATCHED, UINT32_MAX, &matched);
    if (!r)
        r = take_number(reading, FIELD_IF_MATCH, UINT64_MAX, &change->if_match);
    change->ttl_s = (uint32_t)ttl;
    change->matched = (uint32_t)matched;
    change->has_if_match = reading->field[FIELD_IF_MATCH];
    return r;
}

static int take_collection(const struct reading *reading)
{
    struct weight_change *change = &reading->entry->change;
    const struct entry_field *rows = reading->field[FIELD_ROWS];
    bool has_profile = reading->field[FIELD_PROFILE];

    change->kind = 0;
    while (rows && change->kind < WEIGHT_KINDS &&
           !is_word(rows->value, rows->value_size,
                    weight_kind_names[change->kind]))
        change->kind++;
    if (change->kind == WEIGHT_KINDS)
        return refuse(reading, "rows '%.*s' is none of segments, turns, arcs",
                      shown(rows->value_size), rows->value);
    if (rows && has_profile == (change->kind == WEIGHT_ARCS))
        return refuse(reading, has_profile ? "arcs are of no profile"
                                           : "segments and turns need a field "
                                             "'profile'");
    return take_text(reading, FIELD_PROFILE, change->profile,
                     sizeof(change->profile));
}

/* Copies the body, with NUL. */
static int copy_body(const struct reading *reading)
{
    struct weight_change *change = &reading->entry->change;
    const struct entry_field *body = reading->field[FIELD_BODY];

    change->text = malloc(body->value_size + 1);
    if (!change->text)
        return -ENOMEM;
    memcpy(change->text, body->value, body->value_size);
    ((char *)change->text)[body->value_size] = '\0';
    change->text_bytes = body->value_size;
    return 0;
}

static int take_rows(const struct reading *reading)
{
    struct weight_change *change = &reading->entry->change;
    const struct entry_field *field = reading->field[FIELD_FORMAT];
    const struct entry_field *body = reading->field[FIELD_BODY];
    enum format format = FORMAT_CSV;
    struct error words;
    int r;

    while (field && format < FORMAT_COUNT &&
           !is_word(field->value, field->value_size, formats[format]))
        format++;
    if (format == FORMAT_COUNT)
        return refuse(reading, "format '%.*s' is none of csv, csv.gz, binary",
                      shown(field->value_size), field->value);
    change->text_gzip = format == FORMAT_CSV_GZ;
    r = format == FORMAT_BINARY ? 0 : copy_body(reading);
    if (!r)
        r = format == FORMAT_BINARY
                ? weight_change_take_rows(change, body->value, body->value_size,
                                          &words)
                : weight_change_read_limited(change, ENTRY_TEXT_MAX, &words);
    if (r == -E2BIG)
        return refuse(reading, "body: unpacked it is longer than %d bytes",
                      ENTRY_TEXT_MAX);
    if (r && r != -ENOMEM)
        return refuse(reading, "body: %s", words.text);
    if (!r && !change->rows.count)
        return refuse(reading, "the body has no rows");
    return r;
}

static int take_model(const struct reading *reading,
                      entry_check_model *check_model)
{
    struct weight_change *change = &reading->entry->change;
    struct error words;
    int r = copy_body(reading);

    if (!r && strlen(change->text) != change->text_bytes)
        return refuse(reading, "the model has a byte 0");
    if (!r && check_model)
        r = check_model(change->text, &words);
    if (r && r != -ENOMEM)
        return refuse(reading, "body: %s", words.text);
    return r;
}

static int read_fields(struct reading *reading, const struct entry_field *field,
                       size_t count, entry_check_model *check_model)
{
    struct weight_change *change = &reading->entry->change;
    int r = sort_fields(reading, field, count);

    if (!r)
        r = take_key(reading); /* who wrote it waits for it */
    if (!r)
        r = find_form(reading);
    if (!r)
        r = check_form(reading);
    if (r)
        return r;
    change->operation = reading->form->operation;
    reading->entry->is_empty = change->operation == CHANGE_EXPIRE;
    r = take_collection(reading);
    if (!r)
        r = take_name(reading, FIELD_SCENARIO, change->scenario);
    if (!r)
        r = take_name(reading, FIELD_MODEL, change->model);
    if (!r)
        r = take_numbers(reading);
    if (r || !reading->field[FIELD_BODY])
        return r;
    return change->operation == CHANGE_MODEL ? take_model(reading, check_model)
                                             : take_rows(reading);
}

int entry_read(struct entry_id id, const struct entry_field *field,
               size_t count, entry_check_model *check_model,
               struct entry *ret_entry)
{
    struct reading reading = {.entry = ret_entry};
    int r;

    *ret_entry = (struct entry){.id = id};
    r = read_fields(&reading, field, count, check_model);
    if (r == -ENOMEM)
        return r;
    weight_change_digest(&ret_entry->change);
    return 0;
}

void entry_finish(struct entry *entry)
{
    weight_change_finish(&entry->change);
}

/* ---- Writing ------------------------------------------------------------- */

static void add_bytes(struct entry_fields *fields, enum field_name name,
                      const void *bytes, size_t size)
{
    fields->field[fields->count++] = (struct entry_field){
        field_names[name], strlen(field_names[name]), bytes, size};
}

static void add_text(struct entry_fields *fields, enum field_name name,
                     const char *text)
{
    if (*text)
        add_bytes(fields, name, text, strlen(text));
}

static void add_number(struct entry_fields *fields, enum field_name name,
                       char text[static 24], uint64_t number)
{
    snprintf(text, 24, "%" PRIu64, number);
    add_text(fields, name, text);
}

static const struct form *form_of(enum change_operation operation)
{
    size_t i = 0;

    while (i + 1 < FORMS && form_table[i].operation != operation)
        i++;
    return &form_table[i];
}

static void add_body(struct entry_fields *fields,
                     const struct weight_change *change)
{
    if (change->text && change->text_gzip)
        add_text(fields, FIELD_FORMAT, formats[FORMAT_CSV_GZ]);
    if (change->text) {
        add_bytes(fields, FIELD_BODY, change->text, change->text_bytes);
    } else {
        add_text(fields, FIELD_FORMAT, formats[FORMAT_BINARY]);
        add_bytes(fields, FIELD_BODY, change->rows.row,
                  change->rows.count * sizeof(*change->rows.row));
    }
}

void entry_write(const struct weight_change *change,
                 struct entry_fields *ret_fields)
{
    const struct form *form =
        form_of(change ? change->operation : CHANGE_EXPIRE);

    ret_fields->count = 0;
    add_text(ret_fields, FIELD_OP, form->op);
    if (!change)
        return;
    if (form->needs & BIT(ROWS))
        add_text(ret_fields, FIELD_ROWS, weight_kind_names[change->kind]);
    if (form->may & BIT(PROFILE))
        add_text(ret_fields, FIELD_PROFILE, change->profile);
    add_text(ret_fields, FIELD_SCENARIO, change->scenario);
    add_text(ret_fields, FIELD_MODEL, change->model);
    if (change->ttl_s)
        add_number(ret_fields, FIELD_TTL, ret_fields->number[0], change->ttl_s);
    if (change->has_if_match)
        add_number(ret_fields, FIELD_IF_MATCH, ret_fields->number[1],
                   change->if_match);
    add_text(ret_fields, FIELD_KEY, change->key);
    if (change->matched)
        add_number(ret_fields, FIELD_MATCHED, ret_fields->number[2],
                   change->matched);
    if (form->needs & BIT(BODY))
        add_body(ret_fields, change);
}

/* ---- In a ledger --------------------------------------------------------- */

static uint32_t seconds(uint64_t ms)
{
    uint64_t s = ms / 1000;

    return s < UINT32_MAX ? (uint32_t)s : UINT32_MAX - 1;
}

/* At least its time to live after the entry. */
static void set_end(struct entry *entry)
{
    uint64_t ms = entry->id.ms;
    uint64_t end_s = ms / 1000 + (ms % 1000 > 0) + entry->change.ttl_s;

    if (entry->change.ttl_s)
        entry->change.ends_s =
            end_s < UINT32_MAX ? (uint32_t)end_s : UINT32_MAX - 1;
}

/* Whether a change would remove rows of which none is there. */
static bool removes_nothing(const struct ledger *ledger,
                            const struct weight_change *change)
{
    const struct layer *layer = ledger_layer(ledger, change->scenario);
    const struct collection *found =
        layer ? layer_find(layer, change->profile, change->kind) : NULL;

    if (change->operation != CHANGE_DELETE || !layer)
        return false;
    for (size_t i = 0; found && i < change->rows.count; i++) {
        if (weight_rows_find(found->rows, &change->rows.row[i].key))
            return false;
    }
    return true;
}

static enum change_outcome judge(const struct entry *entry,
                                 const struct ledger *ledger,
                                 const struct key_book *keys,
                                 struct error *words)
{
    const struct known_key *known;
    enum change_outcome outcome;

    if (*entry->unreadable) {
        error_set(words, 0, "%s", entry->unreadable);
        return CHANGED_UNREADABLE;
    }
    outcome = change_judge(ledger, keys, &entry->change, &known, words);
    if (outcome != CHANGED_OK || !removes_nothing(ledger, &entry->change))
        return outcome;
    error_set(words, 0, "none of its rows is there");
    return CHANGED_NO_MATCH;
}

/* The next ledger, without the rows that have ended. NULL: no memory. */
static struct ledger *advance(const struct entry *entry,
                              const struct ledger *ledger,
                              struct ledger_touches *touches)
{
    struct ledger *next = ledger_fork(ledger);
    struct error error;

    if (!next)
        return NULL;
    next->entry = entry->id;
    next->beginning = ledger->beginning;
    if (!ledger_expire(next, seconds(entry->id.ms), touches, &error))
        return next;
    ledger_release(next);
    return NULL;
}

/* A change that fails in the middle leaves a ledger of no use, so the next one
 * is made anew, without it. */
static int apply_again(struct entry *entry, const struct ledger *ledger,
                       struct ledger_touches *touches,
                       struct entry_result *result)
{
    ledger_release(result->next);
    ledger_touches_finish(touches);
    result->next = advance(entry, ledger, touches);
    return result->next ? 0 : -ENOMEM;
}

int entry_apply(struct entry *entry, const struct ledger *ledger,
                const struct key_book *keys, struct ledger_touches *touches,
                struct entry_result *ret_result)
{
    int r;

    *ret_result = (struct entry_result){.next = advance(entry, ledger, touches),
                                        .outcome = CHANGED_OK};
    if (!ret_result->next)
        return -ENOMEM;
    set_end(entry);
    ret_result->outcome =
        judge(entry, ret_result->next, keys, &ret_result->words);
    if (ret_result->outcome != CHANGED_OK || entry->is_empty)
        return 0;
    r = ledger_apply(ret_result->next, &entry->change, SIZE_MAX, touches,
                     &ret_result->words);
    if (!r)
        return 0;
    if (r == -ENOMEM) {
        ledger_release(ret_result->next);
        return r;
    }
    ret_result->outcome = change_refusal(&entry->change, r);
    return apply_again(entry, ledger, touches, ret_result);
}

int entry_take(struct entry *entry, struct ledger **ledger,
               struct key_book *keys, struct entry_result *ret_result)
{
    struct ledger_touches touches = {0};
    int r = entry_apply(entry, *ledger, keys, &touches, ret_result);

    ledger_touches_finish(&touches);
    if (r)
        return r;
    if (ret_result->outcome == CHANGED_OK)
        key_book_remember(keys, &entry->change, ret_result->next->epoch);
    ledger_release(*ledger);
    *ledger = ret_result->next;
    return 0;
}

/* ---- Ids ----------------------------------------------------------------- */

void entry_id_write(struct entry_id id, char ret_text[static ENTRY_ID_SIZE])
{
    snprintf(ret_text, ENTRY_ID_SIZE, "%" PRIu64 "-%" PRIu64, id.ms,
             id.sequence);
}

bool entry_id_read(const char *text, struct entry_id *ret_id)
{
    const char *dash = strchr(text, '-');
    char ms[24] = "";

    if (!dash || dash - text >= (ptrdiff_t)sizeof(ms))
        return false;
    memcpy(ms, text, (size_t)(dash - text));
    return parse_u64(ms, &ret_id->ms) && parse_u64(dash + 1, &ret_id->sequence);
}
