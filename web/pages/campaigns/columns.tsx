import { budgetPeriod, type Campaign } from '../../api/campaign.ts';
import { type BothSums, sumsOf } from '../../api/sums.ts';
import { money } from '../../format/money.ts';
import { count, plural, UNKNOWN } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { ConversionCost, FIGURES } from '../../parts/figure-columns.tsx';
import { Status } from '../../parts/status.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './campaigns.module.css';

const Budget = ({ campaign }: { campaign: Campaign }) =>
  campaign.budget ? (
    <>
      {money(campaign.budget.amount, campaign.budget.currency)}{' '}
      <span className={classes.quiet}>{budgetPeriod(campaign)}</span>
    </>
  ) : (
    <span className={classes.quiet}>{UNKNOWN}</span>
  );

export const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 230,
    cell: ({ channel, name }) => (
      <>
        <ChannelIcon channel={channel} labelled />
        <span title={name}>{name}</span>
      </>
    ),
    value: ({ name }) => name,
  },
  {
    id: 'called',
    header: 'Called there',
    width: 124,
    leaves: 1,
    cell: ({ calledThere }) => <Tag>{calledThere}</Tag>,
    value: ({ calledThere }) => calledThere,
  },
  {
    id: 'status',
    header: 'Status',
    width: 146,
    cell: ({ state }) => <Status kind={state.shape}>{state.text}</Status>,
    value: ({ state }) => state.text,
  },
  {
    id: 'account',
    header: 'Account',
    width: 104,
    leaves: 2,
    quiet: true,
    cell: ({ accountName }) => accountName,
    value: ({ accountName }) => accountName,
  },
  {
    id: 'budget',
    header: 'Budget',
    width: 136,
    align: 'end',
    cell: (campaign) => <Budget campaign={campaign} />,
    value: ({ budget }) => (budget ? Number(budget.amount) : null),
  },
  { ...FIGURES.cost, width: 120 },
  { ...FIGURES.clicks, width: 96, leaves: 3 },
  { ...FIGURES.conversions, width: 104, leaves: 5 },
  { ...FIGURES.costPerConversion, width: 100, leaves: 4 },
];

/** The row above the campaigns of one currency: their number and totals. */
export function currencyHead(label: string, currency: string, members: readonly Campaign[]) {
  const total = { currency, sums: addedUp(members) };
  return {
    cells: {
      name: (
        <>
          <strong className={classes.currency}>{label}</strong> {plural(members.length, 'campaign')}
        </>
      ),
      cost: <strong className={classes.currency}>{FIGURES.cost.cell(total)}</strong>,
      clicks: FIGURES.clicks.cell(total),
      conversions: FIGURES.conversions.cell(total),
      cost_per_conversion: FIGURES.costPerConversion.cell(total),
    },
  };
}

function addedUp(members: readonly Campaign[]): BothSums {
  const amount = (value: number | null, currency: string) =>
    value === null ? null : { amount: String(value), currency };
  return sumsOf(
    members.map(({ currency, sums: { current } }) => ({
      currency,
      metrics: {
        cost: { current: amount(current.cost, currency), before: null },
        clicks: { current: current.clicks, before: null },
        conversions: { current: current.conversions, before: null },
        impressions: { current: current.impressions, before: null },
      },
    })),
  );
}

/** Two lines in place of nine columns. */
export const CompactCampaign = ({ campaign }: { campaign: Campaign }) => (
  <span className={classes.compact}>
    <ChannelIcon channel={campaign.channel} labelled />
    <span className={classes.compactMain}>
      <span className={classes.compactName}>{campaign.name}</span>
      <span className={classes.compactBelow}>
        <Status kind={campaign.state.shape}>{campaign.state.text}</Status>
        {campaign.budget && (
          <span>
            · {money(campaign.budget.amount, campaign.budget.currency)} {budgetPeriod(campaign)}
          </span>
        )}
      </span>
    </span>
    <span className={classes.compactEnd}>
      <span className={classes.compactName}>{money(campaign.sums.current.cost, campaign.currency)}</span>
      <span className={classes.compactBelow}>
        {count(campaign.sums.current.conversions)} conv. ·{' '}
        <ConversionCost sums={campaign.sums} currency={campaign.currency} />
      </span>
    </span>
  </span>
);
