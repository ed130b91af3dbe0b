import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';
import { invited } from './people.ts';

let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  service = await startTestService({ fewAccounts: true });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

const run = (tool: string, args: Record<string, unknown>, browser = owner) =>
  browser.api.tools.run.mutate({ workspaceId: acme, channel: 'social', tool, arguments: args });

const campaign = (name: string) => ({
  name,
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  daily_budget: 20,
});

describe('activity', () => {
  test('an unknown outcome is found by its filter, needs attention, and can be looked at', async () => {
    await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'cut_after' });
    const cut = await run('create_social_campaign', campaign('Cut after arriving'));
    expect(cut).toMatchObject({ ok: false, error: { code: 'outcome_unknown', outcome: 'unknown' } });

    const { entries } = await owner.api.activity.list.query({
      workspaceIds: [acme],
      filters: { outcome: ['unknown'], search: 'Cut after' },
    });
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry).toMatchObject({
      object: 'Cut after arriving',
      outcome: 'unknown',
      error: { code: 'outcome_unknown' },
      look: { tool: 'list_social_campaigns' },
    });
    expect(entry!.changes).toContainEqual({ field: 'name', asked: 'Cut after arriving', state: 'unconfirmed' });

    const needed = await owner.api.attention.list.query({ workspaceIds: [acme] });
    expect(needed).toContainEqual(
      expect.objectContaining({
        kind: 'unknown_outcome',
        action: { label: 'Check now', to: `/activity?workspace=${acme}&outcome=unknown&open=${entry!.id}` },
      }),
    );

    const viewer = await invited(owner, 'looks@acme.example', 'viewer');
    const seen = await viewer.api.activity.checkNow.mutate({ workspaceId: acme, id: entry!.id });
    expect(seen, 'a viewer is told and settles nothing').toMatchObject({ outcome: 'applied', settled: false });

    const checked = await owner.api.activity.checkNow.mutate({ workspaceId: acme, id: entry!.id });
    expect(checked).toMatchObject({ tool: 'list_social_campaigns', outcome: 'applied', settled: true });
    expect(checked.words).toContain('It was made: “Cut after arriving” is there');
    const after = await owner.api.activity.list.query({ workspaceIds: [acme], filters: { search: 'Cut after' } });
    expect(after.entries.find(({ id }) => id === entry!.id)).toMatchObject({
      outcome: 'applied',
      look: null,
      settled: { who: { name: 'Example Owner' }, words: checked.words },
    });
    const filtered = await owner.api.activity.list.query({
      workspaceIds: [acme],
      filters: { outcome: ['unknown'], search: 'Cut after' },
    });
    expect(filtered.entries).toEqual([]);
    const left = await owner.api.attention.list.query({ workspaceIds: [acme] });
    expect(left.filter(({ kind }) => kind === 'unknown_outcome')).toEqual([]);
    await expect(owner.api.activity.checkNow.mutate({ workspaceId: acme, id: entry!.id })).rejects.toThrow('known');
  });

  test('an outcome that no call shows is settled by a person who looked, once', async () => {
    const made = await run('create_social_campaign', campaign('Halfway'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'cut_before', times: 20 });
    await run('update_social_campaign', { campaign_id: id, daily_budget: 35 });
    await owner.api.rehearsal.clearFaults.mutate({});
    const { entries } = await owner.api.activity.list.query({
      workspaceIds: [acme],
      filters: { object: [id], outcome: ['unknown'] },
    });
    const entry = entries[0]!;
    const checked = await owner.api.activity.checkNow.mutate({ workspaceId: acme, id: entry.id });
    expect(checked).toMatchObject({ outcome: 'unknown', settled: false });
    expect(checked.words).toContain('daily_budget is 20.00 USD. Platforms can be late');
    const asked = { workspaceId: acme, id: entry.id, outcome: 'not_applied' } as const;
    expect(await owner.api.activity.settle.mutate(asked)).toEqual({ done: true });
    await expect(owner.api.activity.settle.mutate({ ...asked, outcome: 'applied' })).rejects.toThrow('known');
    const after = await owner.api.activity.list.query({ workspaceIds: [acme], filters: { object: [id] } });
    expect(after.entries.find((one) => one.id === entry.id)).toMatchObject({ outcome: 'not_applied' });
  });

  test('a change that may still be under way cannot be settled, and one whose arguments were cut is not looked at', async () => {
    const { audit, store } = service.home;
    const begun = async (callId: string, args: object) => {
      const action = 'social/update_social_campaign';
      await store.transaction(async () =>
        audit.append({
          workspaceId: acme,
          actor: 'test',
          action,
          phase: 'intent',
          callId,
          detail: { arguments: args },
        }),
      );
      const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme] });
      return entries.find(({ requestId }) => requestId === callId)!;
    };
    const running = await begun('req_running', { campaign_id: '1', daily_budget: 5 });
    expect(running).toMatchObject({ outcome: 'running', look: { tool: expect.any(String) } });
    const settled = owner.api.activity.settle.mutate({ workspaceId: acme, id: running.id, outcome: 'not_applied' });
    await expect(settled).rejects.toThrow('known');
    expect(await begun('req_cut', { campaign_id: '1', cut: true })).toMatchObject({ look: null });
  });

  test('before and after are told field by field', async () => {
    const made = await run('create_social_campaign', campaign('Before'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    await run('update_social_campaign', { campaign_id: id, name: 'After', daily_budget: 30 });
    const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme], limit: 1 });
    expect(entries[0]).toMatchObject({ object: 'After', outcome: 'applied' });
    expect(entries[0]!.changes).toContainEqual({ field: 'name', before: 'Before', after: 'After', state: 'made' });
  });

  test('objects are called by their names, also where a call told only an id', async () => {
    const made = await run('create_social_campaign', campaign('Called by name'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    await run('update_social_campaign', { campaign_id: id, daily_budget: 0.01 });
    await owner.api.workspaces.rename.mutate({ workspaceId: acme, name: 'Acme' });
    const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme], limit: 50 });
    expect(entries.find(({ outcome, ids }) => outcome === 'not_applied' && ids.includes(id))).toMatchObject({
      object: 'Called by name',
    });
    const bare = entries.filter(({ object }) => /^(?:key|per|mem|ws|con|link)_/.test(object ?? ''));
    expect(bare.map(({ tool, object }) => `${tool} ${object}`)).toEqual([]);
  });

  test('a large raise by an agent needs attention, however small its steps; the overview tells each key', async () => {
    const { key, record } = await owner.api.keys.create.mutate({ workspaceId: acme, name: 'raiser', readOnly: false });
    const made = await run('create_social_campaign', campaign('Raised'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    for (const daily_budget of [25, 31])
      await service.call('social', 'update_social_campaign', { campaign_id: id, daily_budget }, { key });
    const needed = await owner.api.attention.list.query({ workspaceIds: [acme] });
    expect(needed.filter(({ kind }) => kind === 'large_raise')).toMatchObject([
      {
        title: 'Budget raised by 55 %',
        about: 'Acme · “Raised” $20.00 → $31.00 a day, by raiser',
        severity: 'warning',
      },
    ]);
    const { agents } = await owner.api.activity.byAgent.query({ workspaceIds: [acme] });
    expect(agents.find(({ who }) => who.id === record.id)).toMatchObject({
      changes: 2,
      added: [{ mode: 'sandbox', currency: 'USD', period: 'day', amount: '11.00' }],
      largest: { object: 'Raised', before: '20.00', after: '31.00' },
    });
  });

  test('what the platform took and did not do is not called applied', async () => {
    const made = await run('create_social_campaign', campaign('Ignored'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'accepted_not_applied' });
    const change = await run('update_social_campaign', { campaign_id: id, daily_budget: 45 });
    expect(change).toMatchObject({ ok: true, result: { not_applied: ['daily_budget'] } });
    const found = async (outcome: 'applied' | 'not_applied') => {
      const filters = { outcome: [outcome], object: [id] };
      return (await owner.api.activity.list.query({ workspaceIds: [acme], filters })).entries;
    };
    expect((await found('applied')).map(({ tool }) => tool)).toEqual(['create_social_campaign']);
    expect(await found('not_applied')).toMatchObject([
      { outcome: 'not_applied', changes: [{ field: 'daily_budget', asked: '45', state: 'stays' }] },
    ]);
  });

  test.each([
    ['social', 'create_social_campaign', campaign('Traced')],
    ['search', 'create_asset', { text: 'Traced' }],
    [
      'video',
      'create_campaign',
      { campaign_name: 'Traced', objective: 'TRAFFIC', budget_mode: 'BUDGET_MODE_DAY', budget: 50 },
    ],
    ['professional', 'create_campaign_group', { name: 'Traced' }],
  ])('%s: what the platform calls its answer is kept', async (channel, tool, args) => {
    const change = { workspaceId: acme, channel, tool, arguments: args };
    const { requestId, ...answer } = await owner.api.tools.run.mutate(change);
    expect(answer).toMatchObject({ ok: true });
    const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme], limit: 1 });
    expect(entries[0]).toMatchObject({ requestId, outcome: 'applied', traceId: expect.stringMatching(/\S{8,}/) });
  });

  test('pages lead to the end without a gap or a repeat', async () => {
    const seen: number[] = [];
    let cursor: number | undefined;
    do {
      const page = await owner.api.activity.list.query({ workspaceIds: [acme], limit: 2, cursor });
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    const all = await owner.api.activity.list.query({ workspaceIds: [acme], limit: 200 });
    expect(seen).toEqual(all.entries.map(({ id }) => id));
  });

  test('entries are narrowed to who made them and to what they are about', async () => {
    const made = await run('create_social_campaign', campaign('By a person'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    await service.call('social', 'update_social_campaign', { campaign_id: id, name: 'By an agent' });
    const found = async (filters: Parameters<typeof owner.api.activity.list.query>[0]['filters']) =>
      (await owner.api.activity.list.query({ workspaceIds: [acme], filters })).entries;
    const about = await found({ object: [id] });
    expect(about.map(({ tool }) => tool)).toEqual(['update_social_campaign', 'create_social_campaign']);
    const [byAgent, byPerson] = about.map(({ who }) => who);
    expect([byAgent!.kind, byPerson!.kind]).toEqual(['key', 'person']);
    for (const changed_by of [['agent'], [byAgent!.id]])
      expect((await found({ changed_by, object: [id] })).map(({ tool }) => tool)).toEqual(['update_social_campaign']);
    expect((await found({ changed_by: ['person'] })).every(({ who }) => who.kind === 'person')).toBe(true);
    expect(await found({ changed_by: ['nobody'] })).toEqual([]);
    const others = await found({ object: [id], channel: ['search'], not: ['object', 'channel'] });
    expect(others.every(({ ids, channel }) => !ids.includes(id) && channel !== 'search')).toBe(true);
    expect(new Set(others.map(({ channel }) => channel)), 'what is of no channel is of no other').toContain(null);
    const changers = await owner.api.activity.changers.query({ workspaceIds: [acme] });
    expect(changers.filter((one) => one.id === id).map(({ who }) => who.kind)).toEqual(['key', 'person']);
  });

  test('a joker in a search is taken for what it is', async () => {
    const search = async (text: string) =>
      (await owner.api.activity.list.query({ workspaceIds: [acme], filters: { search: text } })).entries.length;
    await run('create_social_campaign', campaign('100 % cotton_socks'));
    expect(await search('100 % cotton_socks')).toBe(1);
    expect(await search('100%socks')).toBe(0);
    expect(await search('cottonXsocks')).toBe(0);
  });

  test('exports as CSV what the filters let through, with no formula that runs', async () => {
    await run('create_social_campaign', campaign('=HYPERLINK("https://evil.example")'));
    const reply = await owner.fetch(`/activity.csv?workspaceIds=${acme}&channel=social&outcome=applied`);
    expect(reply.headers.get('content-disposition')).toContain('activity.csv');
    const lines = (await reply.text()).trim().split('\r\n');
    expect(lines[0]).toBe(
      'id,at,workspace_id,who,who_id,channel,tool,object,changes,outcome,error,trace_id,request_id',
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.slice(1).every((line) => line.includes(',social,') && line.includes(',applied,'))).toBe(true);
    expect(lines.join('\n')).toContain(`'=HYPERLINK`);
  });

  test('a log that was tampered with is not called verified', async () => {
    expect(await owner.api.activity.chain.query({ again: true })).toMatchObject({ ok: true, broken: null });
    const { db } = service.home.store;
    const row = await db.selectFrom('audit_log').selectAll().where('seq', '=', 3).executeTakeFirstOrThrow();
    await db.updateTable('audit_log').set({ actor: 'somebody else' }).where('seq', '=', 3).execute();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await owner.api.activity.chain.query({ again: true })).toMatchObject({ ok: false, broken: { id: 3 } });
    await db.updateTable('audit_log').set({ actor: row.actor }).where('seq', '=', 3).execute();
  });
});
