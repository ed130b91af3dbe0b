import type { Money } from './money.ts';

/** An object whose own status lets it spend; other things may still keep it from serving. */
export interface LiveObject {
  /** The channel's own word, such as `campaign_group`. */
  level: string;
  id: string;
  name: string;
  status: string;
}

/** A budget that a live object spends from. Several objects may share one. */
export interface SpentBudget {
  /** The budget's own id where it can be shared, otherwise the id of the object that holds it. */
  id: string;
  /** The live object that spends from it. */
  object: LiveObject;
  amount: Money;
  period: 'DAILY' | 'LIFETIME';
}

/** A level that is stopped: the argument of `bulk_update` that names such objects, and its level in reports. */
interface StoppedLevel {
  argument: string;
  inReports: 'campaign' | 'ad_group';
}

/** How a channel's accounts are stopped, by its tool `bulk_update`. */
export interface Stopping<Client = unknown> {
  levels: Readonly<Record<string, StoppedLevel>>;
  /** How many objects `bulk_update` takes in one call. */
  atOnce: number;
  off: string;
  /**
   * Everything of the account that is on, at the levels that take the fewest requests to stop. As few requests as there can
   * be: each is one more that can fail.
   */
  live(client: Client, account: string): Promise<readonly LiveObject[]>;
  /** What these objects spend from, also below them. Right before and after they are paused. */
  budgets(client: Client, account: string, live: readonly LiveObject[]): Promise<readonly SpentBudget[]>;
}

/** The channels that are stopped by their campaigns alone. */
export const CAMPAIGNS_ONLY = { campaign: { argument: 'campaign_ids', inReports: 'campaign' } } as const;
