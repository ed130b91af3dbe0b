import { expect, test } from 'vitest';
import type { Reading } from '../../reports/fan-out.ts';
import { channelOf } from '../../reports/scripted-channel.testing.ts';
import type { RowsRead } from '../../tools/report/background.ts';
import { readDays } from './account-days.ts';

const DAYS = { start_date: '2026-11-01', end_date: '2026-11-02' };
/** More calls than these would go on for ever. */
const CALLS_MAX = 20;

/** The days of an account whose platform answers like this, and the positions that it was asked from. */
function read(answer: (position: string | undefined, call: number) => RowsRead<unknown>) {
  const asked: (string | undefined)[] = [];
  const reporting = channelOf('search', [{ id: 'a1', rows: [] }]).reporting!;
  const rows = async (_: unknown, position: string | undefined) => {
    if (asked.push(position) > CALLS_MAX) throw new Error('asked for ever');
    return answer(position, asked.length);
  };
  const reading = {
    place: { channel: { name: 'search' } },
    reporting: {
      ...reporting,
      report: (...ask: Parameters<typeof reporting.report>) => {
        const { source, sorted } = reporting.report(...ask);
        return { source: { ...source, rows }, sorted };
      },
    },
    account: { id: 'a1' },
    signal: new AbortController().signal,
  };
  return { asked, days: readDays(reading as unknown as Reading, DAYS) };
}

const ROW = { id: 'c1', name: 'Autumn', date: '2026-11-01', cost: 5 };
const WAITING = { items: [], next: 'run 7', background: { ready: false, percent: 10 } };

test('a report that the platform makes in the background is asked for until it is there', async () => {
  const { asked, days } = read((_, call) => (call < 5 ? WAITING : { items: [ROW] }));
  expect((await days).rows).toMatchObject([{ campaign: 'c1', day: '2026-11-01' }]);
  expect(asked).toEqual([undefined, 'run 7', 'run 7', 'run 7', 'run 7']);
});

test('one that is not there after five minutes is no day without activity, and is asked for later', async () => {
  const { asked, days } = read(() => WAITING);
  await expect(days).rejects.toMatchObject({ code: 'upstream_unavailable', retryable: true });
  expect(asked).toHaveLength(5);
});

test('a list that goes on from where it is, with nothing more, has ended', async () => {
  const { asked, days } = read((position) => ({ items: position === undefined ? [ROW] : [], next: 'end' }));
  expect((await days).rows).toHaveLength(1);
  expect(asked).toEqual([undefined, 'end']);
});
