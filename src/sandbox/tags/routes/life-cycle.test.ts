import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Body } from '../../platform.testing.ts';
import { C1, startTags, type TagsSandbox, W1 } from '../calls.testing.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());
beforeEach(() => tags.startOver());

const html = (name: string, more = {}) => ({
  name,
  type: 'html',
  parameter: [{ type: 'template', key: 'html', value: '<p>' }],
  ...more,
});

const draft = (name: string) => tags.ask('POST', `${C1}/workspaces`, { name });
const status = (path: string) => tags.ask('GET', `${path}/status`);

async function tagNamed(path: string, name: string): Promise<Body> {
  const { tag } = await tags.ask('GET', `${path}/tags`);
  return tag.find((one: Body) => one.name === name);
}

/** Changes the notes of a tag by its name. */
async function note(path: string, name: string, notes: string): Promise<Body> {
  const tag = await tagNamed(path, name);
  return tags.ask('PUT', tag.path, { ...tag, notes });
}

describe('a workspace', () => {
  test('rule 28: a container has three', async () => {
    await draft('Second');
    await draft('Third');
    expect((await tags.call('POST', `${C1}/workspaces`, { name: 'Fourth' })).status).toBe(400);
  });

  test('rule 29: it begins from the latest version, not from the published one', async () => {
    const { path } = await draft('Adhelm');
    expect((await tagNamed(path, 'Newsletter pixel')).notes).toBe('Paused until the new form is live');
    const live = await tags.ask('GET', `${C1}/versions:live`);
    expect(live.containerVersionId).toBe('12');
    expect(live.tag.find((one: Body) => one.name === 'Newsletter pixel')).not.toHaveProperty('notes');
  });

  test('rule 30: its status is the difference from its version', async () => {
    expect(await status(W1)).toMatchObject({
      workspaceChange: [{ changeStatus: 'updated', tag: { name: 'GA4 - purchase' } }],
    });
    const { path } = await draft('Adhelm');
    expect(await status(path)).toEqual({});
    await tags.ask('POST', `${path}/tags`, html('New'));
    await tags.ask('DELETE', (await tagNamed(path, 'Survey')).path);
    await tags.ask('POST', `${path}/built_in_variables?type=clickUrl`);
    const { workspaceChange } = await status(path);
    expect(
      workspaceChange.map((change: Body) => [change.changeStatus, change.tag?.name ?? change.builtInVariable?.name]),
    ).toEqual([
      ['added', 'New'],
      ['deleted', 'Survey'],
      ['added', 'Click URL'],
    ]);
  });

  test('rule 33: making a version uses it up, and another stands in its place', async () => {
    const workspace = await draft('Adhelm');
    await tags.ask('POST', `${workspace.path}/tags`, html('Probe', { firingTriggerId: ['2147479553'] }));
    const preview = await tags.ask('POST', `${workspace.path}:quick_preview`);
    expect(preview.containerVersion.tag.map((one: Body) => one.name)).toContain('Probe');
    const made = await tags.ask('POST', `${workspace.path}:create_version`, { name: 'Probe', notes: 'why' });
    expect(made.containerVersion).toMatchObject({ containerVersionId: '14', name: 'Probe', description: 'why' });
    expect((await tags.call('GET', workspace.path)).status).toBe(404);
    expect((await tags.call('POST', `${workspace.path}:create_version`, {})).status).toBe(404);
    expect(await tags.ask('GET', made.newWorkspacePath)).toMatchObject({ name: 'Adhelm' });
    expect(await status(made.newWorkspacePath)).toEqual({});
  });

  test('rule 34: nothing is made of an empty one', async () => {
    const { path } = await draft('Adhelm');
    expect(await tags.ask('POST', `${path}:create_version`, {})).toEqual({});
    expect((await tags.call('GET', path)).status).toBe(200);
  });

  test('rule 34: nothing is made of one that does not compile, and the answer is 200', async () => {
    const { path } = await draft('Adhelm');
    const { path: tag } = await tags.ask('POST', `${path}/tags`, {
      ...html('Broken'),
      parameter: [{ type: 'template', key: 'html', value: '{{No such variable}}' }],
    });
    for (const verb of ['quick_preview', 'create_version'])
      expect(await tags.ask('POST', `${path}:${verb}`)).toEqual({ compilerError: true });
    await tags.ask('PUT', tag, html('Whole'));
    await tags.turn('compiler', 'fails');
    for (const verb of ['quick_preview', 'create_version'])
      expect(await tags.ask('POST', `${path}:${verb}`)).toEqual({ compilerError: true });
    expect((await tags.call('GET', path)).status).toBe(200);
    await tags.turn('compiler', 'works');
    expect(await tags.ask('POST', `${path}:create_version`)).toHaveProperty('containerVersion');
  });
});

describe('two workspaces', () => {
  async function versionOf(path: string): Promise<Body> {
    return tags.ask('POST', `${path}:create_version`, {});
  }

  test('rule 31: what only others changed is taken in, what both changed alike is no conflict', async () => {
    const [mine, theirs] = [await draft('Mine'), await draft('Theirs')];
    await note(mine.path, 'Google tag', 'mine');
    await note(mine.path, 'Survey', 'alike');
    await note(theirs.path, 'Survey', 'alike');
    await note(theirs.path, 'Conversion linker', 'theirs');
    await tags.ask('POST', `${theirs.path}/tags`, html('Of theirs'));
    await versionOf(theirs.path);
    const effects = async () =>
      (await tags.ledger({ resource: 'workspace', id: mine.workspaceId, kind: 'update' })).length;
    expect(await tags.ask('POST', `${mine.path}:sync`)).toEqual({ syncStatus: {} });
    expect(await effects()).toBe(1);
    expect(await tags.ask('POST', `${mine.path}:sync`)).toEqual({ syncStatus: {} });
    expect(await effects()).toBe(1);
    expect((await tagNamed(mine.path, 'Conversion linker')).notes).toBe('theirs');
    expect(await tagNamed(mine.path, 'Of theirs')).toBeTruthy();
    const { workspaceChange } = await status(mine.path);
    expect(workspaceChange.map((change: Body) => change.tag.name)).toEqual(['Google tag']);
  });

  test('rule 31: what both changed is a conflict, and stops a version', async () => {
    const [mine, theirs] = [await draft('Mine'), await draft('Theirs')];
    await note(mine.path, 'Google tag', 'mine');
    await note(theirs.path, 'Google tag', 'theirs');
    await note(mine.path, 'Survey', 'still wanted');
    await tags.ask('DELETE', (await tagNamed(theirs.path, 'Survey')).path);
    await versionOf(theirs.path);
    for (const verb of ['quick_preview', 'create_version'])
      expect(await tags.ask('POST', `${mine.path}:${verb}`)).toEqual({ syncStatus: { mergeConflict: true } });
    const { mergeConflict } = await tags.ask('POST', `${mine.path}:sync`);
    expect(mergeConflict).toMatchObject([
      {
        entityInWorkspace: { changeStatus: 'updated', tag: { notes: 'mine' } },
        entityInBaseVersion: { changeStatus: 'updated', tag: { notes: 'theirs' } },
      },
      {
        entityInWorkspace: { changeStatus: 'updated', tag: { name: 'Survey' } },
        entityInBaseVersion: { changeStatus: 'deleted' },
      },
    ]);
    expect((await status(mine.path)).mergeConflict).toHaveLength(2);
  });

  test('rule 32: a conflict is resolved by the form that shall stand', async () => {
    const [mine, theirs] = [await draft('Mine'), await draft('Theirs')];
    await note(mine.path, 'Google tag', 'mine');
    await note(theirs.path, 'Google tag', 'theirs');
    await note(mine.path, 'Survey', 'still wanted');
    await tags.ask('DELETE', (await tagNamed(theirs.path, 'Survey')).path);
    await versionOf(theirs.path);
    const { mergeConflict } = await tags.ask('POST', `${mine.path}:sync`);
    const [first, second] = mergeConflict.map(({ entityInWorkspace }: Body) => entityInWorkspace);
    const at = (fingerprint: string) => `${mine.path}:resolve_conflict?fingerprint=${fingerprint}`;
    const merged = { changeStatus: 'updated', tag: { ...first.tag, notes: 'both' } };
    expect((await tags.call('POST', at('1'), merged)).status).toBe(409);
    expect(await tags.call('POST', at(first.tag.fingerprint), merged)).toMatchObject({ status: 204 });
    await tags.ask('POST', at(second.tag.fingerprint), { changeStatus: 'deleted', tag: second.tag });
    expect((await tags.call('POST', at(second.tag.fingerprint), second)).status).toBe(404);
    expect(await status(mine.path)).toEqual({
      workspaceChange: [{ changeStatus: 'updated', tag: expect.objectContaining({ notes: 'both' }) }],
    });
    expect(await versionOf(mine.path)).toHaveProperty('containerVersion');
  });
});

describe('a version', () => {
  test('rule 35: published and latest are two things, and environments follow each', async () => {
    const followed = async () => {
      const { environment } = await tags.ask('GET', `${C1}/environments`);
      return environment.map((one: Body) => [one.type, one.containerVersionId]);
    };
    expect(await followed()).toEqual([
      ['live', '12'],
      ['latest', '13'],
      ['user', '12'],
    ]);
    const { fingerprint } = await tags.ask('GET', `${C1}/versions/13`);
    expect((await tags.call('POST', `${C1}/versions/13:publish?fingerprint=1`)).status).toBe(409);
    const published = await tags.ask('POST', `${C1}/versions/13:publish?fingerprint=${fingerprint}`);
    expect(published.containerVersion.containerVersionId).toBe('13');
    expect(await tags.ask('GET', `${C1}/versions:live`)).toMatchObject({ containerVersionId: '13' });
    await tags.ask('POST', `${C1}/versions/11:publish`);
    expect(await tags.ask('GET', `${C1}/version_headers:latest`)).toMatchObject({ containerVersionId: '13' });
    await tags.ask('POST', `${C1}/versions/11:set_latest`);
    expect(await followed()).toEqual([
      ['live', '11'],
      ['latest', '11'],
      ['user', '12'],
    ]);
  });

  test('rule 36: a deleted one is listed when asked for, and can be brought back', async () => {
    expect((await tags.call('DELETE', `${C1}/versions/12`)).status).toBe(400);
    await tags.ask('DELETE', `${C1}/versions/3`);
    const ids = async (query: string) =>
      (await tags.ask('GET', `${C1}/version_headers${query}`)).containerVersionHeader.map(
        (one: Body) => one.containerVersionId,
      );
    expect(await ids('')).not.toContain('3');
    expect(await ids('?includeDeleted=true')).toContain('3');
    expect((await tags.call('POST', `${C1}/versions/3:publish`)).status).toBe(400);
    expect((await tags.call('POST', `${C1}/versions/3:set_latest`)).status).toBe(400);
    await tags.ask('POST', `${C1}/versions/3:undelete`);
    expect((await tags.call('POST', `${C1}/versions/3:publish?fingerprint=1`)).status, 'a stale one').toBe(409);
    expect((await tags.call('POST', `${C1}/versions/3:publish`)).status).toBe(200);
  });

  test('rule 37: a publication that does not compile changes nothing', async () => {
    await tags.turn('compiler', 'fails');
    expect(await tags.ask('POST', `${C1}/versions/13:publish`)).toEqual({ compilerError: true });
    expect(await tags.ask('GET', `${C1}/versions:live`)).toMatchObject({ containerVersionId: '12' });
  });
});

test('rule 38: people make environments of type user only', async () => {
  const { environment } = await tags.ask('GET', `${C1}/environments`);
  const [live, , staging] = environment;
  expect((await tags.call('DELETE', live.path)).status).toBe(400);
  expect((await tags.call('POST', `${C1}/environments`, { name: 'X', type: 'live' })).status).toBe(400);
  const renewed = await tags.ask('POST', `${staging.path}:reauthorize`, {});
  expect(renewed.authorizationCode).toMatch(/^[\w-]{22}$/);
  expect(renewed.authorizationCode).not.toBe(staging.authorizationCode);
  const [one, other] = [
    await tags.ask('POST', `${C1}/environments`, { name: 'One', type: 'user', environmentId: '99' }),
    await tags.ask('POST', `${C1}/environments`, { name: 'Other', type: 'user' }),
  ];
  expect(one.environmentId).not.toBe('99');
  expect(new Set([one.fingerprint, other.fingerprint]).size).toBe(2);
  const renamed = (fingerprint: string) => tags.call('PUT', `${one.path}?fingerprint=${fingerprint}`, { name: 'Two' });
  expect((await renamed(other.fingerprint)).status).toBe(409);
  expect((await renamed(one.fingerprint)).status).toBe(200);
});
