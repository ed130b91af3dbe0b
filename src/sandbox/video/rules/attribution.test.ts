import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { Input } from '../routes/input.ts';
import type { Store } from '../state.ts';
import { Attribution } from './attribution.ts';

const NOW = Date.UTC(2026, 10, 15);
const ad = (id: string, from: number, until?: number) => ({
  id,
  links: { adgroup: '1', advertiser: '7' },
  data: { delivery: [{ from, until }] },
});
const lead = { id: '9', links: { advertiser: '7' }, data: { ad: '5', at: NOW - DAY_MS } };
const storeOf = (...ads: object[]) =>
  ({ all: () => ads, find: (_: string, id: string) => (id === '9' ? lead : undefined) }) as unknown as Store;
const attribution = (source: string, advertiser: string, ...ads: object[]) =>
  new Attribution(storeOf(...ads), { source, advertiser } as never);
/** Which of a hundred people are credited to an ad. */
const credited = (source: string, happened: number, one: object) =>
  Array.from({ length: 100 }, (_, person) =>
    attribution(source, '7', one).creditOf(new Input({ user: { email: `hash ${person}` } }, false), happened, NOW),
  ).filter((credit) => credit !== undefined).length;

test('an offline event is credited to an ad for 28 days after it happened', () => {
  const running = ad('5', NOW - 60 * DAY_MS);
  expect(credited('offline', NOW - 28 * DAY_MS, running)).toBeGreaterThan(0);
  expect(credited('offline', NOW - 28 * DAY_MS - 1, running)).toBe(0);
  expect(credited('web', NOW - 29 * DAY_MS, running)).toBeGreaterThan(0);
});

test('an ad that did not run when it was clicked is credited with nothing', () => {
  expect(credited('web', NOW, ad('5', NOW - 60 * DAY_MS, NOW - 10 * DAY_MS))).toBe(0);
  expect(credited('web', NOW, ad('5', NOW + 1))).toBe(0);
});

test('a lead is credited to its ad for the advertiser that has it', () => {
  const event = new Input({ lead: { lead_id: '9' } }, false);
  expect(attribution('crm', '7').creditOf(event, NOW, NOW)).toEqual({ ad: '5', clicked: NOW - DAY_MS });
  expect(attribution('crm', '8').creditOf(event, NOW, NOW)).toBeUndefined();
});
