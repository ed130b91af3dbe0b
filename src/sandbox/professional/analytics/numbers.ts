import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { between, unit } from '../../chance.ts';
import { approvedFrom } from '../rules/serving.ts';
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
      step?.status === 'ACTIVE' &&
      step.wins !== 0 &&
      at >= approvedFrom(creative) &&
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

export function dayNumbers(
  store: Store,
  campaigns: readonly Entity<'campaign'>[],
  days: { from: number; to: number },
  now: number,
): DayNumbers[] {
  return campaigns.flatMap((campaign) => {
    const group = store.find('group', campaign.parent ?? undefined);
    if (!group || store.find('account', campaign.account!)?.fields.test) return [];
    const creatives = store.list('creative', { parent: campaign.id });
    const last = Math.min(days.to, Math.floor(now / DAY_MS));
    const first = Math.max(days.from, Math.floor(campaign.fields.runSchedule.start / DAY_MS));
    const found: DayNumbers[] = [];
    for (let day = first; day <= last; day++) {
      const running = creatives
        .map((creative) => ({ creative, ...served(creative, campaign, group, day, now) }))
        .filter(({ hours }) => hours > 0);
      for (const { creative, cents } of running) found.push(numbersOf(creative, campaign, day, cents / running.length));
    }
    return found;
  });
}

const USUAL = { clicks: 1, conversions: 1 };

function numbersOf(creative: Entity<'creative'>, campaign: Entity<'campaign'>, day: number, cents: number): DayNumbers {
  const draw = (what: string, low: number, high: number) => between(low, high, unit(creative.id, day, what));
  const spent = cents * draw('pace', 0.72, 0.98);
  const { objectiveType, format } = campaign.fields;
  const { appeal = USUAL } = creative.fields;
  const impressions = Math.max(1, Math.round((spent / draw('cpm', 2200, 4200)) * 1000));
  const clicks = Math.round(impressions * draw('ctr', 0.004, 0.011) * appeal.clicks);
  const conversions = Math.round(clicks * draw('conversion', 0.02, 0.08) * appeal.conversions);
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
