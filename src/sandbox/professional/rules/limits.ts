import { DAY_MS } from '../../../ambient.ts';
import type { Fault } from '../errors.ts';
import { hundredths } from '../format.ts';
import type { Money, Schedule } from '../state/shapes.ts';

/** Least daily budget of a campaign, in hundredths. Only the first three are published; the others are near equals. */
const DAILY_MIN: Readonly<Record<string, number>> = {
  USD: 1000,
  EUR: 1000,
  GBP: 800,
  JPY: 100_000,
  CAD: 1000,
  AUD: 1000,
  INR: 70_000,
};
export const CURRENCIES = Object.keys(DAILY_MIN);

const DAILY_MAX_DAYS = 2000;

export function dailyMin(currency: string): number {
  return DAILY_MIN[currency] ?? 1000;
}

/** About 20,000 dollars for accounts that serve themselves. */
export function dailyMax(currency: string): number {
  return dailyMin(currency) * DAILY_MAX_DAYS;
}

export function bidMin(currency: string): number {
  return Math.round(dailyMin(currency) / 5);
}

const BID_TIMES: Readonly<Record<string, number>> = { CPC: 4, CPM: 16, CPV: 1.2 };

/** What is paid as a rule, in hundredths; four fifths of it are the least that wins anything to speak of. */
export function usualBid(currency: string, costType: string): number {
  return bidMin(currency) * (BID_TIMES[costType] ?? 1);
}

export function bidMax(currency: string): number {
  return dailyMin(currency) * 30;
}

export function centsOf(money: Money | undefined): number | undefined {
  return money && hundredths(money.amount);
}

export function decimal(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

export function tooLow(path: string, value: string, least: string): Fault {
  return {
    code: 'FIELD_VALUE_TOO_LOW',
    path,
    value,
    description: `${path} value ${value} cannot be lower than ${least}`,
  };
}

export function tooHigh(path: string, value: string, most: string): Fault {
  return {
    code: 'FIELD_VALUE_TOO_HIGH',
    path,
    value,
    description: `${path} value ${value} cannot be higher than ${most}`,
  };
}

/** A money field in a currency other than the account's, or below what money can be. */
export function moneyFaults(path: string, money: Money | undefined, currency: string, zeroIsFine = false): Fault[] {
  if (!money) return [];
  const cents = hundredths(money.amount);
  const wrong = `Value ${money.currencyCode} of ${path}/currencyCode expected to match value ${currency} of /Account/currency`;
  const faults: Fault[] = [];
  if (money.currencyCode !== currency) {
    faults.push({
      code: 'MISMATCH_FIELDS',
      path: `${path}/currencyCode`,
      value: money.currencyCode,
      description: wrong,
    });
  }
  if (cents === undefined) {
    faults.push({
      code: 'INVALID_VALUE_FOR_FIELD',
      path: `${path}/amount`,
      value: money.amount,
      description: `${path}/amount has an invalid value ${money.amount}`,
    });
  } else if (cents < 0 || (cents === 0 && !zeroIsFine)) {
    faults.push(tooLow(`${path}/amount`, money.amount, zeroIsFine ? '0' : '0.01'));
  }
  return faults;
}

export function nameFaults(path: string, name: unknown, max: number): Fault[] {
  if (name === undefined) return [missing(path)];
  const given = String(name);
  if (given.trim() === '')
    return [{ code: 'INVALID_VALUE_BLANK_FIELD', path, value: given, description: `${path} cannot be blank` }];
  return [...given].length > max
    ? [{ code: 'FIELD_LENGTH_TOO_LONG', path, description: `${path} length cannot be more than ${max}` }]
    : [];
}

export function missing(path: string): Fault {
  return { code: 'MISSING_FIELD', path, description: `${path} is required but missing` };
}

export interface ScheduleChange {
  entity: string;
  schedule: Schedule | undefined;
  before: Schedule | undefined;
  /** The status it had before, undefined on create. */
  stored: string | undefined;
  now: number;
}

/** Every change of a draft checks its whole schedule; for other statuses only changed dates are checked. */
export function scheduleFaults({ entity, schedule, before, stored, now }: ScheduleChange): Fault[] {
  const path = `/${entity}/runSchedule`;
  if (!schedule || typeof schedule.start !== 'number') return [missing(path)];
  const { start, end } = schedule;
  const tooEarly = (field: string, value: number): Fault => ({
    code: 'DATE_TOO_EARLY',
    path: `${path}/${field}`,
    value,
    description: `${path}/${field} value ${value} must be no earlier than ${now}`,
  });
  const faults: Fault[] = [];
  const moved = before !== undefined && before.start !== start;
  if (stored === undefined || stored === 'DRAFT') {
    if (start < now) faults.push(tooEarly('start', start));
  } else if (moved && before.start <= now) {
    faults.push({
      code: 'DATE_IMMUTABLE_WHEN_PASSED',
      path: `${path}/start`,
      value: start,
      description: `${path}/start cannot be changed because it has passed`,
    });
  } else if (moved && start < now) faults.push(tooEarly('start', start));
  if (end !== undefined && end <= start) {
    faults.push({
      code: 'START_DATE_AFTER_END_DATE',
      path: `${path}/end`,
      value: end,
      description: `${path}/start ${start} cannot be after ${path}/end ${end}`,
    });
  } else if (end !== undefined && end < now && end !== before?.end) faults.push(tooEarly('end', end));
  return faults;
}

export function scheduledDays({ start, end }: Schedule): number {
  return end === undefined ? 1 : Math.ceil((end - start) / DAY_MS);
}
