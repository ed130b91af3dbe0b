import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME } from '../seed.ts';

const graph = socialForTests();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function multipart(path: string, parts: Record<string, string | Blob>, filename = 'a.png') {
  const form = new FormData();
  for (const [name, value] of Object.entries({ access_token: ACME.token, ...parts })) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, value, filename);
  }
  return (await (await fetch(`${graph.origin}/v26.0/${path}`, { method: 'POST', body: form })).json()) as Record<
    string,
    never
  >;
}

describe('images', () => {
  test('have the same hash however they are sent, and are stored once', async () => {
    const { images } = await graph.post(`${US}/adimages`, { bytes: PNG.toString('base64') });
    const sent = (await multipart(`${US}/adimages`, { file: new Blob([PNG]) })) as unknown as {
      images: Record<string, { hash: string }>;
    };
    expect(images.bytes).toMatchObject({ width: 1, height: 1, hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(sent.images['a.png']!.hash).toBe(images.bytes.hash);
    const { data } = await graph.get(`${US}/adimages`, { hashes: [images.bytes.hash], fields: 'hash,name' });
    expect(data).toHaveLength(1);
    expect(await graph.ledger({ resource: 'adimage' })).toHaveLength(1);
  });

  test('are refused when they are no images', async () => {
    expect(
      (await graph.refused('POST', `${US}/adimages`, { bytes: Buffer.from('hello').toString('base64') })).error_subcode,
    ).toBe(1487411);
    expect(await multipart(`${US}/adimages`, { file: new Blob([PNG]) }, 'noextension')).toMatchObject({
      error: { error_subcode: 1487411 },
    });
  });

  test('cannot be deleted while a creative uses them', async () => {
    const { images } = await graph.post(`${US}/adimages`, { bytes: PNG.toString('base64') });
    const { hash } = images.bytes;
    const story = { ...good.story, link_data: { ...good.story.link_data, image_hash: hash } };
    const { id } = await graph.post(`${US}/adcreatives`, { name: 'K', object_story_spec: story });
    expect((await graph.refused('DELETE', `${US}/adimages`, { hash })).code).toBe(100);
    await graph.remove(id);
    await graph.remove(`${US}/adimages`, { hash });
    expect((await graph.get(`${US}/adimages`, { hashes: [hash] })).data).toEqual([]);
  });
});

describe('videos', () => {
  test('arrive in chunks, say where to go on, and are processed on the sandbox clock', async () => {
    const bytes = Buffer.alloc(1_500_000, 1);
    const start = await graph.post(`${US}/advideos`, { upload_phase: 'start', file_size: bytes.length });
    expect(start).toMatchObject({ start_offset: '0', end_offset: '1048576' });
    const transfer = (start_offset: string, chunk: Buffer) =>
      multipart(
        `${US}/advideos`,
        {
          upload_phase: 'transfer',
          upload_session_id: start.upload_session_id,
          start_offset,
          video_file_chunk: new Blob([new Uint8Array(chunk)]),
        },
        'chunk',
      );
    const next = (await transfer('0', bytes.subarray(0, 1_048_576))) as unknown as { start_offset: string };
    expect(await transfer('7', bytes.subarray(0, 10))).toMatchObject({
      error: { error_subcode: 1363037, error_data: next },
    });
    expect(
      await graph.refused('POST', `${US}/advideos`, {
        upload_phase: 'finish',
        upload_session_id: start.upload_session_id,
      }),
    ).toMatchObject({ code: 6000 });
    expect(await transfer(next.start_offset, bytes.subarray(1_048_576))).toEqual({
      start_offset: '1500000',
      end_offset: '1500000',
    });
    expect(
      await graph.post(`${US}/advideos`, {
        upload_phase: 'finish',
        upload_session_id: start.upload_session_id,
        title: 'Film',
      }),
    ).toEqual({ success: true });

    const video = (change = {}) => ({
      name: 'V',
      object_story_spec: {
        page_id: ACCOUNTS.us.page,
        video_data: { video_id: start.video_id, image_url: 'https://acme.example/t.png', ...change },
      },
    });
    expect((await graph.get(start.video_id, { fields: 'status' })).status).toMatchObject({
      video_status: 'processing',
      processing_phase: { status: 'in_progress' },
    });
    expect((await graph.refused('POST', `${US}/adcreatives`, video())).error_subcode).toBe(1885252);
    graph.advance(HOUR_MS);
    expect(await graph.get(start.video_id, { fields: 'status,title' })).toMatchObject({
      title: 'Film',
      status: { video_status: 'ready', processing_progress: 100 },
    });
    expect((await graph.get(`${start.video_id}/thumbnails`)).data.length).toBeGreaterThan(0);
    await graph.post(`${US}/adcreatives`, video());
  });

  test('too small are refused', async () => {
    expect(await multipart(`${US}/advideos`, { source: new Blob(['x']) }, 'v.mp4')).toMatchObject({
      error: { code: 382 },
    });
  });
});
