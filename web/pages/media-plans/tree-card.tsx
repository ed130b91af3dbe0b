import { Button, Card } from '@mantine/core';
import { useState } from 'react';
import type { MediaPlan, PlannedRow } from '../../api/media-plans.ts';
import { money } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './media-plans.module.css';
import { partsOf, pausedWords } from './words.ts';

const SHOWN_FIRST = 3;

interface Branch {
  key: string;
  channel: string;
  account: string | undefined;
  currency: string | undefined;
  rows: PlannedRow[];
}

/** What comes of the sheet, by channel and account. */
export function TreeCard({ plan }: { plan: MediaPlan }) {
  const branches = branchesOf(plan);
  const makes = plan.members.some(({ kind }) => kind === 'make');
  return (
    <Card component="section" aria-labelledby="what-is-made">
      <div className={classes.cardTitle}>
        <h2 id="what-is-made">What will be made?</h2>
        {makes && (
          <span className={classes.paused}>
            <Shape kind="paused" size={9} /> {pausedWords(plan)}
          </span>
        )}
      </div>
      {branches.length === 0 && <p className={classes.nothing}>{nothingWords(plan)}</p>}
      <ul className={classes.tree}>
        {branches.map((branch) => (
          <BranchView
            key={branch.key}
            branch={branch}
            many={branches.filter((one) => one.channel === branch.channel).length > 1}
          />
        ))}
      </ul>
      {plan.takenOut.length > 0 && (
        <div className={classes.foot}>
          {plan.takenOut.map(({ campaign_id, words }) => (
            <p key={campaign_id}>{words}</p>
          ))}
        </div>
      )}
      {(makes || plan.running.length > 0) && (
        <div className={classes.foot}>
          <p>{runningWords(plan)}</p>
        </div>
      )}
    </Card>
  );
}

/** Every currency for itself. */
function runningWords({ running }: MediaPlan): string {
  const added = running.map(({ adds_a_day: { amount, currency } }) => money(amount, currency)).join(' and ');
  const left = running.flatMap(({ headroom, adds_a_day }) => {
    if (!headroom) return [];
    const asks = Number(adds_a_day.amount) > Number(headroom.amount) ? ', so switching on will ask again' : '';
    return [`${money(headroom.amount, headroom.currency)} is left in ${headroom.currency}${asks}.`];
  });
  return ['Paused costs nothing.', ...(added ? [`Running all of it would add ${added} a day.`] : []), ...left].join(
    ' ',
  );
}

const nothingWords = ({ rows }: MediaPlan): string =>
  rows.some(({ fate }) => fate === 'same')
    ? 'Nothing: what the sheet plans is there as it wants it.'
    : 'Nothing: no row can go in as it is.';

function branchesOf({ rows }: MediaPlan): Branch[] {
  const found = new Map<string, Branch>();
  for (const row of rows) {
    if (row.fate === 'out' || row.channel === undefined) continue;
    const currency = row.budget?.currency;
    const key = [row.channel, row.account, currency].join(' ');
    const branch = found.get(key) ?? { key, channel: row.channel, account: row.account, currency, rows: [] };
    branch.rows.push(row);
    found.set(key, branch);
  }
  return [...found.values()].toSorted(
    (one, other) =>
      (one.currency ?? '').localeCompare(other.currency ?? '') * -1 ||
      channelOrder(one.channel) - channelOrder(other.channel),
  );
}

function BranchView({ branch, many }: { branch: Branch; many: boolean }) {
  const { channel, account, currency, rows } = branch;
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN_FIRST);
  const rest = rows.length - shown.length;
  return (
    <li>
      <div className={classes.branch}>
        <ChannelIcon channel={channel} />
        <span className={classes.branchName} title={account}>
          {channelName(channel)}
          {many && account && <span className={classes.quiet}>, {account}</span>}
        </span>
        <span className={classes.quiet}>
          {[plural(rows.length, 'campaign'), ...(currency ? [currency] : [])].join(', ')}
        </span>
      </div>
      <ul className={classes.leaves}>
        {shown.map((row) => (
          <li key={row.rows.join(' ')}>
            <span className={classes.leafName} title={row.campaign.name}>
              {row.campaign.name}
            </span>
            <span>{FATES[row.fate] ?? partsOf(row.channel, row.groups)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
              {rest} more
            </Button>
          </li>
        )}
      </ul>
    </li>
  );
}

const FATES: Partial<Record<PlannedRow['fate'], string>> = { change: 'changed', same: 'as it is' };
