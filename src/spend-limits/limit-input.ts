import { invalidArguments, type Problem } from '../errors.ts';
import { coinDigits, decimalOf, isCurrency, unitsOf } from '../tools/money.ts';
import { isPercent, type LimitChange } from './limit-kinds.ts';

/** Larger amounts are slips of the keyboard, and no currency needs them. */
const DECIMAL = /^\d{1,12}(?:\.\d{1,9})?$/;

/** Refuses changes that cannot be limits, and names each wrong field: `currency`, or the kind of limit. */
export function refuseBadLimits(changes: readonly LimitChange[]): void {
  const problems = changes.flatMap(problemsOf);
  const once = problems.filter(({ field }, at) => problems.findIndex((one) => one.field === field) === at);
  if (once.length > 0) throw invalidArguments(once, 'Correct it and set the limit again. Nothing was changed.');
}

function problemsOf({ kind, currency, amount }: LimitChange): Problem[] {
  // A limit set under older rules can be removed.
  if (amount === null) return [];
  const shown = JSON.stringify(currency);
  if (isPercent(kind)) {
    if (currency !== '') return [{ field: 'currency', message: `does not belong to ${kind}, which is in per cent` }];
  } else if (!isCurrency(currency))
    return [{ field: 'currency', message: `must be the ISO code of a currency such as USD, and is ${shown}` }];
  if (!DECIMAL.test(amount)) {
    const message = `must be a decimal number such as 500 or 12.50, at most 12 digits before the point, and is ${JSON.stringify(amount)}`;
    return [{ field: kind, message }];
  }
  const digits = isPercent(kind) ? 9 : coinDigits(currency);
  if (unitsOf(amount, digits) !== undefined) return [];
  const step = decimalOf(1n, digits);
  return [{ field: kind, message: `${amount} has too many decimals: ${currency} is counted in steps of ${step}` }];
}
