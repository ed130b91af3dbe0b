import type { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { PlanDefaults } from '../../tools/media-plan-desk.ts';
import type { PlannedCall, PlanningContext } from '../../tools/media-planning.ts';
import type { CampaignDraft } from '../campaigns/campaign-drafts.ts';
import type { Coins } from '../campaigns/coins.ts';
import { inParallel } from '../campaigns/in-parallel.ts';
import { isOpen, type PlanChannel, type PlanChannels } from '../campaigns/plan-channels.ts';
import { cellIn, type SheetProblems } from '../campaigns/sheet-problems.ts';
import { type AccountLook, isLook, lookAtAccount, type NoLook } from './account-looks.ts';
import { CallChecks, needsMade } from './call-checks.ts';
import { addProblem, type CheckedCampaign } from './checked-campaign.ts';
import { existingCampaign, type SheetLinks, withGroupOf } from './existing-campaigns.ts';
import { ownProblems } from './own-checks.ts';

/** How many calls of one channel are tried out at a time: more would only wait for its pace. */
const REHEARSED_AT_ONCE = 8;
const LOOKS_AT_ONCE = 4;

/** What campaigns are checked with. */
export interface CheckContext {
  job: JobPlace;
  channels: PlanChannels;
  defaults: PlanDefaults;
  links: SheetLinks;
  newRows: ReadonlySet<number>;
  problems: SheetProblems;
  coins: Coins;
  turns: Turns;
  signal: AbortSignal;
  /** Whether limits stand, so that what a change does to spending has to be known. */
  countsSpending: boolean;
}

/** The accounts that drafts are in, each read once, by channel and id. */
export async function lookAtAccounts(
  drafts: readonly CampaignDraft[],
  { channels, defaults, signal }: Pick<CheckContext, 'channels' | 'defaults' | 'signal'>,
): Promise<Map<string, AccountLook | NoLook>> {
  const wanted = new Map(
    drafts.flatMap(({ channel, account }) => {
      const place = channels.get(channel ?? '');
      return account && isOpen(place) ? [[`${channel} ${account.id}`, { place, account }] as const] : [];
    }),
  );
  const looks = await inParallel([...wanted], LOOKS_AT_ONCE, async ([key, { place, account }]) => {
    const own = defaultsOf(place, defaults);
    return [key, await lookAtAccount(place, account, own, signal)] as const;
  });
  return new Map(looks);
}

function defaultsOf({ channel, planning }: PlanChannel, { channels = {} }: PlanDefaults): PlanningContext['defaults'] {
  const { data } = planning.defaults.safeParse(channels[channel.name] ?? {});
  return data ?? {};
}

/** Every campaign with the calls that make or change it, checked without asking anybody further. */
export async function planCalls(
  drafts: readonly CampaignDraft[],
  looks: ReadonlyMap<string, AccountLook | NoLook>,
  context: CheckContext,
): Promise<CheckedCampaign[]> {
  const checked: CheckedCampaign[] = [];
  for (const draft of drafts) {
    await context.turns.pause();
    const look = looks.get(`${draft.channel} ${draft.account?.id}`);
    if (!draft.campaign || !look) continue;
    if (!isLook(look)) {
      draft.isOut = true;
      context.problems.add({
        cell: cellIn(draft.lines[0]!, 'channel'),
        level: 'stop',
        kind: 'unchecked',
        message: look.refusal,
      });
      continue;
    }
    checked.push(plannedCalls(draft, look, context));
  }
  refuseSharedCampaigns(checked, context.problems);
  return checked;
}

function plannedCalls(draft: CampaignDraft, look: AccountLook, context: CheckContext): CheckedCampaign {
  const { problems, coins, links, newRows } = context;
  const { planning } = look.place;
  const isNew = draft.rows.some((row) => newRows.has(row));
  const found = isNew ? undefined : existingCampaign(draft, draft.campaign!, look, links);
  const existing = found && 'running' in found ? found : undefined;
  const campaign = existing ? withGroupOf(draft.campaign!, existing.running) : draft.campaign!;
  const checked: CheckedCampaign = {
    draft,
    look,
    campaign,
    running: existing?.running,
    isLinked: existing?.isLinked ?? false,
    calls: [],
    fate: draft.isOut ? 'out' : existing ? 'change' : 'make',
    platformChecked: false,
    effects: [],
  };
  if (found && 'several' in found)
    addProblem(problems, checked, {
      field: 'name',
      level: 'stop',
      kind: 'exists',
      message: `${found.several.length} campaigns of ${look.account.name} have this name: ${found.several.map(({ id }) => id).join(', ')}.`,
    });
  for (const problem of ownProblems(campaign, look, coins, !existing)) addProblem(problems, checked, problem);
  const planned = existing
    ? planning.changing(existing.running, campaign, look.context)
    : planning.creating(campaign, look.context);
  for (const problem of planned.problems) if (!isUnread(checked, problem.field)) addProblem(problems, checked, problem);
  checked.calls = [...planned.calls];
  if (checked.fate === 'change' && checked.calls.length === 0) checked.fate = 'same';
  return checked;
}

const ONCE_TOLD = ['objective', 'budget', 'start', 'end'] as const;

/** What is missing only because its cell could not be read is told there already. */
function isUnread({ draft, campaign }: CheckedCampaign, field: string): boolean {
  const name = ONCE_TOLD.find((one) => one === field);
  return name !== undefined && campaign[name] === undefined && draft.lines.some(({ isOut }) => isOut);
}

/** Two campaigns of the sheet cannot be the same one of the platform. */
function refuseSharedCampaigns(checked: readonly CheckedCampaign[], problems: SheetProblems): void {
  const seen = new Map<string, CheckedCampaign>();
  for (const one of checked) {
    if (!one.running) continue;
    const key = `${one.draft.channel} ${one.draft.account?.id} ${one.running.id}`;
    const other = seen.get(key);
    if (!other) {
      seen.set(key, one);
      continue;
    }
    for (const [mine, same] of [
      [one, other],
      [other, one],
    ] as const)
      addProblem(problems, mine, {
        field: 'name',
        level: 'stop',
        message: `Row ${same.draft.rows[0]} is the same campaign of ${one.look.account.name} (“${one.running.name}”).`,
      });
  }
}

/** Validates every call by its tool. */
export async function validateCalls(checked: readonly CheckedCampaign[], context: CheckContext): Promise<void> {
  const checks = await checksOf(checked, context);
  for (const one of checked)
    for (const call of one.calls) {
      await context.turns.pause();
      for (const problem of await checks.get(one.look.place)!.validate(call, one.look.account))
        addProblem(context.problems, one, problem);
    }
}

/** Tries out the first call of each new campaign and every change, some of each channel at a time. */
export async function rehearseCalls(
  checked: readonly CheckedCampaign[],
  context: CheckContext,
  told: (done: number, total: number) => void,
): Promise<void> {
  const { signal } = context;
  const checks = await checksOf(checked, context);
  const going = checked.filter(({ fate, calls }) => (fate === 'make' || fate === 'change') && calls.length > 0);
  let done = 0;
  const byPlace = [...Map.groupBy(going, ({ look }) => look.place)];
  await Promise.all(
    byPlace.map(([place, own]) =>
      inParallel(own, REHEARSED_AT_ONCE, async (one) => {
        signal.throwIfAborted();
        await rehearseOne(one, checks.get(place)!, context);
        done += 1;
        told(done, going.length);
      }),
    ),
  );
}

async function checksOf(checked: readonly CheckedCampaign[], { job }: CheckContext) {
  const { pipeline, workspace, call } = job;
  const places = [...new Set(checked.map(({ look }) => look.place))];
  return new Map(
    await Promise.all(
      places.map(async (place) => {
        const policy = await pipeline.policies.of(workspace.id, call.principal.id, place.mode);
        return [place, new CallChecks(job, place, policy)] as const;
      }),
    ),
  );
}

async function rehearseOne(one: CheckedCampaign, checks: CallChecks, context: CheckContext): Promise<void> {
  const { calls, fate, look } = one;
  const tried = fate === 'make' ? calls.slice(0, 1) : calls.filter((call) => !needsMade(call.arguments));
  const idle = new Set<PlannedCall>();
  let platformChecked = tried.length > 0;
  for (const call of tried) {
    context.signal.throwIfAborted();
    const spending = fate === 'change' && context.countsSpending;
    const result = await checks.rehearse(call, look.account, { spending });
    for (const problem of result.problems) addProblem(context.problems, one, problem);
    if (result.effect) one.effects.push({ call, effect: result.effect });
    if (result.isSame) idle.add(call);
    else platformChecked &&= result.platformChecked;
  }
  one.platformChecked = platformChecked;
  if (fate !== 'change' || idle.size === 0) return;
  one.calls = calls.filter((call) => !idle.has(call));
  if (one.calls.length === 0 && one.fate === 'change') one.fate = 'same';
}

const STATUS_WORDS = { on: 'and runs', paused: 'paused', ended: 'ended', other: 'not running' };

/** Says of what exists already that it is not made a second time. */
export function tellExisting(checked: readonly CheckedCampaign[], problems: SheetProblems): void {
  for (const one of checked) {
    const { running, look, fate, isLinked, campaign } = one;
    if (!running || (fate !== 'change' && fate !== 'same') || (fate === 'same' && isLinked)) continue;
    const renamed = running.name === campaign.name ? '' : ` as “${running.name}”`;
    const what = fate === 'change' ? 'it would be changed, not made again' : 'as the sheet has it, so nothing is done';
    addProblem(problems, one, {
      field: 'name',
      level: 'look',
      kind: 'exists',
      message: `Exists already in ${look.account.name}${renamed}, ${STATUS_WORDS[running.status]}: ${what}.`,
    });
  }
}
