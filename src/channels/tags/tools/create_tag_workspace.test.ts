import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, ledger, passTime } = sandboxed('tags');
beforeEach(() => passTime(60_000));

const container_id = 'GTM-ACME001';

test('a draft begins from the latest version, and warns of what was saved and never published', async () => {
  const made = await call('create_tag_workspace', { container_id, description: 'Purchase tags' });
  expect(made).toMatchObject({
    tag_workspace: { name: 'Adhelm', is_ours: true, description: 'Purchase tags' },
    begins_from: '13',
    live_version_id: '12',
    warning: expect.stringMatching(/Version 12 is live.*version 13 \(Notes only\).*also publishes/),
  });
  const { tag_workspace_id: id } = made.tag_workspace;
  expect(await refusal('create_tag_workspace', { container_id })).toMatchObject({
    code: 'conflict',
    field: 'name',
    next_step: expect.stringContaining(`"${id}"`),
  });
  await call('create_tag_workspace', { container_id, name: 'Spring' });
  expect(await refusal('create_tag_workspace', { container_id, name: 'One too many' })).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/holds three.*Default Workspace.*Adhelm.*Spring/),
  });
  expect(await ledger({ kind: 'create', resource: 'workspace' })).toHaveLength(2);
});

test('where the latest version is live there is nothing to warn of', async () => {
  const made = await call('create_tag_workspace', { container_id: 'GTM-ACME002' });
  expect(made).not.toHaveProperty('warning');
});

test('a cut connection leaves the outcome unknown and is not sent again', async () => {
  await fault('cut_after', 'POST /tagmanager/v2/accounts/6001000001/containers/7002/workspaces');
  expect(await refusal('create_tag_workspace', { container_id: '7002', name: 'Cut' })).toMatchObject({
    outcome: 'unknown',
    next_step: expect.stringContaining('list_tag_workspaces'),
  });
  const made = await ledger({ kind: 'create', resource: 'workspace' });
  expect(made.filter(({ detail }) => (detail as { name?: string })?.name === 'Cut')).toHaveLength(1);
});

test('a Google tag takes no draft, and nothing is sent to try', async () => {
  const before = (await ledger()).length;
  expect(await refusal('create_tag_workspace', { container_id: 'G-ACME00001' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'container_id',
  });
  expect(await ledger()).toHaveLength(before);
});
