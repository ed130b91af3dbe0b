import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { shownMoney } from '../money.ts';
import type { AdAccount as Wire } from '../wire.ts';
import { Amount } from './fields.ts';

export const AdAccount = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    currency: z.string(),
    timezone: z.string(),
    min_daily_budget: Amount.optional(),
  })
  .describe('Also disable_reason, amount_spent, balance, spend_cap, business_id');

/** The platform gives `account_status` as a number. */
const STATUS: Readonly<Record<number, string>> = {
  1: 'ACTIVE',
  2: 'DISABLED',
  3: 'UNSETTLED',
  7: 'PENDING_RISK_REVIEW',
  8: 'PENDING_SETTLEMENT',
  9: 'IN_GRACE_PERIOD',
  100: 'PENDING_CLOSURE',
  101: 'CLOSED',
  201: 'ANY_ACTIVE',
  202: 'ANY_CLOSED',
};

const DISABLE_REASON = [
  'NONE',
  'ADS_INTEGRITY_POLICY',
  'ADS_IP_REVIEW',
  'RISK_PAYMENT',
  'GRAY_ACCOUNT_SHUT_DOWN',
  'ADS_AFC_REVIEW',
  'BUSINESS_INTEGRITY_RAR',
  'PERMANENT_CLOSE',
  'UNUSED_RESELLER_ACCOUNT',
  'UNUSED_ACCOUNT',
  'UMBRELLA_AD_ACCOUNT',
  'BUSINESS_MANAGER_INTEGRITY_POLICY',
  'MISREPRESENTED_AD_ACCOUNT',
  'AOAB_DESHARE_LEGAL_ENTITY',
  'CTX_THREAD_REVIEW',
  'COMPROMISED_AD_ACCOUNT',
];

export function accountState({ account_status, disable_reason }: Pick<Wire, 'account_status' | 'disable_reason'>) {
  return {
    status: STATUS[account_status ?? 0] ?? 'UNKNOWN',
    disable_reason: disable_reason ? (DISABLE_REASON[disable_reason] ?? 'UNKNOWN') : undefined,
  };
}

export function adAccountOf(wire: Wire) {
  const money = (amount: string | undefined) => (amount === undefined ? undefined : shownMoney(amount, wire.currency));
  return withoutUnset({
    id: wire.account_id,
    name: wire.name ?? '',
    ...accountState(wire),
    currency: wire.currency,
    timezone: wire.timezone_name ?? '',
    amount_spent: money(wire.amount_spent),
    balance: money(wire.balance),
    // The platform writes 0 for "no cap".
    spend_cap: wire.spend_cap === '0' ? undefined : money(wire.spend_cap),
    min_daily_budget: money(wire.min_daily_budget),
    business_id: wire.business?.id,
  });
}
