import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { Failure, HttpError } from '../../errors.ts';
import { takeBack } from './take-back.ts';

const NOW = Date.UTC(2026, 10, 18, 9);

interface Around {
  backAt?: number;
  hasLeft?: boolean;
  report?: object;
  error?: unknown;
  /** Somebody has noted its end before. */
  isNoted?: boolean;
}

async function takenBack({ backAt = NOW, hasLeft = false, report, error, isNoted = false }: Around) {
  const [kept, told, asked]: [unknown[], unknown[], unknown[]] = [[], [], []];
  const update = {
    set({ back }: { back: string }) {
      kept.push(JSON.parse(back));
      return update;
    },
    where: () => update,
    executeTakeFirstOrThrow: async () => ({ numUpdatedRows: isNoted ? 0n : 1n }),
  };
  const undo = async (request: unknown) => {
    asked.push(request);
    if (error) throw error;
    return report;
  };
  const pipeline = {
    ambient: { now: () => NOW },
    store: { transaction: (work: (tx: object) => unknown) => work({ updateTable: () => update }) },
    notices: { put: async (_: unknown, notice: { data: { outcome: string } }) => told.push(notice.data.outcome) },
    requester: async () => (hasLeft ? undefined : { id: 'key_1' }),
    admission: { workspace: async () => ({ id: 'ws_1' }) },
    desks: { history: () => ({ undo }) },
  };
  const plan = { id: 'plan_1', workspaceId: 'ws_1', organizationId: 'org_1', callId: 'call_1' };
  const job = { signal: new AbortController().signal };
  const next = await takeBack(pipeline as never, { backAt } as never, plan as never, job as never);
  return { next, kept: kept as { outcome: string; words: string }[], told, asked };
}

const left = (undo: string, fields: object[] = []) => ({ report: { undo, plans: [], changes: [{ fields }] } });
const failedWith = (code: string) => ({
  report: { undo: 'full', plans: [{ error: { code, message: 'No.' } }], changes: [] },
});
const PARTLY = [{ field: 'budget', will_be: 'changed_since', why: 'Somebody changed it.' }];

test.each<[string, Around, string, string]>([
  ['whole', left('full'), 'undone', 'It was taken back.'],
  [
    'whole, as far as it changed anything',
    left('partly', [{ field: 'a', will_be: 'as_before' }]),
    'undone',
    'It was taken back.',
  ],
  ['in part', left('partly', PARTLY), 'partly', 'Not all of it was taken back: budget: Somebody changed it.'],
  ['not at all', left('none', PARTLY), 'not_applied', 'Not all of it was taken back: budget: Somebody changed it.'],
  ['once a person agrees', failedWith('approval_required'), 'needs_approval', 'No.'],
  ['not, by a refusal', failedWith('over_limit'), 'not_applied', 'No.'],
  [
    'not, as its creator has left',
    { hasLeft: true },
    'not_applied',
    'The one who scheduled it may no longer do anything here.',
  ],
  [
    'not, by a failure',
    { error: new Failure({ code: 'conflict', message: 'Twice.', nextStep: '' }) },
    'not_applied',
    'Twice.',
  ],
  ['not, by the admission', { error: new HttpError(403, 'FORBIDDEN', 'No way in.') }, 'not_applied', 'No way in.'],
  [
    'not, as its hour is long past',
    { backAt: NOW - 6 * HOUR_MS - 1 },
    'missed',
    'Its hour was missed by more than six hours, so the change was left as it is.',
  ],
])('a change is taken back %s', async (_, around, outcome, words) => {
  const { next, kept, told } = await takenBack(around);
  expect(next).toBeUndefined();
  expect(kept).toMatchObject([{ at: '2026-11-18T09:00:00.000Z', outcome, words }]);
  expect(told).toEqual(outcome === 'undone' ? [] : [outcome]);
});

test('it is undone by the call that made it, at once and without a preview, up to six hours late', async () => {
  const { asked } = await takenBack({ ...left('full'), backAt: NOW - 6 * HOUR_MS });
  expect(asked).toEqual([{ call_id: 'call_1', preview: false, reason: 'Scheduled end of plan_1.' }]);
});

test('what may pass is tried again, and a fault of the service is no outcome', async () => {
  const error = new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: '', retryable: true });
  const { next, kept } = await takenBack({ error });
  expect([next, kept]).toEqual([NOW + 5 * MINUTE_MS, []]);
  await expect(takenBack({ error: new Error('broken') })).rejects.toThrow('broken');
});

test('an end that is noted already is told once', async () => {
  expect((await takenBack({ hasLeft: true, isNoted: true })).told).toEqual([]);
});
