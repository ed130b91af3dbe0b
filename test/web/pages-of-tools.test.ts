import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';
import { invited } from './people.ts';

const DAY_MS = 86_400_000;

interface Grants {
  tags: { credentials: Record<string, string> }[];
}

interface Token {
  access_token: string;
}

const { ambient, sleep } = passingTime();

let service: TestService;
let owner: Browser;
let member: Browser;
let acme: string;
let globex: string;
beforeAll(async () => {
  service = await startTestService({ ambient, sleep, fewAccounts: true });
  [acme, globex] = [await service.workspaceId('Acme'), await service.workspaceId('Acme Japan')];
  owner = await ownerOf(service);
  member = await invited(owner, 'kim@acme.example', 'member');
});
afterAll(() => service?.close());

describe('alerts', () => {
  let at = 0;
  /** An alert as a monitor would have written it. */
  async function alert(workspace_id: string, more: Record<string, unknown> = {}) {
    const { organization } = await owner.api.session.me.query();
    at += 1;
    const since = ambient.now() - DAY_MS + at;
    await service.home.store.db
      .insertInto('alerts')
      .values({
        ...{ id: `alert_${String(at).padStart(5, '0')}`, organization_id: organization.id, workspace_id },
        ...{ monitor_id: 'mon_1', monitor_name: 'Watch', kind: 'ad_rejected', channel: 'social', subject: `${at}` },
        ...{ object: JSON.stringify({ name: `Ad ${at}`, channel: 'social' }), state: 'firing', severity: 'warning' },
        ...{ sentence: `Ad ${at} was rejected.`, figures: '{}', parts: '[]', window: '', since, last_judged: since },
        ...{ quiet_checks: 0, told_at: since, told: 1, resolved_at: null, resolution: null, acknowledged_by: null },
        ...{ acknowledged_at: null, note: null, just_before: '[]', next_calls: '[]', paused: null },
        ...more,
      })
      .execute();
  }
  const list = async (workspaceIds: string[], browser = owner) => {
    const { alerts, monitors, more } = await browser.api.alerts.list.query({ workspaceIds });
    const states = Object.groupBy(alerts, ({ state }) => state);
    return {
      ...{ more, monitors: monitors.length, alerts },
      counts: Object.fromEntries(Object.entries(states).map(([state, some]) => [state, some!.length])),
    };
  };
  const firing = async (workspaceIds: string[]) => (await owner.api.alerts.firing.query({ workspaceIds })).firing;
  beforeEach(() => service.home.store.db.deleteFrom('alerts').execute());

  test('are of the workspaces that are asked for: what fires, what was seen, and the ten that ended last', async () => {
    await alert(acme);
    await alert(acme, { state: 'seen' });
    await alert(globex);
    for (let ended = 0; ended < 12; ended++) await alert(acme, { state: 'resolved', resolved_at: ambient.now() });
    expect(await list([acme])).toMatchObject({ more: false, counts: { firing: 1, seen: 1, resolved: 10 } });
    expect((await list([globex])).counts).toEqual({ firing: 1 });
    const both = await list([acme, globex]);
    expect(both.counts).toEqual({ firing: 2, seen: 1, resolved: 10 });
    expect(new Set(both.alerts.map(({ workspace }) => workspace))).toEqual(new Set(['Acme', 'Acme Japan']));
    expect([await firing([acme]), await firing([acme, globex])], 'the bell counts alerts in the state firing').toEqual([
      1, 2,
    ]);
  });

  test('of more than a hundred that fire or were seen the newest are shown, and that there are more is said', async () => {
    for (const state of ['firing', 'seen']) {
      for (let count = 0; count < 100; count++) await alert(acme, { state });
      expect(await list([acme]), state).toMatchObject({ more: false });
      await alert(acme, { state });
      const { more, alerts, counts } = await list([acme]);
      expect([more, counts[state]], state).toEqual([true, 100]);
      expect(alerts[0]!.object.name).toBe(`Ad ${at}`);
      await service.home.store.db.deleteFrom('alerts').execute();
    }
  });

  test('where each budget plan will end is told by currency, of this month or of the one that is asked for', async () => {
    const plan = (name: string, amount: string, currency: string) => ({ name, amount, currency });
    const set = (workspaceId: string, month: string, rows: object[]) =>
      owner.api.tools.run.mutate({
        ...{ workspaceId, channel: 'workspace', tool: 'set_budget_plan' },
        arguments: { month, rows },
      });
    const month = new Date(ambient.now()).toISOString().slice(0, 7);
    expect(await owner.api.alerts.pacing.query({ workspaceIds: [acme] })).toMatchObject({ month, rows: [] });
    const rows = [plan('Client A', '900', 'USD'), plan('Client B', '100', 'EUR')];
    expect(await set(acme, month, rows)).toMatchObject({ ok: true });
    expect(await set(globex, month, [plan('Client C', '90000', 'JPY')])).toMatchObject({ ok: true });
    const shown = await owner.api.alerts.pacing.query({ workspaceIds: [acme, globex] });
    expect(shown.rows.map((row) => [row.workspace, row.name, row.target, row.currency])).toEqual([
      ['Acme', 'Client B', '100.00', 'EUR'],
      ['Acme Japan', 'Client C', '90000', 'JPY'],
      ['Acme', 'Client A', '900.00', 'USD'],
    ]);
    const past = await owner.api.alerts.pacing.query({ workspaceIds: [acme], month: '2026-01' });
    expect(past).toMatchObject({ month: '2026-01', rows: [] });
    await expect(owner.api.alerts.pacing.query({ workspaceIds: [acme], month: '2026-1' })).rejects.toThrow('month');
  });
});

describe('media plans', () => {
  const read = async (browser: Browser, request: Record<string, unknown>) =>
    (await browser.api.mediaPlans.read.mutate({ workspaceId: acme, ...request } as never)) as { id: string };
  const listed = async (workspaceIds: string[]) => (await owner.api.mediaPlans.list.query({ workspaceIds })).plans;
  let sheet: { spreadsheet_id: string; range: string };

  test('practice sheets are offered where the sandbox is connected, as far as the workspace can read them', async () => {
    const { sheets } = await member.api.mediaPlans.practice.query({ workspaceId: acme });
    expect(sheets.length).toBeGreaterThan(1);
    const here = sheets.find(({ kind }) => kind === 'tidy') ?? sheets[0]!;
    sheet = { spreadsheet_id: here.id, range: here.tab };
    const elsewhere = await member.api.mediaPlans.practice.query({ workspaceId: globex });
    expect(elsewhere.sheets.map(({ id }) => id)).not.toContain(here.id);
    const { id } = await owner.api.workspaces.create.mutate({ name: 'Unconnected', currency: 'USD' });
    expect(await owner.api.mediaPlans.practice.query({ workspaceId: id })).toEqual({ sheets: [] });
  });

  test('a sheet that the same person reads again closes what they had asked for; that of somebody else stays', async () => {
    const first = await read(owner, sheet);
    const state = async (id: string) => (await listed([acme])).find((one) => one.id === id)?.state;
    expect(await state(first.id)).toBe('planned');
    expect(await read(owner, { ...sheet, replaces: first.id }), 'nothing has changed').toEqual(first);
    expect(await state(first.id)).toBe('planned');
    const theirs = await read(member, { ...sheet, replaces: first.id });
    expect(theirs.id).not.toBe(first.id);
    expect(await state(first.id), 'read by somebody else').toBe('planned');
    const { rows } = await owner.api.mediaPlans.get.query({ id: first.id });
    const [line] = rows.find(({ fate }) => fate === 'make')!.rows;
    const other = { ...sheet, repairs: { [`${sheet.range}!G${line}`]: '$7,000.00' } };
    const second = await read(owner, { ...other, replaces: first.id });
    expect(second.id).not.toBe(first.id);
    expect(await state(first.id)).toBe('withdrawn');
    expect([await state(second.id), await state(theirs.id)]).toEqual(['planned', 'planned']);
    await expect(read(owner, { ...sheet, replaces: 'media_unknown' })).rejects.toThrow('media plan');
  });

  test('two people who read a sheet at the same time, of which nothing can be made, are each shown their own reading', async () => {
    const { rows } = await owner.api.mediaPlans.get.query({ id: (await read(owner, sheet)).id });
    const [line] = rows.find(({ fate }) => fate === 'make')!.rows;
    const spoilt = { ...sheet, repairs: { [`${sheet.range}!G${line}`]: 'much' } };
    for (const readers of [
      [owner, member],
      [member, owner],
    ]) {
      const found = await Promise.all(readers.map((browser) => read(browser, spoilt)));
      const views = await Promise.all(found.map(({ id }) => owner.api.mediaPlans.get.query({ id })));
      expect(views.map(({ planId }) => planId)).toEqual([null, null]);
      const names = await Promise.all(readers.map(async ({ api }) => (await api.session.me.query()).person.name));
      expect(views.map(({ by }) => by.name)).toEqual(names);
    }
  });

  test('a plan is listed and opened in its own workspace only, with who read it and what it may reach', async () => {
    const [newest] = (await listed([acme])).filter(({ state }) => state !== null);
    expect(newest).toMatchObject({ workspace: 'Acme', spreadsheetId: sheet.spreadsheet_id, members: {} });
    expect(await listed([globex])).toEqual([]);
    const view = await owner.api.mediaPlans.get.query({ id: newest!.id });
    expect(view).toMatchObject({ id: newest!.id, mode: 'sandbox', by: newest!.by });
    const { plan, members } = await owner.api.mediaPlans.progress.query({ id: newest!.id });
    expect(plan).toMatchObject({ id: view.planId, state: newest!.state });
    expect(plan).not.toHaveProperty('request');
    expect(members).toEqual([{ position: 0, state: 'waiting', campaignId: null, error: null }]);
  });

  test('defaults are kept with who kept them, by connected channels and their own fields', async () => {
    const { channels } = await owner.api.mediaPlans.defaults.query({ workspaceId: acme });
    expect(channels.map(({ channel }) => channel).sort()).toEqual(['professional', 'search', 'social', 'video']);
    const { id: unconnected } = await owner.api.workspaces.create.mutate({ name: 'No channels', currency: 'USD' });
    expect((await owner.api.mediaPlans.defaults.query({ workspaceId: unconnected })).channels).toEqual([]);
    const keep = (defaults: object) =>
      owner.api.mediaPlans.keepDefaults.mutate({ workspaceId: acme, defaults: defaults as never });
    await expect(keep({ channels: { radio: {} } })).rejects.toThrow('There is no channel radio');
    await expect(keep({ channels: { office: {} } })).rejects.toThrow('There is no channel office');
    await expect(keep({ countries: ['US'], channels: { social: { nonsense: 1 } } })).rejects.toThrow('Social');
    expect((await owner.api.mediaPlans.defaults.query({ workspaceId: acme })).defaults).toEqual({});
    await keep({ countries: ['US'], channels: { social: { special_ad_categories: [] } } });
    const { defaults } = await owner.api.mediaPlans.defaults.query({ workspaceId: acme });
    expect(defaults).toMatchObject({ countries: ['US'], channels: { social: { special_ad_categories: [] } } });
    expect((await owner.api.mediaPlans.defaults.query({ workspaceId: globex })).defaults).toEqual({});
    const { entries } = await owner.api.activity.list.query({ filters: { tool: ['media_plan.defaults'] } });
    expect(entries).toMatchObject([{ who: { name: 'Example Owner' }, detail: { countries: ['US'] } }]);
  });
});

describe('tags', () => {
  const place = () => ({ workspaceId: acme, container: '7001' });
  // The platform takes 15 requests a minute.
  beforeEach(() => sleep(60_000, new AbortController().signal));

  test('containers are of the configured account, or the one that a public id names', async () => {
    const { containers } = await owner.api.tags.containers.query({ workspaceId: acme });
    expect(containers.map(({ publicId, kind, domains }) => [publicId, kind, domains])).toEqual([
      ['GTM-ACME001', 'web', ['acme.example']],
      ['GTM-ACME002', 'server', []],
    ]);
    expect(containers[0]!.url).toContain('/accounts/6001000001/containers/7001');
    const named = await owner.api.tags.containers.query({ workspaceId: acme, publicId: 'GTM-ACME002' });
    expect(named.containers.map(({ id }) => id)).toEqual(['7002']);
    const [account] = (await owner.api.tags.accounts.query({ workspaceId: acme })).accounts;
    expect(account).toEqual({ id: '6001000001', name: 'Acme' });
    const japan = owner.api.tags.containers.query({ workspaceId: acme, account: '6001000099' });
    await expect(japan, 'an account that the connection does not reach').rejects.toThrow('6001000099');
  });

  test('a container is shown as visitors get it, with what was saved and not published since', async () => {
    const { tags, triggers, variables, ...versions } = await owner.api.tags.container.query(place());
    expect(versions).toEqual({
      live: { id: '12', name: 'Autumn clean-up', notes: 'Removed the tags of the old shop' },
      saved: { id: '13', name: 'Notes only', notes: null },
      isCut: false,
    });
    const tag = (name: string) => tags.find((one) => one.name === name);
    expect(tag('Ads - purchase')).toMatchObject({
      ...{ kind: 'Google Ads conversion', folder: 'Conversions', paused: false, firesOn: ['CE purchase'], notes: null },
      consent: { status: 'needed', types: ['ad_storage', 'ad_user_data'] },
      settings: expect.arrayContaining([{ name: 'conversionId', value: '468013579' }]),
    });
    expect(tag('Newsletter pixel')).toMatchObject({ paused: true });
    expect(triggers.find(({ name }) => name === 'CE purchase')!.usedBy).toContain('Ads - purchase');
    expect(variables.find(({ name }) => name === 'DLV value')!.usedBy).toContain('tag Ads - purchase');
    const server = await owner.api.tags.container.query({ workspaceId: acme, container: '7002' });
    expect(server).toMatchObject({ live: { id: '1' }, saved: null, tags: [{ kind: 'sgtmgaaw' }] });
  });

  test('one object is opened whole, by its kind', async () => {
    const { tags, triggers } = await owner.api.tags.container.query(place());
    const [tag] = tags.filter(({ name }) => name === 'Ads - purchase');
    const opened = await owner.api.tags.whole.query({ ...place(), kind: 'tag', id: tag!.id });
    expect(opened.settings).toEqual(tag!.settings);
    const [trigger] = triggers.filter(({ name }) => name === 'Outbound link');
    const other = await owner.api.tags.whole.query({ ...place(), kind: 'trigger', id: trigger!.id });
    expect(other.settings).toEqual(trigger!.settings);
    expect(other.settings).not.toEqual(opened.settings);
  });

  test('a draft is shown beside what is live: its own changes, and what was saved before it', async () => {
    const { drafts } = await owner.api.tags.drafts.query(place());
    const draft = drafts.find(({ name }) => name === 'Default Workspace')!;
    expect(draft).toEqual({ id: '1', name: 'Default Workspace', isOurs: false, description: null });
    const { changes, conflicts, notes, isCut } = await owner.api.tags.changes.query({ ...place(), draft: '1' });
    expect(changes).toMatchObject([
      { change: 'updated', kind: 'tag', id: '2', name: 'GA4 - purchase', isOwn: true },
      { change: 'updated', kind: 'tag', id: '11', name: 'Newsletter pixel', isOwn: false },
    ]);
    expect(changes[0]!.fields).toEqual([{ field: 'notes', from: null, to: 'Ask the shop team about tax in value' }]);
    expect([conflicts, isCut]).toEqual([[], false]);
    expect(notes).toContainEqual(expect.stringContaining('Version 12 is live'));
  });

  test('what the audit finds is told with a call that mends it, or with why there is none', async () => {
    const { before, findings } = await owner.api.tags.audit.query(place());
    expect(before).toMatchObject({ channel: 'tags', tool: 'create_tag_workspace' });
    for (const { mend, whyNoMend, what } of findings) expect([mend, whyNoMend].filter(Boolean), what).toHaveLength(1);
    expect(findings.find(({ kind }) => kind === 'never_fires')).toMatchObject({
      ...{ severity: 'high', objects: ['tag GA4 - outbound', 'trigger Outbound link'] },
      mend: { channel: 'tags', tool: 'create_variable', arguments: { built_ins: ['Click URL'] } },
    });
    expect(findings.find(({ kind }) => kind === 'secret')).toMatchObject({ mend: null, objects: ['tag Chat widget'] });
  });

  test('a container that was never published is empty for visitors, and is no error', async () => {
    const { origins, controlOrigin } = service.sandbox;
    const { tags } = (await (await fetch(`${controlOrigin}/grants`)).json()) as Grants;
    const grant = new URLSearchParams({ grant_type: 'refresh_token', ...tags[0]!.credentials });
    const token = (await (await fetch(`${origins.tags}/token`, { method: 'POST', body: grant })).json()) as Token;
    const made = await fetch(`${origins.tags}/tagmanager/v2/accounts/6001000001/containers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'New shop', usageContext: ['web'] }),
    });
    const { containerId: container } = (await made.json()) as { containerId: string };
    expect(await owner.api.tags.container.query({ workspaceId: acme, container })).toEqual({
      ...{ live: null, saved: null, tags: [], triggers: [], variables: [], isCut: false },
    });
    await expect(owner.api.tags.container.query({ workspaceId: acme, container: '7999' })).rejects.toThrow('7999');
  });
});
