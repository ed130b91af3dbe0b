import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('tags');

test('drafts are listed, and the one that is ours is marked', async () => {
  const container_id = 'GTM-ACME001';
  expect(await call('list_tag_workspaces', { container_id })).toMatchObject({
    tag_workspaces: [{ tag_workspace_id: '1', name: 'Default Workspace', is_ours: false }],
  });
  const { tag_workspace } = await call('create_tag_workspace', { container_id });
  const { tag_workspaces } = await call('list_tag_workspaces', { container_id });
  expect(tag_workspaces[1]).toMatchObject({ tag_workspace_id: tag_workspace.tag_workspace_id, is_ours: true });
});

test('a Google tag has no drafts, whichever id names it', async () => {
  for (const container_id of ['G-ACME00001', '7003']) {
    expect(await refusal('list_tag_workspaces', { container_id })).toMatchObject({
      code: 'invalid_arguments',
      field: 'container_id',
      message: expect.stringContaining('has no drafts: it is a Google tag'),
    });
  }
  expect(await refusal('list_tag_workspaces', { container_id: '999' })).toMatchObject({ code: 'not_found' });
});
