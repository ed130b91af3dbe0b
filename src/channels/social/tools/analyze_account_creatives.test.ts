import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, requests, service } = sandboxed('social');

test('joins creatives with their numbers, ranks them, and ties each advice to its evidence', async () => {
  const { summary, patterns, recommendations, creatives } = await call('analyze_account_creatives', { limit: 1000 });
  expect(summary.creatives).toBeGreaterThan(50);
  expect(summary.with_impressions).toBeGreaterThan(10);
  expect(creatives).toHaveLength(summary.creatives);
  expect(patterns.map(({ dimension }: { dimension: string }) => dimension)).toEqual([
    'form',
    'format',
    'call_to_action',
    'text_length',
    'age',
  ]);
  for (const { finding, groups } of patterns) {
    expect(finding).toMatch(/^(Too little data|No clear difference|.+ is clicked more often than )/);
    for (const { ctr, ctr_interval } of groups) {
      expect(ctr_interval[0]).toBeLessThanOrEqual(ctr);
      expect(ctr_interval[1]).toBeGreaterThanOrEqual(ctr);
    }
  }
  for (const { evidence } of recommendations) expect(evidence).toMatch(/\d/);
  const lows = creatives.map(({ ctr_interval }: { ctr_interval: number[] }) => ctr_interval[0]);
  expect(lows).toEqual([...lows].sort((a, b) => b - a));
});

test('looks at 50 when not told otherwise, and its calls grow with pages, not with creatives', async () => {
  const before = (await requests()).length;
  const { summary, recommendations, notes } = await call('analyze_account_creatives');
  expect(summary).toMatchObject({ creatives: 50, all_creatives: false });
  expect(notes.join()).toContain('Only the newest 50');
  expect(JSON.stringify(recommendations)).not.toContain('account');
  expect((await requests()).length - before).toBeLessThan(8);
});

test('tells costs with their currency, and yen without cents', async () => {
  const workspaceId = await service().workspaceId('Acme Japan');
  const { summary, recommendations } = await call('analyze_account_creatives', { workspaceId, limit: 1000 });
  expect(summary.cost.currency).toBe('JPY');
  expect(summary.cost.amount).toMatch(/^\d+$/);
  for (const { evidence } of recommendations) {
    if (evidence.includes('cost')) expect(evidence).toMatch(/cost \d+ JPY/);
  }
});

test('shows how far it is to a client that asked for it', async () => {
  const params = { name: 'analyze_account_creatives', arguments: { limit: 200 }, _meta: { progressToken: 'p' } };
  const reply = await service().post(
    'social',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { headers: { accept: 'application/json, text/event-stream' } },
  );
  expect(await reply.text()).toContain('notifications/progress');
});
