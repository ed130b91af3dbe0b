import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, passTime, walk } = sandboxed('tags');
beforeEach(() => passTime(60_000));

const container_id = 'GTM-ACME001';

test('each version tells what it changed, the newest first, within the quota', async () => {
  const before = (await requests()).length;
  const { changes, versions, next_cursor } = await call('list_changes', { container_id });
  expect((await requests()).length - before).toBeLessThanOrEqual(10);
  expect(versions).toMatchObject([
    { version_id: '13', name: 'Notes only', notes: 'Saved, not published', is_live: false, is_latest: true },
    { version_id: '12', name: 'Autumn clean-up', is_live: true, is_latest: false, compared_with: '11' },
    { version_id: '11' },
  ]);
  expect(changes[0]).toMatchObject({
    version_id: '13',
    operation: 'updated',
    what: 'tag',
    name: 'Newsletter pixel',
    words: 'tag "Newsletter pixel": notes set to Paused until the new form is live',
    changed: { notes: { from: null, to: 'Paused until the new form is live' } },
  });
  expect(next_cursor).toBeDefined();
});

test('pages lead back to the first version, whatever their size', async () => {
  const all = await walk('list_changes', 'changes', { container_id, limit: 1000 });
  expect(all.at(-1)).toMatchObject({ version_id: '1', operation: 'added' });
  await passTime(120_000);
  const small = await walk('list_changes', 'changes', { container_id, limit: 7 });
  expect(small).toEqual(all);
});

test('a container of nobody is refused', async () => {
  expect(await refusal('list_changes', { container_id: '999' })).toMatchObject({
    code: 'not_found',
    field: 'container_id',
  });
});
