import type { Parts } from '../../tools/report/metrics.ts';
import { quantityOf } from '../../tools/report/quantity.ts';
import type { CampaignDays, HistoryAccount, HistoryDay } from '../history/daily-history.ts';
import { dayOfNumber, numberOfDay } from './known-days.ts';

export interface Figures {
  cost?: number | string | null;
  impressions?: number | null;
  clicks?: number | null;
  conversions?: number | null;
}

function partsIn(figures: Figures): Parts {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : (quantityOf(value) ?? null)]),
  );
}

/** A campaign whose days end on `until`, oldest first. Read every morning unless told otherwise. */
export function campaignOf(
  days: readonly (Figures & { first?: Figures })[],
  given: {
    until?: string;
    account?: Partial<HistoryAccount>;
    campaign?: Partial<CampaignDays['campaign']>;
  } = {},
): CampaignDays {
  const { until = '2026-11-11', account = {}, campaign = {} } = given;
  const first = numberOfDay(until) - days.length + 1;
  const made: HistoryDay[] = days.map(({ first: said, ...figures }, index) => ({
    day: dayOfNumber(first + index),
    parts: partsIn(figures),
    ...(said && { first: partsIn(said) }),
  }));
  return {
    account: {
      channel: 'search',
      mode: 'live',
      account: '1234567890',
      name: 'Acme US',
      currency: { code: 'USD', digits: 2 },
      timeZone: 'America/New_York',
      firstDay: dayOfNumber(first),
      completeUntil: until,
      readAt: 0,
      notFresh: undefined,
      readDailySince: dayOfNumber(first),
      ...account,
    },
    campaign: {
      id: '77',
      name: 'Brand',
      status: 'ENABLED',
      isLive: true,
      liveSince: dayOfNumber(first),
      budget: undefined,
      ...campaign,
    },
    days: made,
  };
}

/** The same day again and again. */
export function steady<Day extends Figures>(count: number, figures: Day): Day[] {
  return Array.from({ length: count }, () => figures);
}
