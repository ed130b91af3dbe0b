import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { HOUR_MS } from '../../../ambient.ts';

const { call, refusal, advanceClock } = sandboxed('social');

test('tells that it is still processing, then that it is ready; only then a creative takes it', async () => {
  const { video, next_step } = await call('upload_ad_video', {
    video_url: 'https://acme.example/film.mp4',
    name: 'Film',
  });
  expect(video).toMatchObject({ status: 'processing', name: 'Film' });
  expect(next_step).toContain(video.id);
  const creative = {
    name: 'film',
    page_id: '101000000000001',
    link_url: 'https://acme.example/x',
    video_id: video.id,
    picture: 'https://acme.example/still.png',
  };
  expect(await refusal('create_ad_creative', creative)).toMatchObject({ next_step: expect.stringContaining('ready') });
  await advanceClock(HOUR_MS);
  const later = await call('upload_ad_video', { video_id: video.id });
  expect(later.video).toMatchObject({ status: 'ready', progress: 1, thumbnail_url: expect.stringMatching(/^https:/) });
  expect((await call('create_ad_creative', creative)).creative.form).toBe('object_story_spec');
});

test('is an upload or a look, not both', async () => {
  expect(await refusal('upload_ad_video', {})).toMatchObject({ field: 'video_url' });
  expect(await refusal('upload_ad_video', { video_url: 'http://acme.example/x' })).toMatchObject({
    field: 'video_url',
  });
  const renamed = { video_id: '5', name: 'Other' };
  expect(await refusal('upload_ad_video', renamed)).toMatchObject({ code: 'invalid_arguments', field: 'name' });
});

test('without a name it is called like its file, or a video where the address names none', async () => {
  const nameOf = async (video_url: string) => (await call('upload_ad_video', { video_url })).video.name;
  expect(await nameOf('https://acme.example/film.mp4')).toBe('film.mp4');
  expect(await nameOf('https://acme.example/films/')).toBe('video');
});
