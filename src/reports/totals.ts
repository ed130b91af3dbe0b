import { type Failure, invalidArguments } from '../errors.ts';
import { coinDigits } from '../tools/money.ts';
import type { Currency, Parts, Selection, Shown } from '../tools/report/metrics.ts';
import type { Quantity } from '../tools/report/quantity.ts';
import type { Rate } from './question.ts';
import { partsOf, VOCABULARY } from './vocabulary.ts';

/** The totals of one account. */
export interface AccountTotal {
  channel: string;
  currency: Currency;
  parts: Parts;
}

/** Views are counted differently by each platform, and people may be the same in two accounts. */
const WITHIN_CHANNEL = ['video_views'];
const WITHIN_ACCOUNT = ['reach'];

/** The sums of accounts in one currency. A metric that must not be added is null. */
export function addedUp(totals: readonly AccountTotal[], names: readonly string[]): Parts {
  const channels = new Set(totals.map(({ channel }) => channel));
  return Object.fromEntries(
    partsOf(names).map((name) => {
      if (WITHIN_ACCOUNT.includes(name) && totals.length > 1) return [name, null];
      if (WITHIN_CHANNEL.includes(name) && channels.size > 1) return [name, null];
      const values = totals.flatMap(({ parts }) => (typeof parts[name] === 'bigint' ? [parts[name]] : []));
      return [name, values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0n)];
    }),
  );
}

export function byCurrency<T extends Pick<AccountTotal, 'currency'>>(totals: readonly T[]): [Currency, T[]][] {
  return [...Map.groupBy(totals, ({ currency }) => currency.code)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => [group[0]!.currency, group]);
}

/** Rates between currencies, as the caller gave them. */
export class Rates {
  readonly to: string;
  readonly given: readonly Rate[];

  constructor(to: string, given: readonly Rate[]) {
    this.to = to;
    this.given = given;
  }

  /** As a fraction of whole numbers, so that nothing is lost. Undefined: the caller gave no rate. */
  #fraction(from: string): [bigint, bigint] | undefined {
    if (from === this.to) return [1n, 1n];
    const rate = this.given.find((one) => one.from === from)?.rate;
    if (rate === undefined) return undefined;
    const [whole = '0', decimals = ''] = rate.split('.');
    return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
  }

  /** For sorting only. */
  factor(from: string): number | undefined {
    const fraction = this.#fraction(from);
    return fraction && Number(fraction[0]) / Number(fraction[1]);
  }

  amount(quantity: Quantity, from: string): Quantity {
    const [above, below] = this.#fraction(from) ?? [0n, 1n];
    return (2n * quantity * above + below) / (2n * below);
  }

  /** Converts cost and value; counts stay as they are. */
  parts(parts: Parts, from: string): Parts {
    const money = ['cost', 'conversion_value'];
    return Object.fromEntries(
      Object.entries(parts).map(([name, value]) => [
        name,
        money.includes(name) && typeof value === 'bigint' ? this.amount(value, from) : value,
      ]),
    );
  }

  currency(known: readonly Currency[]): Currency {
    const found = known.find(({ code }) => code === this.to);
    return found ?? { code: this.to, digits: coinDigits(this.to) };
  }
}

/** Nothing is added in a currency that has no rate. */
export function unrated(codes: readonly string[], to: string | undefined): Failure {
  const pairs = codes.map((code) => `${code} to ${to}`);
  return invalidArguments(
    [{ field: 'rates', message: `lacks ${pairs.join(', ')}: accounts in scope count in ${codes.join(', ')}` }],
    'Add the missing rates with their date and source, or leave out convert_to.',
  );
}

/** One selection for each list of names, not for each of many rows. */
const selections = new WeakMap<readonly string[], Selection<Parts>>();

export function shownMetrics(parts: Parts, names: readonly string[], currency: Currency): Record<string, Shown> {
  const known = selections.get(names) ?? VOCABULARY.select(names);
  selections.set(names, known);
  return known.show(parts, currency);
}
