import type { Money } from '../money.ts';
import type { ReadyCall } from '../ready-call.ts';
import type { Order } from './arguments.ts';
import type { Progress } from './background.ts';
import type { Currency, MetricTable } from './metrics.ts';
import type { Days } from './period.ts';
import type { ReportSource } from './read-report.ts';

/** The one hierarchy of reports over several channels, from the outermost to the innermost. */
export const REPORT_LEVELS = ['account', 'campaign', 'ad_group', 'ad'] as const;
type ReportLevel = (typeof REPORT_LEVELS)[number];

/** An account, with what its money and its days are counted in. */
export interface ReportAccount {
  id: string;
  name: string;
  status: string;
  currency: Currency;
  /** The zone its days are in, which on some platforms is not the account's own. */
  timeZone: string;
  /** Shared arguments of the channel that it is reached by. */
  through?: Readonly<Record<string, unknown>>;
}

/** As far as listing tells; the rest is asked for account by account. */
export type ListedAccount = Pick<ReportAccount, 'id'> & Partial<ReportAccount>;

/** What a level is called over there: in our results of that channel, and where people see it. */
interface LevelName {
  kind: string;
  shownAs: string;
}

/** How soon a day's numbers can be relied on. */
interface DayFacts {
  completeAfterHours: number;
  conversionsMoveDays: number;
  attribution: string;
}

/** `shared`: other objects spend from it too. */
export type Budget = Money & { period: 'DAILY' | 'LIFETIME'; shared?: true };

/** An object's present state, independent of the days of its numbers. */
export interface Entity {
  name: string;
  status: string;
  budget?: Budget | undefined;
  /** Of ad groups and ads: the campaign above them, where the platform's report rows do not tell it. */
  campaign?: { id: string; name: string } | undefined;
  objective?: string | undefined;
}

/** One question about one account. */
interface Ask {
  level: ReportLevel;
  days: Days;
  byDay: boolean;
  /** Names of the vocabulary that the channel has. */
  metrics: readonly string[];
  order?: Order | undefined;
  /** How many rows will be looked at, when not all of them will be. */
  rows?: number | undefined;
}

export interface Asked {
  source: ReportSource<unknown>;
  /** Whether the rows come in the order that was asked for. */
  sorted: boolean;
}

/** The object a change would be made to. */
export interface Target extends Entity {
  level: ReportLevel;
  account: string;
  id: string;
  through?: ReportAccount['through'];
}

/**
 * What a channel declares, in `reporting.ts`, to be part of reports over several channels. It says how things are asked for
 * and what they are called; sums, order, days and pages are made in one place for all.
 */
export interface Reporting<Client = unknown> {
  levels: Readonly<Record<ReportLevel, LevelName>>;
  days: DayFacts;
  metrics: Pick<MetricTable<never>, 'names'>;
  /** Every account the connection reaches that can have numbers. */
  accounts(client: Client): Promise<readonly ListedAccount[]>;
  /** Undefined: it is there, but can have no numbers of its own. */
  account(client: Client, id: string): Promise<ReportAccount | undefined>;
  report(client: Client, account: ReportAccount, ask: Ask, wait: { progress: Progress; signal: AbortSignal }): Asked;
  /** By id; what cannot be looked up any more is left out. */
  entities(
    client: Client,
    account: ReportAccount,
    level: Exclude<ReportLevel, 'account'>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Entity>>;
  /** Ready calls for the changes that a row suggests. */
  changes(target: Target): readonly ReadyCall[];
}
