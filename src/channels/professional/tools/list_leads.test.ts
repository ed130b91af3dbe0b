import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, advanceClock, passTime, refusal, walk } = sandboxed('professional');

test('leads with form, campaign and ad, and which fields are filled, without what people wrote', async () => {
  const { leads } = await call('list_leads');
  expect(leads[0]).toMatchObject({
    lead_id: expect.stringMatching(/^[0-9a-f-]{36}-\d$/),
    campaign_id: expect.stringMatching(/^6\d+$/),
    ad_id: expect.stringMatching(/^7\d+$/),
    filled: expect.arrayContaining(['email', 'first_name', 'last_name', 'size']),
  });
  expect(JSON.stringify(leads)).not.toMatch(/example\.(com|org)/);
  expect(await refusal('list_leads', { with_personal_data: true })).toMatchObject({ code: 'permission_denied' });
});

test('leads that came in meanwhile are added, none twice', async () => {
  const before = await walk('list_leads', 'leads', { limit: 200 });
  await advanceClock(3 * 86_400_000);
  await passTime(3 * 86_400_000);
  const after = (await walk('list_leads', 'leads', { limit: 200 })) as { lead_id: string }[];
  expect(after.length).toBeGreaterThan(before.length);
  expect(new Set(after.map(({ lead_id }) => lead_id)).size).toBe(after.length);
});
