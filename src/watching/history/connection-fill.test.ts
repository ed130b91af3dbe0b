import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StillAmbient, stillAmbient } from '../../ambient.testing.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { type Account, channelOf } from '../../reports/scripted-channel.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../../store/store.testing.ts';
import type { Reach, Reached } from '../../tools/reach.ts';
import type { Days } from '../../tools/report/period.ts';
import type { Reporting } from '../../tools/report/reporting.ts';
import { ConnectionFill } from './connection-fill.ts';
import { StoredHistory } from './stored-history.ts';

let store: TemporaryStore;
let ambient: StillAmbient;
let workspaceId: string;
beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient({ startMs: Date.UTC(2026, 10, 18, 12) });
  ({ workspaceId } = await seedWorkspace(store));
});
afterEach(() => store.discard());

const KEPT_DAYS = 35;
const AWAY = new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: 'Wait.' });

/** A connection whose accounts had a row a day ago; `run` fills its history once, `asked` are the days it asked for. */
function connection(ids: readonly string[], { fence = undefined as readonly string[] | undefined } = {}) {
  const asked: Days[] = [];
  const rows = ({ end_date }: Days) => [{ id: 'c1', date: end_date, cost: 5 }];
  const channel = channelOf(
    'search',
    ids.map((id): Account => ({ id, rows })),
    asked,
  );
  const reporting: Reporting = channel.reporting!;
  const history = new StoredHistory(store, ambient);
  const place = { workspaceId, channel: 'search', mode: 'live' } as const;
  const reached = { channel, mode: 'live', fence, connect: () => ({ client: 0, platformNow: ambient.now }) };
  const reach = {
    unexpected(error: unknown): never {
      throw error;
    },
  };
  return {
    asked,
    reporting,
    run: () => {
      const pipeline = { ambient, historyDays: KEPT_DAYS } as unknown as Pipeline;
      const at = { place: reached as unknown as Reached, reach: reach as unknown as Reach };
      return new ConnectionFill(pipeline, history, place, at, new AbortController().signal).run();
    },
    kept: async () =>
      (await history.kept(place)).map(({ account, first_day, complete_until, problem }) => [
        account,
        first_day,
        complete_until,
        problem,
      ]),
  };
}

test('an account is read once a day, and anew where its last reading failed', async () => {
  const { asked, kept, run } = connection(['a1']);
  expect(await run()).toMatchObject({ isDone: true, failed: false });
  await run();
  expect(asked).toEqual([{ start_date: '2026-10-14', end_date: '2026-11-17' }]);
  await new StoredHistory(store, ambient).failed({ workspaceId, channel: 'search', mode: 'live' }, ['a1'], 'Away.');
  ambient.advance(DAY_MS);
  await run();
  expect(asked.slice(1)).toEqual([{ start_date: '2026-11-11', end_date: '2026-11-18' }]);
  expect(await kept()).toEqual([['a1', '2026-10-14', '2026-11-18', null]]);
});

test('accounts that cannot be listed stay as they are known, with what went wrong', async () => {
  const { kept, reporting, run } = connection(['a1']);
  await run();
  reporting.accounts = () => Promise.reject(AWAY);
  expect(await run()).toEqual({ isDone: true, failed: true, dueAt: undefined });
  expect(await kept()).toEqual([['a1', '2026-10-14', '2026-11-17', 'upstream_unavailable: Away.']]);
});

test('an account that can have no figures is passed over, and the others are read', async () => {
  const { kept, reporting, run } = connection(['a1'], { fence: ['manager', 'a1'] });
  const [account] = await reporting.accounts(0);
  reporting.account = async (_, id) => (id === 'a1' ? (account as never) : undefined);
  expect(await run()).toMatchObject({ isDone: true, failed: false });
  expect(await kept()).toMatchObject([['a1', '2026-10-14', '2026-11-17', null]]);
});

test('after half a minute no further account is begun: other work of the connection waits for it', async () => {
  const { kept, reporting, run } = connection(['a1', 'a2', 'a3']);
  const { entities } = reporting;
  reporting.entities = async (...ask) => {
    ambient.advance(31 * SECOND_MS);
    return entities(...ask);
  };
  expect(await run()).toMatchObject({ isDone: false, failed: false });
  expect((await kept()).map(([account]) => account)).toEqual(['a1']);
  ambient.advance(MINUTE_MS);
  expect(await run()).toMatchObject({ isDone: false });
  expect((await kept()).map(([account]) => account)).toEqual(['a1', 'a2']);
});
