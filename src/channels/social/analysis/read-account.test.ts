import { expect, test } from 'vitest';
import { scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import type { UpstreamRequest } from '../../../upstream/session.ts';
import { channel } from '../channel.ts';
import { SocialClient } from '../client.ts';
import { readAccount } from './read-account.ts';

/** A platform with that many creatives, each in one ad, which counts how often it is asked. */
function platform(size: number) {
  const asked: string[] = [];
  const item = (edge: string, index: number) =>
    edge === 'insights'
      ? {
          ad_id: `9${index}`,
          date_start: '2026-01-01',
          date_stop: '2026-01-31',
          impressions: '10',
          clicks: '1',
          spend: '1',
        }
      : {
          id: edge === 'ads' ? `9${index}` : String(index),
          name: 'x',
          effective_status: 'ACTIVE',
          creative: { id: String(index) },
        };
  const answer = ({ url }: UpstreamRequest) => {
    const { pathname, searchParams } = new URL(url);
    const edge = pathname.split('/').at(-1)!;
    asked.push(edge);
    const start = Number(searchParams.get('after') ?? 0);
    const end = Math.min(start + Number(searchParams.get('limit')), size);
    const data = Array.from({ length: Math.max(0, end - start) }, (_, index) => item(edge, start + index));
    const paging = end < size ? { next: 'https://api.example/next', cursors: { after: String(end) } } : {};
    const body = edge === 'act_1' ? { account_id: '1', currency: 'USD' } : { data, paging };
    return { body };
  };
  const { session } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies: answer });
  return { client: new SocialClient(session), asked };
}

const days = { start_date: '2026-01-01', end_date: '2026-01-31' };

test('five thousand creatives are read in pages, with progress after each, and none is asked for by itself', async () => {
  const { client, asked } = platform(5000);
  const told: number[] = [];
  const progress = (done: number) => void told.push(done);
  const { creatives, ads, rows } = await readAccount(client, '1', {
    limit: 5000,
    days,
    progress,
  });
  expect([creatives.length, ads.length, rows.length]).toEqual([5000, 5000, 5000]);
  expect(asked.length).toBeLessThanOrEqual(25 + 10 + 10 + 1);
  expect(told.length).toBeGreaterThanOrEqual(35);
  expect(told).toEqual([...told].sort((a, b) => a - b));
});

test('a small limit reads no more creatives than it needs pages for', async () => {
  const { client, asked } = platform(5000);
  const { creatives, areAll } = await readAccount(client, '1', {
    limit: 50,
    days,
    progress: () => {},
  });
  expect(creatives).toHaveLength(50);
  expect(areAll).toBe(false);
  expect(asked.filter((edge) => edge === 'adcreatives')).toHaveLength(1);
});
