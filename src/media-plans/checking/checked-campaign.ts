import type { PlannedCall, PlannedCampaign, PlannedProblem, RunningCampaign } from '../../tools/media-planning.ts';
import type { SpendEffect } from '../../tools/spend-overview.ts';
import type { CampaignDraft } from '../campaigns/campaign-drafts.ts';
import type { SheetProblems } from '../campaigns/sheet-problems.ts';
import { cellIn } from '../campaigns/sheet-problems.ts';
import type { AccountLook } from './account-looks.ts';
import { cellOfField } from './field-cells.ts';

/** A campaign of the sheet that has an account, while it is checked. */
export interface CheckedCampaign {
  draft: CampaignDraft;
  look: AccountLook;
  campaign: PlannedCampaign;
  /** The campaign that exists already. */
  running: RunningCampaign | undefined;
  /** The campaign was made from this sheet. */
  isLinked: boolean;
  calls: PlannedCall[];
  fate: 'make' | 'change' | 'same' | 'out';
  platformChecked: boolean;
  /** What its changes do to the account's spending. */
  effects: { call: PlannedCall; effect: SpendEffect }[];
}

export function addProblem(problems: SheetProblems, checked: CheckedCampaign, problem: PlannedProblem): void {
  const { field, level, kind, message, allowed, repair } = problem;
  const { campaign, draft } = checked;
  if (level === 'stop') checked.fate = 'out';
  // An amount that could not be read has been told in its cell.
  const isUnread = draft.lines.some((line) => line.budget === undefined && line.cells.budget !== undefined);
  if (field === 'budget' && !campaign.budget && isUnread) return;
  const cell = cellOfField(campaign, field, cellIn(draft.lines[0]!, 'campaign'));
  // A cell is wrong once: what the tool and the platform say of the same value repeats it. Names also take what has no cell.
  if (cell !== campaign.cells.name && problems.hasStop(cell)) return;
  problems.add({
    cell,
    level,
    kind,
    message,
    ...(allowed !== undefined && { allowed }),
    ...(repair !== undefined && { repair }),
  });
}
