import type { RunningCampaign } from '../../tools/media-planning.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { RunningAccount } from '../running-accounts.ts';
import { foundCampaign } from './found-campaign.ts';
import type { PlannedPart } from './planned-parts.ts';

/** A part of the plan with what was found for it. */
export interface Match {
  part: PlannedPart;
  account: RunningAccount | undefined;
  running: RunningCampaign | undefined;
  /** Of its spending; undefined where it has not begun or its dates are unknown. */
  days: { start: string; end: string } | undefined;
  /** It begins on a day to come. */
  isAhead: boolean;
}

export function matchOf(part: PlannedPart, account: RunningAccount | undefined): Match {
  const running = account && foundCampaign(account, part);
  const start = part.start ?? running?.start;
  const today = account && dayIn(account.account.timeZone, account.now);
  const found = { part, account, running };
  const isAhead = start !== undefined && today !== undefined && start > today;
  if (start === undefined || today === undefined || isAhead) return { ...found, days: undefined, isAhead };
  const end = earlier(part.end, today);
  return { ...found, days: end < start ? undefined : { start, end }, isAhead };
}

export function earlier(day: string | undefined, today: string): string {
  return day !== undefined && day < today ? day : today;
}
