import { budgetPeriod, type Campaign } from '../../api/campaign.ts';
import { type BothSums, CONVERSIONS_MIN, costPerConversion, sumsOf } from '../../api/sums.ts';
import { money } from '../../format/money.ts';
import { count, UNKNOWN, wholeCount } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Status } from '../../parts/status.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './campaigns.module.css';

/** Under 30 conversions what one costs is chance: grey, with a mark. */
export function ConversionCost({ sums: { current }, currency }: { sums: BothSums; currency: string }) {
  const cost = money(costPerConversion(current), currency);
  const few = cost !== UNKNOWN && (current.conversions ?? 0) < CONVERSIONS_MIN;
  return <span className={few || cost === UNKNOWN ? classes.few : undefined}>{few ? `${cost}*` : cost}</span>;
}

const Budget = ({ campaign }: { campaign: Campaign }) =>
  campaign.budget ? (
    <>
      {money(campaign.budget.amount, campaign.budget.currency)}{' '}
      <span className={classes.quiet}>{budgetPeriod(campaign)}</span>
    </>
  ) : (
    <span className={classes.quiet}>{UNKNOWN}</span>
  );

const figure = (text: string) => (text === UNKNOWN ? <span className={classes.quiet}>{text}</span> : text);

export const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 254,
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
    cell: ({ calledThere }) => <Tag>{calledThere}</Tag>,
    value: ({ calledThere }) => calledThere,
  },
  {
    id: 'status',
    header: 'Status',
    width: 160,
    cell: ({ state }) => <Status kind={state.shape}>{state.text}</Status>,
    value: ({ state }) => state.text,
  },
  {
    id: 'account',
    header: 'Account',
    width: 104,
    quiet: true,
    cell: ({ accountName }) => accountName,
    value: ({ accountName }) => accountName,
  },
  {
    id: 'budget',
    header: 'Budget',
    width: 150,
    align: 'end',
    cell: (campaign) => <Budget campaign={campaign} />,
    value: ({ budget }) => (budget ? Number(budget.amount) : null),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: 104,
    align: 'end',
    cell: ({ sums, currency }) => figure(money(sums.current.cost, currency)),
    value: ({ sums }) => sums.current.cost,
  },
  {
    id: 'clicks',
    header: 'Clicks',
    width: 76,
    align: 'end',
    cell: ({ sums }) => figure(wholeCount(sums.current.clicks)),
    value: ({ sums }) => sums.current.clicks,
  },
  {
    id: 'conversions',
    header: 'Conversions',
    width: 96,
    align: 'end',
    cell: ({ sums }) => figure(count(sums.current.conversions)),
    value: ({ sums }) => sums.current.conversions,
  },
  {
    id: 'cost_per_conversion',
    header: 'Cost / conv.',
    width: 100,
    align: 'end',
    cell: ({ sums, currency }) => <ConversionCost sums={sums} currency={currency} />,
    value: ({ sums }) => costPerConversion(sums.current),
  },
];

/** The head of a currency: how many, and what they come to. */
export function currencyHead(label: string, currency: string, members: readonly Campaign[]) {
  const current = addedUp(members);
  return {
    cells: {
      name: (
        <>
          <strong className={classes.currency}>{label}</strong> {members.length}{' '}
          {members.length === 1 ? 'campaign' : 'campaigns'}
        </>
      ),
      cost: <strong className={classes.currency}>{money(current.current.cost, currency)}</strong>,
      clicks: wholeCount(current.current.clicks),
      conversions: count(current.current.conversions),
      cost_per_conversion: money(costPerConversion(current.current), currency),
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
