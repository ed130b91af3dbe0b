import { majorText } from '../rules/currencies.ts';
import { CONVERSIONS, type Conversion, type Measure, type Totals } from './measures.ts';

export const WINDOWS = [
  '1d_click',
  '7d_click',
  '28d_click',
  '1d_view',
  '7d_view',
  '28d_view',
  '1d_ev',
  'dda',
  'default',
  'incrementality',
  'skan_click',
  'skan_view',
];

interface Action {
  type: string;
  /** The measures whose sum is its value. */
  of: readonly Measure[];
}

const POST: Measure[] = ['post_reaction', 'comment', 'post', 'link_click', 'video_view'];

/** Overlapping on purpose: the platform reports one purchase under several names. */
const ACTIONS: readonly Action[] = [
  { type: 'link_click', of: ['link_click'] },
  { type: 'landing_page_view', of: ['landing_page_view'] },
  { type: 'post_engagement', of: POST },
  { type: 'page_engagement', of: [...POST, 'like'] },
  { type: 'post_reaction', of: ['post_reaction'] },
  { type: 'comment', of: ['comment'] },
  { type: 'post', of: ['post'] },
  { type: 'like', of: ['like'] },
  { type: 'video_view', of: ['video_view'] },
  { type: 'view_content', of: ['view_content'] },
  { type: 'add_to_cart', of: ['add_to_cart'] },
  { type: 'omni_add_to_cart', of: ['add_to_cart'] },
  { type: 'initiate_checkout', of: ['initiate_checkout'] },
  { type: 'purchase', of: ['purchase'] },
  { type: 'omni_purchase', of: ['purchase'] },
  { type: 'offsite_conversion.fb_pixel_purchase', of: ['purchase'] },
  { type: 'lead', of: ['lead'] },
  { type: 'onsite_conversion.lead_grouped', of: ['lead'] },
  { type: 'mobile_app_install', of: ['app_install'] },
  { type: 'onsite_conversion.messaging_conversation_started_7d', of: ['conversation'] },
];

const PURCHASES = ['purchase', 'omni_purchase', 'offsite_conversion.fb_pixel_purchase'];

export type ActionRow = { action_type: string; value: string } & Record<string, string>;
type Write = (amount: number) => string;

function rowOf(
  type: string,
  of: readonly Measure[],
  totals: Totals,
  windows: readonly string[],
  write: Write,
): ActionRow | undefined {
  const value = of.reduce((sum, name) => sum + totals.get(name), 0);
  if (value === 0) return undefined;
  const row: ActionRow = { action_type: type, value: write(value) };
  for (const window of windows) {
    const amount = inWindow(of, totals, window, value);
    if (amount > 0 && window !== 'default') row[window] = write(amount);
  }
  return row;
}

/** Clicks on the ad count as such; conversions are credited to the click or the view that led to them. */
function inWindow(of: readonly Measure[], totals: Totals, window: string, value: number): number {
  const name = of[0]!;
  if (!isConversion(name)) return window.endsWith('_click') || window === 'dda' ? value : 0;
  const viewed = totals.get(`${name}.view`);
  switch (window) {
    case '1d_click':
      return totals.get(`${name}.day`);
    case '7d_click':
      return value - viewed;
    case '28d_click':
      return value - viewed + totals.get(`${name}.late`);
    case '1d_view':
      return viewed;
    case 'dda':
      return value;
    default:
      return 0;
  }
}

function isConversion(name: Measure): name is Conversion {
  return (CONVERSIONS as readonly string[]).includes(name);
}

function present(rows: (ActionRow | undefined)[]): ActionRow[] | undefined {
  const found = rows.filter((row) => row !== undefined);
  return found.length === 0 ? undefined : found;
}

export function actionRows(totals: Totals, windows: readonly string[]): ActionRow[] | undefined {
  return present(ACTIONS.map(({ type, of }) => rowOf(type, of, totals, windows, String)));
}

export function single(type: string, of: Measure, totals: Totals, windows: readonly string[]): ActionRow[] | undefined {
  return present([rowOf(type, [of], totals, windows, String)]);
}

export function valueRows(totals: Totals, windows: readonly string[], currency: string): ActionRow[] | undefined {
  return present(
    PURCHASES.map((type) => rowOf(type, ['purchase_value'], totals, windows, (amount) => majorText(amount, currency))),
  );
}

/** Something worked out from each action's count, such as its cost. */
export function perAction(totals: Totals, figure: (count: number) => string): ActionRow[] | undefined {
  return actionRows(totals, [])?.map((row) => ({ action_type: row.action_type, value: figure(Number(row.value)) }));
}

export function roasRows(totals: Totals): ActionRow[] | undefined {
  if (totals.get('purchase_value') === 0 || totals.get('spend') === 0) return undefined;
  return [{ action_type: 'omni_purchase', value: (totals.get('purchase_value') / totals.get('spend')).toFixed(6) }];
}

/** What an objective counts as its result. */
const RESULTS: Record<string, [string, Measure]> = {
  OUTCOME_SALES: ['actions:offsite_conversion.fb_pixel_purchase', 'purchase'],
  OUTCOME_LEADS: ['actions:onsite_conversion.lead_grouped', 'lead'],
  OUTCOME_TRAFFIC: ['actions:link_click', 'link_click'],
  OUTCOME_ENGAGEMENT: ['actions:post_engagement', 'post_reaction'],
  OUTCOME_AWARENESS: ['reach', 'impressions'],
  OUTCOME_APP_PROMOTION: ['actions:mobile_app_install', 'app_install'],
};

export function resultOf(
  objective: string | undefined,
  totals: Totals,
): { indicator: string; count: number } | undefined {
  const known = objective === undefined ? undefined : RESULTS[objective];
  return known && { indicator: known[0], count: totals.get(known[1]) };
}
