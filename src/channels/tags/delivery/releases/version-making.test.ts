import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../errors.ts';
import type { TagsClient } from '../../client.ts';
import { settle } from '../../resources/drafts/conflicts.ts';
import { draftState } from '../../resources/drafts/draft-state.ts';
import { idMeant } from '../../resources/drafts/removal.ts';
import { SyncReply, Tag, Version, type VersionReply } from '../../wire.ts';
import { historyPage } from './version-history.ts';
import { makeVersion } from './version-making.ts';

const place = { account: '1', container: '2', path: 'accounts/1/containers/2', named: '2' };
const draft = { id: '5', path: `${place.path}/workspaces/5` };
const failed = (code: 'outcome_unknown' | 'not_found', outcome: 'unknown' | 'not_applied') =>
  new Failure({ code, message: 'scripted', nextStep: '', outcome });
const tag = (id: string, fingerprint = id) =>
  Tag.parse({ tagId: id, name: `Tag ${id}`, type: 'html', path: `${draft.path}/tags/${id}`, fingerprint });
const version = (name: string, tags: readonly string[]) =>
  Version.parse({ containerVersionId: '9', name, tag: tags.map((id) => tag(id)) });

interface Scene {
  newest: Version;
  /** Undefined: its answer was lost. */
  answer?: VersionReply;
  drafts?: readonly string[];
  isThere?: boolean;
}

/** A platform whose draft is gone, with one newest version. */
function platform({ newest, answer, drafts = [], isThere = false }: Scene): TagsClient {
  return {
    change: async () => {
      if (answer) return answer;
      throw failed('outcome_unknown', 'unknown');
    },
    get: async (path: string) => {
      if (path.endsWith('/status')) return { workspaceChange: [], mergeConflict: [] };
      if (path.endsWith('version_headers:latest')) return newest;
      if (isThere) return {};
      throw failed('not_found', 'not_applied');
    },
    version: async () => newest,
    every: async () => drafts.map((workspaceId) => ({ workspaceId, name: 'Draft' })),
  } as unknown as TagsClient;
}
const made = (scene: Scene) =>
  makeVersion({
    client: platform(scene),
    place,
    draft,
    name: 'Ours',
    notes: undefined,
    preview: version('', ['1', '2']),
  });

describe('after a lost answer', () => {
  test('the newest version is ours by its name and its contents together', async () => {
    const { version: found, notes } = await made({ newest: version('Ours', ['1', '2']) });
    expect(found.containerVersionId).toBe('9');
    expect(notes.join()).toContain('was lost');
  });

  test.each([
    ['has another name', version('Theirs', ['1', '2'])],
    ['has other contents', version('Ours', ['1'])],
  ])('a newest version that %s leaves the outcome unknown', async (_, newest) => {
    await expect(made({ newest })).rejects.toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  });

  test('while the draft is still there the outcome is unknown, even if the newest version has its name', async () => {
    const scene = { newest: version('Ours', ['1', '2']), isThere: true };
    await expect(made(scene)).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    { drafts: ['3', '5'], successor: undefined },
    { drafts: ['3', '7'], successor: '7' },
    { drafts: ['7', '12'], successor: undefined },
  ])(
    'of the drafts $drafts the one that goes on is $successor: never one of several',
    async ({ drafts, successor }) => {
      const { newDraft } = await made({ newest: version('Ours', ['1', '2']), drafts });
      expect(newDraft).toBe(successor);
    },
  );
});

test('an answer that tells of a conflict is one, and not a draft without changes', async () => {
  const scene = { newest: version('Theirs', []), answer: { syncStatus: { mergeConflict: true } }, isThere: true };
  await expect(made(scene)).rejects.toThrow('a newer version was saved that changed the same');
});

test('a conflict is settled for the object as it was read: with its fingerprint', async () => {
  const sent: { path: string; query?: unknown }[] = [];
  const side = (fingerprint: string) => ({
    changeStatus: 'updated',
    tag: { ...tag('4', fingerprint), name: fingerprint },
  });
  const answer = SyncReply.parse({
    mergeConflict: [{ entityInWorkspace: side('11'), entityInBaseVersion: side('12') }],
  });
  const client = {
    change: async (_: string, path: string, __: unknown, { query }: { query?: unknown } = {}) => {
      sent.push({ path, query });
      return answer;
    },
  } as unknown as TagsClient;
  await settle(client, place, draft, { 'tag 4': 'theirs' });
  expect(sent.at(-1)).toEqual({ path: `${draft.path}:resolve_conflict`, query: { fingerprint: '11' } });
});

test('a draft is shown to those who may not preview it: what a preview would tell is left out', async () => {
  const live = version('Live', ['1']);
  const change = { changeStatus: 'updated', tag: { ...tag('1', '5'), notes: 'ours' } };
  const client = {
    get: async (path: string) => (path.endsWith('/status') ? { workspaceChange: [change], mergeConflict: [] } : live),
    version: async () => live,
    every: async () => [],
    preview: async () => {
      throw new Failure({ code: 'permission_denied', message: 'scripted', nextStep: '' });
    },
  } as unknown as TagsClient;
  const { conflicts, changes } = await draftState(client, place, draft);
  expect([conflicts, changes.map(({ id }) => id)]).toEqual([[], ['1']]);
});

test.each([
  ['5', undefined],
  [String(Date.UTC(2026, 0, 2)), '2026-01-02T00:00:00.000Z'],
  [String(Date.UTC(2036, 0, 2)), undefined],
])('a fingerprint of %s is told as the time %s: none that cannot be one', async (fingerprint, time) => {
  const made = Version.parse({ containerVersionId: '9', fingerprint });
  const client = {
    get: async () => made,
    version: async () => made,
    every: async () => [made],
    session: { platformNow: () => Date.UTC(2026, 10, 18) },
  } as unknown as TagsClient;
  const { versions } = await historyPage(client, place, undefined, 10);
  expect(versions[0]?.time).toBe(time);
});

test.each(['../4', '4?x', 'four', ''])('%j is no id of a tag, and nothing is asked', async (given) => {
  const client = {} as TagsClient;
  await expect(idMeant(client, place, 'tag', given)).rejects.toMatchObject({ code: 'not_found' });
});
