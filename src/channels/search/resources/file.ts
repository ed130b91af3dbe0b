import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';

/** Type and size of an image by its own bytes; the address and the content type are not trusted. */
export interface ImageFacts {
  type: 'PNG' | 'JPEG' | 'GIF';
  width: number;
  height: number;
}

/** The most the platform takes: 5,120 KB. */
export const IMAGE_BYTES_MAX = 5_242_880;

const DATA = /^data:image\/(?:png|jpeg|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const isPublic = (address: string) =>
  address.length <= 2048 && /^https:\/\/[^\s\p{Cc}]+$/iu.test(address) && Boolean(URL.parse(address)?.hostname);

/** Base64 takes four characters for three bytes; some more for what stands before it. */
const ADDRESS_CHARACTERS_MAX = Math.ceil(IMAGE_BYTES_MAX / 3) * 4 + 100;

/** An image argument: a public https address, or the file as a data URL. */
export const PictureAddress = z
  .string()
  .max(ADDRESS_CHARACTERS_MAX)
  .meta({ maxLength: undefined })
  .refine(
    (address) => DATA.test(address) || isPublic(address),
    'must be a public https address, such as https://example.com/picture.png, or the file as data:image/png;base64,…',
  );

export interface Picture extends ImageFacts {
  file: Buffer;
}

/** The platform takes bytes only, so an address is fetched. `field` names the argument in errors. */
export async function readPicture(client: SearchClient, address: string, field: string): Promise<Picture> {
  const unusable = (message: string) => invalidArguments([{ field, message }]);
  const given = DATA.exec(address)?.[1];
  const reply = given === undefined && (await client.fetchImage(address, { bytesMax: IMAGE_BYTES_MAX, field }));
  if (reply && reply.status !== 200) throw unusable(`leads to HTTP ${reply.status} instead of a picture`);
  const file = reply ? reply.body : Buffer.from(given ?? '', 'base64');
  const facts = inspectImage(file);
  if (typeof facts === 'string') throw unusable(`${reply ? 'leads to' : 'is'} a file that ${facts}`);
  return { ...facts, file };
}

const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The facts, or what is wrong with the file in words that complete "leads to a file that …". */
export function inspectImage(file: Buffer): ImageFacts | string {
  if (file.length > IMAGE_BYTES_MAX) return `is larger than ${IMAGE_BYTES_MAX} bytes`;
  const facts = factsOf(file);
  if (typeof facts === 'string') return facts;
  return facts.width > 0 && facts.height > 0 ? facts : 'has no size';
}

function factsOf(file: Buffer): ImageFacts | string {
  if (file.subarray(0, 8).equals(PNG_MARK)) return pngFacts(file);
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return jpegFacts(file);
  if (/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return gifFacts(file);
  return 'is not a PNG, JPEG or GIF picture';
}

function pngFacts(file: Buffer): ImageFacts | string {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return 'is a damaged PNG';
  return { type: 'PNG', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Walks from marker to marker until the one that begins the picture and holds its size. */
function jpegFacts(file: Buffer): ImageFacts | string {
  let at = 2;
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return 'is a damaged JPEG';
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
    } else if (isFrame(marker)) {
      if (file[at + 9] === 4) return 'is a JPEG in CMYK colours, which the platform refuses; use RGB';
      return { type: 'JPEG', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    } else {
      at += 2 + file.readUInt16BE(at + 2);
    }
  }
  return 'is a damaged JPEG';
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function gifFacts(file: Buffer): ImageFacts | string {
  if (file.length < 14) return 'is a damaged GIF';
  if (gifFrames(file) > 1) return 'is an animated GIF, which the platform refuses';
  return { type: 'GIF', width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
}

const EXTENSION = 0x21;
const FRAME = 0x2c;

/** Counts pictures up to the second: more than that is an animation. */
function gifFrames(file: Buffer): number {
  let at = 13 + colourTableBytes(file[10] ?? 0);
  let frames = 0;
  while (at < file.length && frames < 2) {
    const block = file[at];
    if (block === EXTENSION) {
      at = afterSubBlocks(file, at + 2);
    } else if (block === FRAME) {
      frames++;
      at = afterSubBlocks(file, at + 11 + colourTableBytes(file[at + 9] ?? 0));
    } else break;
  }
  return frames;
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterSubBlocks(file: Buffer, start: number): number {
  let at = start;
  while (at < file.length && file[at] !== 0) at += (file[at] ?? 0) + 1;
  return at + 1;
}
