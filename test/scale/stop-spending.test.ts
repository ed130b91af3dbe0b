import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandboxed } from '../sandboxed.ts';
import {
  CHANNELS,
  idsOf,
  type SpendingService,
  type StoppedChannel,
  startSpendingService,
} from '../spending-service.ts';
import { EXAMPLES } from '../writes/examples/all.ts';

const LIVE = 50;
/** What a person in a hurry waits for at most. */
const WAIT_MAX_MS = 5_000;

const CREATES: Record<StoppedChannel, { tool: string; made: string }> = {
  social: { tool: 'create_social_campaign', made: 'campaign' },
  search: { tool: 'create_campaign', made: 'campaign' },
  professional: { tool: 'create_campaign_group', made: 'campaign_group' },
  video: { tool: 'create_campaign', made: 'campaign' },
};

let service: SpendingService;
beforeAll(async () => {
  service = await startSpendingService();
  await Promise.all(CHANNELS.map(fill));
});
afterAll(() => service?.close());

/** Makes campaigns until so many of the configured account are on. */
async function fill(channel: StoppedChannel): Promise<void> {
  const { tool, made } = CREATES[channel];
  const ids: string[] = [];
  for (let missing = LIVE - (await service.live(channel)).length; missing > 0; missing--) {
    const args = await EXAMPLES[channel]![tool]!(undefined as unknown as Sandboxed);
    const { isError, result } = await service.call(channel, tool, args);
    if (isError) throw new Error(JSON.stringify(result));
    ids.push(result[made].id);
  }
  await service.switch(channel, ids, 'on');
}

test('four channels with 50 live campaigns, one of them down: the others are stopped after less than 5 s of waiting', async () => {
  const live = new Map(await Promise.all(CHANNELS.map(async (one) => [one, await service.live(one)] as const)));
  for (const [channel, ids] of live) expect(ids.length, channel).toBeGreaterThanOrEqual(LIVE);
  await service.control('/faults', 'POST', { platform: 'social', kind: 'unavailable', times: 10_000 });
  const before = service.waitedMs();
  const { stopped, not_stopped } = await service.ask('stop_spending');
  expect(service.waitedMs() - before).toBeLessThan(WAIT_MAX_MS);
  expect([...new Set(not_stopped.map(({ channel }: { channel: string }) => channel))]).toEqual(['social']);
  for (const channel of CHANNELS.filter((one) => one !== 'social'))
    expect(idsOf(stopped, channel), channel).toEqual(expect.arrayContaining(live.get(channel)!));
});
