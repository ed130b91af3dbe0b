import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { callTool } from '../../api/call-tool.ts';
import { plural, wholeCount } from '../../format/number.ts';
import { day } from '../../format/time.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Shape } from '../../parts/shape.tsx';
import classes from './alerts.module.css';

interface Tried {
  fires_when: string;
  from: string;
  to: string;
  would_have_fired: number;
  messages: number;
  objects: { name: string; days: { window: string; state: string; sentence: string }[] }[];
  notes: string[];
}

const DAYS = 90;
const OBJECTS_SHOWN = 5;

/** What the monitor would have said, before it is saved. */
export function PastVerdicts({
  workspaceId,
  arguments: args,
}: {
  workspaceId: string;
  arguments: Record<string, unknown>;
}) {
  const tried = useMutation({
    mutationFn: () => {
      const { action: _, name: __, ...draft } = args;
      return callTool<Tried>({
        workspaceId,
        channel: 'workspace',
        tool: 'test_monitor',
        arguments: { ...draft, days: DAYS },
      });
    },
  });
  return (
    <div className={classes.past} aria-live="polite">
      <div className={classes.pastHead}>
        <span className={classes.label}>What it would have said over the last {DAYS} days</span>
        <Button size="xs" loading={tried.isPending} onClick={() => tried.mutate()}>
          {tried.data ? 'Look again' : 'Look'}
        </Button>
      </div>
      <Failed error={tried.error} title="The past could not be judged" />
      {tried.data && <Said tried={tried.data} />}
    </div>
  );
}

function Said({ tried: { would_have_fired, messages, objects, from, to, notes } }: { tried: Tried }) {
  const fired = objects
    .map(({ name, days }) => ({ name, days: days.filter(({ state }) => state === 'firing') }))
    .filter(({ days }) => days.length > 0);
  return (
    <>
      <p>
        <strong>{plural(would_have_fired, 'object')}</strong> would have fired from {day(from)} to {day(to)}:{' '}
        {plural(messages, 'message')}.
      </p>
      <ul className={classes.pastList}>
        {fired.slice(0, OBJECTS_SHOWN).map(({ name, days }) => (
          <li key={name}>
            <Shape kind="rejected" size={12} />
            <span>
              <strong>{name}</strong> {days.at(-1)!.sentence}{' '}
              <span className={classes.quiet}>{plural(days.length, 'day')}</span>
            </span>
          </li>
        ))}
      </ul>
      {fired.length > OBJECTS_SHOWN && (
        <p className={classes.quiet}>and {wholeCount(fired.length - OBJECTS_SHOWN)} more</p>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.quiet}>
          {note}
        </p>
      ))}
    </>
  );
}
