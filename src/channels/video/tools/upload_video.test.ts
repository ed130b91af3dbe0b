import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, advanceClock } = sandboxed();

const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1').toString('base64');

test('uploads a video, which is ready only after it was processed', async () => {
  const { video, next_step } = await call('upload_video', { video_base64: MP4, name: 'new.mp4' });
  expect(video).toMatchObject({ name: 'new.mp4', ready: false });
  expect(next_step).toContain(video.id);
  await advanceClock(5 * MINUTE_MS);
  expect((await call('list_videos', { video_ids: [video.id] })).videos[0].ready).toBe(true);
  const { video: fetched } = await call('upload_video', { video_url: 'https://acme.example/a.mp4', name: 'a.mp4' });
  expect(fetched.ready).toBe(false);
});

test('what is no video is refused before it is sent', async () => {
  expect(await refusal('upload_video', { video_base64: 'aGVsbG8=', name: 'x.mp4' })).toMatchObject({
    field: 'video_base64',
  });
  expect(await refusal('upload_video', { name: 'x.mp4' })).toMatchObject({ code: 'invalid_arguments' });
});
