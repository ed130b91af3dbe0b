import { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { PlanComparison } from '../../tools/media-plan-comparison.ts';
import { type CampaignDraft, campaignDrafts } from '../campaigns/campaign-drafts.ts';
import { Coins } from '../campaigns/coins.ts';
import { dayIn } from '../campaigns/days.ts';
import { nameKey } from '../campaigns/names.ts';
import { openChannels } from '../campaigns/plan-channels.ts';
import { SheetProblems } from '../campaigns/sheet-problems.ts';
import { readPlan } from '../reading/read-plan.ts';
import { readSheet } from '../sheet/read-cells.ts';
import { type PlannedPart, partOfCampaign } from './planned-parts.ts';

interface Question {
  spreadsheet_id: string;
  range: string;
}

interface SheetParts {
  sheet: PlanComparison['sheet'];
  parts: PlannedPart[];
  notes: string[];
}

/** The campaigns of a sheet as it is now. Nothing is checked and nothing is kept. */
export async function partsOfSheet(job: JobPlace, question: Question): Promise<SheetParts> {
  const { pipeline, workspace, call } = job;
  const signal = AbortSignal.any([call.gone(), AbortSignal.timeout(pipeline.callDeadlineMs)]);
  const [sheet, defaults] = await Promise.all([
    readSheet(job, question, signal),
    pipeline.mediaPlans.defaults(workspace.id),
  ]);
  const place = { workspaceId: workspace.id, spreadsheetId: sheet.spreadsheetId, tab: sheet.cells.tab };
  const [remembered, links] = await Promise.all([pipeline.mediaPlans.mapping(place), pipeline.mediaPlans.links(place)]);
  const today = dayIn(pipeline.ambient.now(), undefined);
  const options = { remembered, defaultCurrency: defaults.currency, today };
  const { lines, problems: found } = await readPlan(sheet.cells, options, signal);
  const problems = new SheetProblems();
  for (const problem of found) problems.add(problem);
  const names = [...new Set(lines.flatMap(({ channel }) => channel ?? []))];
  const channels = await openChannels(job, names, signal);
  const drafts = await new Turns(signal).through(
    campaignDrafts(lines, { channels, defaults, problems, coins: new Coins() }),
  );
  const stops = problems.sorted().filter(({ level }) => level === 'stop');
  const [first] = stops;
  return {
    sheet: { spreadsheet_id: sheet.spreadsheetId, range: sheet.range, name: sheet.name },
    parts: drafts.map((draft) => partOf(draft, links)),
    notes: first
      ? [
          `${stops.length} cells cannot be read or used, the first is ${first.cell}: ${first.message} plan_from_sheet lists all.`,
        ]
      : [],
  };
}

function partOf(
  { rows, channel, account, name, campaign, isOut }: CampaignDraft,
  links: readonly { channel: string; account: string; name: string; campaign_id: string }[],
): PlannedPart {
  if (!campaign) return { rows, channel, account: account?.id, name, isOut: true, budgets: [] };
  const called = [name, campaign.name].map(nameKey);
  const own = links.filter((link) => link.channel === channel && link.account === account?.id);
  const id = own.find((link) => called.includes(nameKey(link.name)))?.campaign_id;
  return { ...partOfCampaign(rows, channel, campaign), id, isOut };
}
