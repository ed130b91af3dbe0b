import { describe, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { Failure } from '../../../errors.ts';
import type { ToolContext } from '../../../tools/define-tool.ts';
import type { UpstreamReply } from '../../../upstream/session.ts';
import { png, pngAddress } from '../resources/file.testing.ts';
import type { Operation } from '../resources/wire/operation.ts';
import tool from './create_asset.ts';

const { call, refusal: refusedBy, fault, clearFaults, service } = sandboxed('search');
const create = (args: Record<string, unknown>) => call('create_asset', args);
const refusal = (args: Record<string, unknown>) => refusedBy('create_asset', args);

test('a text is made once and found again, whatever signs it holds', async () => {
  for (const text of ['Free shipping today', `It's 50% off \\ "now"`, `' OR asset.id > 0`, 'Überraschung 日本 🎁']) {
    const first = await create({ text });
    expect(first).toMatchObject({ already_existed: false, asset: { kind: 'text', text } });
    expect(first.asset.resource_name).toMatch(new RegExp(`^customers/\\d+/assets/${first.asset.id}$`));
    expect(await create({ text })).toEqual({ ...first, already_existed: true });
  }
});

test('a picture is taken as a file, however many characters that has', async () => {
  const file = Buffer.concat([Buffer.from(pngAddress(300, 300).split(',')[1]!, 'base64'), Buffer.alloc(200_000)]);
  const image_url = `data:image/png;base64,${file.toString('base64')}`;
  expect(await create({ image_url, name: 'Large' })).toMatchObject({ asset: { kind: 'image' } });
});

test('a video answers to both names of its id', async () => {
  const first = await create({ video_platform_video_id: 'dQw4w9WgXcQ' });
  expect(first.asset).toMatchObject({ kind: 'video', video_platform_video_id: 'dQw4w9WgXcQ' });
  const again = await create({ youtube_video_id: 'dQw4w9WgXcQ' });
  expect(again).toMatchObject({ already_existed: true, asset: { id: first.asset.id } });
});

test('exactly one content is needed, and a name for an image', async () => {
  expect(await refusal({ name: 'x' })).toMatchObject({ code: 'invalid_arguments', field: 'text' });
  expect(await refusal({ text: 'a', image_url: 'https://a.example/b.png', name: 'x' })).toMatchObject({
    field: 'image_url',
  });
  expect(await refusal({ image_url: 'https://a.example/b.png' })).toMatchObject({ field: 'name' });
  expect(await refusal({ video_platform_video_id: 'https://youtu.be/dQw4w9WgXcQ' })).toMatchObject({
    field: 'video_platform_video_id',
  });
  expect(await refusal({ text: 'two\nlines' })).toMatchObject({ field: 'text' });
});

test('an image is fetched from the public internet only', async () => {
  for (const image_url of [
    'http://example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://localhost/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://user:secret@example.com/a.png',
    'https://example.com:8443/a.png',
    `${service().sandbox.controlOrigin}/faults`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ]) {
    expect(await refusal({ name: 'x', image_url }), image_url).toMatchObject({
      code: 'invalid_arguments',
      field: 'image_url',
      outcome: 'not_applied',
    });
  }
});

test('a create whose answer is lost is not sent again', async () => {
  // The first call only validates.
  await fault('cut_after', 'googleAds:mutate', { skip: 1 });
  const error = await refusal({ text: 'Cut off in the middle' });
  expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
  await clearFaults();
  expect(await create({ text: 'Cut off in the middle' })).toMatchObject({ already_existed: true });
});

describe('images', () => {
  /** A platform that has the given assets and makes one more. */
  function context(reply: Partial<UpstreamReply>, known: string[] = [], created = 'customers/1/assets/9') {
    const sent: Operation[] = [];
    const client = {
      fetchImage: async () => ({ status: 200, headers: {}, body: png(600, 314), ...reply }),
      rows: async (_: string, { where }: { where: { field: string }[] }) =>
        (where.some(({ field }) => field === 'asset.resource_name') ? [created] : known).map((resourceName) => ({
          asset: { resourceName, id: resourceName.split('/').at(-1), type: 'IMAGE', name: 'Logo', finalUrls: [] },
        })),
      mutate: async (_: string, operations: Operation[]) => {
        sent.push(...operations);
        return [created];
      },
    };
    return { sent, context: { client, account: '1' } as unknown as ToolContext<unknown> };
  }

  test('the fetched bytes are what is sent', async () => {
    const { sent, context: at } = context({});
    const result = await tool.run({ name: 'Logo', image_url: 'https://a.example/l.png' }, at);
    expect(result).toMatchObject({ already_existed: false, asset: { id: '9', kind: 'image', name: 'Logo' } });
    expect(sent[0]?.change).toEqual({
      create: { name: 'Logo', imageAsset: { data: png(600, 314).toString('base64') } },
    });
  });

  test('the asset the platform gives back for a picture it has is recognised', async () => {
    const { context: at } = context({}, ['customers/1/assets/8', 'customers/1/assets/9']);
    const result = await tool.run({ name: 'Other', image_url: 'https://a.example/l.png' }, at);
    expect(result).toMatchObject({ already_existed: true, notes: [expect.stringContaining('Logo')] });
  });

  test('what is no picture, or no longer there, is not sent on', async () => {
    for (const reply of [{ body: Buffer.from('<html>') }, { status: 404 }]) {
      const { sent, context: at } = context(reply);
      const failure = await tool.run({ name: 'x', image_url: 'https://a.example/l.png' }, at).catch((error) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect(failure.details.problems[0].field).toBe('image_url');
      expect(sent).toEqual([]);
    }
  });
});

test('a picture may come as its bytes', async () => {
  const { asset } = await create({ name: 'Bytes', image_url: pngAddress(320, 320, 77) });
  expect(asset).toMatchObject({ kind: 'image', image: { width: 320, height: 320 } });
  const error = await refusal({ name: 'x', image_url: 'data:image/png;base64,AAAA' });
  expect(error).toMatchObject({ field: 'image_url', outcome: 'not_applied' });
  expect(error.message).toContain('not a PNG');
});
