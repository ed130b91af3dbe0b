import { createHash } from 'node:crypto';
import type { FilePart } from '../../multipart.ts';
import { readPicture } from '../../picture.ts';
import { bad, Refusal } from '../errors.ts';
import type { AdvertiserCall } from '../routes/serve.ts';

const MEGABYTE = 1024 * 1024;
const IMAGE_BYTES_MAX = 50 * MEGABYTE;
const VIDEO_BYTES_MAX = 500 * MEGABYTE;
const PIXELS_MAX = 3_686_400;

export interface ReceivedFile {
  file_name: string;
  bytes: Buffer;
  signature: string;
}

/** A file in the request, checked against the checksum sent with it. */
export function receivedFile({ input, files }: AdvertiserCall, field: string, signatureField: string): ReceivedFile {
  const file = files.find((part: FilePart) => part.field === field);
  if (!file) throw new Refusal(40905, `${field} is missing.`);
  if (file.content.length === 0) throw new Refusal(40906, 'The file is empty.');
  const given = input.text(signatureField);
  if (!given) throw input.missing(signatureField);
  const signature = createHash('md5').update(file.content).digest('hex');
  if (given.toLowerCase() !== signature) throw new Refusal(40900, 'The file signature does not match.');
  return { file_name: input.text('file_name') ?? file.filename, bytes: file.content, signature };
}

/** Endings of files that are no media, by the field of the address. */
const OTHER_FILES: Readonly<Record<string, RegExp>> = {
  image_url: /\.(mp4|mov|mpe?g|avi|gif|webp|svg|pdf|zip)$/i,
  video_url: /\.(jpe?g|png|gif|webp|svg|pdf|zip)$/i,
};

/** A file by its address. The sandbox fetches nothing: the address itself stands for the content. */
export function fetchedFile({ input }: AdvertiserCall, field: string): ReceivedFile {
  const text = input.needText(field);
  const url = URL.parse(text);
  const file = url?.pathname.split('/').at(-1) ?? '';
  const isReachable = url !== null && /^https?:$/.test(url.protocol) && isPublic(url.hostname) && file !== '';
  if (!isReachable || /missing|\.(html?|txt|json|xml|csv|js|css)$/i.test(url.pathname))
    throw new Refusal(40902, 'Failed to fetch url data.');
  if (OTHER_FILES[field]?.test(file)) throw new Refusal(40908, 'The file type is not supported.');
  const signature = createHash('md5').update(text).digest('hex');
  return { file_name: input.text('file_name') ?? file, bytes: Buffer.from(text), signature };
}

/** Whether the platform could reach a host at all: private addresses, single words and reserved names lead nowhere. */
function isPublic(host: string): boolean {
  if (/^(127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^\[/.test(host)) return false;
  return host.includes('.') && !/\.(invalid|test|localhost|local|internal)$/.test(host);
}

export function checkFileName({ store, advertiser }: AdvertiserCall, kind: 'Image' | 'Video', name: string): void {
  if (name.length < 1 || name.length > 100) throw bad('file_name: Length must be between 1 and 100.');
  if (store.all(kind, { advertiser: advertiser.id }).some(({ data }) => data.file_name === name))
    throw new Refusal(40911, 'Duplicate material name.');
}

export function imageFacts(bytes: Buffer): { format: string; width: number; height: number } {
  if (bytes.length >= IMAGE_BYTES_MAX) throw new Refusal(40907, 'The file is too large.');
  const picture = readPicture(bytes);
  if (!picture) throw bad('Invalid params: image cannot be decoded');
  if (picture.format === 'GIF') throw new Refusal(40908, 'The file type is not supported.');
  if (picture.width * picture.height > PIXELS_MAX) throw new Refusal(40915, 'The image has too many pixels.');
  return { format: picture.format.toLowerCase(), width: picture.width, height: picture.height };
}

/** At most 1242×2340, and neither side much longer than the other. */
export function fitsCarousel({ width, height }: { width: number; height: number }): boolean {
  const ratio = width / height;
  return width <= 1242 && height <= 2340 && ratio >= 9 / 20 && ratio <= 20 / 9;
}

/** Reads the first bytes, because name and type of a part may be wrong. */
export function checkVideoBytes(bytes: Buffer): string {
  if (bytes.length > VIDEO_BYTES_MAX) throw new Refusal(40907, 'The file is too large.');
  const head = bytes.toString('latin1', 0, 12);
  if (head.slice(4, 8) === 'ftyp') return head.slice(8, 10) === 'qt' ? 'mov' : 'mp4';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'AVI ') return 'avi';
  if (head.startsWith('\0\0\x01\xba') || head.startsWith('\0\0\x01\xb3')) return 'mpeg';
  throw new Refusal(40908, 'The file type is not supported.');
}
