import { expect, test } from 'vitest';
import { Failure } from '../../../../errors.ts';
import type { TagsClient } from '../../client.ts';
import { Version } from '../../wire.ts';
import { rolledBack } from './rollback.ts';

const place = { account: '1', container: '2', path: 'accounts/1/containers/2', named: '2' };
const failed = (outcome: 'unknown' | 'not_applied') =>
  new Failure({
    code: outcome === 'unknown' ? 'outcome_unknown' : 'conflict',
    message: 'Scripted.',
    nextStep: '',
    outcome,
  });
const version = (id: string, more: object = {}) =>
  Version.parse({ containerVersionId: id, name: `V${id}`, fingerprint: id, ...more });

interface Scene {
  isDeleted?: boolean;
  /** Version 4 is live already. */
  isLive?: boolean;
  /** What comes of a step instead of its success. */
  undelete?: 'nothing';
  publish?: Failure | 'nothing' | 'uncompiled';
  setLatest?: Failure | 'nothing';
}

/** A container where version 6 is live and the newest; back to version 4. */
function back({ isDeleted = false, isLive = false, undelete, publish, setLatest }: Scene) {
  const sent: string[] = [];
  let [live, latest, deleted] = [isLive ? '4' : '6', '6', isDeleted];
  const client = {
    change: async (_: string, path: string) => {
      const step = path.split(':').at(-1) as 'undelete' | 'publish' | 'set_latest';
      sent.push(step);
      const what = { undelete, publish, set_latest: setLatest }[step];
      if (what instanceof Failure) throw what;
      if (what === 'uncompiled') return { compilerError: true };
      if (what === undefined && step === 'undelete') deleted = false;
      if (what === undefined && step === 'publish') live = '4';
      if (what === undefined && step === 'set_latest') latest = '4';
      return {};
    },
    get: async (path: string) =>
      path.includes('latest') ? { containerVersionId: latest, name: `V${latest}` } : version(live),
    version: async (path: string) =>
      version(path.includes('live') ? live : '4', path.includes('live') ? {} : { deleted }),
  } as unknown as TagsClient;
  const header = { containerVersionId: '6', name: 'V6' } as never;
  const target = version('4', isDeleted ? { deleted: true } : {});
  const ended = rolledBack({
    client,
    place,
    live: version(live),
    latest: header,
    target,
    shown: { before: {}, wanted: {} },
  });
  return { ended, sent };
}
const outcomes = async (scene: Scene) =>
  (await back(scene).ended).told.steps.map(({ step, outcome }) => `${step} ${outcome}`);

test('a deleted version is brought back, published, and drafts begin from it', async () => {
  const { ended, sent } = back({ isDeleted: true });
  const { told } = await ended;
  expect(sent).toEqual(['undelete', 'publish', 'set_latest']);
  expect(told.steps.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
  expect(told.applied).toMatchObject({
    deleted: { from: true, to: null },
    live_version: { from: '6', to: '4' },
    latest_version: { from: '6', to: '4' },
  });
  expect(told).not.toHaveProperty('next');
});

test('what is not brought back is not published', async () => {
  const { ended, sent } = back({ isDeleted: true, undelete: 'nothing' });
  await expect(ended).rejects.toMatchObject({ code: 'conflict', retryable: true });
  expect(sent).toEqual(['undelete']);
});

test('a publication that fails tells that the version is no longer deleted, where it was', async () => {
  const publish = failed('not_applied');
  await expect(back({ isDeleted: true, publish }).ended).rejects.toThrow(
    /is no longer deleted; that alone changes nothing/,
  );
  const error = await back({ publish }).ended.catch((one: unknown) => one);
  expect((error as Failure).details.message).not.toContain('no longer deleted');
  await expect(back({ publish: 'uncompiled' }).ended).rejects.toThrow(/could not compile version 4/);
});

test('a publication that changed nothing leaves drafts where they are', async () => {
  expect(await outcomes({ publish: 'nothing' })).toEqual(['undelete not_needed', 'publish not_applied']);
});

test.each([
  ['nothing', 'not_applied', 'It is live, but not yet so that new drafts begin'],
  [failed('not_applied'), 'not_applied', 'It is live, but not yet so that new drafts begin'],
  [failed('unknown'), 'unknown', 'It is not known whether new drafts begin'],
] as const)(
  'a last step that fails leaves the others made, and is told with the call that makes it',
  async (setLatest, outcome, words) => {
    const { told } = await back({ setLatest }).ended;
    expect(told.steps.at(-1)).toMatchObject({ step: 'set_latest', outcome });
    expect(told.notes.join()).toContain(words);
    expect(told.applied).toMatchObject({ live_version: { from: '6', to: '4' } });
    expect(told.not_applied).toEqual(outcome === 'unknown' ? [] : ['latest_version']);
    expect(told.next).toMatchObject({ tool: 'roll_back', arguments: { container_id: '2', version_id: '4' } });
  },
);

test('a last step that fails by itself is the failure of the whole', async () => {
  const { ended, sent } = back({ isLive: true, setLatest: failed('not_applied') });
  await expect(ended).rejects.toThrow('Scripted.');
  expect(sent).toEqual(['set_latest']);
});
