import { MINUTE_MS } from '../../../ambient.ts';
import type { Account } from '../access.ts';
import { MARKETS } from '../seed/markets.ts';
import type { Entity, Store } from '../state.ts';
import type { Day, LocalTime } from './calendar.ts';
import { ACTIONS, MADE_UP_ACTIONS } from './cells.ts';
import type { Sent, SentConversions } from './facts.ts';

/** How long the platform works on events before it tells what became of them, and before reports count them. */
export const WORKED_ON_MS = 120 * MINUTE_MS;

/**
 * The conversion actions that the account's traffic is counted by: its first ones, whose numbers are made up, then those that
 * conversions were sent to.
 */
export function countedActions(store: Store, customer: string): Entity[] {
  const first = [...store.all(customer, 'conversion_action')].slice(0, MADE_UP_ACTIONS);
  if (first.length < MADE_UP_ACTIONS) return first;
  const sent = store
    .prepare(
      'SELECT action, min(rowid) AS first FROM search_conversions WHERE customer = ? AND unit IS NOT NULL GROUP BY action ORDER BY first',
    )
    .all(customer)
    .map(({ action }) => store.find(customer, 'conversion_action', String(action)))
    .filter((action) => action !== undefined && !first.some(({ key }) => key === action.key)) as Entity[];
  return [...first, ...sent.slice(0, ACTIONS - MADE_UP_ACTIONS)];
}

export function sentConversions(store: Store, account: Account, now: LocalTime): SentConversions {
  const places = new Map(countedActions(store, account.id).map(({ key }, at) => [key, at]));
  const rows = store
    .prepare(
      `SELECT unit, day, action, currency, count(*) AS conversions, sum(coalesce(value, 0)) AS value FROM search_conversions
       WHERE customer = ? AND unit IS NOT NULL AND retracted_at IS NULL AND received_at <= ?
       GROUP BY unit, day, action, currency`,
    )
    .all(account.id, now.ms - WORKED_ON_MS);
  const sent = new Map<number, Map<Day, Sent[]>>();
  for (const row of rows) {
    const action = places.get(String(row.action));
    if (action === undefined) continue;
    const days = sent.get(Number(row.unit)) ?? new Map<Day, Sent[]>();
    const ofDay = days.get(Number(row.day)) ?? [];
    const value = Math.round(Number(row.value) * 100 * rateOf(row.currency, account.currency));
    ofDay.push({ action, conversions: Number(row.conversions) * 100, value });
    sent.set(Number(row.unit), days.set(Number(row.day), ofDay));
  }
  return sent;
}

/** Values are counted in the account's currency; a currency without a market here counts one to one. */
function rateOf(from: unknown, to: string): number {
  const [own, given] = [MARKETS[to]?.money, MARKETS[String(from)]?.money];
  return own !== undefined && given !== undefined ? own / given : 1;
}
