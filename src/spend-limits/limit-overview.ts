import { shownDown, shownUp } from '../exposure/amounts.ts';
import { MEASURES } from '../exposure/figures.ts';
import type { LimitOverview, LimitRow } from '../tools/spend-overview.ts';
import type { SpendLimit } from './limit-book.ts';
import { isPercent } from './limit-kinds.ts';
import { type Ledger, type LimitUsage, limitUnits, runningIn, usageOf } from './limit-usage.ts';
import { type AccountView, placeName } from './snapshots.ts';

export function overviewOf(limits: readonly SpendLimit[], ledgers: readonly Ledger[]): LimitOverview {
  return {
    limits: ledgers.flatMap((ledger) => [
      ...limits.map((limit) => rowOf(limit, ledger)),
      ...sumsWithout(limits, ledger),
    ]),
    unreadable: ledgers.flatMap(unreadableIn),
  };
}

export function rowOf(limit: SpendLimit, ledger: Ledger): LimitRow {
  const { scope, kind, currency, amount } = limit;
  const usage = usageOf(limit, ledger);
  const room = usage && limitUnits(limit) - usage.used - usage.held;
  return {
    scope,
    kind,
    mode: ledger.mode,
    ...(!isPercent(kind) && { currency }),
    limit: amount,
    ...(usage && shownUsage(usage)),
    ...(room !== undefined && usage?.unknown.length === 0 && { headroom: shownDown(room) }),
  };
}

function shownUsage({ used, held, unknown }: LimitUsage): Partial<LimitRow> {
  return { used: shownUp(used), held: shownUp(held), ...(unknown.length > 0 && { at_least: true }) };
}

/** What runs in a currency of the workspace is shown also where no limit stands. */
function sumsWithout(limits: readonly SpendLimit[], ledger: Ledger): LimitRow[] {
  const currencies = new Set(surveyed(ledger, ['workspace']).map(({ reckoning }) => reckoning.currency));
  return [...currencies].sort().flatMap((currency) =>
    MEASURES.filter(
      (kind) => !limits.some((one) => one.scope === 'workspace' && one.kind === kind && one.currency === currency),
    ).map((kind) => ({
      scope: 'workspace' as const,
      kind,
      mode: ledger.mode,
      currency,
      ...shownUsage(runningIn('workspace', currency, kind, ledger)),
    })),
  );
}

/** Channels and accounts that could not be read, and objects whose cost cannot be told. */
function unreadableIn(ledger: Ledger): LimitOverview['unreadable'] {
  const { mode, surveys } = ledger;
  const notRead = [...(surveys.workspace?.unreadable ?? []), ...(surveys.organization?.unreadable ?? [])]
    .filter((one) => one.mode === mode)
    .map(({ workspaceId: _, ...rest }) => rest);
  const strange = surveyed(ledger, ['workspace', 'organization']).flatMap(({ channel, account, reckoning }) =>
    [...reckoning.unknown].map(([id, reason]) => ({
      mode,
      channel,
      account,
      why: id === '' ? reason : `${id}: ${reason}`,
    })),
  );
  const seen = new Set<string>();
  return [...notRead, ...strange].filter((line) => {
    const text = JSON.stringify(line);
    return !seen.has(text) && seen.add(text);
  });
}

function surveyed({ surveys, views, mode }: Ledger, scopes: readonly ('workspace' | 'organization')[]): AccountView[] {
  return scopes
    .flatMap((scope) => surveys[scope]?.places ?? [])
    .filter((place) => place.mode === mode)
    .flatMap((place) => views.get(placeName(place)) ?? []);
}
