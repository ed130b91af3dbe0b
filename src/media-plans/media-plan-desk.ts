import { Failure } from '../errors.ts';
import type { JobPlace } from '../pipeline/call.ts';
import type { MediaPlanDesk, SheetPlan, SheetPlanRequest } from '../tools/media-plan-desk.ts';
import { dayIn } from './campaigns/days.ts';
import { mergedDefaults } from './checking/given-defaults.ts';
import { planSheet } from './checking/sheet-plan.ts';
import { compareToPlan } from './comparing/compare-to-plan.ts';
import { exportPlan } from './export/export-plan.ts';
import { readPlan } from './reading/read-plan.ts';
import type { SheetReading } from './reading/sheet-reading.ts';
import { readSheet } from './sheet/read-cells.ts';
import { refuseForeignRepairs } from './sheet/repair-addresses.ts';

/** The media plans of one workspace, as a call reaches them. */
export function mediaPlanDesk(job: JobPlace): MediaPlanDesk {
  return {
    fromSheet: (request) => fromSheet(job, request),
    export: (request) => exportPlan(job, request),
    compare: (request) => compareToPlan(job, request),
  };
}

/** Nothing is kept before the sheet could be read: a mistake leaves the mapping and the defaults as they were. */
async function fromSheet(job: JobPlace, request: SheetPlanRequest): Promise<SheetPlan> {
  const { pipeline, workspace, call } = job;
  const { mediaPlans } = pipeline;
  const signal = AbortSignal.any([call.gone(), AbortSignal.timeout(pipeline.callDeadlineMs)]);
  const defaults = mergedDefaults(job, await mediaPlans.defaults(workspace.id), request.defaults);
  const sheet = await readSheet(job, request, signal);
  refuseForeignRepairs(sheet.cells, request.repairs);
  const place = { workspaceId: workspace.id, spreadsheetId: sheet.spreadsheetId, tab: sheet.cells.tab };
  const remembered = await mediaPlans.mapping(place);
  const options = {
    given: request.mapping,
    remembered,
    repairs: request.repairs,
    defaultCurrency: defaults.currency,
    today: dayIn(pipeline.ambient.now(), undefined),
  };
  const reading = await readPlan(sheet.cells, options, signal);
  refuseUnreadable(reading);
  if (request.mapping) {
    await mediaPlans.keepMapping(place, { ...remembered, ...request.mapping }, call.principal.id);
    await record(job, 'media_plan.mapping', { sheet: sheet.spreadsheetId, tab: sheet.cells.tab, ...request.mapping });
  }
  if (request.defaults) {
    await mediaPlans.keepDefaults(workspace.id, defaults, call.principal.id);
    await record(job, 'media_plan.defaults', request.defaults);
  }
  const whole = await planSheet(job, { sheet, reading, defaults, request }, signal);
  const { limit } = request;
  return { ...whole, rows: whole.rows.slice(0, limit), more_rows: Math.max(whole.rows.length - limit, 0) };
}

function record(
  { pipeline, workspace, call }: JobPlace,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  return pipeline.store.transaction(async () => {
    pipeline.audit.append({
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      actor: call.principal.id,
      action,
      phase: 'event',
      callId: call.requestId,
      detail,
    });
  });
}

/** A range without heads, or without a column of campaigns, is no media plan. */
function refuseUnreadable({ mapping, lines, problems }: SheetReading): void {
  if (lines.length > 0 && mapping.some(({ meaning }) => meaning === 'campaign')) return;
  const [first] = problems;
  const message = first ? `${first.cell}: ${first.message}` : 'Below its heads the range has no rows.';
  throw new Failure({
    code: 'invalid_arguments',
    message: `\`range\`: ${message} Nothing was kept.`,
    problems: [{ field: 'range', message }],
    nextStep: first?.allowed ?? 'Name a range that holds the heads and the rows below them, such as Plan!A4:G20.',
  });
}
