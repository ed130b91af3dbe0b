import { type BothSums, CONVERSIONS_MIN, clickRate, costPerConversion, type Sums } from '../api/sums.ts';
import { money } from '../format/money.ts';
import { count, rate, UNKNOWN, wholeCount } from '../format/number.ts';
import type { Column } from './data-table-columns.ts';

interface Figured {
  sums: BothSums;
  currency: string;
}

const Quiet = ({ children }: { children: string }) => <span style={{ color: 'var(--text-2)' }}>{children}</span>;

/** Under 30 conversions the cost per conversion is mostly chance, so it is grey with an asterisk. */
export function ConversionCost({ sums: { current }, currency }: Figured) {
  const cost = money(costPerConversion(current), currency);
  if (cost === UNKNOWN) return <Quiet>{cost}</Quiet>;
  return (current.conversions ?? 0) < CONVERSIONS_MIN ? <Quiet>{`${cost}*`}</Quiet> : cost;
}

function column(
  id: string,
  header: string,
  value: (sums: Sums) => number | null,
  write: (value: number | null, currency: string) => string,
): Column<Figured> {
  return {
    id,
    header,
    align: 'end',
    cell: ({ sums, currency }) => {
      const text = write(value(sums.current), currency);
      return text === UNKNOWN ? <Quiet>{text}</Quiet> : text;
    },
    value: ({ sums }) => value(sums.current),
  };
}

/** The metric columns that all tables of campaigns, channels and ads share. */
export const FIGURES = {
  cost: column('cost', 'Cost', ({ cost }) => cost, money),
  impressions: column('impressions', 'Impressions', ({ impressions }) => impressions, wholeCount),
  clicks: column('clicks', 'Clicks', ({ clicks }) => clicks, wholeCount),
  ctr: column('ctr', 'CTR', clickRate, (value) => rate(value)),
  conversions: column('conversions', 'Conversions', ({ conversions }) => conversions, count),
  costPerConversion: {
    ...column('cost_per_conversion', 'Cost / conv.', costPerConversion, money),
    cell: ConversionCost,
  },
} satisfies Record<string, Column<Figured>>;
