import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { FILM } from '../resources/file.testing.ts';

const { call, refusal, requests } = sandboxed('professional');
const organization_id = '3000001';

test('a video is uploaded and shown by an ad', async () => {
  const { video } = await call('upload_professional_video', { organization_id, video_base64: FILM });
  expect(video).toMatchObject({ status: 'AVAILABLE', id: expect.stringMatching(/^urn:li:video:/) });
  const sent = (await requests()).filter(({ method }) => method !== 'GET').map(({ path, query }) => `${path} ${query}`);
  expect(sent.slice(-3)).toEqual([
    '/rest/videos action=initializeUpload',
    expect.stringMatching(/part=0$/),
    '/rest/videos action=finalizeUpload',
  ]);
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'Film',
    format: 'SINGLE_VIDEO',
    daily_budget_amount: '40',
    associated_entity: organization_id,
  });
  const words = { intro_text: 'See it', landing_page_url: 'https://acme.example/film' };
  const ad = { campaign_id: campaign.id, kind: 'VIDEO', video_id: video.id, ...words };
  expect((await call('create_creative', ad)).creative.status).toBe('DRAFT');
  expect(await refusal('create_creative', { ...ad, video_id: 'urn:li:video:C5Fnone' })).toMatchObject({
    code: 'not_found',
    field: 'video_id',
  });
});

test('what is no MP4 is refused before anything is sent', async () => {
  const video_base64 = Buffer.from('words').toString('base64');
  expect(await refusal('upload_professional_video', { organization_id, video_base64 })).toMatchObject({
    field: 'video_base64',
    outcome: 'not_applied',
  });
});
