import { Button, Card } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { daySumTexts } from '../../api/day-sums.ts';
import { useScope } from '../../api/scope.ts';
import { type OpenStop, pausedBy, type ResumeAnswer, resume } from '../../api/stops.ts';
import { plural } from '../../format/number.ts';
import { clock, longMoment } from '../../format/time.ts';
import { channelName } from '../../parts/channels.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Shape } from '../../parts/shape.tsx';
import classes from './stop.module.css';
import { useDayCost } from './use-day-cost.ts';

interface Props {
  stop: OpenStop;
  onResumed(answer: ResumeAnswer): void;
}

export function ResumeCard({ stop, onResumed }: Props) {
  const { workspaces } = useScope();
  const workspace = workspaces.find(({ id }) => id === stop.workspaceId);
  const resuming = useMutation({ mutationFn: () => resume(stop), onSuccess: onResumed });
  const count = pausedBy(stop).length;
  const cost = daySumTexts(useDayCost(stop.workspaceId, pausedBy(stop)));
  return (
    <Card component="section" aria-label="Resume" p={16} className={classes.resume}>
      <h2 className={classes.label}>Resume {workspace && workspaces.length > 1 ? workspace.name : ''}</h2>
      <p>Brings back exactly this list, and nothing that was paused before {clock(stop.at)}.</p>
      <dl className={classes.facts}>
        <dt>Stopped</dt>
        <dd>
          {longMoment(stop.at)} by <bdi>{stop.by}</bdi>
        </dd>
        {stop.reason && (
          <>
            <dt>Why</dt>
            <dd>
              <bdi>{stop.reason}</bdi>
            </dd>
          </>
        )}
        <dt>Comes back</dt>
        <dd>at most {count}; what runs already, is gone or was changed since is left alone and named</dd>
        <dt>A day</dt>
        <dd>{cost.length > 0 ? `+ ${cost.join(' and + ')}` : '–'}</dd>
        <dt>Needs</dt>
        <dd>what the rules and limits ask of switching on</dd>
      </dl>
      <Failed error={resuming.error} title="Spending was not resumed" left="It is still stopped." />
      {workspace?.role === 'viewer' ? (
        <Locked verb="Resume" />
      ) : (
        <Button leftSection={<IconPlayerPlay />} loading={resuming.isPending} onClick={() => resuming.mutate()}>
          {count > 0 ? `Resume ${count}` : 'Close this stop'}
        </Button>
      )}
    </Card>
  );
}

/** What came of resuming: what came back, what was left alone, what did not. */
export function ResumeOutcome({ answer }: { answer: ResumeAnswer }) {
  const { resumed, left_alone, not_resumed } = answer;
  return (
    <>
      {not_resumed.map(({ channel, account, objects, why }) => (
        <Problem
          key={`${channel} ${account} ${why}`}
          title={`${plural(objects.length, 'object')} of ${channelName(channel)} did not come back`}
          text={why}
        />
      ))}
      <Card component="section" aria-label="Resumed" role="status" p={16}>
        <h2 className={classes.label}>
          <Shape kind="done" size={13} /> {plural(resumed.length, 'object')} came back, read back as on
        </h2>
        {left_alone.length > 0 && (
          <ul className={classes.left}>
            {left_alone.map(({ channel, account, id, name, why }) => (
              <li key={`${channel} ${account} ${id}`}>
                <bdi>{name}</bdi> ({channelName(channel)}): {why}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
