import { Failure, invalidArguments } from '../../../errors.ts';
import type { ReadyCall } from '../../../tools/ready-call.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { SocialClient } from '../client.ts';
import { BATCH_MAX, type Creation, createEach, nodesOf } from '../resources/batch.ts';
import { holdsBudget } from '../resources/budget.ts';
import type { Level } from '../resources/level.ts';
import { CAMPAIGNS, OWNED } from '../wire.ts';
import {
  AD_COPY,
  AD_SET_COPY,
  type AdSetSource,
  type AdSource,
  adFields,
  adSetFields,
  CAMPAIGN_COPY,
  campaignFields,
  type Overrides,
} from './fields.ts';

export interface Copied {
  /** Id of the copy of the object itself. */
  made: string;
  copied: { source_id: string; id: string }[];
  not_copied: { source_id: string; message: string }[];
  /** For what did not fit into the request. */
  next_calls: ReadyCall[];
}

type Planned = Creation & { source: string };

interface Plan {
  now: Planned[];
  left: readonly { id: string; name: string }[];
}

/**
 * Copies an object, with its children where wanted, as creates in one batch: the platform's copy edge takes no settings. Of a
 * tree that is too large for one batch, the rest is left to further calls.
 */
export async function copyTree(
  client: SocialClient,
  { level, id, account }: { level: Level; id: string; account: string },
  overrides: Overrides,
  withChildren: boolean,
): Promise<Copied> {
  const { now: plan, left } = await PLANS[level](client, id, overrides, withChildren);
  const callsInto = (made: string) => ({ next_calls: left.map((child) => copyInto(level, made, child, overrides)) });
  const [top] = plan;
  if (plan.length === 1 && top) {
    const made = await client.create(account, top.edge, top.fields);
    return { made, copied: [{ source_id: id, id: made }], not_copied: [], ...callsInto(made) };
  }
  const answers = await createEach(client, account, plan);
  if (answers[0] instanceof Failure) throw answers[0];
  const made = plan.flatMap(({ source }, at) => {
    const answer = answers[at];
    return typeof answer === 'string' ? [{ source_id: source, id: answer }] : [];
  });
  const refused = plan.flatMap(({ source }, at) => {
    const answer = answers[at];
    return answer instanceof Failure ? [{ source_id: source, message: answer.details.message }] : [];
  });
  return { made: answers[0]!, ...(await seen(client, made, refused)), ...callsInto(answers[0]!) };
}

/** Copies one child of a copied object under its own name; below a campaign with the same dates and percentage. */
function copyInto(level: Level, made: string, { id, name }: Plan['left'][number], overrides: Overrides): ReadyCall {
  const { percent, start_time, end_time } = overrides;
  const into =
    level === 'campaign'
      ? { ad_set_id: id, into_campaign_id: made, percent, start_time, end_time }
      : { ad_id: id, into_ad_set_id: made };
  return {
    tool: 'duplicate_object',
    arguments: withoutUnset({ ...into, name }),
    purpose: `Copy ${JSON.stringify(name)} as well.`,
  };
}

/** An accepted create may leave nothing behind: a copy counts when it can be read. */
async function seen(client: SocialClient, made: Copied['copied'], refused: Copied['not_copied']) {
  const found = await nodesOf(
    client,
    made.map(({ id }) => ({ kind: OWNED, id })),
  ).catch(() => []);
  const isMissing = (at: number) => {
    const one = found[at];
    return one instanceof Failure && one.code === 'not_found';
  };
  return {
    copied: made.filter((_, at) => !isMissing(at)),
    not_copied: [
      ...refused,
      ...made.flatMap(({ source_id }, at) =>
        isMissing(at) ? [{ source_id, message: 'The platform accepted the copy, and it is not there.' }] : [],
      ),
    ],
  };
}

type Planner = (client: SocialClient, id: string, overrides: Overrides, withChildren: boolean) => Promise<Plan>;
const PLANS: Record<Level, Planner> = { campaign: campaignPlan, ad_set: adSetPlan, ad: adPlan };

/** As many as a campaign can hold: 200 ad sets with 50 ads each. */
const CHILDREN = { limit: 10_000 };

async function campaignPlan(
  client: SocialClient,
  id: string,
  overrides: Overrides,
  withChildren: boolean,
): Promise<Plan> {
  const source = await client.node(CAMPAIGN_COPY, id);
  const { account_id: account } = source;
  const currency = await client.currency(account);
  const fields = campaignFields(source, overrides, currency);
  const [adSets, ads] = withChildren
    ? await Promise.all([
        client.list(AD_SET_COPY, id, { ...CHILDREN, account }),
        client.list(AD_COPY, id, { ...CHILDREN, account }),
      ])
    : [{ items: [] }, { items: [] }];
  refuseTwoBudgets(fields, adSets.items);
  const place = { currency, now: client.session.platformNow(), campaignHoldsBudget: holdsBudget(fields) };
  const { start_time, end_time, percent } = overrides;
  const { fitting, left } = inOneBatch(adSets.items.toReversed(), ads.items);
  const below = fitting.map(
    (adSet, at): Planned => ({
      source: adSet.id,
      name: `adset${at}`,
      edge: 'adsets',
      fields: without(adSetFields(adSet, { start_time, end_time, percent }, place), 'campaign_id'),
      parent: { field: 'campaign_id', name: 'top' },
      // The platform does not support ad sets of one campaign side by side in a batch, so each waits for the one before.
      after: at === 0 ? undefined : `adset${at - 1}`,
    }),
  );
  const top: Planned = { source: id, name: 'top', edge: 'campaigns', fields };
  return { now: [top, ...below, ...adsBelow(ads.items.toReversed(), below)], left };
}

/** The ad sets that go with all their ads into the batch of their campaign. */
function inOneBatch(adSets: readonly AdSetSource[], ads: readonly AdSource[]) {
  const sizes = new Map(adSets.map(({ id }) => [id, 1]));
  for (const { adset_id } of ads) sizes.set(adset_id, (sizes.get(adset_id) ?? 0) + 1);
  let room = BATCH_MAX - 1;
  const fitting = adSets.filter(({ id }) => {
    const size = sizes.get(id)!;
    if (size > room) return false;
    room -= size;
    return true;
  });
  return { fitting, left: adSets.filter((adSet) => !fitting.includes(adSet)) };
}

async function adSetPlan(client: SocialClient, id: string, overrides: Overrides, withChildren: boolean): Promise<Plan> {
  const source = await client.node(AD_SET_COPY, id);
  const { account_id: account, campaign_id } = source;
  const campaign = await client.node(CAMPAIGNS, overrides.into_campaign_id ?? campaign_id, account);
  const place = {
    currency: await client.currency(account),
    now: client.session.platformNow(),
    campaignHoldsBudget: holdsBudget(campaign),
  };
  const top: Planned = { source: id, name: 'top', edge: 'adsets', fields: adSetFields(source, overrides, place) };
  const ads = withChildren ? (await client.list(AD_COPY, id, { ...CHILDREN, account })).items.toReversed() : [];
  const fitting = ads.slice(0, BATCH_MAX - 1);
  return { now: [top, ...adsBelow(fitting, [top])], left: ads.slice(fitting.length) };
}

async function adPlan(client: SocialClient, id: string, overrides: Overrides): Promise<Plan> {
  const source = await client.node(AD_COPY, id);
  return { now: [{ source: id, name: 'top', edge: 'ads', fields: adFields(source, overrides) }], left: [] };
}

/** In the order of their sources, oldest first, so that lists show the copies in the same order. */
function adsBelow(ads: readonly AdSource[], adSets: readonly Planned[]): Planned[] {
  return ads.flatMap((ad, at) => {
    const parent = adSets.find(({ source }) => source === ad.adset_id);
    const fields = without(adFields(ad, {}), 'adset_id');
    return parent
      ? [{ source: ad.id, name: `ad${at}`, edge: 'ads', fields, parent: { field: 'adset_id', name: parent.name } }]
      : [];
  });
}

function without(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** Only one level may hold budgets, so a campaign copied with ad sets that hold theirs cannot get one of its own. */
function refuseTwoBudgets(campaign: Record<string, unknown>, adSets: readonly AdSetSource[]): void {
  if (!holdsBudget(campaign) || !adSets.some(holdsBudget)) return;
  throw invalidArguments(
    [
      {
        field: campaign.daily_budget === undefined ? 'lifetime_budget' : 'daily_budget',
        message: 'cannot be set here: the ad sets of this campaign hold the budgets, and only one level may',
      },
    ],
    'Pass percent to change the budgets of all copied ad sets, or with_children false. Nothing was changed.',
  );
}
