import type { Currency, Parts } from '../../tools/report/metrics.ts';
import type { Budget } from '../../tools/report/reporting.ts';

/** An account whose closed days are kept. */
export interface HistoryAccount {
  channel: string;
  mode: 'sandbox' | 'live';
  account: string;
  name: string;
  currency: Currency;
  timeZone: string;
  /** All days between these two are known. */
  firstDay: string;
  completeUntil: string;
  readAt: number;
  /** Undefined: its days are as fresh as they can be. Else the reason for no verdict, in words. */
  notFresh: string | undefined;
  /** Days from this on were read as soon as they had ended, so their first figures are of one age; earlier ones were filled in. */
  readDailySince?: string | undefined;
}

export interface HistoryDay {
  day: string;
  /** Whole numbers as reports count them (`tools/report/quantity.ts`); zero on a known day without activity. */
  parts: Parts;
  /** What was said first, where the platform restated the day. */
  first?: Parts | undefined;
}

/** The closed days of one campaign, oldest first, without gaps. */
export interface CampaignDays {
  account: HistoryAccount;
  campaign: {
    id: string;
    name: string;
    status: string;
    /** In the words of all channels: whether it is switched on. */
    isLive: boolean;
    liveSince: string | undefined;
    budget: Budget | undefined;
  };
  days: readonly HistoryDay[];
}

export interface HistoryQuestion {
  channel?: string | undefined;
  account?: string | undefined;
  campaigns?: readonly string[] | undefined;
  /** Days of the accounts' own calendars, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** What each platform said of each closed day, from the store. */
export interface DailyHistory {
  accounts(workspaceId: string): Promise<HistoryAccount[]>;
  campaigns(workspaceId: string, question: HistoryQuestion): Promise<CampaignDays[]>;
}
