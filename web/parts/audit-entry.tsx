import { IconRobot, IconSettings, IconUser } from '@tabler/icons-react';
import type { Change, Entry } from '../api/activity.ts';
import { moment } from '../format/time.ts';
import { shortValue } from '../format/value.ts';
import classes from './audit-entry.module.css';
import { Diff } from './diff.tsx';
import { Outcome } from './outcome.tsx';
import { recordWords } from './record-words.ts';
import { Tag } from './tag.tsx';

const WHO = { key: IconRobot, person: IconUser, service: IconSettings };

/** The author of an audit entry with an icon for its kind: key, person or the service. */
export function EntryWho({ entry: { who } }: { entry: Pick<Entry, 'who'> }) {
  const Icon = WHO[who.kind];
  return (
    <span className={classes.who} title={who.name}>
      <Icon size={14} aria-label={who.kind} />
      <span>{who.name}</span>
    </span>
  );
}

/** The first of what changed and how many more, and the plan that it was made by. */
export function EntryChange({ entry }: { entry: Entry }) {
  if (!entry.plan) return <WhatChanged entry={entry} />;
  const { code, approvedBy } = entry.plan;
  return (
    <span className={classes.changed}>
      <WhatChanged entry={entry} />
      <span title={approvedBy.length > 0 ? `approved by ${approvedBy.join(' and ')}` : undefined}>
        <Tag>plan {code}</Tag>
      </span>
    </span>
  );
}

function WhatChanged({ entry }: { entry: Entry }) {
  const [first, ...others] = entry.changes;
  if (entry.tool.startsWith('create_')) return <Made entry={entry} />;
  if (!first) return <Recorded entry={entry} />;
  return (
    <span className={classes.changed}>
      <ChangeText change={first} />
      {others.length > 0 && <Tag>+ {others.length}</Tag>}
    </span>
  );
}

function Made({ entry: { outcome } }: { entry: Entry }) {
  if (outcome === 'applied') return <Diff to="new" />;
  return <span className={classes.quiet}>{outcome === 'not_applied' ? 'not made' : 'new, not confirmed'}</span>;
}

/** Left out here, because other columns of the row show them. */
const ELSEWHERE = ['id', 'name', 'email'];

function Recorded({ entry: { tool, detail } }: { entry: Entry }) {
  const words = recordWords(tool, detail);
  if (words !== undefined)
    return (
      <span className={classes.quiet} title={words}>
        {words}
      </span>
    );
  const { from, to, ...rest } = detail ?? {};
  if (typeof from === 'string' && typeof to === 'string')
    return <Diff field="clock" from={moment(from)} to={moment(to)} />;
  const [field, value] = Object.entries(rest).find(([name, one]) => !ELSEWHERE.includes(name) && one) ?? [];
  return <span className={classes.quiet}>{value === true ? field?.replaceAll('_', ' ') : shortValue(value)}</span>;
}

function ChangeText({ change: { field, before, after, asked, state } }: { change: Change }) {
  if (state === 'stays')
    return (
      <Diff
        field={field}
        kept={{ asked: shortValue(asked ?? after), ...(before !== undefined && { value: shortValue(before) }) }}
      />
    );
  if (state === 'unconfirmed')
    return <span className={classes.quiet}>{`${field} ${shortValue(after ?? asked)}, not confirmed`}</span>;
  return (
    <Diff
      field={field}
      {...(before !== undefined && { from: shortValue(before) })}
      {...(after !== undefined && { to: shortValue(after) })}
    />
  );
}

export function EntryOutcome({ entry: { outcome } }: { entry: Entry }) {
  if (outcome === 'recorded') return <span className={classes.quiet}>Recorded</span>;
  if (outcome === 'running') return <span className={classes.quiet}>Running</span>;
  return <Outcome outcome={outcome} />;
}
