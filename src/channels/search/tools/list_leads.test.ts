import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { Lead } from '../../../tools/leads/leads.ts';
import type { SearchClient } from '../client.ts';
import { leads } from '../leads.ts';

const { call, advanceClock, client } = sandboxed('search');

test('leads are listed without what people wrote, and new ones as they come in', async () => {
  const { leads: first } = await call('list_leads', { limit: 200 });
  expect(first.length).toBeGreaterThan(20);
  expect(first[0]).toMatchObject({ campaign_id: expect.any(String), form_id: expect.any(String) });
  expect(JSON.stringify(first)).not.toMatch(/@example\.(com|org)/);
  await advanceClock(3 * 86_400_000);
  const { leads: later } = await call('list_leads', { limit: 200 });
  expect(later.length).toBeGreaterThan(first.length);
});

test('a lead has its answers by field, and the click that its sale is sent back with', async () => {
  const { client: search, account } = await client<SearchClient>();
  const found: Lead[] = [];
  for await (const page of leads.since(search, account, { since: Date.now() - 5 * 86_400_000 })) found.push(...page);
  const [lead] = found;
  expect(lead?.answers.map(({ field }) => field)).toEqual([
    'full_name',
    'email',
    'phone',
    'When does it suit you?',
    'Which size?',
  ]);
  const event = {
    ...{ event: 'qualified_lead', event_id: 'won-1', source: 'crm', click: lead?.click },
    happened_at: new Date(Math.max(lead?.submitted_at ?? 0, Date.now() - 60_000)).toISOString(),
  };
  expect(await call('send_conversions', { events: [event] })).toMatchObject({ sent: 1 });
});
