import { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { shown } from '../../pipeline/plan-desk.ts';
import type { MediaPlanContent } from '../../plans/media-plan.ts';
import type { PlanDefaults, SheetPlan, SheetPlanRequest } from '../../tools/media-plan-desk.ts';
import { type CampaignDraft, campaignDrafts } from '../campaigns/campaign-drafts.ts';
import { Coins } from '../campaigns/coins.ts';
import { openChannels, type PlanChannels } from '../campaigns/plan-channels.ts';
import { SheetProblems } from '../campaigns/sheet-problems.ts';
import { planOfMembers } from '../launch/plan-of-members.ts';
import type { SheetReading } from '../reading/sheet-reading.ts';
import type { ReadSheet } from '../sheet/read-cells.ts';
import { type AccountLook, isLook } from './account-looks.ts';
import { answerRow, membersOf, sameOf } from './answer-rows.ts';
import {
  type CheckContext,
  lookAtAccounts,
  planCalls,
  rehearseCalls,
  tellExisting,
  validateCalls,
} from './check-campaigns.ts';
import type { CheckedCampaign } from './checked-campaign.ts';
import { SheetLinks } from './existing-campaigns.ts';
import { planSums } from './plan-sums.ts';
import { limitsOver, refuseRaises, runningAll } from './spending.ts';
import { takenOut } from './taken-out.ts';

/** A sheet that was read, with what its check needs. */
export interface SheetToCheck {
  sheet: ReadSheet;
  reading: SheetReading;
  defaults: PlanDefaults;
  request: SheetPlanRequest;
}

interface Checked {
  drafts: readonly CampaignDraft[];
  campaigns: readonly CheckedCampaign[];
  looks: readonly AccountLook[];
  links: SheetLinks;
  running: SheetPlan['running'];
}

/** Checks every row of a sheet and keeps what is to be made or changed as one plan. Answers all rows. */
export async function planSheet(job: JobPlace, given: SheetToCheck, signal: AbortSignal): Promise<SheetPlan> {
  const { sheet, reading, request } = given;
  const coins = new Coins();
  const problems = new SheetProblems();
  for (const problem of reading.problems) problems.add(problem);
  const checked = await checkRows(job, given, { coins, problems, signal });
  const { drafts, campaigns } = checked;
  const byDraft = new Map(campaigns.map((one) => [one.draft, one]));
  const goesIn = (draft: CampaignDraft) => (byDraft.get(draft)?.fate ?? 'out') !== 'out';
  const turns = new Turns(signal);
  const summed = drafts.map((draft) => ({ draft, isIn: goesIn(draft) }));
  const { sums, notes } = await turns.through(planSums(summed, reading.sums, coins));
  const { firstRow } = sheet.cells;
  const wasRead = (row: number) => row > firstRow && (sheet.lastRow === undefined || row <= sheet.lastRow);
  const mayUse = (name: string) => job.pipeline.admission.mayUse(job.call.principal, name);
  const answer: SheetPlan = {
    sheet: { spreadsheet_id: sheet.spreadsheetId, range: sheet.range, name: sheet.name },
    mapping: reading.mapping,
    rows: await turns.map(drafts, (draft) => answerRow(draft, byDraft.get(draft), coins)),
    more_rows: 0,
    skipped: reading.skipped,
    problems: problems.sorted(),
    sums,
    running: checked.running,
    taken_out: takenOut(checked.links, campaigns, checked.looks, { wasRead, mayUse }),
    notes,
  };
  return keepPlan(job, sheet, request, answer, campaigns);
}

async function checkRows(
  job: JobPlace,
  { sheet, reading, defaults, request }: SheetToCheck,
  { coins, problems, signal }: { coins: Coins; problems: SheetProblems; signal: AbortSignal },
): Promise<Checked> {
  const turns = new Turns(signal);
  const tell = (done: number, total: number | undefined, words: string) => job.call.progress?.(done, total, words);
  tell(0, undefined, `Read ${reading.lines.length} rows of ${sheet.name}`);
  const names = [...new Set(reading.lines.flatMap(({ channel }) => channel ?? []))];
  const channels: PlanChannels = await openChannels(job, names, signal);
  const drafts = await turns.through(campaignDrafts(reading.lines, { channels, defaults, problems, coins }));
  const place = { workspaceId: job.workspace.id, spreadsheetId: sheet.spreadsheetId, tab: sheet.cells.tab };
  const [looks, limits, kept] = await Promise.all([
    lookAtAccounts(drafts, { channels, defaults, signal }),
    limitsOver(job, signal),
    job.pipeline.mediaPlans.links(place),
  ]);
  const links = new SheetLinks(kept, drafts);
  const context: CheckContext = {
    job,
    channels,
    defaults,
    links,
    newRows: new Set(request.new_rows),
    problems,
    coins,
    turns,
    signal,
    countsSpending: limits.length > 0,
  };
  const campaigns = await planCalls(drafts, looks, context);
  await validateCalls(campaigns, context);
  await rehearseCalls(campaigns, context, (done, total) => tell(done, total, `Checked ${done} of ${total} campaigns`));
  refuseRaises(campaigns, limits, problems);
  await turns.pause();
  tellExisting(campaigns, problems);
  await turns.pause();
  const running = runningAll(campaigns, limits, coins);
  await turns.pause();
  return { drafts, campaigns, looks: [...looks.values()].filter(isLook), links, running };
}

/** The same sheet unchanged is the plan that is open for it already. */
async function keepPlan(
  job: JobPlace,
  sheet: ReadSheet,
  request: SheetPlanRequest,
  answer: SheetPlan,
  campaigns: readonly CheckedCampaign[],
): Promise<SheetPlan> {
  const { pipeline, workspace, call } = job;
  const { tab, firstRow, firstColumn, shown: cells } = sheet.cells;
  const members = membersOf(campaigns);
  const content: Omit<MediaPlanContent, 'answer'> = {
    cells: { tab, firstRow, firstColumn, shown: cells },
    request,
    members,
    same: sameOf(campaigns),
  };
  const plan = members.length > 0 ? await planOfMembers(job, { content, name: sheet.name }) : undefined;
  const whole = plan ? { ...answer, plan: shown(pipeline, plan) } : answer;
  const open = plan && (await pipeline.mediaPlans.ofPlan(workspace.id, plan.id));
  if (open) {
    // Another mapping or repair may have moved only rows that stay out.
    await pipeline.mediaPlans.renew(open, { ...content, answer: whole });
    return whole;
  }
  await pipeline.mediaPlans.save({
    workspaceId: workspace.id,
    spreadsheetId: sheet.spreadsheetId,
    tab,
    range: sheet.range,
    name: sheet.name,
    planId: plan?.id,
    content: { ...content, answer: whole },
    createdBy: call.principal.id,
  });
  return whole;
}
