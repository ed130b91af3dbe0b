import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const sandbox = sandboxed('social');
// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const list = async (args: Any = {}): Promise<Any> =>
  (await sandbox.service().call('workspace', 'list_history', args)).result;
const campaign = async (name: string): Promise<string> =>
  (
    await sandbox.call('create_social_campaign', {
      name,
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      daily_budget: '20',
    })
  ).campaign.id;

test('tells who changed what, from and to, and whether it can go back; reads and refusals are not in it', async () => {
  const id = await campaign('Told');
  await sandbox.call('list_social_campaigns');
  await sandbox.refusal('update_social_campaign', { campaign_id: '42', name: 'x' });
  await sandbox.call('update_social_campaign', { campaign_id: id, daily_budget: '35' });
  const { changes } = await list({ object: id });
  expect(changes.map(({ tool }: Any) => tool)).toEqual(['update_social_campaign', 'create_social_campaign']);
  expect(changes[0]).toMatchObject({
    change_id: expect.stringMatching(/^chg_\d+$/),
    channel: 'social',
    object: { id, name: 'Told' },
    who: { kind: 'key', id: expect.stringMatching(/^key_/) },
    outcome: 'applied',
    applied: { daily_budget: { from: { amount: '20.00' }, to: { amount: '35.00' } } },
    undo: 'full',
  });
});

test('rows of a bulk change are told one by one', async () => {
  const ids = [await campaign('Row 1'), await campaign('Row 2')];
  await sandbox.call('bulk_update', { campaign_ids: ids, status: 'ACTIVE' });
  const [change] = (await list({ limit: 1 })).changes;
  expect(change.rows.map((row: Any) => [row.id, row.applied.status])).toEqual(
    ids.map((id) => [id, { from: 'PAUSED', to: 'ACTIVE' }]),
  );
});

test('pages follow each other without a gap or a double, and a cursor is good for its list alone', async () => {
  for (let at = 0; at < 5; at++) await campaign(`Page ${at}`);
  const whole = (await list({ limit: 200 })).changes;
  const seen: Any[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.changes);
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toEqual(whole);
  const { next_cursor } = await list({ limit: 1 });
  expect((await list({ limit: 1, channel: 'video', cursor: next_cursor })).error).toMatchObject({ field: 'cursor' });
});

test('filters by time, key and channel', async () => {
  const [{ at, who }] = (await list({ limit: 1 })).changes;
  expect((await list({ since: at, key: who.id, channel: 'social' })).changes.length).toBeGreaterThan(0);
  expect((await list({ until: '2001-01-01T00:00:00Z' })).changes).toEqual([]);
  expect((await list({ key: 'key_nobody' })).changes).toEqual([]);
  expect((await list({ channel: 'video' })).changes).toEqual([]);
  expect((await list({ workspaceId: 'Acme Japan' })).changes).toEqual([]);
});

test('a bulk change that was recorded before rows were kept says that it cannot be undone for that reason', async () => {
  const { home } = sandbox.service();
  const workspaceId = await sandbox.workspaceNamed('Acme');
  const entry = { workspaceId, actor: 'key_old', action: 'social/bulk_update', callId: 'old-call' };
  const detail = { arguments: { campaign_ids: ['1'], status: 'PAUSED' } };
  await home.store.transaction(async () => {
    home.audit.append({ ...entry, phase: 'intent', detail });
    home.audit.append({ ...entry, phase: 'outcome', detail: { outcome: 'applied' } });
  });
  expect((await list({ key: 'key_old' })).changes).toMatchObject([
    { undo: 'none', why: 'it was recorded before this was kept' },
  ]);
});

test('a misspelt channel is refused with those there are, and a key that there is not has changed nothing', async () => {
  expect((await list({ channel: 'socail' })).error).toMatchObject({
    code: 'invalid_arguments',
    field: 'channel',
    allowed_values: expect.arrayContaining(['social']),
  });
  expect(await list({ key: 'constructor' })).toEqual({ changes: [] });
});
