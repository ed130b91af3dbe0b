import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { stateOf } from './module-state.ts';
import { code } from './source-tree.ts';

const READ_ONCE = 'what a file of the repository says, read when it is first asked for; the same for every caller';
const COMPUTED = 'answers of a function that always gives the same answer to the same arguments';
const SCRATCH = 'room that one synchronous function writes to before it reads it';
const OWN_THREAD = 'runs on a thread of its own, for one job';
const COUNTER = 'a number that makes names unlike each other';

/**
 * Test files that run in one process share modules, and so does every service in it. A variable that outlives a call is listed here with
 * the reason why one service, or one test, cannot notice another by it.
 */
const LISTED: Readonly<Record<string, string>> = {
  'audit/verification-thread.ts: since': OWN_THREAD,
  'audit/verification-thread.ts: newestHash': OWN_THREAD,
  'channels/search/report/field-facts.ts: read': READ_ONCE,
  'channels/search/money.ts: knownDigits': COMPUTED,
  'channels/search/resources/wire/row.ts: narrowed': COMPUTED,
  'channels/social/resources/token.ts: statuses':
    'by the address of the platform and the digest of a token, for five minutes',
  'channels/tags/resources/containers/known-containers.ts: containers':
    'by the address of the platform and the random id of a workspace, for ten minutes',
  'event-loop/one-after-another.ts: lastOf': 'by the path of a file or folder, until the work on it has ended',
  'event-loop/turns.ts: waiting': 'work that waits for its turn on the event loop, of which a thread has one',
  'event-loop/turns.ts: began': 'when the present turn of the event loop began',
  'mcp/wire.ts: escaped': SCRATCH,
  'observe/log.ts: lastSecond': COMPUTED,
  'pipeline/check-connection.ts: trials': COUNTER,
  'pipeline/renewals.ts: underWay': 'by the random id of a connection, until the renewal ends',
  'pipeline/sign-in.ts: sessions': COUNTER,
  'process/data-folder-lock.ts: held':
    'keeps open files from the garbage collector until they are released; never read',
  'sandbox/calendar.ts: clocks': COMPUTED,
  'sandbox/calendar.ts: dayStarts': COMPUTED,
  'sandbox/calendar.ts: daysAfter': COMPUTED,
  'sandbox/calendar.ts: offsets': COMPUTED,
  'sandbox/closed-days.ts: kept': COMPUTED,
  'sandbox/search/catalogue/entries.ts: entries': READ_ONCE,
  'sandbox/search/catalogue/facts.ts: known': COMPUTED,
  'sandbox/search/catalogue/facts.ts: read': READ_ONCE,
  'sandbox/search/catalogue/fields.ts: known': COMPUTED,
  'sandbox/search/catalogue/generate.ts: blocks': 'a script that runs by itself',
  'sandbox/search/catalogue/pairs.ts: read': READ_ONCE,
  'sandbox/search/metrics/calendar.ts: formats': COMPUTED,
  'sandbox/search/metrics/facts.ts: seasons': COMPUTED,
  'sandbox/search/metrics/splitter.ts: whole': SCRATCH,
  'sandbox/social/targeting/locations.ts: CITY_POINTS': 'filled while the module is loaded',
  'sheets/file-spreadsheets.ts: threads': 'the threads of the process, started when a large file comes',
  'sheets/threads/thread.ts: running': OWN_THREAD,
  'tools/zoned-time.ts: clocks': COMPUTED,
  'upstream/transport.ts: origins': COMPUTED,
};

test('state kept in modules is listed with the reason why it may be shared', () => {
  const found = code.flatMap((source) => stateOf(source).map((name) => `${source.path}: ${name}`));
  expect(found.sort()).toEqual(Object.keys(LISTED).sort());
});

test('a variable counts as state when code that runs later can change it', () => {
  const namesIn = (text: string) => stateOf({ program: () => parseSync('a.ts', text).program });
  expect(namesIn('let a; export let b = 1; const c = new Pool(); const d = new Map(); f(() => d.set(1, 2));')).toEqual([
    ...['a', 'b', 'c', 'd'],
  ]);
  expect(
    namesIn('const e: number[] = []; function add() { e[0] = 1; } const g = { n: 0 }; const h = () => g.n++;'),
  ).toEqual([...['e', 'g']]);
  expect(
    namesIn("const a = new Map(); a.set(1, 2); const b = ['x']; const c = () => b.map(d); const e = new WeakMap();"),
  ).toEqual([]);
});
