import { expect, test } from 'vitest';
import { plainPng } from './search/seed/picture.ts';
import { isWholePicture } from './whole-picture.ts';

const png = plainPng(9, 9, [1, 2, 3]);
const frame = [0xff, 0xc0, 0, 17, 8, 0, 50, 0, 80, 3, ...new Array(9).fill(0)];
const jpeg = Buffer.from([0xff, 0xd8, ...frame, 0xff, 0xda, 0, 8, 1, 2, 3, 4, 5, 0xff, 0xd9]);
const image = [0x2c, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 1, 1, 0];
const gif = Buffer.from([...Buffer.from('GIF89a'), 4, 0, 3, 0, 0, 0, 0, ...image, 0x3b]);

/** The picture with one byte changed. */
const spoilt = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ 1 : byte)));

test.each([
  ['a PNG', png, true],
  ['a PNG without its end', png.subarray(0, -12), false],
  ['a PNG cut in its pixels', png.subarray(0, 50), false],
  ['a PNG whose checksum is wrong', spoilt(png, 45), false],
  ['a JPEG', jpeg, true],
  ['a JPEG without its end', jpeg.subarray(0, -2), false],
  ['a JPEG without a scan', Buffer.concat([jpeg.subarray(0, 21), jpeg.subarray(-2)]), false],
  ['a GIF', gif, true],
  ['a padded GIF', Buffer.concat([gif, Buffer.alloc(3)]), true],
  ['a GIF without its end', gif.subarray(0, -1), false],
  ['a GIF without an image', Buffer.concat([gif.subarray(0, 13), Buffer.from([0x3b])]), false],
  ['a picture of no width', Buffer.from([...Buffer.from('GIF89a'), 0, 0, 3, 0, 0, 0, 0, ...image, 0x3b]), false],
  ['words', Buffer.from('no picture at all, but long enough for one'), false],
])('%s is whole: %#', (_, bytes, isWhole) => {
  expect(isWholePicture(bytes)).toBe(isWhole);
});
