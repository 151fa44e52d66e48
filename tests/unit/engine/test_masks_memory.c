/* masks memory: whichever allocation fails, a mask reports it, and frees the
 * rest (AddressSanitizer checks). */
#include "tests/unit/cmocka_all.h"

#include "core/engine/map_entry.h"
#include "core/solver/catalog.h"
#include "core/solver/csr.h"
#include "tests/unit/engine/masked_town.h"
#include "tests/unit/failing.h"

static int mask(void *entry, struct error *error)
{
    struct map_entry *masked;
    struct metric *metric;
    struct closed_set *closed =
        closed_set_of_classes(map_entry_class_sets(entry), 3);
    bool given_up;
    int r = closed ? map_entry_close(entry, closed, (struct kept_limits){0},
                                     &masked, &given_up, error)
                   : error_no_memory(error);

    closed_set_release(closed);
    if (r)
        return r;
    r = map_entry_prepare(masked, &csr_form, device_cpu(), &metric, error);
    if (!r)
        r = map_entry_prepare(masked, cch_solver.form, device_cpu(), &metric,
                              error);
    map_entry_release(masked);
    return r;
}

static void masking_gives_back_what_it_took(void **state)
{
    const struct device *cpu = device_cpu();
    struct masked_town town = {.side = 4, .seed = 1};
    struct published_map *published;
    struct map_entry *entry;

    catalog_init(&town.catalog);
    assert_int_equal(published_map_create("town", masked_town_map(&town), NULL,
                                          town.catalog.solver,
                                          town.catalog.count, &cpu, 1,
                                          &published, NULL),
                     0);
    entry = published_map_current(published);
    assert_in_range(failing_each(mask, entry), 4, 200);
    map_entry_release(entry);
    published_map_release(published);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masking_gives_back_what_it_took),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
