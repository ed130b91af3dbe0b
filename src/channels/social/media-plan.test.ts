import { beforeAll, expect, test } from 'vitest';
import { cellsOf, plannedCampaign, plannedGroup, runPlanned } from '../../../test/planned-calls.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import { DAY_MS } from '../../ambient.ts';
import {
  PLAN_OBJECTIVES,
  type PlannedAd,
  type PlannedBudget,
  type PlannedCampaign,
  type PlanningContext,
  type PlanObjective,
  type RunningCampaign,
} from '../../tools/media-planning.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { SocialClient } from './client.ts';
import { mediaPlanning } from './media-plan.ts';

const { call, client, workspaceNamed } = sandboxed('social');
const signal = new AbortController().signal;

interface Account {
  client: SocialClient;
  account: string;
  currency: string;
  where: Record<string, unknown>;
  context: PlanningContext;
  countries: string[];
  video: string;
  picture: string;
  day(after: number): string;
  amount(dollars: number): string;
}

const accounts = new Map<string, Account>();
const usd = () => accounts.get('USD')!;

async function opened(workspace: string, zone: string, page_id: string): Promise<Account> {
  const { client: opened, account } = await client<SocialClient>(workspace);
  const currency = await opened.currency(account);
  const where = { workspaceId: await workspaceNamed(workspace) };
  const now = opened.session.platformNow();
  const { pixels } = await call('list_pixels', where);
  const { lead_forms } = await call('list_lead_forms', where);
  const { creatives: ad_creatives } = await call('list_ad_creatives', { ...where, limit: 50 });
  const videos = ad_creatives.find((one: { video_id?: string }) => one.video_id);
  const images = ad_creatives.find((one: { image_hash?: string }) => one.image_hash);
  const defaults = {
    page_id,
    pixel_id: pixels[0].id,
    lead_form_id: lead_forms.find((one: { page_id?: string }) => one.page_id === page_id)?.id,
    special_ad_categories: [],
    application_id: '1730000000000001',
    object_store_url: 'https://play.google.com/store/apps/details?id=example.acme',
  };
  return {
    client: opened,
    account,
    currency,
    where,
    context: { defaults: mediaPlanning.defaults.parse(defaults), today: dayIn(zone, now), zone },
    countries: currency === 'JPY' ? ['JP'] : ['US'],
    video: videos?.video_id,
    picture: images?.image_hash,
    day: (after) => dayIn(zone, now + after * DAY_MS),
    amount: (dollars) => String(currency === 'JPY' ? dollars * 150 : dollars),
  };
}

beforeAll(async () => {
  accounts.set('USD', await opened('Acme', 'America/New_York', '101000000000001'));
  accounts.set('JPY', await opened('Acme Japan', 'Asia/Tokyo', '102000000000001'));
});

/** An ad of the sheet that fits the objective. */
function adFor(objective: PlanObjective, { video, picture }: Account, name = 'Ad'): PlannedAd {
  const said = {
    name,
    headlines: ['Walk far'],
    texts: ['The lightest boots of the year.'],
    landingPage: 'https://acme.example/boots',
    mediaId: objective === 'video_views' ? `${video} ${picture}` : picture,
    button: 'Learn more',
  };
  return { ...said, cells: cellsOf(said) };
}

let names = 0;
function wanted(of: Account, given: Partial<PlannedCampaign> & { objective: PlanObjective }): PlannedCampaign {
  names += 1;
  const { account, currency, countries } = of;
  const groups = given.groups ?? [
    plannedGroup({ name: 'Near', countries, languages: ['en'], ages: { from: 25, to: 44 }, genders: 'women' }),
    plannedGroup({ name: 'Far', countries, ads: [adFor(given.objective, of), adFor(given.objective, of, 'Second')] }),
  ];
  return plannedCampaign({ account, currency, name: `Planned ${names}`, ...given, groups });
}

async function made(of: Account, campaign: PlannedCampaign) {
  const { calls, problems } = mediaPlanning.creating(campaign, of.context);
  expect(problems.filter(({ level }) => level === 'stop')).toEqual([]);
  const replies = await runPlanned(call, calls, of.where);
  for (const [key, reply] of replies)
    if (!key.startsWith('creative')) expect(JSON.stringify(reply)).toContain('"status":"PAUSED"');
  return replies;
}

async function found(of: Account, name: string): Promise<RunningCampaign> {
  const all = await mediaPlanning.running(of.client, of.account, signal);
  return all.find((one) => one.name === name)!;
}

const differing = (of: Account, running: RunningCampaign, campaign: PlannedCampaign) =>
  mediaPlanning.changing(running, campaign, of.context);

const budget = (of: Account, dollars: number, per: PlannedBudget['per']): PlannedBudget => ({
  amount: of.amount(dollars),
  currency: of.currency,
  per,
});

const KINDS = (['day', 'total'] as const).flatMap((per) =>
  (['campaign', 'groups'] as const).map((holder) => ({ per, holder })),
);

test.for(['USD', 'JPY'].flatMap((currency) => PLAN_OBJECTIVES.map((objective) => ({ currency, objective }))))(
  'made paused and read back as it was planned: $objective in $currency',
  async ({ currency, objective }) => {
    const of = accounts.get(currency)!;
    for (const { per, holder } of KINDS) {
      const campaign = wanted(of, { objective, start: of.day(2), end: of.day(20) });
      const planned =
        holder === 'campaign'
          ? { ...campaign, budget: budget(of, 100, per), cells: { ...campaign.cells, budget: 'Plan!F7' } }
          : {
              ...campaign,
              groups: campaign.groups.map((group, at) => ({
                ...group,
                budget: budget(of, 60 + at, per),
                cells: { ...group.cells, budget: `Plan!F${7 + at}` },
              })),
            };
      await made(of, planned);
      const running = await found(of, campaign.name);
      expect(running).toMatchObject({ status: 'paused', objective, start: of.day(2), end: of.day(20) });
      expect(running.groups.map(({ name, ads }) => [name, ads]).sort()).toEqual([
        ['Far', 2],
        ['Near', 0],
      ]);
      expect(differing(of, running, planned)).toEqual({ calls: [], problems: [] });
    }
  },
);

test('one changed field is one call with that difference, and then nothing differs', async () => {
  const of = usd();
  const campaign = wanted(of, {
    objective: 'traffic',
    budget: budget(of, 50, 'day'),
    start: of.day(2),
    end: of.day(9),
  });
  await made(of, campaign);
  const running = await found(of, campaign.name);
  const [near] = running.groups.filter(({ name }) => name === 'Near');
  const changes: [Partial<PlannedCampaign>, string, object][] = [
    [
      { name: `${campaign.name} renamed` },
      'update_social_campaign',
      { name: { from: campaign.name, to: `${campaign.name} renamed` } },
    ],
    [
      { budget: { ...campaign.budget!, amount: '75.50' } },
      'update_social_campaign',
      {
        budget: {
          from: { amount: '50.00', currency: 'USD', per: 'day' },
          to: { amount: '75.50', currency: 'USD', per: 'day' },
        },
      },
    ],
  ];
  let now = running;
  let plan = campaign;
  for (const [change, tool, difference] of changes) {
    plan = { ...plan, ...change };
    const { calls, problems } = differing(of, now, plan);
    expect(problems).toEqual([]);
    expect(calls).toMatchObject([{ tool, difference }]);
    expect(Object.keys(calls[0]!.difference!)).toEqual(Object.keys(difference));
    await runPlanned(call, calls, of.where);
    now = await found(of, plan.name);
    expect(differing(of, now, plan)).toEqual({ calls: [], problems: [] });
  }
  const [first, ...others] = plan.groups;
  plan = { ...plan, groups: [{ ...first!, end: of.day(12), cells: { ...first!.cells, end: 'Plan!E7' } }, ...others] };
  const { calls } = differing(of, now, plan);
  expect(calls).toMatchObject([
    {
      tool: 'update_ad_set',
      arguments: { ad_set_id: near!.id },
      difference: { 'groups.0.end': { from: of.day(9), to: of.day(12) } },
    },
  ]);
  await runPlanned(call, calls, of.where);
  expect(differing(of, await found(of, plan.name), plan)).toEqual({ calls: [], problems: [] });
});
