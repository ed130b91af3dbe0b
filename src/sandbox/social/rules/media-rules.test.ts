import { describe, expect, test } from 'vitest';
import { good, type Params, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME } from '../seed.ts';

const graph = socialForTests();
const page = { page_id: ACCOUNTS.us.page };
const link = (change: Params, more: Params = {}): Params => ({
  object_story_spec: { ...page, link_data: { ...good.story.link_data, ...change } },
  ...more,
});

describe('media', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const upload = async (path: string, field: string, content: Buffer, name: string) => {
    const form = new FormData();
    form.set('access_token', ACME.token);
    form.set(field, new Blob([new Uint8Array(content)]), name);
    return (await fetch(`${graph.origin}/v26.0/${US}/${path}`, { method: 'POST', body: form })).json();
  };

  test('rule 114: an image has a known type and an extension', async () => {
    const webp = Buffer.from('RIFF    WEBPVP8 ');
    expect((await graph.refused('POST', `${US}/adimages`, { bytes: webp.toString('base64') })).error_subcode).toBe(
      1487411,
    );
    expect(await upload('adimages', 'file', Buffer.from(PNG, 'base64'), 'noextension')).toMatchObject({
      error: { error_subcode: 1487411 },
    });
    expect(await upload('adimages', 'file', Buffer.from(PNG, 'base64'), 'a.png')).toHaveProperty('images');
  });

  test('rule 115: an image is not fetched from an address', async () => {
    const error = await graph.refused('POST', `${US}/adimages`, { url: 'https://acme.example/a.png' });
    expect([error.code, error.error_data.blame_field_specs]).toEqual([100, [['url']]]);
    await graph.post(`${US}/adimages`, { bytes: PNG });
  });

  test('rule 116: an image in use cannot be deleted, and a deleted one cannot be used', async () => {
    const { hash } = (await graph.post(`${US}/adimages`, { bytes: PNG })).images.bytes;
    const { id } = await graph.post(`${US}/adcreatives`, { name: 'K', ...link({ image_hash: hash }) });
    expect((await graph.refused('DELETE', `${US}/adimages`, { hash })).code).toBe(100);
    await graph.remove(id);
    await graph.remove(`${US}/adimages`, { hash });
    const again = { name: 'K', ...link({ image_hash: hash }) };
    expect((await graph.refused('POST', `${US}/adcreatives`, again)).error_subcode).toBe(1487395);
  });

  test('rule 117: a video has a known type, an address that can be one, and a size between a kilobyte and four gigabytes', async () => {
    const bytes = Buffer.alloc(2048, 1);
    expect(await upload('advideos', 'source', bytes, 'a.txt')).toMatchObject({ error: { code: 352 } });
    expect(await upload('advideos', 'source', bytes.subarray(0, 10), 'a.mp4')).toMatchObject({ error: { code: 382 } });
    expect(await upload('advideos', 'source', bytes, 'a.mp4')).toHaveProperty('id');
    expect((await graph.refused('POST', `${US}/advideos`, { file_url: 'ftp://acme.example/v' })).code).toBe(389);
    const start = (file_size: number) => ({ upload_phase: 'start', file_size });
    expect((await graph.refused('POST', `${US}/advideos`, start(5 * 2 ** 30))).code).toBe(6000);
    await graph.post(`${US}/advideos`, start(2 ** 30));
  });

  test('rule 118: a chunk begins where the last one ended', async () => {
    const { upload_session_id } = await graph.post(`${US}/advideos`, { upload_phase: 'start', file_size: 4096 });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      access_token: ACME.token,
      upload_phase: 'transfer',
      upload_session_id,
      start_offset: '7',
    }))
      form.set(name, value);
    form.set('video_file_chunk', new Blob([new Uint8Array(4096)]), 'c');
    const reply = await fetch(`${graph.origin}/v26.0/${US}/advideos`, { method: 'POST', body: form });
    expect(await reply.json()).toMatchObject({ error: { error_subcode: 1363037, error_data: { start_offset: '0' } } });
  });

  test('rule 118: chunks go to a session that was begun by the account and is not over', async () => {
    const send = async (account: string, session: string, upload_phase: string, chunk = 4096) => {
      const form = new FormData();
      const params = { access_token: ACME.token, upload_phase, upload_session_id: session, start_offset: '0' };
      for (const [name, value] of Object.entries(params)) form.set(name, value);
      if (upload_phase === 'transfer') form.set('video_file_chunk', new Blob([new Uint8Array(chunk)]), 'c');
      return (await fetch(`${graph.origin}/v26.0/${account}/advideos`, { method: 'POST', body: form })).json();
    };
    const start = async () =>
      (await graph.post(`${US}/advideos`, { upload_phase: 'start', file_size: 4096 })).upload_session_id as string;
    const gone = { error: { code: 6001 } };
    const session = await start();
    for (const phase of ['transfer', 'finish', 'cancel']) {
      expect(await send(US, '5', phase)).toMatchObject(gone);
      expect(await send(ACCOUNTS.europe.id, session, phase)).toMatchObject(gone);
    }
    await send(US, session, 'transfer');
    expect(await send(US, session, 'finish')).toEqual({ success: true });
    const cancelled = await start();
    expect(await send(US, cancelled, 'cancel')).toEqual({ success: true });
    for (const over of [session, cancelled])
      for (const phase of ['transfer', 'finish', 'cancel']) expect(await send(US, over, phase)).toMatchObject(gone);
  });

  test('rule 119: a video has a status and no field for a phase of it', async () => {
    const [{ id }] = (await graph.get(`${US}/advideos`)).data;
    expect((await graph.get(id, { fields: 'status' })).status).toHaveProperty('video_status');
    expect((await graph.refused('GET', id, { fields: 'processing_phase' })).message).toContain(
      'nonexisting field (processing_phase)',
    );
  });
});
