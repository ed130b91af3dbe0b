import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { HOUR_MS } from '../../../ambient.ts';

const { call, refusal, advanceClock } = sandboxed('professional');

const draft = async () => {
  const { id } = (await call('list_professional_campaigns', { name: 'Text in the margin' })).campaigns[0];
  const args = { headline: 'One', description: 'Two', landing_page_url: 'https://acme.example' };
  return (await call('create_creative', { campaign_id: id, kind: 'TEXT', ...args })).creative.id as string;
};

test('a creative goes into review, cannot be paused there, and can once it is approved', async () => {
  const creative_id = await draft();
  expect(await refusal('update_creative', { creative_id, status: 'PAUSED' })).toMatchObject({
    field: 'status',
    allowed_values: ['ACTIVE', 'REMOVED'],
  });
  const started = await call('update_creative', { creative_id, status: 'ACTIVE', name: 'First' });
  expect(started).toMatchObject({
    creative: { review_status: 'PENDING' },
    applied: { name: { from: null, to: 'First' } },
  });
  expect(await refusal('update_creative', { creative_id, status: 'PAUSED' })).toMatchObject({
    message: expect.stringContaining('in review'),
  });
  await advanceClock(2 * HOUR_MS);
  expect((await call('update_creative', { creative_id, status: 'PAUSED' })).applied.status.to).toBe('PAUSED');
  expect((await call('update_creative', { creative_id, status: 'REMOVED' })).applied.status.to).toBe(
    'PENDING_DELETION',
  );
});

test('a draft is deleted; an unknown one is not found', async () => {
  const creative_id = await draft();
  expect((await call('update_creative', { creative_id, status: 'REMOVED' })).applied.status.to).toBe('REMOVED');
  expect((await call('list_creatives', { creative_ids: [creative_id] })).creatives).toEqual([]);
  expect(await refusal('update_creative', { creative_id, name: 'x' })).toMatchObject({
    code: 'not_found',
    field: 'creative_id',
  });
});

test('text, link and button of a running ad change, and nothing else does', async () => {
  const { creatives } = await call('list_creatives', {});
  const running = creatives.find(({ name }: { name: string }) => name === 'Blue picture');
  const { creative, applied, not_applied } = await call('update_creative', {
    creative_id: running.id,
    intro_text: 'Better words',
    button: 'SIGN_UP',
  });
  expect(running).toMatchObject(creative);
  expect(applied).toEqual({
    intro_text: { from: 'Blue picture: see what is new', to: 'Better words' },
    button: { from: null, to: 'SIGN_UP' },
  });
  expect(not_applied).toEqual([]);
  const words = { creative_id: running.id, intro_text: 'x' };
  expect(await refusal('update_creative', { ...words, status: 'PAUSED' })).toMatchObject({ field: 'intro_text' });
  expect(await refusal('update_creative', { creative_id: running.id, button: 'JUMP' })).toMatchObject({
    field: 'button',
  });
  expect(await refusal('update_creative', { creative_id: await draft(), intro_text: 'x' })).toMatchObject({
    field: 'intro_text',
    message: expect.stringContaining('create_creative'),
  });
});

test('a label that is none, and what stands elsewhere, lead to the right call', async () => {
  const [{ id: creative_id }] = (await call('list_creatives', { status: ['ACTIVE'] })).creatives;
  const label = await refusal('update_creative', { creative_id, button: 'SIGN' });
  expect(label).toMatchObject({ field: 'button', allowed_values: expect.arrayContaining(['SIGN_UP']) });
  expect((await refusal('update_creative', { creative_id, headline: 'x' })).message).toContain('create_creative');
  const two = await refusal('update_creative', { creative_id, name: 'x', intro_text: 'y' });
  expect(two.message).toContain('call of its own');
});
