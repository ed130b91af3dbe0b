import { expect, test } from 'vitest';
import { Failure } from '../errors.ts';
import { type BulkRow, changeEach } from './bulk.ts';

const row = (id: string, status = 'PAUSED'): BulkRow => ({ id, before: { status }, wanted: { status: 'ACTIVE' } });
const refused = new Failure({ code: 'invalid_arguments', message: 'No.', nextStep: 'Do other.' });
const lost = new Failure({ code: 'outcome_unknown', message: 'Cut.', nextStep: 'Look.', outcome: 'unknown' });

/** Rows of which the platform shows `after` once they were sent. */
const change = (
  rows: readonly BulkRow[],
  answers: readonly (Failure | undefined)[] | Failure,
  after: Readonly<Record<string, string | undefined>>,
) => {
  const sent: string[][] = [];
  const result = changeEach({
    what: 'things',
    rows,
    send: async (different) => {
      sent.push(different.map(({ id }) => id));
      if (answers instanceof Failure) throw answers;
      return answers;
    },
    read: async (different) => different.map(({ id }) => (after[id] ? { status: after[id] } : undefined)),
  });
  return result.then((report) => ({ ...report, sent }));
};
const outcomes = ({ results }: { results: readonly { outcome: string }[] }) => results.map(({ outcome }) => outcome);

test('only what differs is sent; what stands afterwards decides, whatever was answered', async () => {
  const rows = [row('a'), row('b', 'ACTIVE'), row('c'), row('d'), { ...row('e'), refusal: refused }];
  const report = await change(rows, [undefined, refused, refused], { a: 'ACTIVE', c: 'PAUSED', d: 'ACTIVE' });
  expect(report.sent).toEqual([['a', 'c', 'd']]);
  expect(outcomes(report)).toEqual(['changed', 'unchanged', 'refused', 'changed', 'refused']);
  expect(report).toMatchObject({ changed: 2, refused: 2, unknown: 0 });
});

test('accepted and not changed is told; unseen and unanswered is unknown', async () => {
  const report = await change([row('a'), row('b')], [undefined, undefined], { a: 'PAUSED' });
  expect(outcomes(report)).toEqual(['refused', 'unknown']);
  expect(report.results[0]?.error?.message).toContain('left status as it was');
});

test('with the answer lost, what is seen to be changed is changed and the rest unknown; of none, nothing is claimed', async () => {
  expect(outcomes(await change([row('a'), row('b')], lost, { a: 'ACTIVE', b: 'PAUSED' }))).toEqual([
    'changed',
    'unknown',
  ]);
  await expect(change([row('a')], lost, { a: 'PAUSED' })).rejects.toBe(lost);
});

test('nothing to change sends nothing', async () => {
  expect((await change([row('a', 'ACTIVE')], [], {})).sent).toEqual([]);
});
