import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { killedService } from './killed-service.ts';

const { call, fault, clearFaults, target, home } = killedService();

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const listed = () => home().store.db.selectFrom('stop_objects').selectAll().execute();
/** What has ended spends nothing and is not stopped. */
const live = async (): Promise<string[]> =>
  (await call('search', 'list_campaigns', { status: ['ENABLED'], limit: 100 })).campaigns
    .filter(({ primary_status }: Any) => primary_status !== 'ENDED')
    .map(({ id }: Any) => id);

test('killed while the platform has not answered the pause: the list is whole, and a repeat finishes it', async () => {
  const before = await live();
  expect(before.length).toBeGreaterThan(1);
  await fault({ platform: 'search', kind: 'latency', ms: 600_000, match: ':mutate', times: 10_000 });
  const cut = call('workspace', 'stop_spending').catch(() => 'cut off');
  while ((await listed()).length < before.length) await sleep(5);
  await target().kill();
  expect(await cut).toBe('cut off');
  target().restart();
  await target().url();
  const list = await listed();
  expect(list.map(({ object_id }) => object_id)).toEqual(expect.arrayContaining(before));
  expect(new Set(list.map(({ state, status_before }) => `${state} ${status_before}`))).toEqual(
    new Set(['pausing ENABLED']),
  );

  await clearFaults();
  const again = await call('workspace', 'stop_spending');
  expect(again).toMatchObject({ stop_id: list[0]!.stop_id, not_stopped: [] });
  expect(await live()).toEqual([]);
  const resumed = await call('workspace', 'resume_spending', { stop_id: again.stop_id });
  expect(resumed).toMatchObject({ closed: true, not_resumed: [] });
  expect((await live()).sort()).toEqual(before.sort());
});
