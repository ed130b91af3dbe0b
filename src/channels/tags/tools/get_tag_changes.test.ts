import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { Tag } from '../wire.ts';

const { call, client, refusal, passTime } = sandboxed('tags');
beforeEach(() => passTime(120_000));

const container_id = 'GTM-ACME001';
const CONTAINER = 'accounts/6001000001/containers/7001';

/** What a person does at the platform. */
async function byHand(path: string, json?: Record<string, unknown>) {
  const { client: platform } = await client<TagsClient>();
  await passTime(60_000);
  return platform.change('POST', `${CONTAINER}/${path}`, z.looseObject({}), { json });
}

async function edited(draft: string, name: string, fields: Record<string, unknown>) {
  const { client: platform } = await client<TagsClient>();
  await passTime(60_000);
  const tags = await platform.every(`${CONTAINER}/workspaces/${draft}/tags`, 'tag', Tag);
  const tag = tags.find((one) => one.name === name)!;
  await platform.change('PUT', tag.path, z.unknown(), { json: { ...tag, ...fields } });
}

test('no draft is ours until one is made', async () => {
  expect(await refusal('get_tag_changes', { container_id })).toMatchObject({
    code: 'not_found',
    field: 'tag_workspace_id',
    next_step: expect.stringContaining('create_tag_workspace {"container_id":"GTM-ACME001"}'),
  });
});

test('the difference to what is live in words and fields, its own apart from what was only saved', async () => {
  const { tag_workspace } = await call('create_tag_workspace', { container_id });
  const id = tag_workspace.tag_workspace_id;
  const clean = await call('get_tag_changes', { container_id });
  expect(clean).toMatchObject({
    tag_workspace_id: id,
    is_behind: false,
    conflicts: [],
    live_version_id: '12',
    latest_version_id: '13',
    changes: [{ kind: 'tag', name: 'Newsletter pixel', change: 'updated', own: false }],
  });
  expect(clean.in_words).toEqual([
    'tag "Newsletter pixel": notes set to Paused until the new form is live (saved before this draft, not yet published)',
  ]);
  expect(clean.notes.join(' ')).toMatch(/does not tell who.*Version 12 is live/);
  await edited(id, 'GA4 - purchase', { paused: true });
  const { triggerId } = await byHand(`workspaces/${id}/triggers`, { name: 'Seen', type: 'pageview' });
  const parameter = [{ type: 'template', key: 'html', value: '<p></p>' }];
  await byHand(`workspaces/${id}/tags`, { name: 'Hello', type: 'html', firingTriggerId: [triggerId], parameter });
  const changed = await call('get_tag_changes', { container_id, tag_workspace_id: id });
  expect(changed.in_words).toEqual(
    expect.arrayContaining([
      'tag "GA4 - purchase": paused',
      'trigger "Seen" added: page view',
      'tag "Hello" added: custom HTML, fires on Seen',
    ]),
  );
  expect(changed.changes.find(({ name }: { name: string }) => name === 'GA4 - purchase')).toMatchObject({
    own: true,
    fields: { paused: { from: false, to: true } },
  });
});

test('a version made meanwhile leaves a draft behind, and both sides of a conflict are shown', async () => {
  const { tag_workspaces } = await call('list_tag_workspaces', { container_id });
  const own = tag_workspaces.find(({ is_ours }: { is_ours: boolean }) => is_ours).tag_workspace_id;
  await edited('1', 'Survey', { paused: true });
  await byHand('workspaces/1:create_version', { name: 'Elsewhere' });
  const elsewhere = await call('get_tag_changes', { container_id, tag_workspace_id: own });
  expect(elsewhere).toMatchObject({ is_behind: true, latest_version_id: '14' });
  const another = (await call('list_tag_workspaces', { container_id })).tag_workspaces.find(
    ({ name }: { name: string }) => name === 'Default Workspace',
  ).tag_workspace_id;
  await edited(another, 'GA4 - purchase', { notes: 'from the other draft' });
  await byHand(`workspaces/${another}:create_version`, { name: 'Meanwhile' });
  const behind = await call('get_tag_changes', { container_id, tag_workspace_id: own });
  expect(behind).toMatchObject({
    is_behind: true,
    latest_version_id: '15',
    conflicts: [
      {
        name: 'GA4 - purchase',
        in_version: 'not told',
        fields: { notes: { in_version: 'from the other draft' }, paused: { in_version: false, in_draft: true } },
      },
    ],
  });
  await byHand(`workspaces/${own}:sync`);
  const open = await call('get_tag_changes', { container_id, tag_workspace_id: own });
  expect(open.conflicts).toMatchObject([
    {
      kind: 'tag',
      name: 'GA4 - purchase',
      in_draft: 'updated',
      in_version: 'updated',
      fields: { notes: { in_version: 'from the other draft' }, paused: { in_version: false, in_draft: true } },
    },
  ]);
  expect(open.notes.at(-1)).toContain('conflict is open');
});
