import type { ListedPlan, Plan } from '../../api/plans.ts';
import { money, moneyDifference } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { shortValue } from '../../format/value.ts';
import type { ShapeKind } from '../../parts/shape.tsx';
import { pausedWords } from '../../parts/sheet-plan-words.ts';

/** What a change is to an owner. */
const CLASSES: Record<string, string> = {
  people: 'uploads people',
  delete: 'cannot be taken back',
  activate: 'switches on',
  raise: 'more money',
  create: 'makes something new',
  change: 'no money',
  cut: 'less money',
};

export const className = ({ class: name, reachesVisitors }: Pick<Plan, 'class' | 'reachesVisitors'>): string =>
  reachesVisitors ? 'reaches visitors' : (CLASSES[name] ?? name);

/** What stays when the change is taken back, by what the change is to an owner. */
const STAYS: Record<string, string> = {
  activate: 'Money that is spent before it is changed back.',
  raise: 'Money that is spent before it is changed back.',
  create: 'The new object stays in the account; it can be paused.',
  people: 'People who were uploaded, as far as the platform has matched them.',
};

/** Tags spend nothing: what stays is what visitors' browsers have run. */
const TAGS_STAY: Record<string, string> = {
  activate: 'What the tags sent from visitors’ browsers before the version is taken back.',
  create: 'The new object stays in its draft until it is deleted or published.',
};

export function staysOf({ channel, class: name }: Pick<Plan, 'channel' | 'class'>): string[] {
  const line = (channel === 'tags' ? TAGS_STAY : STAYS)[name];
  return line === undefined ? [] : [line];
}

interface StateWords {
  shape: ShapeKind;
  word: string;
}

export const STATES: Record<Plan['state'], StateWords> = {
  planned: { shape: 'scheduled', word: 'Preview' },
  waiting: { shape: 'scheduled', word: 'Waiting' },
  scheduled: { shape: 'scheduled', word: 'Scheduled' },
  approved: { shape: 'learning', word: 'Approved' },
  applying: { shape: 'learning', word: 'Being applied' },
  applied: { shape: 'done', word: 'Applied' },
  failed: { shape: 'rejected', word: 'Failed' },
  unknown: { shape: 'unknown', word: 'Unknown' },
  stale: { shape: 'limited', word: 'Stale' },
  rejected: { shape: 'refused', word: 'Rejected' },
  expired: { shape: 'ended', word: 'Lapsed' },
  withdrawn: { shape: 'refused', word: 'Withdrawn' },
};

/** `71 h left`, `12 min left`. */
export function timeLeft(expiresAt: number, now: number): string {
  const minutes = Math.floor((expiresAt - now) / 60_000);
  if (minutes < 0) return 'lapsed';
  if (minutes < 1) return 'under a minute left';
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h left`;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Money first: it is what people are asked about. */
export const changesOf = ({ difference }: Pick<Plan, 'difference'>): FieldChange[] =>
  Object.entries(difference)
    .map(([field, { from, to }]) => ({ field, from, to }))
    .toSorted((one, other) => Number(isMoney(other)) - Number(isMoney(one)));

const isMoney = ({ from, to }: FieldChange): boolean => (amountIn(to) ?? amountIn(from)) !== undefined;

interface Amount {
  amount: string;
  currency: string;
}

const amountIn = (value: unknown): Amount | undefined =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
    ? (value as Amount)
    : undefined;

/** `+ $380.00 (+ 41.3 %)`; undefined where the values are not two amounts of one currency. */
export function moneyMoved({ from, to }: FieldChange): string | undefined {
  const [before, after] = [amountIn(from), amountIn(to)];
  if (!before || !after || before.currency !== after.currency) return undefined;
  const [old, now] = [Number(before.amount), Number(after.amount)];
  const moved = moneyDifference(now - old, after.currency);
  if (old === 0) return moved;
  const share = ((now - old) / old) * 100;
  return `${moved} (${share < 0 ? '−' : '+'} ${Math.abs(share).toFixed(1)} %)`;
}

/** What the second press does, and what the way back leaves: both by the value where one field changes. */
export function verbsOf(plan: Pick<Plan, 'difference' | 'title' | 'bulk'>): { confirm: string; keep: string } {
  if (plan.bulk)
    return {
      confirm: `Confirm: ${plural(plan.bulk.campaigns, 'campaign')}, ${pausedWords(plan.bulk)}`,
      keep: plan.bulk.make > 0 ? 'Make nothing' : 'Change nothing',
    };
  const live = plan.difference.live_version;
  if (live) return { confirm: `Confirm: version ${live.to} goes live`, keep: keepLive(live.from) };
  const [first, ...others] = changesOf(plan);
  if (!first) return { confirm: `Confirm: ${plan.title}`, keep: 'Leave it undone' };
  if (others.length > 0) return { confirm: `Confirm: ${others.length + 1} fields`, keep: 'Keep as it is' };
  return {
    confirm: `Confirm: ${briefly(first.to)}`,
    keep: first.from ? `Keep ${briefly(first.from)}` : 'Keep as it is',
  };
}

const keepLive = (version: unknown) => (version === null ? 'Publish nothing' : `Keep version ${version} live`);

const BRIEF = 24;

function briefly(value: unknown): string {
  const amount = amountIn(value);
  if (amount) return money(amount.amount, amount.currency);
  const text = shortValue(value);
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text;
}

/** The plan's subject: the object by its name, else the tool by its title. */
export const nameOf = ({ object, title }: Pick<ListedPlan, 'object' | 'title'>): string => object ?? title;
