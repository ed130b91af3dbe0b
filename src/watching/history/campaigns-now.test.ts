import { expect, test } from 'vitest';
import type { Reading } from '../../reports/fan-out.ts';
import { channelOf } from '../../reports/scripted-channel.testing.ts';
import { holding, holdingsOf } from '../../tools/exposure.testing.ts';
import type { Exposure } from '../../tools/exposure.ts';
import type { Target } from '../../tools/report/reporting.ts';
import { campaignsNow, endedCampaigns } from './campaigns-now.ts';

/** An account whose campaigns 1 and 2 the platform knows, the second one paused. */
function readingOf(exposure?: Pick<Exposure<unknown>, 'read'>) {
  const asked: (readonly string[])[] = [];
  const channel = channelOf('search', []);
  const reporting = channel.reporting!;
  const reading = {
    place: { channel: { ...channel, exposure } },
    reporting: {
      ...reporting,
      changes: ({ status }: Target) => (status === 'ENABLED' ? [{}] : []),
      entities: (...ask: Parameters<typeof reporting.entities>) => {
        asked.push(ask[3]);
        return reporting.entities(...ask);
      },
    },
    account: { id: 'a1' },
    client: 0,
    platformNow: () => 0,
  };
  return { asked, reading: reading as unknown as Reading };
}

test('where the channel does not tell what may spend, a campaign is on that a change is offered for', async () => {
  const { reading } = readingOf();
  const found = await campaignsNow(reading, ['1', '2'], new Map());
  expect(found.map(({ id, isLive }) => [id, isLive])).toEqual([
    ['1', true],
    ['2', false],
  ]);
});

test('where the channel tells what may spend, that decides, and adds what spends without a row', async () => {
  const { reading } = readingOf({ read: async () => holdingsOf(holding('campaign', '3')) });
  const found = await campaignsNow(reading, ['1'], new Map());
  expect(found.map(({ id, isLive }) => [id, isLive])).toEqual([
    ['1', false],
    ['3', true],
  ]);
});

test('where there is no campaign, the platform is not asked for any: it might answer with all of them', async () => {
  const { asked, reading } = readingOf();
  expect(await campaignsNow(reading, [], new Map())).toEqual([]);
  expect(await endedCampaigns(reading, [], new Map())).toEqual([]);
  expect(asked).toEqual([]);
});
