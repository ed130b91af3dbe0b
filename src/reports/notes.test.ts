import { expect, test } from 'vitest';
import type { Channel } from '../tools/channel.ts';
import type { Reached } from '../tools/reach.ts';
import { failed, tooSlow, withoutRepeats } from './missing-sources.ts';
import { hoursApart, notesOf } from './notes.ts';
import type { ReadAccount } from './read-page.ts';

interface Told {
  channel?: string;
  id?: string;
  timeZone?: string;
  currency?: string;
  notes?: string[];
  leftOut?: number;
  isIncomplete?: boolean;
  lacks?: string[];
}

function account({
  channel = 'social',
  id = '1',
  timeZone = 'UTC',
  currency = 'USD',
  ...more
}: Told = {}): ReadAccount {
  const { notes = [], leftOut = 0, isIncomplete = false, lacks = [] } = more;
  const names = ['clicks', 'conversions', 'roas', 'video_views', 'reach', 'cost'].filter(
    (name) => !lacks.includes(name),
  );
  return {
    reading: {
      place: { channel: { name: channel } },
      account: { id, timeZone, currency: { code: currency, digits: 2 } },
      reporting: { metrics: { names } },
    },
    window: {
      days: { start_date: '2026-01-01', end_date: '2026-01-31' },
      completeUntil: '2026-01-30',
      leftOut,
      isIncomplete,
    },
    parts: {},
    notes,
  } as unknown as ReadAccount;
}
const notes = (names: string[], ...accounts: Told[]) => notesOf(accounts.map(account), names);

test('how far apart a day begins is told by the zones, the earliest clock first', () => {
  const zones = [{ timeZone: 'Asia/Tokyo' }, { timeZone: 'America/New_York' }, { timeZone: 'UTC' }];
  expect(notes([], ...zones)).toEqual([
    'The same day begins up to 14 hours apart: America/New_York (UTC−5), UTC (UTC+0), Asia/Tokyo (UTC+9).',
  ]);
  expect(hoursApart(zones.map(account))).toBe(14);
  expect(hoursApart([])).toBe(0);
  expect(notes([], { timeZone: 'UTC' }, { timeZone: 'Africa/Accra' })).toEqual([]);
});

test('a note of a channel is told once, with every account that it is true of', () => {
  const told = [
    { id: '1', notes: ['Days are UTC.'] },
    { id: '2', notes: ['Days are UTC.', 'Cut.'] },
    { id: '3', channel: 'video', notes: ['Days are UTC.'] },
  ];
  expect(notes([], ...told)).toEqual(['social 1, 2: Days are UTC.', 'social 2: Cut.', 'video 3: Days are UTC.']);
});

test('days that are left out or still grow are told by their channels, each once', () => {
  const [short, growing] = [{ leftOut: 1 }, { isIncomplete: true, channel: 'video' }];
  expect(notes([], short, short, growing)).toEqual([
    'Days that are still being counted are left out: social (until 2026-01-30). include_incomplete: true shows them.',
    'Holds days that are still being counted: complete are video (until 2026-01-30).',
  ]);
});

test('what several platforms count each for itself is said only where several are added up', () => {
  const words = (names: string[], ...accounts: Told[]) => notes(names, ...accounts).map((note) => note.split(' ')[0]);
  const two = [{}, { channel: 'video' }];
  expect(words(['conversions'], ...two)).toEqual(['Platforms']);
  expect(words(['roas'], ...two)).toEqual(['Platforms']);
  expect(words(['video_views'], ...two)).toEqual(['Each']);
  expect(words(['conversions', 'video_views', 'clicks'], {}, {})).toEqual([]);
  expect(words(['reach'], {}, {})).toEqual(['The']);
  expect(words(['reach'], {})).toEqual([]);
});

test('a metric that a platform does not have is told once for its channel', () => {
  const without = { channel: 'video', lacks: ['roas', 'reach'] };
  expect(notes(['roas', 'clicks'], without, { ...without, id: '2' })).toEqual([
    'The video platform has no roas: null there.',
  ]);
});

test('amounts in several currencies are not ranked together, and only then is that said', () => {
  const of = (by: string | undefined, ...currencies: string[]) =>
    notesOf(
      currencies.map((currency) => account({ currency })),
      [],
      by === undefined ? undefined : { by },
    );
  expect(of('cost', 'USD', 'EUR')).toEqual([expect.stringContaining('Amounts in EUR, USD cannot be ranked together')]);
  expect([of('cost', 'USD', 'USD'), of('clicks', 'USD', 'EUR'), of(undefined, 'USD', 'EUR')]).toEqual([[], [], []]);
});

test('a connection that is missing for one reason is one line, and for several reasons or in part a line an account', () => {
  const place = { workspace: { id: 'w', name: 'W' }, channel: { name: 'video' } as Channel, mode: 'live' } as Reached;
  const line = (id: string, ms = 1_000) => failed(place, tooSlow('video', ms), id);
  const whole = withoutRepeats([line('1'), line('2')], 2);
  expect(whole).toMatchObject([{ code: 'upstream_unavailable', reason: expect.stringContaining('within 1 s') }]);
  expect(whole[0]).not.toHaveProperty('account');
  expect(whole[0]!.next_step).toContain('The other channels are complete.');
  expect(withoutRepeats([line('1'), line('2')], 3)).toHaveLength(2);
  expect(withoutRepeats([line('1'), line('2', 2_000)], 2)).toHaveLength(2);
  expect(withoutRepeats([line('1'), { ...line('2'), code: 'rate_limited' }], 2)).toHaveLength(2);
  expect(withoutRepeats([line('1')], 1)).toMatchObject([{ account: '1' }]);
});
