import { beforeEach, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Failure } from '../errors.ts';
import { type AccountPlace, placeName, type Snapshots } from './snapshots.ts';
import { refusal } from './spend-limits.testing.ts';
import { type SurveyContext, Surveyor } from './survey.ts';

const ambient = stillAmbient();
/** When accounts were read, by their place; the accounts that were, in order; and how reading one ends. */
let times: Map<string, number>;
let read: string[];
/** The channels whose accounts were listed, in order. */
let listed: string[];
let reading: () => Promise<unknown>;
/** How long the store takes to tell when accounts were read. */
let telling: () => Promise<unknown>;
let surveyor: Surveyor;
beforeEach(() => {
  [times, read, listed, reading, telling] = [new Map(), [], [], async () => {}, async () => {}];
  const snapshots = {
    times: async () => {
      const then = new Map(times);
      await telling();
      return then;
    },
    isFresh: (takenAt: number | undefined) => takenAt !== undefined,
    async take(place: AccountPlace) {
      read.push(place.account);
      await reading();
      times.set(placeName(place), ambient.now());
    },
  } as unknown as Snapshots;
  surveyor = new Surveyor(snapshots, ambient);
});

/** Channels with their accounts; one of which nothing is told is a manager account. */
function context(channels: Record<string, string[]>, signal = new AbortController().signal): SurveyContext {
  const reached = Object.entries(channels).map(([name, ids]) => ({
    ...{ workspace: { id: 'ws_1', name: 'Acme' }, mode: 'live', configured: undefined, fence: undefined },
    identity: `${name} 1`,
    channel: {
      ...{ name, exposure: { read: async () => ({}) } },
      reporting: {
        accounts: async () => {
          listed.push(name);
          return ids.map((id) =>
            id.startsWith('manager')
              ? { id }
              : { id, name: id, status: 'ACTIVE', currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' },
          );
        },
        account: async () => undefined,
      },
    },
    connect: () => ({ client: undefined, platformNow: () => 0 }),
  }));
  const reach = { channels: async () => reached, channelDeadlineMs: 60_000, unexpected: () => 'broken' };
  return { reach, signal, now: ambient.now } as unknown as SurveyContext;
}
const surveyed = async (of: SurveyContext) =>
  (await surveyor.survey('own', 'org_1', of)).places.map((one) => one.account);
const place = { workspaceId: 'ws_1', mode: 'live' as const, channel: 'social', account: '1' };

test('every account is read once, and a manager account, which spends nothing itself, not at all', async () => {
  const both = context({ social: ['1', 'manager', '2'] });
  expect(await surveyed(both)).toEqual(['1', '2']);
  expect(await surveyed(both)).toEqual(['1', '2']);
  expect(read).toEqual(['1', '2']);
  expect(listed, 'nor are the accounts of a platform listed again').toEqual(['social']);
});

test('calls that ask for a survey at once share it', async () => {
  const one = context({ social: ['1'] });
  expect(await Promise.all([surveyed(one), surveyed(one), surveyed(one)])).toEqual([['1'], ['1'], ['1']]);
  expect(listed).toEqual(['social']);
});

test('an account of a channel that is not connected, or whose spending cannot be counted, is refused by name', async () => {
  const readOf = (of: SurveyContext) => refusal(surveyor.readAccount(place, 'org_1', of, {}));
  expect(await readOf(context({ search: ['9'] }))).toMatchObject({
    code: 'permission_denied',
    message: 'The social channel is not connected.',
  });
  const uncounted = context({ social: ['1'] });
  for (const { channel } of await uncounted.reach.channels('own')) Object.assign(channel, { exposure: undefined });
  expect(await readOf(uncounted)).toMatchObject({
    code: 'unsupported',
    message: 'What the social channel may spend cannot be counted.',
  });
  expect(read).toEqual([]);
});

test('what was connected since the last survey is surveyed too, at once', async () => {
  expect(await surveyed(context({ social: ['1'] }))).toEqual(['1']);
  expect((await surveyed(context({ social: ['1'], search: ['9'] }))).sort()).toEqual(['1', '9']);
});

test('a survey in which something could not be read is not remembered', async () => {
  reading = async () => {
    throw new Failure({ code: 'upstream_unavailable', message: 'Down.', nextStep: 'Wait.' });
  };
  const one = context({ social: ['1'] });
  expect((await surveyor.survey('own', 'org_1', one)).unreadable).toMatchObject([{ channel: 'social', account: '1' }]);
  expect(await surveyor.known('own', 'org_1', one)).toBeUndefined();
  reading = async () => {};
  expect(await surveyed(one)).toEqual(['1']);
});

test('calls that wait for one reading are told why it failed, but where its call was cut off the next reads itself', async () => {
  for (const [error, reads] of [
    [new Failure({ code: 'upstream_unavailable', message: 'Down.', nextStep: 'Wait.' }), 1],
    [new Error('cut off'), 2],
  ] as const) {
    read = [];
    const gate = Promise.withResolvers<void>();
    reading = () => gate.promise;
    const ask = () => surveyor.readAccount(place, 'org_1', context({ social: ['1'] }), {});
    const [first, second] = [ask(), ask()];
    const outcomes = Promise.allSettled([first, second]);
    await new Promise(setImmediate);
    reading = async () => {};
    gate.reject(error);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', reads === 1 ? 'rejected' : 'fulfilled']);
    expect(read).toHaveLength(reads);
    times.clear();
  }
});

test('where the call that surveys for all is cut off the next one surveys itself, and one that is cut off too ends', async () => {
  const gate = Promise.withResolvers<void>();
  reading = () => gate.promise;
  const calls = [new AbortController(), new AbortController(), new AbortController()];
  const asked = calls.map(({ signal }) => surveyed(context({ social: ['1'] }, signal)));
  const outcomes = Promise.allSettled(asked);
  await new Promise(setImmediate);
  expect(read).toEqual(['1']);
  reading = async () => {};
  calls[0]!.abort(new Error('gone'));
  calls[1]!.abort(new Error('gone too'));
  gate.reject(new Error('gone'));
  const [first, second, third] = await outcomes;
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
  expect(second).toMatchObject({ status: 'rejected', reason: { message: 'gone too' } });
  expect(third).toEqual({ status: 'fulfilled', value: ['1'] });
  expect(read, 'read by the first and the third').toEqual(['1', '1']);
});

test('an account is not read again by a call that was told of it late, from before it was read', async () => {
  const late = Promise.withResolvers<void>();
  const ask = () => surveyor.readAccount(place, 'org_1', context({ social: ['1'] }), {});
  const waits = [late.promise];
  telling = async () => waits.shift();
  const first = ask();
  await ask();
  late.resolve();
  await first;
  expect(read).toEqual(['1']);
});
