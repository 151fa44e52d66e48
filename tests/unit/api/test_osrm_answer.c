/* osrm_number, compress, packer: how answers are written. */
#include "tests/unit/cmocka_all.h"

#include <math.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "api/http/negotiate.h"
#include "api/osrm/osrm_answer.h"

static void assert_text(struct json_writer *writer, const char *text)
{
    json_writer_raw(writer, "", 1);
    assert_string_equal(writer->text, text);
    json_writer_finish(writer);
}

static void assert_number(double value, const char *text)
{
    struct json_writer writer;

    json_writer_init(&writer);
    osrm_write_number(&writer, value);
    assert_text(&writer, text);
}

static void numbers_are_as_osrm_writes_them(void **state)
{
    assert_number(0, "0");
    assert_number(9007199254740992.0, "9007199254740992");
    assert_number(1e17, "1e+17");
    assert_number(-5, "-5");
    assert_number(80.669827650001, "80.66982765");
    assert_number(0.1 + 0.2, "0.3");
    assert_number(NAN, "null");
    assert_number(INFINITY, "null");
}

static void tenths_are_exact(void **state)
{
    struct json_writer writer;

    json_writer_init(&writer);
    json_begin_array(&writer);
    osrm_write_tenths(&writer, 0);
    osrm_write_tenths(&writer, 7);
    osrm_write_tenths(&writer, 120);
    osrm_write_tenths(&writer, osrm_deciseconds(1249));
    osrm_write_tenths(&writer, osrm_decimetres(1250));
    json_end_array(&writer);
    assert_text(&writer, "[0,0.7,12,1.2,1.3]");
}

static void places_have_six_decimals_at_most(void **state)
{
    struct json_writer writer;

    json_writer_init(&writer);
    osrm_write_location(&writer, (struct position){145092744, -358904245});
    osrm_write_location(&writer, (struct position){-4, 1800000000});
    assert_text(&writer, "[14.509274,-35.890425],[0,180]");
}

static void assert_packed(const char *header, int window_bits)
{
    struct json_writer writer;
    char plain[64] = "";
    z_stream stream = {0};

    json_writer_init(&writer);
    json_write_string(&writer, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    assert_int_equal(compress_text(&writer, compress_choose(header)), 0);
    assert_int_equal(inflateInit2(&stream, window_bits), Z_OK);
    stream.next_in = (unsigned char *)writer.text;
    stream.avail_in = (unsigned)writer.length;
    stream.next_out = (unsigned char *)plain;
    stream.avail_out = sizeof(plain) - 1;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    inflateEnd(&stream);
    assert_string_equal(plain, "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"");
    json_writer_finish(&writer);
}

static void answers_are_packed_as_the_client_likes(void **state)
{
    assert_null(compress_choose(NULL));
    assert_null(compress_choose("br"));
    assert_null(compress_choose("gzip;q=0"));
    assert_string_equal(compress_choose("deflate, gzip"), "gzip");
    assert_string_equal(compress_choose("gzip, deflate, br, zstd"), "zstd");
    assert_string_equal(compress_choose("zstd;q=0.5, deflate"), "deflate");
    assert_string_equal(compress_choose("zstd;q=0, gzip;q=0.1"), "gzip");
    assert_packed("gzip, deflate, br", MAX_WBITS + 16);
    assert_packed("deflate", MAX_WBITS);
}

/* Unpacks what the writer has; returns where the text so far ends. */
static char *unpack(z_stream *stream, const struct json_writer *writer,
                    char *to, size_t room)
{
    stream->next_in = (unsigned char *)writer->text;
    stream->avail_in = (unsigned)writer->length;
    stream->next_out = (unsigned char *)to;
    stream->avail_out = (unsigned)room;
    assert_in_range(inflate(stream, Z_SYNC_FLUSH), Z_OK, Z_STREAM_END);
    assert_int_equal(stream->avail_in, 0);
    return (char *)stream->next_out;
}

/* A list in three parts, of which the second is longer than what is packed at
 * once and the last is empty. */
static void a_part_can_be_read_before_the_next_is_made(void **state)
{
    static char plain[400100];
    struct packer *packer = packer_create("gzip");
    struct json_writer writer;
    z_stream stream = {0};
    char *end;

    assert_non_null(packer);
    assert_int_equal(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
    json_writer_init(&writer);
    json_begin_array(&writer);
    json_write_number(&writer, 17);
    assert_int_equal(packer_pack(packer, &writer, false), 0);
    end = unpack(&stream, &writer, plain, sizeof(plain));
    assert_memory_equal(plain, "[17", 3);
    assert_ptr_equal(end, plain + 3);

    json_writer_drain(&writer);
    for (uint64_t i = 0; i < 40000; i++)
        json_write_number(&writer, 100000000 + i * i % 87654321);
    json_end_array(&writer);
    assert_int_equal(packer_pack(packer, &writer, false), 0);
    end = unpack(&stream, &writer, end, sizeof(plain) - 3);
    assert_int_equal(end - plain, 3 + 40000 * 10 + 1);
    assert_memory_equal(plain, "[17,100000000,100000001,", 24);
    assert_int_equal(end[-1], ']');

    json_writer_drain(&writer);
    assert_int_equal(packer_pack(packer, &writer, true), 0);
    assert_ptr_equal(unpack(&stream, &writer, end, 1), end);
    assert_int_equal(inflate(&stream, Z_SYNC_FLUSH), Z_STREAM_END);
    inflateEnd(&stream);
    json_writer_finish(&writer);
    packer_destroy(packer);
    packer_destroy(NULL);
}

/* Unpacks what the writer has with zstd; returns how much. */
static size_t unpack_zstd(ZSTD_DCtx *context, const struct json_writer *writer,
                          char *to, size_t room)
{
    ZSTD_inBuffer in = {.src = writer->text, .size = writer->length};
    ZSTD_outBuffer out = {.dst = to, .size = room};

    assert_false(ZSTD_isError(ZSTD_decompressStream(context, &out, &in)));
    assert_int_equal(in.pos, in.size);
    return out.pos;
}

static void zstd_gives_parts_too(void **state)
{
    static char plain[200000];
    struct packer *packer = packer_create("zstd");
    ZSTD_DCtx *context = ZSTD_createDCtx();
    struct json_writer writer;
    size_t length;

    assert_non_null(packer);
    json_writer_init(&writer);
    json_begin_array(&writer);
    json_write_number(&writer, 17);
    assert_int_equal(packer_pack(packer, &writer, false), 0);
    length = unpack_zstd(context, &writer, plain, sizeof(plain));
    assert_int_equal(length, 3);
    assert_memory_equal(plain, "[17", 3);
    json_writer_drain(&writer);
    for (uint64_t i = 0; i < 10000; i++)
        json_write_number(&writer, 100000000 + i * i % 87654321);
    json_end_array(&writer);
    assert_int_equal(packer_pack(packer, &writer, false), 0);
    length += unpack_zstd(context, &writer, plain + 3, sizeof(plain) - 3);
    assert_int_equal(length, 3 + 10000 * 10 + 1);
    json_writer_drain(&writer);
    assert_int_equal(packer_pack(packer, &writer, true), 0);
    assert_int_equal(unpack_zstd(context, &writer, plain, sizeof(plain)), 0);
    ZSTD_freeDCtx(context);
    json_writer_finish(&writer);
    packer_destroy(packer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_osrm_writes_them),
        cmocka_unit_test(tenths_are_exact),
        cmocka_unit_test(places_have_six_decimals_at_most),
        cmocka_unit_test(answers_are_packed_as_the_client_likes),
        cmocka_unit_test(zstd_gives_parts_too),
        cmocka_unit_test(a_part_can_be_read_before_the_next_is_made),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
