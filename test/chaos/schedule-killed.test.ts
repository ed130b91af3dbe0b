import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../start/command-line.ts';
import { killedService } from './killed-service.ts';

/** The service killed around the hour of a scheduled change: it is made once or not at all, and the plan says which. */
const { call, fault, clearFaults, effects, target, home } = killedService({ jobs: 'on' });

const made = () => effects('search');
const stateOf = async (id: string): Promise<string> =>
  (await call('workspace', 'list_scheduled_changes')).changes.find((one: { id: string }) => one.id === id)?.state;

let names = 0;
async function renaming(inMs: number): Promise<string> {
  const [{ id: campaign_id }] = (await call('search', 'list_campaigns', { limit: 1 })).campaigns;
  const args = { campaign_id, name: `Later ${++names}` };
  const at = new Date(Date.now() + inMs).toISOString();
  const spec = { channel: 'search', tool: 'update_campaign', arguments: args, at };
  return (await call('workspace', 'schedule_change', spec)).change.id;
}

test('down at its hour: made after the restart, once', async () => {
  const id = await renaming(15_000);
  const before = await made();
  await target().kill();
  await sleep(15_500);
  target().restart();
  await until(async () => ((await stateOf(id)) === 'applied' ? true : undefined));
  await target().kill();
  target().restart();
  await target().url();
  await sleep(2_500);
  expect(await stateOf(id)).toBe('applied');
  expect(await made()).toBe(before + 1);
});

test('killed while it is made: unknown, and not sent again', async () => {
  const id = await renaming(15_000);
  const before = await made();
  // The platform's check comes twice, in the comparison and in the run itself, and then the change.
  await fault({ platform: 'search', kind: 'latency', ms: 600_000, match: ':mutate', skip: 2, times: 10 });
  const { db } = home().store;
  const planState = async () =>
    (await db.selectFrom('plans').select('state').where('id', '=', id).executeTakeFirst())?.state;
  while ((await planState()) !== 'applying') await sleep(5);
  await target().kill();
  await clearFaults();
  target().restart();
  await until(async () => ((await stateOf(id)) === 'unknown' ? true : undefined));
  await sleep(2_500);
  expect(await stateOf(id)).toBe('unknown');
  expect(await made()).toBeLessThanOrEqual(before + 1);
});
