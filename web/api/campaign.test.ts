import { expect, test } from 'vitest';
import { campaignsOf } from './campaign.ts';
import type { Report } from './reports.ts';

test('a campaign without numbers is as much of the sandbox as its account', () => {
  const place = { workspaceId: 'ws_1', channel: 'video', account: '7' };
  const source = { ...place, name: 'Acme', currency: 'USD', time_zone: 'UTC', complete_until: '2026-11-11' };
  const report: Report = { rows: [], sources: [{ ...source, mode: 'sandbox' }], missing: [], before: undefined };
  const [campaign] = campaignsOf(report, [{ ...place, id: '1', name: 'New', status: 'DISABLE' }]);
  expect(campaign).toMatchObject({ name: 'New', mode: 'sandbox', state: { text: 'Paused' } });
});
