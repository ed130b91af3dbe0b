import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { HOUR_MS } from '../../../ambient.ts';

const { call, walk } = sandboxed('search');

test('what was changed is listed, the latest first, with the values before and after', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'Watched',
    budget: 10,
    contains_eu_political_advertising: false,
  });
  await call('update_campaign', { campaign_id: campaign.id, name: 'Seen', budget: 12 });
  const { changes } = await call('list_changes', { limit: 20 });
  const renamed = changes.find(({ changed }: { changed: Record<string, unknown> }) => changed.name);
  expect(renamed).toMatchObject({
    operation: 'UPDATE',
    what: 'CAMPAIGN',
    id: campaign.id,
    changed: { name: { from: 'Watched', to: 'Seen' } },
    user: expect.stringContaining('@'),
  });
  const { customer } = await call('get_customer');
  expect(customer.timezone).not.toBe('UTC');
  expect(renamed.time).toMatch(/T.*Z$/);
  expect(Math.abs(Date.parse(renamed.time) - Date.now())).toBeLessThan(HOUR_MS);
  const budget = changes.find(
    ({ what, operation }: { what: string; operation: string }) => what === 'CAMPAIGN_BUDGET' && operation === 'UPDATE',
  );
  expect(JSON.stringify(budget.changed)).toContain(
    '{"from":{"amount":"10.00","currency":"USD"},"to":{"amount":"12.00","currency":"USD"}}',
  );
  const own = await call('list_changes', { campaign_id: campaign.id });
  expect(own.changes.length).toBeGreaterThan(0);
  expect(own.changes.every((change: { campaign_id: string }) => change.campaign_id === campaign.id)).toBe(true);
  expect(await walk('list_changes', 'changes', { limit: 2 })).toEqual((await call('list_changes')).changes);
});

test('what was made is told by what it is, without what the entry says already', async () => {
  await call('create_campaign', { name: 'Short', budget: 10, contains_eu_political_advertising: false });
  const { changes } = await call('list_changes', { limit: 20 });
  const made = changes.find(({ changed }: { changed: { name?: { to: string } } }) => changed.name?.to === 'Short');
  expect(made).toMatchObject({ operation: 'CREATE', changed: { name: { to: 'Short' } } });
  expect(Object.keys(made.changed)).not.toContain('resource_name');
  expect(JSON.stringify(made.changed)).not.toContain('"from"');
});
