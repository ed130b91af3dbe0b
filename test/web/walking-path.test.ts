import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  owner = await ownerOf(service);
});
afterAll(() => service?.close());

test('set up → key → call → activity → revoke → refused', async () => {
  const me = await owner.api.session.me.query();
  expect(me).toMatchObject({
    person: { name: 'Example Owner', email: 'owner@acme.example' },
    organization: { role: 'owner' },
  });
  const acme = me.workspaces.find(({ name }) => name === 'Acme')!;
  expect(acme).toMatchObject({ role: 'owner', archived: false, modes: { social: 'sandbox', search: 'sandbox' } });

  const { key, record } = await owner.api.keys.create.mutate({
    workspaceId: acme.id,
    name: 'media-buyer',
    channels: ['social'],
    readOnly: false,
  });
  expect(record).toMatchObject({
    name: 'media-buyer',
    lastFour: key.slice(-4),
    createdBy: { kind: 'person', name: 'Example Owner' },
  });

  const { isError, result } = await service.call(
    'social',
    'create_social_campaign',
    { name: 'Holiday teaser', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: 20 },
    { key },
  );
  expect(isError, JSON.stringify(result)).toBe(false);

  const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme.id] });
  expect(entries[0]).toMatchObject({
    who: { kind: 'key', id: record.id, name: 'media-buyer' },
    channel: 'social',
    tool: 'create_social_campaign',
    object: 'Holiday teaser',
    outcome: 'applied',
  });
  expect(entries[1]).toMatchObject({ tool: 'key.create', who: { kind: 'person' }, outcome: 'recorded' });
  const { entries: everywhere } = await owner.api.activity.list.query({});
  expect(everywhere.slice(0, 2).map(({ tool }) => tool)).toEqual(['create_social_campaign', 'key.create']);
  expect(await owner.api.activity.chain.query({})).toMatchObject({ ok: true, broken: null });

  expect(await owner.api.keys.revoke.mutate({ id: record.id })).toEqual({ done: true });
  const refused = await service.post('social', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key });
  expect(refused.status).toBe(401);
});

test("a person's call goes through the same pipeline, in their name", async () => {
  const me = await owner.api.session.me.query();
  const workspaceId = me.workspaces.find(({ name }) => name === 'Acme')!.id;
  const listed = await owner.api.tools.run.mutate({
    workspaceId,
    channel: 'social',
    tool: 'list_social_campaigns',
    arguments: { limit: 1 },
  });
  if (!listed.ok) throw new Error(JSON.stringify(listed.error));
  const [campaign] = listed.result.campaigns as { id: string }[];
  const renamed = await owner.api.tools.run.mutate({
    workspaceId,
    channel: 'social',
    tool: 'update_social_campaign',
    arguments: { campaign_id: campaign!.id, name: 'Renamed by a person' },
  });
  expect(renamed).toMatchObject({ ok: true });
  const { entries } = await owner.api.activity.list.query({ workspaceIds: [workspaceId], limit: 1 });
  expect(entries[0]).toMatchObject({
    who: { kind: 'person', id: me.person.id },
    requestId: renamed.requestId,
    changes: [{ field: 'name', after: 'Renamed by a person', state: 'made' }],
  });
});
