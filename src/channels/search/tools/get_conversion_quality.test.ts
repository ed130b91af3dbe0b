import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { gclidOf } from '../../../sandbox/search/data-manager/clicks.ts';

const { call, advanceClock, client } = sandboxed('search');

test('a wrong click id is found hours later, by its kind', async () => {
  const { account } = await client();
  const { ad_groups } = await call('list_ad_groups', { status: 'ENABLED', limit: 1 });
  const day = Math.floor(Date.now() / 86_400_000) - 3;
  const gclid = gclidOf({ customer: account, unit: ad_groups[0].id, day }, 7);
  const event = (event_id: string, click: object) => ({
    ...{ event: 'qualified_lead', event_id, source: 'crm', click },
    happened_at: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const events = [event('Q-1', { gclid }), event('Q-2', { gclid: 'made-up' })];
  expect(await call('send_conversions', { events })).toMatchObject({ sent: 2 });
  const found = async () => {
    const { destinations } = await call('get_conversion_quality');
    return destinations.find(({ destination }: Result) => destination.name === 'Qualified lead');
  };
  expect(await found()).toMatchObject({ measures: [], notes: [expect.stringContaining('still works')] });
  await advanceClock(3 * 3_600_000);
  expect(await found()).toMatchObject({
    measures: [{ value: 1, of: 2 }],
    diagnostics: [{ kind: 'INVALID_GCLID', count: 1, meaning: expect.stringContaining('click.gclid') }],
    dedup_rate: 0,
  });
});

type Result = { destination: { name: string } };
