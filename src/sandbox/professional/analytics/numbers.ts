import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { isOut, type Outage, workingShare } from '../../accident.ts';
import { between, unit } from '../../chance.ts';
import { wasApproved } from '../rules/review.ts';
import type { Account } from '../state/shapes.ts';
import type { Entity, Step, Store } from '../state.ts';

/** What a creative did on one day; whole numbers, so that every way of adding them up agrees. */
export interface DayNumbers {
  creative: Entity<'creative'>;
  campaign: Entity<'campaign'>;
  /** Days since 1970, in UTC. */
  day: number;
  /** Money in ten-thousandths of the currency's unit. */
  cost: number;
  value: number;
  impressions: number;
  clicks: number;
  landingPageClicks: number;
  externalWebsiteConversions: number;
  externalWebsitePostClickConversions: number;
  externalWebsitePostViewConversions: number;
  oneClickLeads: number;
  oneClickLeadFormOpens: number;
  videoViews: number;
  videoStarts: number;
  videoCompletions: number;
  likes: number;
  comments: number;
  shares: number;
  follows: number;
  totalEngagements: number;
}

export const COUNTS = [
  'impressions',
  'clicks',
  'landingPageClicks',
  'externalWebsiteConversions',
  'externalWebsitePostClickConversions',
  'externalWebsitePostViewConversions',
  'oneClickLeads',
  'oneClickLeadFormOpens',
  'videoViews',
  'videoStarts',
  'videoCompletions',
  'likes',
  'comments',
  'shares',
  'follows',
  'totalEngagements',
] as const;

function statusAt(history: readonly Step[], at: number): Step | undefined {
  let found: Step | undefined;
  for (const step of history) if (step.at <= at) found = step;
  return found;
}

function isWithin({ start, end }: { start: number; end?: number }, at: number): boolean {
  return at >= start && (end === undefined || at < end);
}

/** The hours of a day, up to now, in which everything above a creative let it run, and what may be spent in them. */
function served(
  creative: Entity<'creative'>,
  campaign: Entity<'campaign'>,
  group: Entity<'group'>,
  held: readonly Outage[] | undefined,
  day: number,
  now: number,
) {
  let hours = 0;
  let cents = 0;
  for (let hour = 0; hour < 24; hour++) {
    const at = day * DAY_MS + hour * HOUR_MS;
    const step = statusAt(campaign.history, at);
    const runs =
      at + HOUR_MS <= now &&
      !isOut(held, at) &&
      step?.status === 'ACTIVE' &&
      step.wins !== 0 &&
      wasApproved(creative, at) &&
      statusAt(creative.history, at)?.status === 'ACTIVE' &&
      statusAt(group.history, at)?.status === 'ACTIVE' &&
      isWithin(campaign.fields.runSchedule, at) &&
      isWithin(group.fields.runSchedule, at);
    if (!runs) continue;
    hours += 1;
    cents += ((step.dailyCents ?? 0) / 24) * (step.wins ?? 1);
  }
  return { hours, cents };
}

/** The numbers of some campaigns on some days. A total budget stops a campaign, or all campaigns of its group, once it is spent. */
export function dayNumbers(
  store: Store,
  campaigns: readonly Entity<'campaign'>[],
  days: { from: number; to: number },
  now: number,
): DayNumbers[] {
  const asked = new Set(campaigns.map(({ id }) => id));
  const last = Math.min(days.to, Math.floor(now / DAY_MS));
  return [...Map.groupBy(campaigns, ({ parent }) => parent ?? '')].flatMap(([id, own]) => {
    const group = store.find('group', id);
    if (!group || store.find('account', group.account!)?.fields.test) return [];
    const sharing = isCapped(group.history) ? store.list('campaign', { parent: id }) : own;
    return groupNumbers(store, group, sharing, { from: days.from, to: last }, now).filter(
      ({ campaign, day }) => asked.has(campaign.id) && day >= days.from,
    );
  });
}

/** What a campaign has spent up to now, in hundredths. */
export function spentBy(store: Store, campaign: Entity<'campaign'>, now: number): number {
  return costOf(dayNumbers(store, [campaign], EVER, now)) / 100;
}

/** What all campaigns of a group have spent up to now, in hundredths. */
export function spentIn(store: Store, { id }: Entity<'group'>, now: number): number {
  return costOf(dayNumbers(store, store.list('campaign', { parent: id }), EVER, now)) / 100;
}

const EVER = { from: 0, to: Number.POSITIVE_INFINITY };

function costOf(numbers: readonly DayNumbers[]): number {
  return numbers.reduce((total, { cost }) => total + cost, 0);
}

function isCapped(history: readonly Step[]): boolean {
  return history.some(({ totalCents }) => totalCents !== undefined);
}

/** Days before the asked ones are counted only where a total budget makes them matter. */
function groupNumbers(
  store: Store,
  group: Entity<'group'>,
  campaigns: readonly Entity<'campaign'>[],
  days: { from: number; to: number },
  now: number,
): DayNumbers[] {
  const account = store.find('account', group.account ?? undefined)?.fields;
  const runs = campaigns.map((campaign) => {
    const begins = Math.floor(campaign.fields.runSchedule.start / DAY_MS);
    const counts = isCapped(campaign.history) || isCapped(group.history);
    const first = counts ? begins : Math.max(days.from, begins);
    return { campaign, first, creatives: store.list('creative', { parent: campaign.id }), numbers: [] as DayNumbers[] };
  });
  let [spentOfGroup, day] = [0, Math.min(...runs.map(({ first }) => first))];
  for (; day <= days.to; day++) {
    for (const { campaign, first, creatives, numbers } of runs) {
      if (day < first) continue;
      const left = Math.min(leftOn(day, campaign.history, costOf(numbers)), leftOn(day, group.history, spentOfGroup));
      const done = campaignDay({ account, campaign, group, creatives }, day, now, left);
      numbers.push(...done);
      spentOfGroup += costOf(done);
    }
  }
  return runs.flatMap(({ numbers }) => numbers);
}

/** What a total budget leaves for a day, in ten-thousandths. */
function leftOn(day: number, history: readonly Step[], spent: number): number {
  const { totalCents } = statusAt(history, (day + 1) * DAY_MS - 1) ?? {};
  return totalCents === undefined ? Number.POSITIVE_INFINITY : Math.max(0, totalCents * 100 - spent);
}

interface Run {
  account: Account | undefined;
  campaign: Entity<'campaign'>;
  group: Entity<'group'>;
  creatives: readonly Entity<'creative'>[];
}

function campaignDay(
  { account, campaign, group, creatives }: Run,
  day: number,
  now: number,
  left: number,
): DayNumbers[] {
  const running = creatives
    .map((creative) => ({ creative, ...served(creative, campaign, group, account?.held, day, now) }))
    .filter(({ hours }) => hours > 0);
  const told = workingShare(account?.pixelDead, day * DAY_MS, (day + 1) * DAY_MS);
  const numbers = (share: number) =>
    running.map(({ creative, cents }) =>
      numbersOf({ creative, campaign, day, told }, (cents * share) / running.length),
    );
  const whole = numbers(1);
  const wanted = costOf(whole);
  if (wanted <= left) return whole;
  if (left === 0) return [];
  let rest = left;
  return numbers(left / wanted).map((one) => {
    const cost = Math.min(one.cost, rest);
    rest -= cost;
    return { ...one, cost };
  });
}

const USUAL = { clicks: 1, conversions: 1 };

interface CreativeDay extends Pick<DayNumbers, 'creative' | 'campaign' | 'day'> {
  /** The part of the day in which the website reported what people did there. */
  told: number;
}

function numbersOf({ creative, campaign, day, told }: CreativeDay, cents: number): DayNumbers {
  const draw = (what: string, low: number, high: number) => between(low, high, unit(creative.id, day, what));
  const spent = cents * draw('pace', 0.72, 0.98);
  const { objectiveType, format } = campaign.fields;
  const { appeal = USUAL } = creative.fields;
  const impressions = Math.max(1, Math.round((spent / draw('cpm', 2200, 4200)) * 1000));
  const clicks = Math.round(impressions * draw('ctr', 0.004, 0.011) * appeal.clicks);
  const conversions = Math.round(clicks * draw('conversion', 0.02, 0.08) * appeal.conversions * told);
  const byClick = Math.round(conversions * 0.7);
  const opens = objectiveType === 'LEAD_GENERATION' ? Math.round(clicks * 0.6) : 0;
  const starts = format === 'SINGLE_VIDEO' ? Math.round(impressions * 0.5) : 0;
  const [likes, comments, shares] = [0.4, 0.06, 0.04].map((part) => Math.round(clicks * part)) as [
    number,
    number,
    number,
  ];
  return {
    creative,
    campaign,
    day,
    cost: Math.round(spent * 100),
    value: conversions * Math.round(draw('value', 300_000, 900_000)),
    impressions,
    clicks,
    landingPageClicks: Math.round(clicks * draw('landing', 0.7, 0.9)),
    externalWebsiteConversions: conversions,
    externalWebsitePostClickConversions: byClick,
    externalWebsitePostViewConversions: conversions - byClick,
    oneClickLeads: Math.round(opens * 0.35),
    oneClickLeadFormOpens: opens,
    videoViews: Math.round(starts * 0.4),
    videoStarts: starts,
    videoCompletions: Math.round(starts * 0.12),
    likes,
    comments,
    shares,
    follows: Math.round(clicks * 0.02),
    totalEngagements: clicks + likes + comments + shares,
  };
}
