/** Format, size and frames of a picture, from its bytes. */
export interface Picture {
  format: 'PNG' | 'JPEG' | 'GIF';
  width: number;
  height: number;
  animated: boolean;
  cmyk: boolean;
}

/** Reads the head of a PNG, JPEG or GIF; undefined for anything else. */
export function readPicture(bytes: Buffer): Picture | undefined {
  if (
    bytes.length >= 24 &&
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' &&
    bytes.toString('latin1', 12, 16) === 'IHDR'
  )
    return sized('PNG', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  if (bytes.length >= 10 && /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) {
    const picture = sized('GIF', bytes.readUInt16LE(6), bytes.readUInt16LE(8));
    return picture && { ...picture, animated: gifFrames(bytes) > 1 };
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? readJpeg(bytes) : undefined;
}

function sized(format: Picture['format'], width: number, height: number): Picture | undefined {
  return width > 0 && height > 0 ? { format, width, height, animated: false, cmyk: false } : undefined;
}

/** Walks the segments to the frame header, the only place that has the size. */
function readJpeg(bytes: Buffer): Picture | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const picture = sized('JPEG', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
      return picture && { ...picture, cmyk: bytes[at + 9] === 4 };
    }
    const alone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker === 0xff ? 1 : alone ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Counts images by walking the blocks; looking for a byte pattern would also find it inside the data. */
function gifFrames(bytes: Buffer): number {
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const skipBlocks = (from: number) => {
    let at = from;
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
    return at + 1;
  };
  let frames = 0;
  let at = 13 + table(bytes[10] ?? 0);
  while (at < bytes.length) {
    if (bytes[at] === 0x2c) {
      frames += 1;
      at = skipBlocks(at + 10 + table(bytes[at + 9] ?? 0) + 1);
    } else if (bytes[at] === 0x21) at = skipBlocks(at + 2);
    else break;
  }
  return frames;
}
