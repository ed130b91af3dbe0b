import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { HistoryChange, UndoneChange } from '../../api/history.ts';
import { clock } from '../../format/time.ts';
import { channelName } from '../../parts/channels.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './history.module.css';

/** Whether a change still stands: read from the platform when its row comes into view. */
export function SinceThen({ change }: { change: HistoryChange }) {
  const { ref, entry } = useIntersection({ rootMargin: '40px' });
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true);
  }, [entry]);
  // A launch is many changes; each of its parts tells for itself.
  const isAsked = change.undo !== 'none' && !change.undone && !change.plan;
  const { data, error } = useQuery({
    ...api.history.sinceThen.queryOptions({ workspaceId: change.workspaceId, changeId: change.change_id }),
    enabled: wasSeen && isAsked,
    staleTime: 60_000,
    retry: false,
  });
  return (
    <span ref={ref} className={classes.since}>
      {isAsked ? <Seen seen={data} channel={change.channel} failed={error !== null} /> : <Told change={change} />}
    </span>
  );
}

/** What the record itself tells. */
function Told({ change: { undone, outcome, why } }: { change: HistoryChange }) {
  if (outcome === 'unknown')
    return (
      <>
        <Shape kind="unknown" size={12} /> outcome unknown
      </>
    );
  if (undone) return <Words>{undone.state === 'applied' ? undoneWords(undone) : `undo ${undone.state}`}</Words>;
  return <span title={why}>–</span>;
}

/** Cut where the column is too narrow, and whole on hover. */
const Words = ({ children }: { children: string }) => <span title={children}>{children}</span>;

const undoneWords = ({ at, by }: NonNullable<HistoryChange['undone']>) => `undone ${clock(at)} by ${by.name ?? by.id}`;

function Seen({ seen, channel, failed }: { seen: UndoneChange | undefined; channel: string; failed: boolean }) {
  if (failed) return <span title="The platform did not answer">not read</span>;
  if (!seen) return <>–</>;
  const states = new Set(seen.fields.map(({ will_be }) => will_be));
  if (states.has('changed_since'))
    return (
      <>
        <Shape kind="limited" size={12} /> <Words>{changedWords(seen, channel)}</Words>
      </>
    );
  if (states.size === 1 && states.has('as_before')) return <>as it was before</>;
  if (states.size === 1 && states.has('impossible')) return <Impossible fields={seen.fields} channel={channel} />;
  return <>still so</>;
}

/** Gone where the platform does not know the object any more; else what was refused, whole on hover. */
function Impossible({ fields, channel }: { fields: UndoneChange['fields']; channel: string }) {
  const reasons = [...new Set(fields.map(({ why }) => why ?? ''))].join(' ');
  const isGone = fields.every(({ code }) => code === 'not_found');
  return <span title={reasons}>{isGone ? `gone at ${channelName(channel)}` : `cannot go back: ${reasons}`}</span>;
}

/** By the newest author on record; a change without one was made at the platform, past Adhelm. */
function changedWords({ fields }: UndoneChange, channel: string): string {
  const changed = fields.filter(({ will_be }) => will_be === 'changed_since');
  const who = [...new Set(changed.flatMap(({ changed: by }) => (by ? [by.by.name ?? by.by.id] : [])))];
  if (who.length > 0) return `changed by ${who.join(', ')}`;
  return `${changed.length > 1 ? `${changed.length} fields` : (changed[0]?.field ?? '')} changed at ${channelName(channel)}`;
}
