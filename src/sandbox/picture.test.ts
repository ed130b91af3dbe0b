import { expect, test } from 'vitest';
import { readPicture } from './picture.ts';
import { plainPng } from './search/seed/picture.ts';

test('tells the size of a PNG', () => {
  expect(readPicture(plainPng(64, 20, [1, 2, 3]))).toMatchObject({ format: 'PNG', width: 64, height: 20 });
});

/** Start, an application block to be passed over, and a frame header. */
function jpeg(components: number, marker = 0xc0): Buffer {
  const frame = Buffer.from([0xff, marker, 0, 17, 8, 0, 50, 0, 80, components, ...new Array(12).fill(0)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xc0]), frame]);
}

test('tells the size of a JPEG, from its frame header and not from bytes that look like one', () => {
  expect(readPicture(jpeg(3))).toMatchObject({ format: 'JPEG', width: 80, height: 50, cmyk: false });
  expect(readPicture(jpeg(3, 0xc2))).toMatchObject({ width: 80, height: 50 });
  expect(readPicture(jpeg(4))).toMatchObject({ cmyk: true });
});

function gif(frames: number): Buffer {
  const image = [0x2c, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 0x2c, 0x2c, 0];
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([4, 0, 3, 0, 0, 0, 0]),
    ...new Array(frames).fill(Buffer.from(image)),
    Buffer.from([0x3b]),
  ]);
}

test('tells a still GIF from a moving one', () => {
  expect(readPicture(gif(1))).toMatchObject({ format: 'GIF', width: 4, height: 3, animated: false });
  expect(readPicture(gif(2))).toMatchObject({ animated: true });
});

test.each([
  ['nothing', ''],
  ['text', 'hello there, this is no picture'],
  ['half a PNG', '\x89PNG\r\n\x1a\n'],
  ['a bare JPEG start', '\xff\xd8\xff\xe0'],
])('takes %s for no picture', (_, bytes) => {
  expect(readPicture(Buffer.from(bytes, 'latin1'))).toBeUndefined();
});
