/* ask_weights: the weights of a question: those in force, of a scenario, under
 * its model; and what is closed over them. */
#include <errno.h>
#include <stdio.h>

#include "core/base/text.h"
#include "core/service/ask.h"
#include "core/weighting/model/model_weighting.h"

/* ---- What is closed ------------------------------------------------------ */

/* Drops bits that belong to no class. */
static uint16_t known_classes(const struct roads *roads, uint16_t classes)
{
    return roads->piece_count
               ? classes & (uint16_t)((1u << roads->profile.class_count) - 1)
               : 0;
}

/* The set of its excluded classes; NULL: none. */
static enum outcome find_classes(struct question *question,
                                 struct closed_set **ret_closed)
{
    const struct roads *roads = &map_entry_map(question->entry)->roads;
    struct map_entry *whole = question->entry;
    uint16_t named = 0;
    uint16_t classes;
    struct error error;
    const struct model *const models[] = {question->named, question->model};
    uint16_t avoided = 0;
    enum outcome outcome = OUTCOME_OK;

    *ret_closed = NULL;
    if (question->exclude_names)
        outcome = service_find_classes(whole, question->exclude_names, &named,
                                       &error);
    for (size_t i = 0; outcome == OUTCOME_OK && i < 2; i++) {
        uint16_t bits = 0;

        if (models[i] && *models[i]->exclude &&
            service_find_classes(whole, models[i]->exclude, &bits, &error) !=
                OUTCOME_OK)
            return ask_refuse(question, OUTCOME_BAD_MODEL, "avoid.classes: %s",
                              error.text);
        avoided |= bits;
    }
    if (outcome != OUTCOME_OK)
        return ask_refuse(question, outcome, "%s", error.text);
    classes = known_classes(roads, question->exclude | named | avoided);
    if (!classes)
        return OUTCOME_OK;
    *ret_closed = closed_set_of_classes(map_entry_class_sets(whole), classes);
    return *ret_closed ? OUTCOME_OK : ask_refuse_no_memory(question);
}

static bool is_due(void *question)
{
    return cancel_due(&((struct question *)question)->cancel);
}

/* Makes the question use an entry in which what it excludes, and what its time
 * of departure forbids, is closed. */
static enum outcome close_some(struct question *question)
{
    struct service *service = question->service;
    struct map_entry *whole = question->entry;
    struct map_entry *open;
    struct closed_set *closed;
    struct error error;
    enum outcome outcome = find_classes(question, &closed);
    int r = 0;

    if (outcome != OUTCOME_OK)
        return outcome;
    if (question->depart_at.given)
        r = service_close_at(service, map_entry_map(whole),
                             &question->depart_at, is_due, question, &closed);
    if (!r && !closed)
        return OUTCOME_OK;
    if (!r)
        r = registry_close(engine_registry(service->engine), whole, closed,
                           &open, &error);
    closed_set_release(closed);
    if (r == -ECANCELED)
        return ask_refuse_ended(question);
    if (r)
        return ask_refuse_no_memory(question);
    question->entry = open;
    map_entry_release(whole);
    return OUTCOME_OK;
}

enum outcome ask_close(struct question *question)
{
    enum outcome outcome = close_some(question);

    if (outcome == OUTCOME_OK)
        question->cancel.cut = map_entry_cut(question->entry);
    return outcome;
}

/* ---- Scenarios and models ------------------------------------------------ */

static void use(struct question *question, struct map_entry *entry)
{
    map_entry_release(question->entry);
    question->entry = entry;
}

static enum outcome refuse_scenario(struct question *question, int code,
                                    const struct error *error)
{
    switch (code) {
    case -ENOENT:
        return ask_refuse(question, OUTCOME_UNKNOWN_SCENARIO, "%s",
                          error->text);
    case -ESTALE:
        return ask_refuse(question, OUTCOME_OUTDATED, "%s", error->text);
    default:
        return ask_refuse(question, OUTCOME_FAILED, "%s", error->text);
    }
}

static bool is_on_shelf(const struct ledger *ledger, const char *name)
{
    return ledger && model_shelf_find(ledger->models, name);
}

/* Lists the models of the map, then those that are built in. */
static enum outcome refuse_model(struct question *question,
                                 const struct ledger *ledger)
{
    const struct model_shelf *shelf = ledger ? ledger->models : NULL;
    struct named_model *built_in;
    size_t count;
    char list[ERROR_TEXT_SIZE / 2] = "";

    if (model_book_list(&question->service->models, &built_in, &count))
        return ask_refuse_no_memory(question);
    for (size_t i = 0; shelf && i < shelf->count; i++)
        text_list_add(list, sizeof(list), shelf->model[i].name);
    for (size_t i = 0; i < count; i++) {
        if (!is_on_shelf(ledger, built_in[i].name))
            text_list_add(list, sizeof(list), built_in[i].name);
    }
    named_models_free(built_in, count);
    return ask_refuse(question, OUTCOME_UNKNOWN_MODEL,
                      "no model is called '%.64s'; there %s%s",
                      question->model_name, *list ? "are: " : "is none", list);
}

/* Finds a model by name, of the map or else built-in. `ledger`: what the
 * question's weights follow; NULL: nothing. */
static enum outcome find_named(struct question *question,
                               const struct ledger *ledger)
{
    const char *name = question->model_name;
    const struct shelf_model *own =
        ledger ? model_shelf_find(ledger->models, name) : NULL;
    struct service *service = question->service;
    struct error error;
    int r = 0;

    model_release(question->named);
    question->named = own ? NULL : model_book_find(&service->models, name);
    question->named_epoch = ledger ? ledger->epoch : UINT64_MAX;
    if (!own)
        return question->named ? OUTCOME_OK : refuse_model(question, ledger);
    r = model_texts_get(&service->texts, own->text->text, &question->named,
                        &error);
    return r ? ask_refuse(question, OUTCOME_FAILED,
                          "model '%s' cannot be read, put it again: %.300s",
                          name, error.text)
             : OUTCOME_OK;
}

/* Makes the question use the weights that it has waited for, and the model that
 * it names as of the same epoch. */
static enum outcome find_living(struct question *question)
{
    struct service *service = question->service;
    struct ledger *ledger = NULL;
    enum outcome outcome = OUTCOME_OK;
    struct map_entry *entry;
    struct error error;
    int r;

    if (service->living &&
        (question->scenario || question->min_epoch || question->model_name)) {
        r = living_entry(service->living, question->entry,
                         question->scenario ? question->scenario : "", &entry,
                         &ledger, &error);
        if (r)
            return refuse_scenario(question, r, &error);
        use(question, entry);
    }
    if (question->model_name)
        outcome = find_named(question, ledger);
    ledger_release(ledger);
    return outcome;
}

/* The kept entry of a model over the question's, or else a new one: each is
 * made once, however many ask. */
static int get_model(struct question *question, struct model *model,
                     struct map_entry **ret_entry, struct error *error)
{
    struct service *service = question->service;
    struct map_entry *below = question->entry;
    struct weighting *weighting;
    int r = 0;

    pthread_mutex_lock(&service->turns.making);
    *ret_entry = registry_find_model(below, model);
    if (!*ret_entry)
        r = weighting_model(map_entry_weighting(below), map_entry_map(below),
                            model, is_due, question, &weighting, error);
    if (!r && !*ret_entry)
        r = registry_add_model(engine_registry(service->engine), below, model,
                               weighting, ret_entry, error);
    pthread_mutex_unlock(&service->turns.making);
    return r;
}

static enum outcome lay_model(struct question *question, struct model *model)
{
    struct map_entry *entry;
    struct error error;
    int r = get_model(question, model, &entry, &error);

    if (r == -ECANCELED)
        return ask_refuse_ended(question);
    if (r)
        return ask_refuse(question,
                          r == -EINVAL ? OUTCOME_BAD_MODEL : OUTCOME_FAILED,
                          "%s", error.text);
    use(question, entry);
    return OUTCOME_OK;
}

/* The named model lies below the question's own. */
static enum outcome lay_models(struct question *question)
{
    enum outcome outcome = OUTCOME_OK;

    if (question->named)
        outcome = lay_model(question, question->named);
    if (outcome == OUTCOME_OK && question->model)
        outcome = lay_model(question, question->model);
    return outcome;
}

/* Makes the question use the kept entry of its models; false: they are not all
 * kept. */
static bool use_kept(struct question *question)
{
    struct map_entry *entry = map_entry_acquire(question->entry);
    struct model *models[] = {question->named, question->model};

    for (size_t i = 0; entry && i < 2; i++) {
        struct map_entry *below = entry;

        if (!models[i])
            continue;
        entry = registry_find_model(below, models[i]);
        map_entry_release(below);
    }
    if (entry)
        use(question, entry);
    return entry;
}

static enum outcome refuse_turn(struct question *question)
{
    question->retry_after_s = engine_retry_after_s(question->service->engine);
    return ask_refuse(question, OUTCOME_QUEUE_FULL,
                      "too many questions with new models wait "
                      "(limits.models-waiting)");
}

enum outcome ask_weights(struct question *question,
                         void (*resume)(struct question *question),
                         enum model_turn *ret_turn)
{
    enum outcome outcome = find_living(question);
    bool made;

    *ret_turn = TURN_TAKEN;
    if (outcome != OUTCOME_OK)
        return outcome;
    made = use_kept(question);
    if (!made)
        *ret_turn = model_turn_begin(question, resume);
    if (*ret_turn == TURN_LATER)
        return OUTCOME_OK;
    if (*ret_turn == TURN_REFUSED)
        return refuse_turn(question);
    question->awaits = false;
    outcome = made ? OUTCOME_OK : lay_models(question);
    return outcome == OUTCOME_OK ? ask_close(question) : outcome;
}
