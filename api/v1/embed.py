#!/usr/bin/env python3
"""embed.py: a document as C, so that relaxd has it in itself: INPUT PATH TYPE OUTPUT.

It is a file of api/http/bundled_file.h by the name of openapi_file: the bytes, the
same by gzip, and a hash of them as ETag."""
import gzip
import hashlib
import sys


def array(name: str, data: bytes) -> str:
    rows = (data[i:i + 20] for i in range(0, len(data), 20))
    lines = (",".join(map(str, row)) + ",\n" for row in rows)
    return f"static const unsigned char {name}[] = {{\n{''.join(lines)}}};\n"


def main(source: str, path: str, media: str, target: str) -> None:
    with open(source, "rb") as file:
        plain = file.read()
    packed = gzip.compress(plain, 9, mtime=0)
    etag = hashlib.sha256(plain).hexdigest()[:16]
    with open(target, "w", encoding="ascii") as out:
        out.write('#include "api/http/bundled_file.h"\n')
        out.write("extern const struct bundled_file openapi_file;\n")
        out.write(array("plain", plain))
        out.write(array("packed", packed))
        out.write(f"""const struct bundled_file openapi_file = {{
    .path = "{path}",
    .type = "{media}",
    .etag = "\\"{etag}\\"",
    .plain = {{.at = plain, .length = sizeof(plain)}},
    .packed = {{.at = packed, .length = sizeof(packed)}},
}};
""")


if __name__ == "__main__":
    main(*sys.argv[1:])
