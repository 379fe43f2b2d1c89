"""Rewrites PNGs with a palette of at most 256 colours: half the size, where little but text is in them.

Usage: png-palette.py FILE…
       png-palette.py --crop LEFT,TOP,WIDTH,HEIGHT FROM TO   (FROM as Chromium makes it)
"""

import struct
import sys
import zlib


def rows(data):
    """The unfiltered rows of a PNG without interlacing, 8 bits a channel; and its width and channels."""
    offset, body = 8, b""
    while offset < len(data):
        length, kind = struct.unpack(">I4s", data[offset : offset + 8])
        chunk = data[offset + 8 : offset + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", chunk)
            if (depth, interlace) != (8, 0) or color not in (2, 6):
                raise SystemExit("not a picture as Chromium makes them")
            channels = 3 if color == 2 else 4
        elif kind == b"IDAT":
            body += chunk
        offset += 12 + length
    raw, stride = zlib.decompress(body), width * channels
    previous, result = bytearray(stride), []
    for start in range(0, height * (stride + 1), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        if kind == 1:
            for i in range(channels, stride):
                row[i] = (row[i] + row[i - channels]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, previous))
        elif kind == 3:
            for i in range(stride):
                left = row[i - channels] if i >= channels else 0
                row[i] = (row[i] + (left + previous[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                a, b, c = (row[i - channels], previous[i], previous[i - channels]) if i >= channels else (0, previous[i], 0)
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                row[i] = (row[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
        result.append(row)
        previous = row
    return result, width, channels


def shrink(path, target, crop=None):
    with open(path, "rb") as file:
        picture, width, channels = rows(file.read())
    pixels = [list(zip(row[0::channels], row[1::channels], row[2::channels])) for row in picture]
    if crop:
        left, top, width, height = crop
        pixels = [row[left : left + width] for row in pixels[top : top + height]]
    counts = {}
    for row in pixels:
        for pixel in row:
            counts[pixel] = counts.get(pixel, 0) + 1
    palette = sorted(counts, key=lambda color: (-counts[color], color))[:256]
    index = {color: number for number, color in enumerate(palette)}
    for color in counts:
        if color not in index:
            index[color] = index[min(palette, key=lambda other: sum((a - b) ** 2 for a, b in zip(color, other)))]
    body = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in pixels)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(target, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(pixels), 8, 3, 0, 0, 0)))
        file.write(chunk(b"PLTE", b"".join(bytes(color) for color in palette)))
        file.write(chunk(b"IDAT", zlib.compress(body, 9)))
        file.write(chunk(b"IEND", b""))


if sys.argv[1:2] == ["--crop"]:
    shrink(sys.argv[3], sys.argv[4], [int(number) for number in sys.argv[2].split(",")])
else:
    for name in sys.argv[1:]:
        shrink(name, name)
