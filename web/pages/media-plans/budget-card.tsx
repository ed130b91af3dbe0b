import { Card } from '@mantine/core';
import type { MediaPlan, PlanSum } from '../../api/media-plans.ts';
import { money } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { type Channel, channelColour, channelName } from '../../parts/channels.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './media-plans.module.css';

/** Currencies side by side, never added. */
export function BudgetCard({ plan }: { plan: MediaPlan }) {
  const whole = plan.sums.filter(({ month }) => month === undefined);
  const currencies = [...new Set(whole.map(({ currency }) => currency))];
  return (
    <Card component="section" aria-labelledby="channel-budgets">
      <h2 id="channel-budgets" className={classes.cardTitle}>
        What does each channel get?
      </h2>
      {currencies.length === 0 && <p className={classes.nothing}>No budget goes in.</p>}
      {currencies.map((currency) => (
        <CurrencySums
          key={currency}
          plan={plan}
          currency={currency}
          sums={whole.filter((sum) => sum.currency === currency)}
        />
      ))}
    </Card>
  );
}

function CurrencySums({ plan, currency, sums }: { plan: MediaPlan; currency: string; sums: readonly PlanSum[] }) {
  const total = sums.find(({ channel }) => channel === undefined);
  const channels = sums
    .filter(({ channel }) => channel !== undefined)
    .toSorted((one, other) => Number(other.planned.amount) - Number(one.planned.amount));
  const most = Math.max(1, ...channels.map(({ planned }) => Number(planned.amount)));
  return (
    <div className={classes.currency}>
      <div className={classes.currencyHead}>
        <strong>{currency}</strong>
        <span className={classes.quiet}>{fitWords(plan, currency, total)}</span>
        {total && <strong className={classes.end}>{money(total.planned.amount, currency)}</strong>}
      </div>
      {channels.map(({ channel = '', planned }) => (
        <div key={channel} className={classes.channelSum}>
          <ChannelIcon channel={channel} />
          <div className={classes.channelLine}>
            <span>{channelName(channel)}</span>
            <span>{money(planned.amount, currency)}</span>
            <span className={classes.track}>
              <span
                style={{
                  width: `${(Number(planned.amount) / most) * 100}%`,
                  background: channelColour(channel as Channel),
                }}
              />
            </span>
          </div>
        </div>
      ))}
      {total && <OwnSum total={total} />}
    </div>
  );
}

/** The sheet's own sum beside ours, and why both differ. */
function OwnSum({ total: { in_sheet, planned, why, currency } }: { total: PlanSum }) {
  if (!in_sheet) return null;
  const isSame = Number(in_sheet.amount) === Number(planned.amount);
  return (
    <div className={classes.ownSum}>
      <Shape kind={isSame ? 'done' : 'limited'} size={12} />
      <span>
        {why ??
          `Sheet sums ${money(in_sheet.amount, currency)}${isSame ? ', the same' : `, ${money(planned.amount, currency)} goes in`}`}
      </span>
    </div>
  );
}

/** `11 rows, 9 fit`. */
function fitWords({ rows }: MediaPlan, currency: string, total: PlanSum | undefined): string {
  const own = rows.filter(({ budget }) => budget?.currency === currency);
  const all = own.reduce((sum, row) => sum + row.rows.length, 0);
  const fit = own.filter(({ fate }) => fate !== 'out').reduce((sum, row) => sum + row.rows.length, 0);
  if (all === 0) return total ? plural(total.rows, 'row') : '';
  return all === fit ? plural(all, 'row') : `${plural(all, 'row')}, ${fit} fit`;
}
