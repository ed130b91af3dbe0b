import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('professional');

const campaign = async (name: string) =>
  (await call('list_professional_campaigns', { name })).campaigns[0].id as string;

test('all of them go in one request, as drafts, with a result each', async () => {
  const source = await campaign('Engineers');
  const { campaign: copy } = await call('duplicate_professional_campaign', { campaign_id: source });
  const before = (await requests()).filter(({ method }) => method === 'POST').length;
  const answer = await call('duplicate_creatives', { campaign_id: source, into_campaign_id: copy.id });
  expect((await requests()).filter(({ method }) => method === 'POST')).toHaveLength(before + 1);
  expect(answer).toMatchObject({ created: answer.results.length, refused: 0 });
  const { creatives } = await call('list_creatives', { campaign_ids: [copy.id] });
  expect(creatives.map(({ name }: { name: string }) => name)).toContain('Blue picture');
  expect(new Set(creatives.map(({ status }: { status: string }) => status))).toEqual(new Set(['DRAFT']));
  expect(creatives).toMatchObject(answer.creatives);
});

test('what the platform refuses is told by its row, and strangers are named', async () => {
  const [source, other] = [await campaign('Engineers'), await campaign('Text in the margin')];
  const answer = await call('duplicate_creatives', { campaign_id: source, into_campaign_id: other });
  expect(answer).toMatchObject({ created: 0, creatives: [] });
  expect(answer.results[0]).toMatchObject({
    outcome: 'refused',
    error: { code: 'invalid_arguments', message: expect.stringContaining('does not match') },
  });
  const args = { campaign_id: source, into_campaign_id: source };
  expect(await refusal('duplicate_creatives', { ...args, creative_ids: ['1'] })).toMatchObject({
    field: 'creative_ids',
  });
  expect(await refusal('duplicate_creatives', { ...args, into_campaign_id: '1' })).toMatchObject({
    field: 'into_campaign_id',
  });
});
