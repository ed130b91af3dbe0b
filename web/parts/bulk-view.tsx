import type { Plan } from '../api/plans.ts';
import { money } from '../format/money.ts';
import { plural } from '../format/number.ts';
import classes from './bulk-view.module.css';
import { ChannelIcon } from './channel-icon.tsx';
import { Tag } from './tag.tsx';

type Bulk = NonNullable<Plan['bulk']>;

/** A plan of many campaigns: its sums by currency, then a row a campaign. */
export function BulkView({ bulk }: { bulk: Bulk }) {
  const { sums, rows, more_rows: more } = bulk;
  return (
    <div className={classes.root}>
      <ul className={classes.sums} aria-label="Budgets by currency">
        {sums.map((sum) => (
          <li key={sum.currency}>
            <strong>{amountOf(sum)}</strong> <span className={classes.quiet}>{plural(sum.campaigns, 'campaign')}</span>
          </li>
        ))}
      </ul>
      <ul className={classes.rows} aria-label="Campaigns">
        {rows.map((row) => (
          <li key={`${row.rows.join(' ')} ${row.name}`}>
            <ChannelIcon channel={row.channel} labelled />
            <span className={classes.name}>
              {row.name} <Tag>{row.kind === 'make' ? 'new, paused' : 'changed'}</Tag>
              <span className={classes.quiet}>{row.words}</span>
            </span>
            <span className={classes.quiet}>row {row.rows.join(', ')}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>and {plural(more, 'more campaign')}, on the page of the media plan</p>}
    </div>
  );
}

function amountOf({ currency, total, daily }: Bulk['sums'][number]): string {
  const parts = [
    ...(total ? [`${money(total.amount, total.currency)} in total`] : []),
    ...(daily ? [`${money(daily.amount, daily.currency)} a day`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : currency;
}
