import { Money } from './money.ts';

/** A change as a platform's history tells it, under our names. */
export interface ToldChange {
  /** The kind of object: `CAMPAIGN_BUDGET`, `Ad group`. */
  what: string;
  /** The platform's word for what happened: CREATE, UPDATE, REMOVE. */
  operation: string;
  changed?: Readonly<Record<string, { from?: unknown; to?: unknown }>> | undefined;
}

const FIELDS_MAX = 4;
const TEXT_MAX = 80;

/** One line for people: "campaign budget: amount 700.00 USD → 1,400.00 USD". */
export function changeWords({ what, operation, changed = {} }: ToldChange): string {
  const happened = HAPPENED[operation.toUpperCase()];
  const subject = happened ? `${plain(what)} ${happened}` : plain(what);
  const fields = telling(Object.entries(changed)).flatMap(([name, { from, to }]) => {
    const [before, after] = [valueWords(from), valueWords(to)];
    if (happened) return before || after ? [`${plain(name)} ${after || before}`] : [];
    if (before === after) return [];
    return [`${plain(name)} ${before || 'none'} → ${after || 'none'}`];
  });
  const shown = fields.slice(0, FIELDS_MAX).join(', ');
  const more = fields.length > FIELDS_MAX ? ` and ${fields.length - FIELDS_MAX} more` : '';
  if (shown === '') return happened ? subject : `${subject}: ${plain(operation)}`;
  return `${subject}: ${shown}${more}`;
}

/** What people look for first. */
const FIRST = ['name', 'keyword', 'negative', 'amount', 'budget', 'daily_budget', 'status'];

function telling<Field>(fields: readonly (readonly [string, Field])[]): readonly (readonly [string, Field])[] {
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return fields.toSorted(([one], [other]) => rank(one) - rank(other));
}

const HAPPENED: Readonly<Record<string, string>> = {
  CREATE: 'made',
  ADD: 'made',
  REMOVE: 'removed',
  DELETE: 'removed',
};

/** `CAMPAIGN_BUDGET` and `daily_budget` as words. */
function plain(name: string): string {
  return name.replaceAll(/[_.]/g, ' ').toLowerCase();
}

/** A value of any shape in one short text; empty for nothing. */
function valueWords(value: unknown): string {
  const money = Money.safeParse(value);
  if (money.success) return `${grouped(money.data.amount)} ${money.data.currency}`;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return short(value.map(valueWords).filter(Boolean).join(', '));
  if (typeof value !== 'object') return short(String(value));
  return short(Object.values(value).map(valueWords).filter(Boolean).join(' '));
}

/** `1400.00` as `1,400.00`. */
function grouped(amount: string): string {
  const [whole = '', decimals] = amount.split('.');
  const thousands = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === undefined ? thousands : `${thousands}.${decimals}`;
}

function short(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
}
