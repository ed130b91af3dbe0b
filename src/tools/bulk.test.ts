import { describe, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode, Failure } from '../errors.ts';
import { CapturedChange } from '../upstream/captured-change.ts';
import { type BulkRow, changeEach, secondBudgets, sendEach } from './bulk.ts';

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
  // A percentage that may have been counted is asked for again by what it came to.
  const [, open] = report.results as { wanted?: unknown; error?: { next_step: string } }[];
  expect(open?.wanted).toBeDefined();
  expect(open?.error?.next_step).toContain('ask for what `wanted` says');
  expect(report.results[0]?.error?.message).toContain('left status as it was');
});

test('with the answer lost, what is seen to be changed is changed and the rest unknown; of none, nothing is claimed', async () => {
  expect(outcomes(await change([row('a'), row('b')], lost, { a: 'ACTIVE', b: 'PAUSED' }))).toEqual([
    'changed',
    'unknown',
  ]);
  await expect(change([row('a')], lost, { a: 'PAUSED' })).rejects.toBe(lost);
});

test('objects of two levels with the same number each have their own outcome', async () => {
  const of = (level: string): BulkRow => ({ ...row('7'), about: { level } });
  const rows = [of('campaign'), of('ad_group'), row('8')];
  const change = (send: () => Promise<never[]>) =>
    changeEach<BulkRow>({
      what: 'things',
      rows,
      send,
      read: async () => ['ACTIVE', 'PAUSED', 'ACTIVE'].map((status) => ({ status })),
    });
  expect(outcomes(await change(() => Promise.reject(lost)))).toEqual(['changed', 'unknown', 'changed']);
  const captured = new CapturedChange({} as never);
  await expect(change(() => Promise.reject(captured))).rejects.toBe(captured);
  expect(Object.keys(captured.wanted ?? {})).toEqual(['8', 'campaign 7', 'ad_group 7']);
});

test('nothing to change sends nothing', async () => {
  expect((await change([row('a', 'ACTIVE')], [], {})).sent).toEqual([]);
});

/** What may be wrong with one object and not with the next. Everything else would meet all of them. */
const OF_ONE: readonly ErrorCode[] = ['invalid_arguments', 'not_found', 'conflict', 'policy_rejected', 'unsupported'];

test.each(ERROR_CODES)(
  'a request of its own for each row: after %s the rest is sent only where it may fare better',
  async (code) => {
    const failure = new Failure({ code, message: 'No.', nextStep: 'Look.', outcome: 'unknown' });
    const [sent, told]: [string[], number[]] = [[], []];
    const answers = await sendEach(
      ['a', 'b', 'c', 'd'],
      async (id) => {
        sent.push(id);
        if (id === 'b') throw failure;
      },
      (count) => told.push(count),
    );
    expect(answers.slice(0, 2)).toEqual([undefined, failure]);
    if (OF_ONE.includes(code)) {
      expect(sent).toEqual(['a', 'b', 'c', 'd']);
      expect(answers.slice(2)).toEqual([undefined, undefined]);
      expect(told).toEqual([1, 2, 3, 4]);
      return;
    }
    expect(sent).toEqual(['a', 'b']);
    // What was never sent is certainly not made, also where the one before it is unknown.
    for (const rest of answers.slice(2)) {
      expect(rest).toMatchObject({ outcome: 'not_applied' });
      expect(rest!.code).toBe(code === 'outcome_unknown' ? 'upstream_unavailable' : code);
    }
  },
);

test('a mistake of ours while rows are sent is no answer about a row', async () => {
  const send = () => Promise.reject(new TypeError('a mistake'));
  await expect(sendEach(['a'], send, () => {})).rejects.toThrow('a mistake');
});

test('an object gets one budget: a second row, or a row beside its percentage, is refused by its place', () => {
  expect(secondBudgets(['1'], ['2', '1', '3', '2'])).toEqual([
    { field: 'budgets.1', message: 'gives 1 a second budget' },
    { field: 'budgets.3', message: 'gives 2 a second budget' },
  ]);
  expect(secondBudgets([], ['1', '2'])).toEqual([]);
});

test('a row that was changed in part tells the part, beside what was not', async () => {
  const rows = [{ id: 'a', before: { status: 'PAUSED', budget: '5' }, wanted: { status: 'ACTIVE', budget: '9' } }];
  const send = async () => [refused];
  const half = { status: 'PAUSED', budget: '9' };
  const { results } = await changeEach({ what: 'things', rows, send, read: async () => [half] });
  expect(results[0]).toMatchObject({ outcome: 'refused', applied: { budget: { from: '5', to: '9' } } });
  const none = await changeEach({ what: 'things', rows, send, read: async () => [rows[0]!.before] });
  expect(none.results[0]).not.toHaveProperty('applied');
});

test('a rehearsal knows the rows that would not be sent, with the least that each would take', async () => {
  const least = new Failure({
    ...refused.details,
    problems: [
      { field: 'x', message: 'is wrong' },
      { field: 'budgets.0', message: 'is too low', at_least: '3.00' },
    ],
  });
  const rows = [row('a'), { ...row('b'), refusal: least }, { ...row('c'), refusal: refused }];
  const captured = new CapturedChange({ method: 'POST', url: 'https://things.example' } as never);
  const send = async () => {
    throw captured;
  };
  await expect(changeEach({ what: 'things', rows, send, read: async () => [] })).rejects.toBe(captured);
  expect(captured.refused).toEqual({
    b: { code: 'invalid_arguments', message: 'No.', at_least: '3.00' },
    c: { code: 'invalid_arguments', message: 'No.' },
  });
});

describe('the way out for a row that still runs although it was to stop', () => {
  const levels = [
    { argument: 'campaign_id', tool: 'update_campaign', off: 'PAUSED' },
    { argument: 'group_id', tool: 'update_group', off: 'OFF' },
  ];
  const busy = new Failure({ code: 'rate_limited', message: 'Later.', nextStep: 'Wait.', outcome: 'not_applied' });
  const stopping = async (more: Partial<BulkRow> & { to?: string; answer?: Failure } = {}) => {
    const { to = 'OFF', answer = busy, ...own } = more;
    const one = { id: '7', about: { level: 'group' }, before: { status: 'ON' }, wanted: { status: to }, ...own };
    const { results } = await changeEach({
      ...{ what: 'groups', rows: [one], switching: { tool: 'set_statuses', levels } },
      send: async () => [answer],
      read: async () => [one.before],
    });
    return (results[0] as { error?: { next_step: string } }).error!.next_step;
  };

  test('is to stop what it belongs to, by its id', async () => {
    const way = 'If it must stop now, switch off what it belongs to: update_campaign';
    expect(await stopping({ above: { campaign_id: '3' } })).toBe(`Wait. ${way} {"campaign_id":"3","status":"PAUSED"}.`);
    expect(await stopping({ before: { status: 'ON', campaign_id: '4' } })).toContain('"campaign_id":"4"');
  });

  test('is not told of a row that was to be switched on, or that the platform refused for good', async () => {
    expect(await stopping({ before: { status: 'PAUSED' }, to: 'ACTIVE' })).toBe('Wait.');
    expect(await stopping({ before: { status: 'ON', budget: '1' }, to: 'ON', wanted: { budget: '2' } })).toBe('Wait.');
    expect(await stopping({ answer: refused })).toBe('Do other.');
  });
});
