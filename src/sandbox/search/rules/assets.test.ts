import { describe, expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, fresh } from '../changes.testing.ts';
import { plainPng } from '../seed/picture.ts';

const { codes, created, mutate, one } = changesForTests();

describe('assets', () => {
  const image = (width: number, height: number, shade = 1) => plainPng(width, height, [shade, 0, 0]).toString('base64');

  test('with the same content are one asset, and its name is kept', async () => {
    const data = image(40, 40);
    const first = await created('assets', { name: fresh('Picture'), imageAsset: { data } });
    expect(await created('assets', { name: fresh('Other name'), imageAsset: { data } })).toBe(first);
    const row = await one(
      `SELECT asset.name, asset.type, asset.image_asset.file_size, asset.image_asset.mime_type, asset.image_asset.full_size.width_pixels FROM asset WHERE asset.resource_name = '${first}'`,
    );
    expect(row.asset).toMatchObject({
      type: 'IMAGE',
      imageAsset: {
        mimeType: 'IMAGE_PNG',
        fileSize: String(Buffer.from(data, 'base64').length),
        fullSize: { widthPixels: '40' },
      },
    });
    expect(row.asset.name).toMatch(/^Picture/);
    expect(JSON.stringify(row)).not.toContain(data.slice(0, 20));
  });

  test('get a free name when theirs is taken by other content', async () => {
    const name = fresh('Taken');
    await created('assets', { name, imageAsset: { data: image(41, 40) } });
    const second = await created('assets', { name, imageAsset: { data: image(42, 40) } });
    expect((await one(`SELECT asset.name FROM asset WHERE asset.resource_name = '${second}'`)).asset.name).not.toBe(
      name,
    );
  });

  test.each([
    [{}, 'assetError.ASSET_DATA_IS_MISSING'],
    [{ imageAsset: { data: image(10, 10) } }, 'assetError.NAME_REQUIRED_FOR_ASSET_TYPE'],
    [
      { name: 'x', imageAsset: { data: Buffer.from('no picture at all').toString('base64') } },
      'imageError.INVALID_IMAGE',
    ],
    [
      { name: 'x', imageAsset: { data: Buffer.from('RIFF....WEBPVP8 ').toString('base64') } },
      'imageError.FORMAT_NOT_ALLOWED',
    ],
    [
      {
        name: 'x',
        imageAsset: { data: Buffer.concat([plainPng(9, 9, [0, 0, 0]), Buffer.alloc(5_242_881)]).toString('base64') },
      },
      'imageError.FILE_TOO_LARGE',
    ],
    [{ textAsset: { text: '' } }, 'stringLengthError.EMPTY'],
    [{ youtubeVideoAsset: { youtubeVideoId: 'short' } }, 'youtubeVideoRegistrationError.VIDEO_NOT_FOUND'],
    [{ calloutAsset: { calloutText: 'x'.repeat(26) } }, 'stringLengthError.TOO_LONG'],
    [
      { sitelinkAsset: { linkText: 'Sale', description1: 'x' }, finalUrls: ['https://a.example'] },
      'fieldError.REQUIRED',
    ],
  ])('are refused for their content: %#', async (create, code) => {
    expect(await codes('assets', create)).toEqual([code]);
  });

  test('105: twice in one request are refused, and what they hold cannot change', async () => {
    const create = { textAsset: { text: fresh('Twice') } };
    expect(codesOf(await mutate('assets', [{ create }, { create }]))).toEqual(['assetError.DUPLICATE_ASSET']);
    const made = await created('assets', create);
    expect(
      codesOf(
        await mutate('assets', [
          { update: { resourceName: made, textAsset: { text: 'new' } }, updateMask: 'text_asset.text' },
        ]),
      ),
    ).toEqual(['fieldError.IMMUTABLE_FIELD']);
  });
});
