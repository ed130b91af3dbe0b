import type { MediaPlan } from '../../plans/media-plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { PlannedRow } from '../../tools/media-plan-desk.ts';
import type { PlannedBudget, PlannedCampaign } from '../../tools/media-planning.ts';

/** One campaign of a plan, as far as the plan knows it. */
export interface PlannedPart {
  rows: readonly number[];
  channel: string | undefined;
  account: string | undefined;
  name: string;
  /** On the platform, where it was made or found before. */
  id?: string | undefined;
  /** The plan left it out. */
  isOut: boolean;
  budgets: readonly PlannedBudget[];
  start?: string | undefined;
  end?: string | undefined;
  /** Undefined: only what the answer told of it is known. */
  campaign?: PlannedCampaign | undefined;
}

/** The campaigns of a kept plan, with the ids that its launch has made. */
export function partsOfPlan({ content }: MediaPlan, progress: readonly MemberProgress[]): PlannedPart[] {
  const { answer, members, same = [] } = content;
  const made = new Map(progress.map(({ position, campaignId }) => [position, campaignId]));
  const planned = new Map<number | undefined, { campaign: PlannedCampaign; id?: string | undefined }>([
    ...same.map(({ rows, campaign, before }) => [rows[0], { campaign, id: before.id }] as const),
    ...members.map(
      ({ rows, campaign, before, position }) => [rows[0], { campaign, id: made.get(position) ?? before?.id }] as const,
    ),
  ]);
  return answer.rows.map((row) => partOf(row, planned.get(row.rows[0])));
}

function partOf(
  row: PlannedRow,
  found: { campaign: PlannedCampaign; id?: string | undefined } | undefined,
): PlannedPart {
  const { rows, channel, account, campaign, budget, start, end, fate } = row;
  if (found) return { ...partOfCampaign(rows, channel, found.campaign), id: found.id ?? campaign.id };
  const budgets = budget ? [budget] : [];
  return { rows, channel, account, name: campaign.name, id: campaign.id, isOut: fate === 'out', budgets, start, end };
}

export function partOfCampaign(
  rows: readonly number[],
  channel: string | undefined,
  campaign: PlannedCampaign,
): PlannedPart {
  const { account, name, budget, start, end, groups } = campaign;
  const budgets = budget ? [budget] : groups.flatMap((group) => group.budget ?? []);
  return { rows, channel, account, name, isOut: false, budgets, start, end, campaign };
}
