import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import { passingTime } from '../passing-time.ts';
import { daysAgo } from '../reporting-service.ts';
import { type Sandboxed, sandboxed } from '../sandboxed.ts';
import { startTestService, type TestService } from '../service.ts';
import { EXAMPLES } from './examples/all.ts';
import type { Any } from './examples/example.ts';

/**
 * Every call that a reply or an error hands out is sent as it stands. The connection has no account of its own and the call is
 * made from another workspace, so that a call which loses the account or the workspace is refused.
 */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);
const CHANNELS = ['social', 'search', 'professional', 'video', 'tags'] as const;
const ACCOUNT_ARGUMENTS = /^(account|customer|advertiser)_id$/;

interface Handed {
  channel: string;
  tool: string;
  arguments: Record<string, unknown>;
}

for (const channel of CHANNELS) {
  const examples = EXAMPLES[channel]!;
  const tools = byAddress.get(channel) ?? [];

  describe(channel, () => {
    const sandbox = sandboxed(channel);
    let place: Record<string, unknown>;
    beforeAll(async () => {
      place = await withoutConfiguredAccount(sandbox, channel);
    });
    beforeEach(async () => {
      await sandbox.clearFaults();
      await sandbox.passTime(30_000);
    });
    const from = elsewhere(sandbox, channel, () => place);

    // Before the writes, whose drafts fill the container: a mend goes into a draft of ours.
    if (channel === 'tags')
      test('what an audit and diagnoses of tags hand out can be sent as it stands', async () => {
        const container = { container_id: 'GTM-ACME001' };
        const handed = callsIn(await from.answer('audit_container', container), channel);
        expect(handed.length).toBeGreaterThan(5);
        await allCanBeSent(from, handed, tools);
        const { tags } = await from.call('get_container', { ...container, kinds: ['tags'] });
        const diagnosed: Handed[] = [];
        for (const { tag_id } of tags as Any[])
          diagnosed.push(...callsIn(await from.answer('diagnose_tag', { ...container, tag_id }), channel));
        expect(diagnosed.length).toBeGreaterThan(2);
        await allCanBeSent(from, diagnosed, tools);
      });

    test('what writes hand out can be sent as it stands, whether they end well or their answer is lost', async () => {
      const handed: Handed[] = [];
      for (const [name, example] of Object.entries(examples)) {
        handed.push(...callsIn(await from.answer(name, await example(from)), channel));
        const args = await example(from);
        // Some platforms take reads by POST, which are asked again and then fail.
        await sandbox.fault('cut_after', '^(POST|PUT|DELETE) (?!.*:quick_preview$)', { times: 60 });
        handed.push(...callsIn(await from.answer(name, args), channel));
        await sandbox.clearFaults();
        await sandbox.passTime(30_000);
      }
      expect(handed.length).toBeGreaterThan(10);
      await allCanBeSent(from, handed, tools);
    });

    const diagnosis = tools.find(({ name }) => name === 'diagnose_delivery')!;
    if (diagnosis)
      test('what a diagnosis hands out can be sent as it stands', async () => {
        const handed: Handed[] = [];
        for (const list of tools.filter(({ name }) =>
          /^list_.*(campaigns|ad_sets|ad_groups|ads|creatives|groups)$/.test(name),
        )) {
          const reply = await from.call(list.name, { limit: 12 });
          const [items] = Object.values(reply).filter(Array.isArray) as Any[][];
          const kind = list.name.replace(/^list_(social_|professional_)?/, '').replace(/s$/, '');
          const argument = `${kind === 'ad_creative' ? 'creative' : kind}_id`;
          if (!(argument in diagnosis.input.shape)) continue;
          for (const { id } of items ?? [])
            handed.push(...callsIn(await from.answer('diagnose_delivery', { [argument]: id }), channel));
        }
        expect(handed.length).toBeGreaterThan(2);
        await allCanBeSent(from, handed, tools);
      });
  });
}

/** Those with numbers of their own. */
const REPORTING = CHANNELS.filter((channel) => byAddress.get(channel)![0]!.channel.reporting);

describe('report', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ platforms: REPORTING });
  });
  afterAll(() => service.close());

  test.each(['campaign', 'ad_group', 'ad'])('what a report by %s hands out can be sent as it stands', async (level) => {
    const place = { workspaceId: await service.workspaceId('Acme Japan') };
    for (const channel of REPORTING) {
      const asked = { ...place, start_date: daysAgo(40), end_date: daysAgo(10), level, channels: [channel] };
      const handed = callsIn((await service.call('workspace', 'report', asked)).result, 'workspace');
      for (const call of handed) {
        expect(call.arguments).toMatchObject(place);
        const answer = (await service.call(call.channel, call.tool, call.arguments)).result;
        expect(refusedFor(answer), JSON.stringify([call, answer])).toBeUndefined();
      }
    }
  });
});

describe('media plans', () => {
  const SHEET = 'file_00000000000000aa';
  const days = [1, 2].map((month) => `${new Date().getUTCFullYear() + 1}-0${month}-10`);
  let service: TestService;
  let workspaceId: string;
  const answer = async (tool: string, args: Record<string, unknown>) =>
    (await service.call('workspace', tool, { workspaceId, ...args })).result;
  const sheet = async (budget: string) => {
    const file = join(service.dataFolder, 'plan.csv');
    const row = ['Social', 'Handed', 'Traffic', ...days, budget, 'JPY'].join(',');
    writeFileSync(file, `Channel,Campaign,Objective,Start,End,Budget,Currency\n${row}\n`);
    const files = service.home.spreadsheetsOf(workspaceId);
    await files.remove(SHEET);
    await files.import(file, { id: SHEET, name: 'Plan' });
  };
  beforeAll(async () => {
    const { ambient, sleep } = passingTime();
    service = await startTestService({ platforms: ['social', 'office'], ambient, sleep });
    workspaceId = await service.workspaceId('Acme Japan');
    await sheet('90000');
  });
  afterAll(() => service.close());

  test('what plans from a sheet hand out in every state can be sent as it stands', async () => {
    const defaults = { countries: ['JP'], channels: { social: { special_ad_categories: [] } } };
    const asked = { spreadsheet_id: SHEET, range: 'Plan' };
    const { plan } = await answer('plan_from_sheet', { ...asked, defaults });
    const plan_id = plan.id;
    const organizationId = (await service.home.directory.find('Acme'))!.organizationId;
    const policy = (create: 'auto' | 'approve' | 'deny') =>
      service.home.policies.set({ organizationId, workspaceId, actor: 'test', change: { rules: { create } } });
    const replies: unknown[] = [await answer('get_plan', { plan_id }), await answer('list_plans', {})];
    await policy('approve');
    // Asked for now, and waiting by then.
    for (const _ of [1, 2]) replies.push(await answer('apply_plan', { plan_id }));
    await policy('auto');
    await sheet('90000');
    replies.push(await answer('withdraw_plan', { plan_id }), await answer('apply_plan', { plan_id }));
    const { plan: second } = await answer('plan_from_sheet', asked);
    await sheet('99000');
    for (const step of [1, 2]) {
      replies.push(await answer('apply_plan', { plan_id: second.id }));
      if (step === 1) await service.runJobs();
    }
    const { plan: third } = await answer('plan_from_sheet', asked);
    for (const _ of [1, 2]) {
      replies.push(await answer('apply_plan', { plan_id: third.id }));
      await service.runJobs();
    }
    replies.push(await answer('get_plan', { plan_id: third.id }));
    for (const id of [third.id, 'plan_none'])
      replies.push(await answer('compare_to_plan', { plan_id: id }), await answer('export_plan', { plan_id: id }));
    // Undone, and then asked for once more.
    for (const _ of [1, 2]) replies.push(await answer('undo_change', { call_id: third.id, preview: false }));
    replies.push(await answer('compare_to_plan', { ...asked, range: 'Nope' }), await answer('export_plan', {}));
    const handed = replies.flatMap((reply) => callsIn(reply, 'workspace'));
    expect(handed.length).toBeGreaterThan(4);
    for (const call of handed) {
      expect(call.arguments).toMatchObject({ workspaceId });
      const reply = (await service.call(call.channel, call.tool, call.arguments)).result;
      expect(refusedFor(reply), JSON.stringify([call, reply])).toBeUndefined();
    }
  });
});

/** Sends each once; one that has to be filled in says so with `…`. */
async function allCanBeSent(from: ReturnType<typeof elsewhere>, handed: readonly Handed[], tools: readonly Any[]) {
  const different = new Map(handed.map((call) => [JSON.stringify(call), call]));
  for (const { channel, tool, arguments: args } of different.values()) {
    const told = `${tool} ${JSON.stringify(args)}`;
    expect(
      tools.map(({ name }) => name),
      told,
    ).toContain(tool);
    if (JSON.stringify(args).includes('…')) continue;
    const answer = (await from.service().call(channel, tool, args)).result;
    expect(refusedFor(answer), `${told}: ${JSON.stringify(answer)}`).toBeUndefined();
  }
}

/** A refusal that says that the call itself was incomplete or led elsewhere. */
function refusedFor({ error }: Any): string | undefined {
  if (error === undefined) return undefined;
  const isIncomplete = /is required|is not an argument|unrecognized|unknown argument|names no workspace/i.test(
    error.message,
  );
  return isIncomplete || ACCOUNT_ARGUMENTS.test(error.field ?? '') || error.code === 'not_found'
    ? error.message
    : undefined;
}

/** Calls as objects with a tool and arguments, and inside sentences. */
function callsIn(reply: unknown, channel: string): Handed[] {
  if (typeof reply === 'string')
    return [...reply.matchAll(/\b([a-z]+(?:_[a-z]+)+) (\{.*?\})(?=[.,;]|$| )/g)].flatMap(([, tool = '', json = '']) =>
      isJson(json) ? [{ channel, tool, arguments: JSON.parse(json) }] : [],
    );
  if (typeof reply !== 'object' || reply === null) return [];
  const { tool, arguments: args, channel: named = channel } = reply as Any;
  const own = typeof tool === 'string' && args ? [{ channel: named, tool, arguments: args }] : [];
  return [...own, ...Object.values(reply).flatMap((inner) => callsIn(inner, channel))];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Takes the account away from the connection of Acme; gives back the arguments that lead there. */
async function withoutConfiguredAccount(sandbox: Sandboxed, channel: string): Promise<Record<string, unknown>> {
  const { connections, directory } = sandbox.service().home;
  const workspaceId = await sandbox.workspaceNamed('Acme');
  const { id, mode, account, options } = (await connections.get(workspaceId, channel))!;
  const credentials = await connections.credentials(id);
  await connections.put({ workspaceId, channel, mode, options, credentials });
  directory.refresh();
  return { account, workspaceId: 'Acme' };
}

/** The same sandbox, called with the account and the workspace that every call has to name. */
function elsewhere(sandbox: Sandboxed, channel: string, place: () => Record<string, unknown>) {
  const named = (tool: string, args: Record<string, unknown> = {}) => {
    const found = byAddress.get(channel)?.find(({ name }) => name === tool);
    const { account, workspaceId } = place();
    const argument = found?.needsAccount ? found.channel.account?.argument : undefined;
    return { workspaceId, ...(argument && { [argument]: account }), ...args };
  };
  return {
    ...sandbox,
    call: (tool: string, args?: Record<string, unknown>) => sandbox.call(tool, named(tool, args)),
    answer: async (tool: string, args: Record<string, unknown>) =>
      (await sandbox.service().call(channel, tool, named(tool, args))).result as Any,
  };
}
