import { describe, expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import type { TagsClient } from '../client.ts';
import { Container, Variable, Workspace } from '../wire.ts';
import { placeOf } from './container.ts';
import { createDraft } from './draft.ts';
import { createObject } from './object-store.ts';
import { revertObject } from './reversal.ts';

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
