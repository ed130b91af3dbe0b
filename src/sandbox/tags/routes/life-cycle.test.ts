import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { C1, startTags, type TagsSandbox, W1 } from '../calls.testing.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());

const TAG = { name: 'Probe', type: 'html', parameter: [{ type: 'template', key: 'html', value: '<p>' }] };

describe('from draft to live', () => {
  test('the seeded container has a draft of somebody else, and a saved version that is not live', async () => {
    const status = await tags.ask('GET', `${W1}/status`);
    expect(status.workspaceChange).toMatchObject([{ changeStatus: 'updated', tag: { name: 'GA4 - purchase' } }]);
    expect(await tags.ask('GET', `${C1}/versions:live`)).toMatchObject({ containerVersionId: '12' });
    expect(await tags.ask('GET', `${C1}/version_headers:latest`)).toMatchObject({ containerVersionId: '13' });
  });

  test('a workspace becomes a version, and the version is published', async () => {
    const workspace = await tags.ask('POST', `${C1}/workspaces`, { name: 'Adhelm' });
    const tag = await tags.ask('POST', `${workspace.path}/tags`, { ...TAG, firingTriggerId: ['2147479553'] });
    expect(tag).toMatchObject({
      name: 'Probe',
      tagFiringOption: 'oncePerEvent',
      fingerprint: expect.stringMatching(/^\d+$/),
    });
    const status = await tags.ask('GET', `${workspace.path}/status`);
    expect(status).toMatchObject({ workspaceChange: [{ changeStatus: 'added', tag: { name: 'Probe' } }] });
    const preview = await tags.ask('POST', `${workspace.path}:quick_preview`);
    expect(preview.containerVersion.tag.map(({ name }: { name: string }) => name)).toContain('Probe');
    const made = await tags.ask('POST', `${workspace.path}:create_version`, { name: 'Probe', notes: 'why' });
    expect(made).toMatchObject({ containerVersion: { containerVersionId: '14', name: 'Probe', description: 'why' } });
    expect((await tags.call('GET', workspace.path)).status).toBe(404);
    expect(await tags.ask('GET', made.newWorkspacePath)).toMatchObject({ name: 'Adhelm' });
    expect(await tags.ask('GET', `${made.newWorkspacePath}/status`)).toEqual({});
    expect(await tags.ask('GET', `${C1}/versions:live`)).toMatchObject({ containerVersionId: '12' });
    const { fingerprint, path } = made.containerVersion;
    expect(await tags.ask('POST', `${path}:publish?fingerprint=${fingerprint}`)).toMatchObject({
      containerVersion: { containerVersionId: '14' },
    });
    expect(await tags.ask('GET', `${C1}/versions:live`)).toMatchObject({ containerVersionId: '14' });
    await tags.ask('POST', `${C1}/versions/12:publish`);
    await tags.ask('POST', `${C1}/versions/12:set_latest`);
    expect(await tags.ask('GET', `${C1}/version_headers:latest`)).toMatchObject({ containerVersionId: '12' });
  });
});
