import { Button, Card } from '@mantine/core';
import { useState } from 'react';
import type { MediaPlan, PlannedRow } from '../../api/media-plans.ts';
import { money } from '../../format/money.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { shortDays } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './media-plans.module.css';
import { partsOf, shownValue } from './words.ts';

const SHOWN_FIRST = 50;

/** Only what would change: campaigns that are made, and field by field those that are there. */
export function DifferenceCard({ plan }: { plan: MediaPlan }) {
  const [all, setAll] = useState(false);
  const moved = plan.rows
    .filter(({ fate }) => fate === 'change' || fate === 'make')
    .toSorted((one, other) => Number(other.fate === 'change') - Number(one.fate === 'change'));
  const same = plan.rows.filter(({ fate }) => fate === 'same').length;
  const shown = all ? moved : moved.slice(0, SHOWN_FIRST);
  return (
    <Card component="section" aria-labelledby="difference">
      <div className={classes.cardHead}>
        <h2 id="difference">What is different from what is there?</h2>
        <span className={classes.quiet}>
          {same > 0 ? `${plural(same, 'campaign')} as the sheet wants ${same === 1 ? 'it' : 'them'}` : ''}
        </span>
      </div>
      {moved.length === 0 && <p className={classes.nothing}>Nothing would be made or changed.</p>}
      <ul className={classes.problems}>
        {shown.map((row) => (
          <Line key={row.rows.join(' ')} row={row} />
        ))}
        {plan.takenOut.map(({ campaign_id, channel, name, words }) => (
          <li key={campaign_id} className={classes.moved}>
            <ChannelIcon channel={channel} labelled />
            <span className={classes.movedText}>
              <span>
                {name} <Tag>no longer in the sheet</Tag>
              </span>
              <span className={classes.quiet}>{words}</span>
            </span>
          </li>
        ))}
      </ul>
      {moved.length > shown.length && (
        <Button variant="subtle" size="xs" m={8} onClick={() => setAll(true)}>
          Show all {wholeCount(moved.length)}
        </Button>
      )}
    </Card>
  );
}

function Line({ row }: { row: PlannedRow }) {
  const { budget, start, end } = row;
  const differences = Object.entries(row.difference ?? {});
  return (
    <li className={classes.moved}>
      <ChannelIcon channel={row.channel ?? ''} labelled />
      <span className={classes.movedText}>
        <span>
          {row.campaign.name} <Tag>{row.fate === 'change' ? 'changed' : 'new, paused'}</Tag>{' '}
          <span className={classes.quiet}>row {row.rows.join(', ')}</span>
        </span>
        {row.fate === 'make' && (
          <span className={classes.quiet}>
            {[
              ...(budget
                ? [`${money(budget.amount, budget.currency)} ${budget.per === 'day' ? 'a day' : 'in total'}`]
                : []),
              ...(start && end ? [shortDays(start, end)] : []),
              partsOf(row.channel, row.groups),
            ].join(' · ')}
          </span>
        )}
        {differences.map(([field, { from, to }]) => (
          <Diff key={field} field={field} from={shownValue(from)} to={shownValue(to)} />
        ))}
      </span>
    </li>
  );
}
