import type { LimitOverview, LimitRow } from '../../api/limits.ts';
import type { Mode } from '../../parts/mode-tag.tsx';

export type MoneyKind = 'daily' | 'worst_day' | 'month' | 'single';
type Scope = 'workspace' | 'organization';
type Account = LimitOverview['accounts'][number];

const KINDS: readonly MoneyKind[] = ['daily', 'worst_day', 'month', 'single'];

/** How much of one limit is used. */
export interface Gauge {
  kind: MoneyKind;
  /** Undefined: shown, not enforced. */
  limit: number | undefined;
  used: number;
  held: number;
  /** What the accounts that do not answer came to when they were last read. */
  lastKnown: number;
  /** Something that counts cannot be read, so that more than `used` runs. */
  isPartial: boolean;
  /** Undefined: no limit, or it cannot be told. Below zero: more than the limit runs. */
  left: number | undefined;
  /** The largest budget is this one's. */
  owner?: string | undefined;
}

export const isOver = ({ limit, used, held }: Gauge): boolean => limit !== undefined && used + held > limit;

/** Less than a tenth of the limit is left. */
export const isScarce = ({ limit, left }: Gauge): boolean =>
  limit !== undefined && left !== undefined && left >= 0 && left < limit / 10;

export function gaugeOf(row: LimitRow, lastKnown = 0, owner?: string): Gauge {
  return {
    kind: row.kind as MoneyKind,
    limit: row.limit === undefined ? undefined : Number(row.limit),
    used: Number(row.used ?? 0),
    held: Number(row.held ?? 0),
    lastKnown,
    isPartial: row.at_least === true,
    left: row.headroom === undefined ? undefined : Number(row.headroom),
    ...(owner !== undefined && { owner }),
  };
}

/** The limits of one scope in one currency; sandbox and live have a card each. */
export interface CurrencyCard {
  id: string;
  scope: Scope;
  mode: Mode;
  currency: string;
  /** How many accounts are counted; undefined for the organization, whose accounts are in several workspaces. */
  accounts: number | undefined;
  /** When the oldest of them was read. */
  readAt: string | undefined;
  gauges: Gauge[];
  step: string | undefined;
  dayStep: string | undefined;
  /** Kinds that are limited in another currency and not in this one, so that nothing may be raised here. */
  uncovered: MoneyKind[];
}

export const hasLimit = ({ gauges }: CurrencyCard): boolean => gauges.some(({ limit }) => limit !== undefined);

/** One card a scope, mode and currency: those with limits first, then those with the most accounts. */
export function cardsOf(overview: LimitOverview): CurrencyCard[] {
  const cards = (['workspace', 'organization'] as const).flatMap((scope) => {
    const rows = overview.limits.filter((row) => row.scope === scope && row.currency !== undefined);
    const places = new Map(rows.map(({ mode, currency }) => [`${mode} ${currency}`, { mode, currency: currency! }]));
    return [...places.values()].map(({ mode, currency }) => cardOf(overview, scope, mode, currency));
  });
  const rank = (card: CurrencyCard) => [card.scope === 'workspace' ? 0 : 1, hasLimit(card) ? 0 : 1];
  return cards.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return (
      a[0]! - b[0]! ||
      a[1]! - b[1]! ||
      (other.accounts ?? 0) - (one.accounts ?? 0) ||
      one.currency.localeCompare(other.currency) ||
      one.mode.localeCompare(other.mode)
    );
  });
}

function cardOf(overview: LimitOverview, scope: Scope, mode: Mode, currency: string): CurrencyCard {
  const own = overview.limits.filter((row) => row.scope === scope && row.mode === mode);
  const inCurrency = own.filter((row) => row.currency === currency);
  const isOwn = scope === 'workspace';
  const accounts = isOwn ? overview.accounts.filter((one) => one.mode === mode && one.currency === currency) : [];
  const counted = accounts.filter(({ fresh }) => fresh);
  const silent = accounts.filter((one) => isSilent(overview, one));
  return {
    id: `${scope} ${mode} ${currency}`,
    scope,
    mode,
    currency,
    accounts: isOwn ? counted.length : undefined,
    readAt: counted.map(({ readAt }) => readAt).toSorted()[0],
    gauges: KINDS.flatMap((kind) => gaugeIn(kind, inCurrency, counted, silent)),
    step: own.find(({ kind }) => kind === 'step')?.limit,
    dayStep: own.find(({ kind }) => kind === 'day_step')?.limit,
    uncovered: uncoveredIn(overview, mode, currency),
  };
}

/** It was read before and does not answer now. */
const isSilent = ({ unreadable }: LimitOverview, { fresh, mode, channel, account }: Account): boolean =>
  !fresh &&
  unreadable.some(
    (one) => one.mode === mode && one.channel === channel && (one.account === undefined || one.account === account),
  );

function gaugeIn(
  kind: MoneyKind,
  rows: readonly LimitRow[],
  counted: readonly Account[],
  silent: readonly Account[],
): Gauge[] {
  const row = rows.find((one) => one.kind === kind);
  if (kind !== 'single')
    return row
      ? [
          gaugeOf(
            row,
            silent.reduce((sum, account) => sum + Number(account[kind]), 0),
          ),
        ]
      : [];
  const largest = counted
    .flatMap((account) => account.largest ?? [])
    .toSorted((one, other) => Number(other.daily) - Number(one.daily))[0];
  if (row) return [gaugeOf(row, 0, largest?.name)];
  if (!largest) return [];
  const used = Number(largest.daily);
  return [
    { kind, limit: undefined, used, held: 0, lastKnown: 0, isPartial: false, left: undefined, owner: largest.name },
  ];
}

function uncoveredIn({ limits }: LimitOverview, mode: Mode, currency: string): MoneyKind[] {
  const standing = limits.filter((row) => row.mode === mode && row.limit !== undefined && row.currency !== undefined);
  const kinds = standing
    .filter((row) => row.currency !== currency)
    .filter((row) => !standing.some((o) => o.currency === currency && o.kind === row.kind && o.scope === row.scope))
    .map(({ kind }) => kind as MoneyKind);
  return [...new Set(kinds)];
}
