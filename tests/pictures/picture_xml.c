/* picture_xml: a picture's ways, nodes and relations as OpenStreetMap XML. */
#include "tests/pictures/picture_xml.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else
            fputc(*text, out);
    }
}

static void put_tags(FILE *out, const struct picture_tags *tags)
{
    for (size_t i = 0; i < tags->count; i++) {
        fputs("    <tag k=\"", out);
        put_text(out, tags->tag[i].key);
        fputs("\" v=\"", out);
        put_text(out, tags->tag[i].value);
        fputs("\"/>\n", out);
    }
}

/* Degrees times 10^7, exactly. */
static void put_degrees(FILE *out, const char *name, int32_t e7)
{
    int64_t size = e7 < 0 ? -(int64_t)e7 : e7;

    fprintf(out, " %s=\"%s%" PRId64 ".%07" PRId64 "\"", name, e7 < 0 ? "-" : "",
            size / 10000000, size % 10000000);
}

static void put_node(FILE *out, const struct picture_node *node)
{
    if (!node->id || node->missing || !node->mentioned)
        return;
    fprintf(out, "  <node id=\"%" PRId64 "\" version=\"1\"", node->id);
    put_degrees(out, "lat", node->position.lat_e7);
    put_degrees(out, "lon", node->position.lon_e7);
    fputs(">\n", out);
    put_tags(out, &node->tags);
    fputs("  </node>\n", out);
}

static void put_way(FILE *out, const struct picture *picture,
                    const struct picture_way *way)
{
    fprintf(out, "  <way id=\"%" PRId64 "\" version=\"1\">\n", way->id);
    for (const char *c = way->refs; *c; c++)
        fprintf(out, "    <nd ref=\"%" PRId64 "\"/>\n",
                picture_find(picture, *c)->id);
    put_tags(out, &way->tags);
    fputs("  </way>\n", out);
}

static void put_relation(FILE *out, const struct picture_relation *relation)
{
    fprintf(out, "  <relation id=\"%" PRId64 "\" version=\"1\">\n",
            relation->id);
    for (size_t i = 0; i < relation->member_count; i++) {
        const struct picture_member *member = &relation->member[i];

        fprintf(out,
                "    <member type=\"%s\" ref=\"%" PRId64 "\" role=\"%s\"/>\n",
                member->is_node ? "node" : "way", member->id, member->role);
    }
    put_tags(out, &relation->tags);
    fputs("  </relation>\n", out);
}

char *picture_xml(const struct picture *picture, size_t *ret_size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, ret_size);

    if (!out)
        abort();
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<osm version=\"0.6\" generator=\"pictures\">\n",
          out);
    for (size_t i = 0; i < picture->node_count; i++)
        put_node(out, &picture->node[i]);
    for (size_t i = 0; i < picture->way_count; i++)
        put_way(out, picture, &picture->way[i]);
    for (size_t i = 0; i < picture->relation_count; i++)
        put_relation(out, &picture->relation[i]);
    for (size_t i = 0; i < picture->raw_count; i++)
        fprintf(out, "  %s\n", picture->raw[i]);
    fputs("</osm>\n", out);
    if (fclose(out))
        abort();
    return text;
}
