import { z } from 'zod';
import { invalidArguments, type Problem } from '../../errors.ts';
import {
  amount,
  amountOr,
  changedUnits,
  decimalOf,
  exactUnits,
  isCurrency,
  type Money,
  unitsOf,
} from '../../tools/money.ts';
import type { WireMoney } from './wire.ts';

/** Listed as text, to keep the tool list short; a number is taken too. */
const LISTED = { type: 'string', anyOf: undefined } as const;

export function decimal(meaning: string) {
  return amount(meaning).meta(LISTED);
}

/** An amount that `none` removes. */
export function removable(meaning: string) {
  return amountOr(NONE, meaning, 'removes')
    .transform((text) => (text === NONE ? null : text))
    .meta(LISTED);
}

const NONE = 'none';

/** Other names callers use for money arguments, and ours. */
export const INSTEAD: Readonly<Record<string, string>> = {
  bid: 'unit_cost_amount',
  bid_amount: 'unit_cost_amount',
  max_cpc: 'unit_cost_amount',
  budget: 'daily_budget_amount',
  total_budget: 'total_budget_amount',
  bid_strategy: 'optimization_target_type',
  bidding_strategy: 'optimization_target_type',
};

export const Currency = z
  .string()
  .refine((code) => /^[A-Z]{3}$/.test(code), 'must be three capital letters, such as USD')
  .describe("The account's");

/** How many decimals a currency has. */
export function coinDigits(currency: string): number {
  if (!isCurrency(currency)) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return format.maximumFractionDigits ?? 2;
}

/** The budgets and the bid of a tool, by the beginning of their argument names. */
const FIELDS = { daily_budget: 'dailyBudget', total_budget: 'totalBudget', unit_cost: 'unitCost' } as const;
type Name = keyof typeof FIELDS;
export type MoneyArguments = { readonly [K in `${Name}_amount`]?: string | null | undefined } & {
  readonly [K in `${Name}_currency`]?: string | undefined;
};

/** Given amounts in the platform's form. Refuses another currency than the account's, and more decimals than it has. */
export function wireMoney(args: MoneyArguments, currency: string): Partial<Record<(typeof FIELDS)[Name], WireMoney>> {
  const names = Object.keys(FIELDS) as Name[];
  const wrong = names.filter((name) => (args[`${name}_currency`] ?? currency) !== currency);
  if (wrong.length > 0) {
    throw invalidArguments(
      wrong.map((name) => ({
        field: `${name}_currency`,
        message: `must be ${currency}, the currency of the account`,
        allowed_values: [currency],
      })),
    );
  }
  return Object.fromEntries(
    names.flatMap((name) => {
      const amount = args[`${name}_amount`];
      if (amount === undefined || amount === null) return [];
      exactUnits(`${name}_amount`, amount, currency, coinDigits(currency));
      return [[FIELDS[name], { amount, currencyCode: currency }]];
    }),
  );
}

/** Budgets to remove: those given as `none`. */
export function removedMoney({ daily_budget_amount, total_budget_amount }: MoneyArguments) {
  return {
    ...(daily_budget_amount === null && { dailyBudget: null }),
    ...(total_budget_amount === null && { totalBudget: null }),
  };
}

/** A currency argument without its amount is refused. */
export function currencyProblems(args: MoneyArguments): Problem[] {
  return (Object.keys(FIELDS) as Name[])
    .filter((name) => args[`${name}_currency`] !== undefined && args[`${name}_amount`] === undefined)
    .map((name) => ({ field: `${name}_amount`, message: `is required with ${name}_currency` }));
}

/** The platform returns as many decimals as were once written. At least those of the currency are shown; further ones are kept. */
export function moneyOf(money: WireMoney | undefined): Money | undefined;
export function moneyOf(money: WireMoney | null | undefined): Money | null | undefined;
export function moneyOf(money: WireMoney | null | undefined): Money | null | undefined {
  if (!money) return money;
  const [whole = '0', decimals = ''] = money.amount.split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(coinDigits(money.currencyCode), '0');
  return { amount: shown === '' ? whole : `${whole}.${shown}`, currency: money.currencyCode };
}

/** An amount changed by a percentage, rounded to the currency's smallest unit; undefined where the amount is not a plain decimal. */
export function changedByPercent(money: WireMoney, percent: number): WireMoney | undefined {
  const digits = coinDigits(money.currencyCode);
  const units = unitsOf(money.amount, digits);
  if (units === undefined) return undefined;
  return { ...money, amount: decimalOf(changedUnits(units, percent), digits) };
}
