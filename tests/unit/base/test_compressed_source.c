/* compressed_source: the same text from every format, and a clear error where
 * it was cut short. */
#include "tests/unit/cmocka_all.h"

#include <bzlib.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "core/base/compressed_source.h"
#include "tests/unit/memory_source.h"

/* Several times the size of its buffers. */
enum { TEXT_SIZE = 600000, PACKED_SIZE = 2 * TEXT_SIZE };

static char text[TEXT_SIZE];
static char packed[PACKED_SIZE];
static char unpacked[TEXT_SIZE + 1];

static size_t pack_gzip(const char *from, size_t size, char *to)
{
    z_stream stream = {0};
    size_t packed_size;

    deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = (Bytef *)from;
    stream.avail_in = (unsigned)size;
    stream.next_out = (Bytef *)to;
    stream.avail_out = PACKED_SIZE / 2;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed_size = stream.total_out;
    deflateEnd(&stream);
    return packed_size;
}

static size_t pack_bzip2(const char *from, size_t size, char *to)
{
    unsigned packed_size = PACKED_SIZE / 2;

    assert_int_equal(BZ2_bzBuffToBuffCompress(to, &packed_size, (char *)from,
                                              (unsigned)size, 1, 0, 0),
                     BZ_OK);
    return packed_size;
}

static size_t pack_zstd(const char *from, size_t size, char *to)
{
    /* With a checksum, as the command line tool writes. */
    ZSTD_CCtx *context = ZSTD_createCCtx();
    size_t packed_size;

    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    packed_size = ZSTD_compress2(context, to, PACKED_SIZE / 2, from, size);
    ZSTD_freeCCtx(context);
    assert_false(ZSTD_isError(packed_size));
    return packed_size;
}

static const struct way {
    const char *name;
    size_t (*pack)(const char *from, size_t size, char *to);
} ways[] = {
    {"gzip", pack_gzip},
    {"bzip2", pack_bzip2},
    {"zstd", pack_zstd},
};

enum { WAY_COUNT = sizeof(ways) / sizeof(ways[0]) };

static int set_up(void **state)
{
    size_t length = 0;
    unsigned number = 1;

    while (length + 16 < TEXT_SIZE) {
        number = number * 1103515245 + 12345;
        length += (size_t)sprintf(text + length, "%u\n", number);
    }
    memset(text + length, '.', TEXT_SIZE - length);
    return 0;
}

/* Reads to the end in steps of an odd size. */
static int read_all(const char *bytes, size_t size, size_t *ret_length,
                    struct error *error)
{
    struct byte_source *memory;
    struct byte_source *source;
    size_t length = 0;
    size_t got = 1;
    int r;

    assert_int_equal(memory_source_create(bytes, size, &memory, error), 0);
    assert_int_equal(compressed_source_create(memory, &source, error), 0);
    for (r = 0; !r && got && length < TEXT_SIZE;) {
        size_t room = TEXT_SIZE - length;

        r = byte_source_read(source, unpacked + length,
                             room < 4097 ? room : 4097, &got, error);
        length += r ? 0 : got;
    }
    if (!r && length == TEXT_SIZE) {
        r = byte_source_read(source, unpacked + length, 1, &got, error);
        assert_true(r || !got);
    }
    byte_source_destroy(source);
    *ret_length = length;
    return r;
}

static void passes_plain_bytes_through(void **state)
{
    struct error error;
    size_t length;

    assert_int_equal(read_all(text, TEXT_SIZE, &length, &error), 0);
    assert_int_equal(length, TEXT_SIZE);
    assert_memory_equal(unpacked, text, TEXT_SIZE);
    for (size_t size = 0; size < 5; size++) {
        assert_int_equal(read_all("BZhx", size, &length, &error), 0);
        assert_int_equal(length, size < 4 ? size : 4);
        if (size == 4)
            break;
    }
}

static void unpacks_every_codec_by_its_first_bytes(void **state)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        size_t size = ways[i].pack(text, TEXT_SIZE, packed);
        struct error error;
        size_t length;

        assert_int_equal(read_all(packed, size, &length, &error), 0);
        assert_int_equal(length, TEXT_SIZE);
        assert_memory_equal(unpacked, text, TEXT_SIZE);
    }
}

static void reads_one_stream_after_another(void **state)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        size_t half = TEXT_SIZE / 2;
        size_t size = ways[i].pack(text, half, packed);
        struct error error;
        size_t length;

        size += ways[i].pack(text + half, TEXT_SIZE - half, packed + size);
        assert_int_equal(read_all(packed, size, &length, &error), 0);
        assert_int_equal(length, TEXT_SIZE);
        assert_memory_equal(unpacked, text, TEXT_SIZE);
    }
}

static void says_at_which_byte_the_data_is_cut_short(void **state)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        size_t size = ways[i].pack(text, 2000, packed);

        for (size_t cut = 4; cut < size; cut++) {
            char words[100];
            struct error error;
            size_t length;

            snprintf(words, sizeof(words),
                     "the %s data is cut short at byte %zu of the compressed "
                     "file",
                     ways[i].name, cut);
            assert_int_equal(read_all(packed, cut, &length, &error), -EINVAL);
            assert_string_equal(error.text, words);
        }
    }
}

static void says_when_the_data_is_damaged(void **state)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        size_t size = ways[i].pack(text, 2000, packed);
        struct error error;
        size_t length;

        packed[size / 2] ^= 0x55;
        assert_int_equal(read_all(packed, size, &length, &error), -EINVAL);
        assert_non_null(strstr(error.text, ways[i].name));
        assert_true(strstr(error.text, "damaged at or before byte") ||
                    strstr(error.text, "cut short at byte"));
    }
}

/* Never before the damage; and well before the end where each block has a
 * checksum. */
static void says_up_to_which_byte_the_data_is_damaged(void **state)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        size_t size = ways[i].pack(text, TEXT_SIZE, packed);
        size_t damaged = size / 4;
        struct error error;
        const char *said;
        size_t length;
        size_t at;

        packed[damaged] ^= 0x55;
        assert_int_equal(read_all(packed, size, &length, &error), -EINVAL);
        said = strstr(error.text, "damaged at or before byte ");
        assert_non_null(said);
        assert_int_equal(sscanf(said, "damaged at or before byte %zu", &at), 1);
        assert_in_range(at, damaged, size);
        if (!strcmp(ways[i].name, "bzip2"))
            assert_in_range(at, damaged, size * 3 / 4);
    }
}

static void refuses_other_bytes_after_the_stream(void **state)
{
    size_t size = pack_gzip(text, 100, packed);
    struct error error;
    size_t length;

    memcpy(packed + size, "extra", 5);
    assert_int_equal(read_all(packed, size + 5, &length, &error), -EINVAL);
    assert_non_null(
        strstr(error.text, "the gzip data is damaged at or before byte"));
}

static void says_why_a_file_cannot_be_opened(void **state)
{
    struct byte_source *source = NULL;
    struct error error;

    assert_int_equal(compressed_source_open("/nowhere/x", &source, &error),
                     -ENOENT);
    assert_string_equal(error.text, "open: No such file or directory");
    assert_int_equal(compressed_source_open("/", &source, &error), -EISDIR);
    assert_string_equal(error.text, "read: Is a directory");
    assert_null(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_plain_bytes_through),
        cmocka_unit_test(unpacks_every_codec_by_its_first_bytes),
        cmocka_unit_test(reads_one_stream_after_another),
        cmocka_unit_test(says_at_which_byte_the_data_is_cut_short),
        cmocka_unit_test(says_when_the_data_is_damaged),
        cmocka_unit_test(says_up_to_which_byte_the_data_is_damaged),
        cmocka_unit_test(refuses_other_bytes_after_the_stream),
        cmocka_unit_test(says_why_a_file_cannot_be_opened),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
