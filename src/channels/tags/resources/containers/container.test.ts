import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../errors.ts';
import type { TagsClient } from '../../client.ts';
import { chosenTarget } from '../../delivery/releases/rollback-target.ts';
import { Container, Tag, Variable, Version, Workspace } from '../../wire.ts';
import { conflictsIn, inConflict } from '../drafts/conflicts.ts';
import { createObject, updateObject } from '../drafts/object-store.ts';
import { revertObject } from '../drafts/reversal.ts';
import { placeOf } from './container.ts';
import { createDraft } from './draft.ts';
import type { OwnRecord } from './own-record.ts';

const place = { account: '1', container: '2', path: 'accounts/1/containers/2', named: '2' };
const draft = { id: '5', path: `${place.path}/workspaces/5` };
const lost = () => new Failure({ code: 'outcome_unknown', message: 'lost', nextStep: '', outcome: 'unknown' });
const scripted = (client: object) => client as unknown as TagsClient;

describe('a GTM-… whose container is in another account than the caller may use is not there', () => {
  let asked = 0;
  const client = scripted({
    session: { hosts: { api: 'https://tags.example' }, workspaceId: 'ws_1', now: () => 0 },
    get: async () => {
      asked += 1;
      return Container.parse({ path: 'accounts/7/containers/2', accountId: '7', containerId: '2' });
    },
  });
  const place = (accounts: readonly string[] | undefined, accountNamed = false) =>
    placeOf('GTM-ABCD', { client, account: '1', accountNamed, accounts });

  test.each([
    ['a fence without it', ['1'], false],
    ['another account that the call names', undefined, true],
  ])('%s', async (_, accounts, named) => {
    await expect(place(accounts, named)).rejects.toMatchObject({ code: 'not_found' });
    expect(await place(['7'])).toMatchObject({ account: '7' });
    const before = asked;
    // Known by now, and refused all the same.
    await expect(place(accounts, named)).rejects.toMatchObject({ code: 'not_found' });
    expect(asked).toBe(before);
  });
});

test('where a GTM-… is, is remembered for ten minutes and for one workspace', async () => {
  let [asked, now] = [0, 1_000];
  const caller = (workspaceId: string) => ({
    client: scripted({
      session: { hosts: { api: 'https://tags.example' }, workspaceId, now: () => now },
      get: async () => {
        asked += 1;
        return Container.parse({ path: 'accounts/1/containers/2', accountId: '1', containerId: '2' });
      },
    }),
    account: '1',
    accountNamed: false,
    accounts: undefined,
  });
  const askedFor = async (workspaceId: string) => {
    const before = asked;
    await placeOf('GTM-KEPT', caller(workspaceId));
    return asked - before;
  };
  expect([await askedFor('ws_1'), await askedFor('ws_1'), await askedFor('ws_2')]).toEqual([1, 0, 1]);
  now += 599_999;
  expect(await askedFor('ws_1')).toBe(0);
  now += 1;
  expect(await askedFor('ws_1')).toBe(1);
});

describe('there is nothing to go back to, and nothing is sent', () => {
  const record = { liveBefore: () => undefined } as unknown as OwnRecord;
  const version = (id: string) => Version.parse({ containerVersionId: id });
  const headers = ['4', '7'].map((id) => ({ containerVersionId: id, deleted: id === '4' }));
  const client = scripted({ every: async () => headers, version: async () => version('4') });

  test.each([
    ['where nothing is live', undefined, 'Nothing is live'],
    ['where every version before the live one is deleted', version('7'), 'no version before the live 7'],
  ])('%s', async (_, live, words) => {
    const found = chosenTarget({ client, place, live, record });
    await expect(found).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(words) });
  });
});

test('both sides of a conflict are told in short, however long they are', async () => {
  const tag = (html: string, fingerprint: string) => ({
    changeStatus: 'updated',
    tag: Tag.parse({
      ...{ tagId: '4', name: 'Code', type: 'html', path: `${draft.path}/tags/4`, fingerprint },
      parameter: [{ type: 'template', key: 'html', value: html }],
    }),
  });
  const [ours, theirs] = [tag('o'.repeat(5_000), '1'), tag('t'.repeat(5_000), '2')];
  const { message } = inConflict(
    place,
    draft,
    conflictsIn([{ entityInWorkspace: ours, entityInBaseVersion: theirs }]),
    true,
  );
  expect(message).toMatch(/ours "o+…, theirs "t+…/);
  expect(message.length).toBeLessThan(1_500);
  const [before, next] = [theirs.tag, ours.tag];
  const shown = ({ parameter, fingerprint }: Tag) => ({ html: parameter[0]?.value, fingerprint });
  const changed = updateObject({
    ...{ client: scripted({}), draft, kind: 'tag', id: '4', before, next, fingerprint: 'older', shown },
  });
  const refused = (await changed.catch((error: Failure) => error)) as Failure;
  expect(refused.details.message).toMatch(/you wanted "o+…; now it is "t+…/);
  expect(refused.details.message.length).toBeLessThan(1_500);
});

test('a draft that reads back as another is not called made', async () => {
  const answer = (name: string) => Workspace.parse({ path: draft.path, workspaceId: '5', name });
  const client = scripted({
    every: async () => [],
    change: async () => answer('Ours'),
    get: async () => answer('Theirs'),
  });
  await expect(createDraft(client, place, { name: 'Ours' })).rejects.toMatchObject({ outcome: 'unknown' });
});

test.each([
  { there: '1', isOurs: true },
  { there: '2', isOurs: false },
])('after a lost answer an object of the name is ours only with what was sent: %j', async ({ there, isOurs }) => {
  const value = (text: string) => [{ type: 'template', key: 'value', value: text }];
  const found = { variableId: '9', name: 'Rate', type: 'c', path: `${draft.path}/variables/9` };
  const client = scripted({
    change: async () => {
      throw lost();
    },
    every: async () => [Variable.parse({ ...found, parameter: value(there) })],
  });
  const body = { name: 'Rate', type: 'c', parameter: value('1') };
  const made = createObject({ client, draft, kind: 'variable', body });
  if (isOurs) expect(await made).toMatchObject({ variableId: '9' });
  else await expect(made).rejects.toMatchObject({ outcome: 'unknown' });
});

test('a change of a draft is taken back as it was read: with its fingerprint', async () => {
  const sent: unknown[] = [];
  const variable = { variableId: '9', name: 'Rate', type: 'c', path: `${draft.path}/variables/9`, fingerprint: '77' };
  const client = scripted({
    get: async (path: string) =>
      path.endsWith('/status')
        ? { workspaceChange: [{ changeStatus: 'updated', variable: Variable.parse(variable) }], mergeConflict: [] }
        : Variable.parse({ ...variable, fingerprint: '78' }),
    change: async (...[, , , more]: unknown[]) => void sent.push(more),
  });
  await revertObject(client, draft, { kind: 'variable', id: '9', fingerprint: undefined });
  expect(sent).toEqual([{ query: { fingerprint: '77' } }]);
});
