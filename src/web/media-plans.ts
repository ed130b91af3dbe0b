import { z } from 'zod';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import type { Call } from '../pipeline/call.ts';
import type { MediaPlan, MediaPlanMember } from '../plans/media-plan.ts';
import type { Channel } from '../tools/channel.ts';
import type { PlanDefaults, PlannedRow, SheetPlanRequest, SheetProblem } from '../tools/media-plan-desk.ts';
import type { PlanState } from '../tools/plan-desk.ts';
import type { MemberState } from '../tools/plan-members.ts';
import { type Decider, planViews } from './approvals.ts';
import { answerTo } from './call-tool.ts';
import type { Looker } from './looker.ts';
import type { Person } from './people.ts';
import { modeAmong } from './platform-mode.ts';
import { steer } from './sandbox-control.ts';
import type { WebParts } from './web-parts.ts';

const LISTED_MAX = 1_000;

type Counted = Partial<Record<MemberState, number>>;

/** Newest first, with how far each has come. */
export async function mediaPlansIn(parts: WebParts, workspaces: readonly WorkspaceRecord[]) {
  if (workspaces.length === 0) return { plans: [], more: false };
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  const found = await parts.home.mediaPlans.list([...names.keys()], LISTED_MAX + 1);
  const shown = found.slice(0, LISTED_MAX);
  const planIds = shown.flatMap(({ planId }) => planId ?? []);
  const [states, members, actor] = await Promise.all([
    statesOf(parts, planIds),
    membersOf(parts, planIds),
    parts.people.actors(shown.map(({ createdBy }) => createdBy)),
  ]);
  return {
    plans: shown.map(({ planId, createdBy, ...plan }) => ({
      id: plan.id,
      workspaceId: plan.workspaceId,
      workspace: names.get(plan.workspaceId) ?? '',
      name: plan.name,
      spreadsheetId: plan.spreadsheetId,
      tab: plan.tab,
      range: plan.range,
      counts: plan.counts,
      by: actor(createdBy),
      createdAt: plan.createdAt,
      state: (planId && states.get(planId)) || null,
      members: (planId && members.get(planId)) || {},
    })),
    more: found.length > LISTED_MAX,
  };
}

async function statesOf({ home: { store } }: WebParts, planIds: readonly string[]): Promise<Map<string, PlanState>> {
  if (planIds.length === 0) return new Map();
  const rows = await store.db.selectFrom('plans').select(['id', 'state']).where('id', 'in', planIds).execute();
  return new Map(rows.map(({ id, state }) => [id, state as PlanState]));
}

async function membersOf({ home: { store } }: WebParts, planIds: readonly string[]): Promise<Map<string, Counted>> {
  const found = new Map<string, Counted>();
  if (planIds.length === 0) return found;
  const rows = await store.db
    .selectFrom('media_plan_members')
    .select(['plan_id', 'state'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where('plan_id', 'in', planIds)
    .groupBy(['plan_id', 'state'])
    .execute();
  for (const { plan_id, state, count } of rows) found.set(plan_id, { ...found.get(plan_id), [state]: Number(count) });
  return found;
}

/** What was read from the sheet and what is to come of it; how far it has come is `progressOf`. */
export async function mediaPlanView(parts: WebParts, workspace: WorkspaceRecord, plan: MediaPlan) {
  const actor = await parts.people.actors([plan.createdBy]);
  const { cells, request, answer, members } = plan.content;
  const { rows, mapping, skipped, problems, sums, running, taken_out, notes } = answer;
  return {
    id: plan.id,
    workspaceId: plan.workspaceId,
    workspace: workspace.name,
    planId: plan.planId ?? null,
    name: plan.name,
    file: answer.sheet.name,
    spreadsheetId: plan.spreadsheetId,
    tab: plan.tab,
    range: plan.range,
    mode: modeAmong(workspace.connections, [...new Set(rows.flatMap(({ channel }) => channel ?? []))]),
    by: actor(plan.createdBy),
    createdAt: plan.createdAt,
    cells: { firstRow: cells.firstRow, firstColumn: cells.firstColumn, shown: cells.shown.map((row) => [...row]) },
    repairs: request.repairs ?? {},
    newRows: request.new_rows ?? [],
    mapping,
    rows: rows.map(withBothSides),
    skipped,
    problems: problems.map(withKind),
    sums,
    running,
    takenOut: taken_out,
    notes,
    members: members.map(memberView),
  };
}

/** Of plans that were kept before problems had kinds. */
const withKind = (problem: SheetProblem): SheetProblem => ({ ...problem, kind: problem.kind ?? 'value' });

/** What was not there before has no `from` after it was kept as JSON. */
function withBothSides(row: PlannedRow): PlannedRow {
  if (!row.difference) return row;
  const sides = Object.entries(row.difference).map(([field, { from = null, to = null }]) => [field, { from, to }]);
  return { ...row, difference: Object.fromEntries(sides) };
}

const memberView = ({ position, rows, kind, channel, account, campaign }: MediaPlanMember) => ({
  position,
  rows: [...rows],
  kind,
  channel,
  account,
  name: campaign.name,
});

/** The plan that people decide on, and what has come of each campaign. */
export async function progressOf(
  parts: WebParts,
  decider: Decider,
  { workspaceId, planId }: Pick<MediaPlan, 'workspaceId' | 'planId'>,
) {
  if (planId === undefined) return { plan: null, members: [] };
  const [plan, members] = await Promise.all([
    parts.home.plans.find(workspaceId, planId),
    parts.home.mediaPlans.members(planId),
  ]);
  const [view] = plan ? await planViews(parts, decider, [plan]) : [];
  const { request: _, result: __, ...shown } = view ?? {};
  return {
    plan: view ? (shown as Omit<typeof view, 'request' | 'result'>) : null,
    members: members.map(({ position, state, campaignId, error }) => ({
      position,
      state,
      campaignId: campaignId ?? null,
      error: error ?? null,
    })),
  };
}

type ReadRequest = Pick<SheetPlanRequest, 'spreadsheet_id' | 'range' | 'mapping' | 'repairs' | 'new_rows'>;

/** Enough for the reply: the page reads everything from what is kept. */
const ROWS_ANSWERED = 1;

/** How far a reading has come; `total` is null while that is not known. */
export interface ReadingStep {
  done: number;
  total: number | null;
  words: string;
}

/** What is kept of a sheet that was read. */
export interface ReadSheet {
  id: string;
}

/** Reads and checks a sheet in the person's name, and tells how far it is; the last step is the id of what is kept of it. */
export async function* readingSteps(
  looker: Looker,
  request: ReadRequest,
  replaces?: MediaPlan,
): AsyncGenerator<ReadingStep | ReadSheet> {
  let latest: ReadingStep | undefined;
  let isOver = false;
  let news = Promise.withResolvers<void>();
  const progress = (done: number, total: number | undefined, words: string) => {
    latest = { done, total: total ?? null, words };
    news.resolve();
  };
  const reading = readSheet({ ...looker, progress }, request, replaces).finally(() => {
    isOver = true;
    news.resolve();
  });
  // It is awaited below, after its last step was told.
  reading.catch(() => {});
  while (!isOver) {
    await news.promise;
    news = Promise.withResolvers<void>();
    if (!latest) continue;
    const step = latest;
    latest = undefined;
    yield step;
  }
  yield await reading;
}

type Reader = Looker & { progress?: Call['progress'] };

export async function readSheet(looker: Reader, request: ReadRequest, replaces?: MediaPlan): Promise<ReadSheet> {
  const { parts, person, workspace } = looker;
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const answer = await answerTo(looker, 'workspace', 'plan_from_sheet', { ...given, limit: ROWS_ANSWERED });
  const planId = (answer.plan as { id: string } | undefined)?.id;
  const made = await madeNow(parts, person, workspace.id, planId);
  if (replaces && replaces.id !== made) await closeOlder(looker, replaces);
  return { id: made };
}

async function madeNow({ home }: WebParts, { id: by }: Person, workspaceId: string, planId: string | undefined) {
  const made = planId === undefined ? undefined : await home.mediaPlans.ofPlan(workspaceId, planId);
  if (made) return made.id;
  const newest = (await home.mediaPlans.list([workspaceId], LISTED_MAX)).find(
    (one) => one.createdBy === by && one.planId === planId,
  );
  if (newest) return newest.id;
  throw new Failure({
    code: 'internal',
    message: 'The sheet was read, and nothing was kept of it.',
    nextStep: 'Read it again.',
  });
}

const OPEN: readonly PlanState[] = ['planned', 'waiting'];

/** What the same person had asked for before they read the sheet again; that of somebody else stays as it is. */
async function closeOlder({ parts: { home }, person }: Looker, { workspaceId, planId }: MediaPlan): Promise<void> {
  const older = planId === undefined ? undefined : await home.plans.find(workspaceId, planId);
  if (older?.requester !== person.id) return;
  await home.plans.move(older, OPEN, 'withdrawn', { actor: person.id, note: 'The sheet was read again.' });
}

interface Practice {
  id: string;
  kind: string;
}

/** The sandbox's sheets to practise with, as far as this workspace can read them. */
export async function practiceSheets(looker: Looker) {
  const control = looker.parts.sandboxControl();
  const isSandbox = looker.workspace.connections.some(
    ({ channel, mode }) => channel === 'office' && mode === 'sandbox',
  );
  if (control === undefined || !isSandbox) return [];
  const { sheets } = await steer<{ sheets: Practice[] }>(control, '/practice');
  const described = await Promise.all(sheets.map((sheet) => describedSheet(looker, sheet)));
  return described.filter((sheet) => sheet !== undefined);
}

async function describedSheet(looker: Looker, { id, kind }: Practice) {
  try {
    const answer = await answerTo(looker, 'office', 'describe_spreadsheet', { spreadsheet_id: id });
    const { spreadsheet, tabs } = answer as { spreadsheet: { name: string }; tabs: { name: string }[] };
    return { id, kind, name: spreadsheet.name, tab: tabs[0]!.name };
  } catch (error) {
    // Not shared with the company of this workspace, or the sandbox is told to fail: there is nothing to offer.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** What the workspace keeps for its media plans, and what each channel can keep. */
export async function planDefaults({ home, registry }: WebParts, { id, connections }: WorkspaceRecord) {
  const connected = new Set(connections.map(({ channel }) => channel));
  return {
    defaults: await home.mediaPlans.defaults(id),
    channels: registry.channels.flatMap((channel) =>
      channel.mediaPlanning && connected.has(channel.name) ? [fieldsOf(channel)] : [],
    ),
  };
}

function fieldsOf({ name, mediaPlanning }: Channel) {
  const schema = z.toJSONSchema(mediaPlanning!.defaults, { unrepresentable: 'any', io: 'input' });
  return { channel: name, schema: schema as Record<string, unknown> };
}

export async function keepDefaults(
  parts: WebParts,
  { id, organizationId }: WorkspaceRecord,
  person: Person,
  defaults: PlanDefaults,
): Promise<void> {
  for (const [name, given] of Object.entries(defaults.channels ?? {})) refuseWrongFields(parts, name, given);
  await parts.home.mediaPlans.keepDefaults(id, defaults, person.id);
  await parts.home.store.transaction(async () =>
    parts.home.audit.append({
      organizationId,
      workspaceId: id,
      actor: person.id,
      action: 'media_plan.defaults',
      phase: 'event',
      detail: defaults,
    }),
  );
}

function refuseWrongFields({ registry }: WebParts, name: string, given: unknown): void {
  const channel = registry.channels.find((one) => one.name === name);
  const checked = channel?.mediaPlanning?.defaults.safeParse(given);
  if (checked?.success) return;
  const [issue] = checked?.error.issues ?? [];
  throw new Failure({
    code: 'invalid_arguments',
    message: issue
      ? `${channel?.title ?? name}: ${issue.path.join('.')} ${issue.message}.`
      : `There is no channel ${name} that makes campaigns from sheets.`,
    nextStep: 'Correct the field. Nothing was kept.',
  });
}
