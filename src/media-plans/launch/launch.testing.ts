import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobPlace, Pipeline } from '../../pipeline/call.ts';
import type { MediaPlanContent, MediaPlanMember } from '../../plans/media-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { SheetPlan } from '../../tools/media-plan-desk.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { planOfMembers } from './plan-of-members.ts';

/** A member of a hand-made plan: what matters to a launch and nothing else. */
export interface HandMade {
  channel: string;
  account: string;
  name: string;
  calls: readonly PlannedCall[];
  kind?: 'make' | 'change';
  budget?: string;
  currency?: string;
  before?: MediaPlanMember['before'];
}

export function memberOf(made: HandMade, position: number): MediaPlanMember {
  const { channel, account, name, calls, kind = 'make', budget = '100', currency = 'USD', before } = made;
  const row = position + 2;
  return {
    position,
    rows: [row],
    kind,
    channel,
    account,
    campaign: {
      account,
      currency,
      name,
      budget: { amount: budget, currency, per: 'day' },
      groups: [],
      cells: { name: `Plan!A${row}`, budget: `Plan!F${row}` },
    },
    ...(before && { before }),
    calls,
  };
}

const SHEET = { spreadsheet_id: 'file_00000000000000aa', range: 'Plan', name: 'Q4' };

export function contentOf(
  members: readonly MediaPlanMember[],
  more: { reason?: string | undefined; new_rows?: number[] } = {},
): Omit<MediaPlanContent, 'answer'> {
  const shown = members.map(({ campaign }) => [campaign.name]);
  return {
    cells: { tab: 'Plan', firstRow: 0, firstColumn: 0, shown },
    request: { spreadsheet_id: SHEET.spreadsheet_id, range: SHEET.range, limit: 100, ...more },
    members,
  };
}

interface Files {
  spreadsheetsOf(workspaceId: string): ReturnType<Pipeline['sessions']['spreadsheetsOf']>;
}

/** The sheet of hand-made plans, for a service that looks at it again. Its columns mean nothing, so none of them can move. */
export async function keepSheet(home: Files, workspaceId: string, folder: string): Promise<void> {
  const file = join(folder, 'hand-made.csv');
  writeFileSync(file, 'Campaign\nNorth\n');
  await home.spreadsheetsOf(workspaceId).import(file, { id: SHEET.spreadsheet_id, name: 'Plan' });
}

const ANSWER: SheetPlan = {
  sheet: SHEET,
  mapping: [],
  rows: [],
  more_rows: 0,
  skipped: [],
  problems: [],
  sums: [],
  running: [],
  taken_out: [],
  notes: [],
};

/** Keeps a media plan as the check of its sheet would, and returns the plan that people agree to. */
export async function handMadePlan(
  place: JobPlace,
  made: readonly HandMade[],
  more: { reason?: string; new_rows?: number[] } = {},
): Promise<Plan> {
  const content = contentOf(made.map(memberOf), more);
  const plan = await planOfMembers(place, { content, name: SHEET.name });
  await keepContent(place.pipeline, plan, content);
  return plan;
}

async function keepContent(pipeline: Pipeline, plan: Plan, content: Omit<MediaPlanContent, 'answer'>): Promise<void> {
  if (await pipeline.mediaPlans.ofPlan(plan.workspaceId, plan.id)) return;
  await pipeline.mediaPlans.save({
    workspaceId: plan.workspaceId,
    spreadsheetId: SHEET.spreadsheet_id,
    tab: 'Plan',
    range: SHEET.range,
    name: SHEET.name,
    planId: plan.id,
    content: { ...content, answer: ANSWER },
    createdBy: plan.requester,
  });
}
