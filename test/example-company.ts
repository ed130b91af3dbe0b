import { createCipheriv } from 'node:crypto';
import { sql } from 'kysely';
import type { Ambient } from '../src/ambient.ts';
import { DAY_MS } from '../src/ambient.ts';
import { passingTime } from './passing-time.ts';
import { startTestService, type TestOptions, type TestService } from './service.ts';
import { type Browser, ownerOf } from './web/browser.ts';
import { invited } from './web/people.ts';

/** A service in which people and agents have worked for two weeks, and whose sandbox is a week ahead. The same every time. */
export interface ExampleCompany extends TestService {
  owner: Browser;
  acme: string;
  /** An invitation link that has not been used. */
  invitation: string;
  /** What its clock shows, and a browser's should: it stands still. */
  now: Date;
}

const FIRST_DAY = Date.parse('2026-10-30T08:00:00Z');
const NOW = Date.parse('2026-11-12T14:41:00Z');
/** Stands in links, snippets and examples instead of the free port that the service happens to have. */
export const PICTURED_URL = 'http://localhost:4800';

/** An address of the operator's own network that alerts may go to. */
export const INNER_RECEIVER = 'http://127.0.0.1:9';

type Args = Record<string, unknown>;

export async function startExampleCompany(options: Pick<TestOptions, 'fewAccounts'> = {}): Promise<ExampleCompany> {
  const clock = { at: FIRST_DAY };
  // Nothing listens there: what is sent to it is tried again.
  const settings = {
    ADHELM_PUBLIC_URL: PICTURED_URL,
    ADHELM_INWARD_RECEIVERS: INNER_RECEIVER,
    // As much as a monitor is tried on: 13 months of every account take a minute to read.
    ADHELM_HISTORY_DAYS: '100',
  };
  const { ambient: passing, sleep } = passingTime();
  const ambient = { ...repeatable(clock), elapsedMs: passing.elapsedMs };
  const service = await startTestService({ ambient, sleep, settings, ...options });
  const owner = await ownerOf(service);
  const acme = await service.workspaceId('Acme');
  const makeKey = (name: string, more: Args = {}) => {
    clock.at += 3_600_000;
    return owner.api.keys.create.mutate({ workspaceId: acme, name, readOnly: false, ...more });
  };
  const agent = await makeKey('media-buyer');
  const nightly = await makeKey('reporting-nightly', { readOnly: true, channels: ['workspace'] });
  const assistant = await makeKey('claude-code', { channels: ['social', 'search'] });
  const by =
    ({ key }: { key: string }): Act =>
    async (at, channel, tool, args) => {
      clock.at = Date.parse(`2026-11-${at}:00Z`);
      return (await service.call(channel, tool, args, { key })).result;
    };

  await invited(owner, 'member@acme.example', 'member', acme);
  await invited(owner, 'viewer@acme.example', 'viewer');
  for (let day = 0; FIRST_DAY + day * DAY_MS < NOW; day++) {
    clock.at = FIRST_DAY + day * DAY_MS;
    for (let calls = 6 + ((day * 5) % 7); calls > 0; calls--)
      await service.call('workspace', 'list_workspaces', {}, { key: calls % 3 ? nightly.key : agent.key });
  }
  await launch(by(agent));
  await adjust(by(agent), by(assistant), owner);
  clock.at = Date.parse('2026-11-12T09:12:00Z');
  await importSheets(owner, acme);
  const { link } = await owner.api.members.invite.mutate({ role: 'member' });
  clock.at = Date.parse('2026-11-12T14:38:00Z');
  await raiseBudget(owner, acme);
  clock.at = NOW;
  await owner.api.rehearsal.advance.mutate({ days: 7 });
  await dateSessions(service);
  return { ...service, owner, acme, invitation: link, now: new Date(NOW) };
}

/** When, on which channel, with which tool and arguments. */
// biome-ignore lint/suspicious/noExplicitAny: results differ by tool
type Act = (at: string, channel: string, tool: string, args: Args) => Promise<any>;

/** A campaign from nothing to serving, as an agent would go about it. */
async function launch(act: Act): Promise<void> {
  const { campaign } = await act('11T09:20', 'social', 'create_social_campaign', {
    name: 'Winter boots',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
  });
  const { ad_set } = await act('11T09:21', 'social', 'create_ad_set', {
    campaign_id: campaign.id,
    name: 'Winter boots: hikers',
    targeting: { geo_locations: { countries: ['US'] } },
    advantage_audience: false,
    optimization_goal: 'LINK_CLICKS',
    daily_budget: 300,
  });
  const { creative } = await act('11T09:22', 'social', 'create_ad_creative', {
    name: 'Snow line',
    page_id: '101000000000001',
    link_url: 'https://acme.example/boots',
    picture: 'https://acme.example/boots.png',
    message: 'Boots for wet trails',
  });
  const { ad } = await act('11T09:23', 'social', 'create_social_ad', {
    ad_set_id: ad_set.id,
    creative_id: creative.id,
    name: 'Snow line, first cut',
  });
  await act('11T09:24', 'social', 'update_social_ad', { ad_id: ad.id, status: 'ACTIVE' });
  await act('11T09:25', 'social', 'update_ad_set', { ad_set_id: ad_set.id, status: 'ACTIVE' });
  await act('11T09:26', 'social', 'update_social_campaign', { campaign_id: campaign.id, status: 'ACTIVE' });
}

async function adjust(agent: Act, assistant: Act, owner: Browser): Promise<void> {
  const change = async (act: Act, at: string, channel: string, name: string, change: Args) => {
    const { campaigns } = await act(at, channel, 'list_campaigns', {});
    const { id: campaign_id } = campaigns.find((one: Args) => one.name === name);
    return act(at, channel, 'update_campaign', { campaign_id, ...change });
  };
  await change(assistant, '11T14:02', 'search', 'Search – Gear', { status: 'ENABLED' });
  const { campaign_groups } = await agent('12T07:40', 'professional', 'list_campaign_groups', {});
  const { id } = campaign_groups.find((one: Args) => one.status === 'ACTIVE' && !/default/i.test(String(one.name)));
  await agent('12T07:40', 'professional', 'update_campaign_group', { campaign_group_id: id, status: 'PAUSED' });
  await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'cut_after' });
  await agent('12T07:41', 'social', 'create_social_campaign', {
    name: 'Snow days teaser',
    objective: 'OUTCOME_SALES',
    special_ad_categories: [],
    daily_budget: 300,
  });
  await change(assistant, '12T08:12', 'search', 'Search – Shoes', { budget: 190 });
  await change(agent, '12T08:54', 'video', 'Always on', { budget: 120 });
  await owner.api.rehearsal.setFault.mutate({ platform: 'video', kind: 'accepted_not_applied' });
  await change(agent, '12T08:55', 'video', 'Autumn sale', { budget: 260 });
  await owner.api.rehearsal.clearFaults.mutate({});
}

/** In a person's name, as the Campaigns page does it. */
async function raiseBudget(person: Browser, workspaceId: string): Promise<void> {
  const run = async (tool: string, args: Args) => {
    const done = await person.api.tools.run.mutate({ workspaceId, channel: 'social', tool, arguments: args });
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    return done.result;
  };
  const { campaigns } = await run('list_social_campaigns', { name_contains: 'Always on' });
  const [{ id }] = campaigns as [{ id: string }];
  await run('update_social_campaign', { campaign_id: id, daily_budget: 210 });
}

/** The library that keeps sessions asks the machine for the time. */
async function dateSessions({ home }: TestService): Promise<void> {
  const at = new Date(NOW).toISOString();
  const agent = 'Mozilla/5.0 (Macintosh; Mac OS X) Safari/18.0';
  await sql`UPDATE sessions SET updated_at = ${at}, user_agent = ${agent}`.execute(home.store.db);
}

async function importSheets(owner: Browser, workspaceId: string): Promise<void> {
  const months = ['January', 'February', 'March', 'April', 'May', 'June'];
  const plan = months.map((month, at) => `${month},${9000 + 400 * at},${7500 + 250 * at},${4000 + 150 * at}`);
  const files = {
    'Budgets 2027.csv': ['month,social,search,video', ...plan].join('\n'),
    'Trade fair contacts.csv': 'company,city\nAcme,New York\n',
    'Negative keywords.csv': 'keyword,match\nfree,broad\njobs,phrase\nused,broad\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const body = new FormData();
    body.set('file', new Blob([text], { type: 'text/csv' }), name);
    await owner.fetch(`/api/sheets?workspaceId=${workspaceId}`, { method: 'POST', body });
  }
}

/** Time stands where it is put, and chance gives the same ids in the same order. */
function repeatable(clock: { at: number }): Pick<Ambient, 'now' | 'randomBytes'> {
  const stream = createCipheriv('aes-256-ctr', Buffer.alloc(32, 'pictures'), Buffer.alloc(16));
  return {
    now: () => clock.at,
    randomBytes: (count) => stream.update(Buffer.alloc(count)),
  };
}
