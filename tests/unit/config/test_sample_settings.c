/* sample_settings: relaxd.conf describes every setting correctly. */
#include "tests/unit/cmocka_all.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config_file.h"
#include "config/setting.h"

static char *read_sample(void)
{
    char path[4096];
    char *text = calloc(1, 65536);
    FILE *file;

    snprintf(path, sizeof(path), "%s/config/relaxd.conf",
             getenv("SOURCE_ROOT"));
    file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

static void sample_documents_every_setting_with_its_default(void **state)
{
    char *sample = read_sample();
    char line[256];

    assert_in_range(setting_count(), 1, SETTING_COUNT_MAX);
    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char section[64];
        const char *from;
        const char *end;
        const char *found;

        snprintf(section, sizeof(section), "\n[%s]\n", setting->section);
        from = strstr(sample, section);
        assert_non_null(from);
        end = strstr(from + 2, "\n[");
        snprintf(line, sizeof(line), "\n# %s = %s\n", setting->key,
                 setting->fallback);
        found = strstr(from, line);
        if (!found || (end && found > end))
            fail_msg("relaxd.conf has no line '%s' in [%s]", line + 1,
                     setting->section);
    }
    free(sample);
}

/* The comment before the setting's line. */
static char *paragraph_of(const char *sample, const struct setting *setting)
{
    char line[256];
    char *copy;
    char *end;
    char *begin = NULL;

    snprintf(line, sizeof(line), "\n[%s]\n", setting->section);
    copy = strdup(strstr(sample, line));
    snprintf(line, sizeof(line), "\n# %s = %s\n", setting->key,
             setting->fallback);
    end = strstr(copy, line);
    *end = '\0';
    for (char *at = copy; (at = strstr(at, "\n\n")); at++)
        begin = at;
    begin = strdup(begin ? begin : copy);
    free(copy);
    return begin;
}

static void sample_marks_what_takes_effect_at_the_start(void **state)
{
    char *sample = read_sample();

    for (size_t i = 0; i < setting_count(); i++) {
        const struct setting *setting = setting_at(i);
        char *paragraph = paragraph_of(sample, setting);

        if (!setting->live != !!strstr(paragraph, "(at start)"))
            fail_msg("relaxd.conf: [%s] %s has%s to be marked (at start)",
                     setting->section, setting->key,
                     setting->live ? " not" : "");
        free(paragraph);
    }
    free(sample);
}

static void sample_names_no_other_setting(void **state)
{
    char *sample = read_sample();
    struct settings settings;
    struct settings defaults;
    struct error error;

    for (char *at = sample; (at = strstr(at, "\n# ")); at++) {
        size_t word = strcspn(at + 3, " \n");

        if (!strncmp(at + 3 + word, " = ", 3))
            at[1] = at[2] = ' ';
    }
    for (char *at = sample; (at = strstr(at, "\n  ")); at++)
        memmove(at + 1, at + 3, strlen(at + 3) + 1);
    settings_init(&settings);
    if (config_file_parse("relaxd.conf", sample, strlen(sample), &settings,
                          &error))
        fail_msg("%s", error.text);
    settings_init(&defaults);
    assert_int_equal(settings.map_count, 1);
    assert_int_equal(settings.option_count, 1);
    settings_finish(&settings);
    settings.maps = NULL;
    settings.map_capacity = 0;
    settings.options = NULL;
    settings.option_count = 0;
    settings.option_capacity = 0;
    settings.places = NULL;
    assert_memory_equal(&settings, &defaults, sizeof(settings));
    free(sample);
}

/* Lines joined, in small letters. */
static void flatten(char *paragraph)
{
    char *to = paragraph;
    char before = '\n';

    for (const char *from = paragraph; *from; from++) {
        char c = *from;

        if ((c == '#' || c == ' ') && before == '\n')
            continue;
        before = c;
        *to++ = c == '\n' ? ' ' : (char)tolower((unsigned char)c);
    }
    *to = '\0';
}

static void assert_documented(const struct setting *setting,
                              const char *paragraph)
{
    char range[80];

    snprintf(range, sizeof(range), "%ju to %ju", (uintmax_t)setting->minimum,
             (uintmax_t)setting->maximum);
    if (strlen(paragraph) < 20)
        fail_msg("relaxd.conf: no words for [%s] %s", setting->section,
                 setting->key);
    if (setting->allowed)
        return;
    if (!strstr(paragraph, range))
        fail_msg("relaxd.conf: [%s] %s does not say '%s'", setting->section,
                 setting->key, range);
    if (!strstr(paragraph, setting->unit))
        fail_msg("relaxd.conf: [%s] %s does not say '%s'", setting->section,
                 setting->key, setting->unit);
}

static void sample_says_range_and_unit_of_every_number(void **state)
{
    char *sample = read_sample();

    for (size_t i = 0; i < setting_count(); i++) {
        char *paragraph = paragraph_of(sample, setting_at(i));

        flatten(paragraph);
        assert_documented(setting_at(i), paragraph);
        free(paragraph);
    }
    free(sample);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_documents_every_setting_with_its_default),
        cmocka_unit_test(sample_names_no_other_setting),
        cmocka_unit_test(sample_marks_what_takes_effect_at_the_start),
        cmocka_unit_test(sample_says_range_and_unit_of_every_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
