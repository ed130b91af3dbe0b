import { crc32, inflateSync } from 'node:zlib';
import { readPicture } from './picture.ts';

/** Whether a picture is complete; its head alone gives a size even when the rest is missing. */
export function isWholePicture(bytes: Buffer): boolean {
  switch (readPicture(bytes)?.format) {
    case 'PNG':
      return isWholePng(bytes);
    case 'JPEG':
      return isWholeJpeg(bytes);
    case 'GIF':
      // Encoders may pad after the trailer.
      return bytes.includes(0x2c, 13) && bytes.subarray(13).lastIndexOf(0x3b) > bytes.indexOf(0x2c, 13) - 13;
    default:
      return false;
  }
}

/** Whether a PNG has every chunk with its checksum, and as many pixels as its head says. */
function isWholePng(bytes: Buffer): boolean {
  const pixels: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') pixels.push(bytes.subarray(at + 8, end));
    if (type === 'IEND') return unpacks(Buffer.concat(pixels));
    at = end + 4;
  }
  return false;
}

const UNPACKED_MAX = 256 * 1024 * 1024;

function unpacks(pixels: Buffer): boolean {
  try {
    return inflateSync(pixels, { maxOutputLength: UNPACKED_MAX }).length > 0;
  } catch {
    return false;
  }
}

/** Whether a JPEG has a scan after its frame, and an end marker. */
function isWholeJpeg(bytes: Buffer): boolean {
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  return scan > 0 && bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > scan + 4;
}
