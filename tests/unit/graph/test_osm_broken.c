/* osm_file: cut, damaged or foreign files are refused with words, and no data
 * is kept. */
#include "tests/unit/cmocka_all.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/graph/osm_fixture.h"

static const char *const formats[] = {"pbf", "osm", "opl", "o5m"};

enum { FORMAT_COUNT = sizeof(formats) / sizeof(formats[0]) };

/* Whether bytes are read; if not, checks that the error is one line, and that
 * no data is left. */
static bool reads(const char *bytes, size_t size, const char *format)
{
    struct error error = {""};
    struct osm_data data;
    int r =
        osm_bytes_read(bytes, size, format, &osm_fixture_filter, &data, &error);

    if (!r) {
        osm_data_finish(&data);
        return true;
    }
    assert_int_equal(r, -EINVAL);
    assert_string_not_equal(error.text, "");
    assert_null(strchr(error.text, '\n'));
    assert_true(osm_fixture_is_empty(&data));
    return false;
}

/* PBF: [size of a header: 4 bytes, header, blob]; a header is here a type and
 * the size of its blob in one or two bytes. */
static size_t blob_end(const char *bytes, size_t at)
{
    size_t header = (uint8_t)bytes[at + 3];
    const uint8_t *end = (const uint8_t *)bytes + at + 4 + header;
    size_t blob = end[-1] < 0x80 && end[-2] >= 0x80
                      ? (size_t)end[-1] << 7 | (end[-2] & 0x7f)
                      : end[-1];

    return at + 4 + header + blob;
}

static bool is_pbf_end(const char *bytes, size_t size, size_t cut)
{
    size_t at = 0;

    while (at < cut && at < size)
        at = blob_end(bytes, at);
    return cut && at == cut;
}

/* Where a reader cannot know that more should follow. */
static bool may_end(const char *format, const char *bytes, size_t size,
                    size_t cut)
{
    if (!strcmp(format, "pbf"))
        return is_pbf_end(bytes, size, cut);
    if (!strcmp(format, "opl"))
        return cut && bytes[cut - 1] == '\n';
    if (!strcmp(format, "osm"))
        return cut >= size - 1;
    return cut == size;
}

static void a_cut_is_found_in_every_format(void **state)
{
    for (int f = 0; f < FORMAT_COUNT; f++) {
        size_t size;
        char *bytes = osm_fixture_bytes(formats[f], &size);

        for (size_t cut = 0; cut <= size; cut++) {
            /* Exactly as large as the part, so that a sanitizer detects an
             * overrun. */
            char *part = malloc(cut ? cut : 1);

            memcpy(part, bytes, cut);
            if (reads(part, cut, formats[f]) !=
                may_end(formats[f], bytes, size, cut))
                fail_msg("%s, %zu of %zu bytes", formats[f], cut, size);
            free(part);
        }
        free(bytes);
    }
}

static void a_cut_is_found_in_compressed_files(void **state)
{
    static const char *const ways[] = {"gz", "bz2", "zst"};

    for (int i = 0; i < FORMAT_COUNT * 3; i++) {
        const char *format = formats[i / 3];
        size_t size, packed_size;
        char *bytes = osm_fixture_bytes(format, &size);
        char *packed =
            osm_fixture_compress(ways[i % 3], bytes, size, &packed_size);

        for (size_t cut = 0; cut < packed_size; cut += 3)
            assert_false(reads(packed, cut, format));
        assert_true(reads(packed, packed_size, format));
        free(packed);
        free(bytes);
    }
}

static void damage_is_found_or_harmless(void **state)
{
    for (int f = 0; f < FORMAT_COUNT; f++) {
        size_t size;
        char *bytes = osm_fixture_bytes(formats[f], &size);

        for (size_t at = 0; at < size; at++) {
            char *damaged = malloc(size);

            memcpy(damaged, bytes, size);
            damaged[at] ^= (char)(1 << at % 8);
            reads(damaged, size, formats[f]);
            damaged[at] = '\0';
            reads(damaged, size, formats[f]);
            free(damaged);
        }
        free(bytes);
    }
}

static void a_tail_of_zeros_is_found(void **state)
{
    for (int f = 0; f < FORMAT_COUNT; f++) {
        size_t size;
        char *bytes = osm_fixture_bytes(formats[f], &size);

        bytes = realloc(bytes, size + 64);
        memset(bytes + size, 0, 64);
        for (size_t more = 1; more <= 64; more++)
            assert_false(reads(bytes, size + more, formats[f]));
        free(bytes);
    }
}

/* Otherwise the rest of its line would be skipped. */
static void a_nul_byte_between_words_is_found(void **state)
{
    static const char text[] = "n1 x1 y1\nn2 x1 y1\0 Ta=b\nn3 x1 y1\n";

    assert_false(reads(text, sizeof(text) - 1, "opl"));
    assert_false(reads("<osm version='0.6'>\0</osm>", 26, "osm"));
}

static void assert_words(const char *text, const char *format,
                         const char *words)
{
    struct error error = {""};
    struct osm_data data;

    assert_int_equal(osm_bytes_read(text, strlen(text), format,
                                    &osm_fixture_filter, &data, &error),
                     -EINVAL);
    if (!strstr(error.text, words))
        fail_msg("'%s' does not say '%s'", error.text, words);
}

static void words_say_where(void **state)
{
    assert_words("", "osm", "the file is empty");
    assert_words("<osm version='0.6'>\n<node id='1'\n", "osm", "line 2");
    assert_words("<osm version='0.5'/>", "osm", "0.5");
    assert_words(
        "<osm version='0.6'>\n<node id='1' lat='north' lon='1'/></osm>", "osm",
        "north");
    assert_words("<!DOCTYPE osm [<!ENTITY a 'b'>]><osm version='0.6'/>", "osm",
                 "entities are not supported");
    assert_words("<gpx/>", "osm", "gpx");
    assert_words("n1 x1 y1\nn2 x1 y1\nq\n", "opl", "line 3 column 1");
    assert_words("n1 x1 y1\nn2 x1 y", "opl", "byte 16: the file is cut short");
    assert_words("PK\x03\x04 something else altogether", "pbf",
                 "byte 0: a block's header of 1347093252 bytes");
    assert_words("\xff\xe0\x04o5m2", "o5m", "byte 7: the file is cut short");
    assert_words("osm version='0.6'", "o5m",
                 "byte 0: o5m data does not begin like this");
    assert_words("\xff\xe0\x04o5x2\xfe", "o5m",
                 "wrong header magic, in the first 8 bytes");
}

static void says_what_is_no_file(void **state)
{
    static const char text[] = "n1 x1 y1\n";
    struct scratch scratch;
    char pipe[512], folder[512], other[512], good[512];
    const struct {
        const char *path;
        int code;
        const char *words;
    } all[] = {
        {"/nowhere/a.osm.pbf", -ENOENT, "'/nowhere/a.osm.pbf': open"},
        {"-", -EINVAL,
         "'-': must be a regular file, because it is read twice: "
         "write it to a file first"},
        {pipe, -EINVAL, "it is read twice"},
        {folder, -EINVAL, "is a directory, not a file"},
        {other, -EINVAL, "the name ends in none of .osm.pbf"},
        {"", -ENOENT, "'': open"},
    };

    scratch_init(&scratch);
    strcpy(pipe, scratch_path(&scratch, "pipe.osm.pbf"));
    strcpy(folder, scratch_path(&scratch, "folder.osm"));
    strcpy(other, scratch_file(&scratch, "a.txt", text, strlen(text)));
    strcpy(good, scratch_file(&scratch, "a.opl", text, strlen(text)));
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        const char *paths[] = {good, all[i].path};
        struct error error = {""};
        struct osm_data data;

        assert_int_equal(
            osm_files_read(paths, 2, &osm_fixture_filter, NULL, &data, &error),
            all[i].code);
        if (!strstr(error.text, all[i].words))
            fail_msg("'%s' does not say '%s'", error.text, all[i].words);
        assert_true(osm_fixture_is_empty(&data));
    }
    rmdir(folder);
    scratch_finish(&scratch);
}

static unsigned open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    unsigned count = 0;

    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void a_broken_file_is_named_and_closed(void **state)
{
    unsigned before = open_files();

    for (int f = 0; f < FORMAT_COUNT; f++) {
        struct error error = {""};
        struct scratch scratch;
        struct osm_data data;
        const char *path;
        char name[32], words[600];
        size_t size;
        char *bytes = osm_fixture_bytes(formats[f], &size);

        snprintf(name, sizeof(name), "http:x.%s", formats[f]);
        scratch_init(&scratch);
        path = scratch_file(&scratch, name, bytes, size - 5);
        assert_int_equal(
            osm_files_read(&path, 1, &osm_fixture_filter, NULL, &data, &error),
            -EINVAL);
        snprintf(words, sizeof(words), "'%s': ", path);
        assert_memory_equal(error.text, words, strlen(words));
        assert_true(osm_fixture_is_empty(&data));
        scratch_finish(&scratch);
        free(bytes);
    }
    assert_int_equal(open_files(), before);
}

/* Appends to the file between the passes. */
struct meddler {
    struct progress base;
    const char *path;
    bool done;
};

static void meddle(struct progress *base, const char *what, uint64_t done,
                   uint64_t total)
{
    struct meddler *meddler = (struct meddler *)base;
    FILE *file = meddler->done ? NULL : fopen(meddler->path, "ab");

    meddler->done = true;
    if (file) {
        fputs("n2 x1 y1\n", file);
        fclose(file);
    }
}

static void a_file_that_changes_meanwhile_is_refused(void **state)
{
    static const char text[] = "n1 x1 y1\n";
    struct error error = {""};
    struct scratch scratch;
    struct osm_data data;
    struct meddler meddler = {.base = {meddle}};

    scratch_init(&scratch);
    meddler.path = scratch_file(&scratch, "a.opl", text, strlen(text));
    assert_int_equal(osm_files_read(&meddler.path, 1, &osm_fixture_filter,
                                    &meddler.base, &data, &error),
                     -EAGAIN);
    assert_non_null(strstr(error.text, "changed while it was read"));
    assert_true(osm_fixture_is_empty(&data));
    scratch_finish(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_is_found_in_every_format),
        cmocka_unit_test(a_cut_is_found_in_compressed_files),
        cmocka_unit_test(damage_is_found_or_harmless),
        cmocka_unit_test(a_tail_of_zeros_is_found),
        cmocka_unit_test(a_nul_byte_between_words_is_found),
        cmocka_unit_test(words_say_where),
        cmocka_unit_test(says_what_is_no_file),
        cmocka_unit_test(a_broken_file_is_named_and_closed),
        cmocka_unit_test(a_file_that_changes_meanwhile_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
