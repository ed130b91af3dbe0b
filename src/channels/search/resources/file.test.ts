import { expect, test } from 'vitest';
import { gif, jpeg, png } from './file.testing.ts';
import { IMAGE_BYTES_MAX, inspectImage } from './file.ts';

test('type and size come from the bytes', () => {
  expect(inspectImage(png(1200, 628))).toEqual({ type: 'PNG', width: 1200, height: 628 });
  expect(inspectImage(jpeg(640, 480))).toEqual({ type: 'JPEG', width: 640, height: 480 });
  expect(inspectImage(gif(300, 250, 1))).toEqual({ type: 'GIF', width: 300, height: 250 });
});

test('what the platform would refuse later is refused now', () => {
  expect(inspectImage(gif(300, 250, 2))).toContain('animated');
  expect(inspectImage(jpeg(640, 480, 4))).toContain('CMYK');
  expect(inspectImage(Buffer.concat([png(1, 1), Buffer.alloc(IMAGE_BYTES_MAX)]))).toContain('larger');
  expect(inspectImage(png(0, 10))).toContain('no size');
});

test('a file that only claims to be a picture is not taken for one', () => {
  for (const file of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('<html><body>not found</body></html>'),
    Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
    Buffer.from('GIF89a'),
    Buffer.from([0xff, 0xd8, 0xff]),
    png(10, 10).subarray(0, 20),
    jpeg(10, 10).subarray(0, 24),
    Buffer.alloc(0),
  ]) {
    expect(inspectImage(file), file.toString('latin1', 0, 12)).toBeTypeOf('string');
  }
});
