import { Anchor, Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { type Plan, rereadPlans } from '../../api/plans.ts';
import { exact } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import { channelName } from '../../parts/channels.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Status } from '../../parts/status.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './approvals.module.css';
import { useOpenPlan } from './plan-address.ts';
import { STATES } from './words.ts';

/** How far a plan is that no longer waits, or that waits for a second person. */
export function PlanState({ plan }: { plan: Plan }) {
  const { state, approvals, approvalsNeeded } = plan;
  if (state === 'waiting' && approvalsNeeded === 1) return null;
  if (state === 'waiting') return <TwoNeeded plan={plan} />;
  return (
    <Card component="section" className={classes.state} aria-label="What became of it" data-state={state}>
      <div className={classes.stateHead}>
        <Status kind={STATES[state].shape}>{STATES[state].word}</Status>
        {plan.decided && (
          <span className={classes.quiet}>
            <TimeText time={plan.decided.at} />
          </span>
        )}
      </div>
      <p role="status">{wordsOf(plan)}</p>
      {approvals.length > 0 && (
        <p className={classes.quiet}>
          Approved by {approvals.map(({ by, at }) => `${by} (${exact(at)})`).join(', ')}
          {SENT.includes(state) && `, sent in the name of ${plan.requester.name}`}.
        </p>
      )}
      {plan.mayPlanAnew && <PlanAnew plan={plan} />}
      {plan.result && <ReadBack result={plan.result} />}
    </Card>
  );
}

const SENT: readonly Plan['state'][] = ['applied', 'unknown'];

/** What the platform shows now, by field; the whole answer on request. */
function ReadBack({ result }: { result: Record<string, unknown> }) {
  const [isWhole, { toggle }] = useDisclosure();
  const applied = Object.entries((result.applied ?? {}) as Record<string, { from?: unknown; to?: unknown }>);
  return (
    <>
      {applied.map(([field, { from, to }]) => (
        <Diff key={field} field={field} from={shortValue(from)} to={shortValue(to)} />
      ))}
      <div>
        <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={toggle}>
          {isWhole ? 'Hide the answer' : 'Show the answer'}
        </Button>
      </div>
      {isWhole && <CodeBox label="The answer">{JSON.stringify(result, null, 2)}</CodeBox>}
    </>
  );
}

/** The same call from the values of now, as another plan that has to be looked at. Never a yes. */
function PlanAnew({ plan }: { plan: Plan }) {
  const open = useOpenPlan();
  const planning = useMutation(
    api.approvals.planAnew.mutationOptions({
      onSuccess: ({ id }) => open({ id, view: undefined }),
      onSettled: rereadPlans,
    }),
  );
  return (
    <div>
      <Failed error={planning.error} title="It was not planned anew" left="Nothing was sent." />
      <Button
        leftSection={<IconRefresh />}
        loading={planning.isPending}
        onClick={() => planning.mutate({ id: plan.id })}
      >
        Plan anew
      </Button>
    </div>
  );
}

function TwoNeeded({ plan }: { plan: Plan }) {
  const { approvals, approvalsNeeded, mayTakeBack } = plan;
  const taking = useMutation(api.approvals.takeBack.mutationOptions({ onSettled: rereadPlans }));
  return (
    <Card component="section" className={classes.state} aria-label="Who has agreed">
      <strong>{`Needs ${approvalsNeeded} people, ${approvals.length} of ${approvalsNeeded} said yes`}</strong>
      {approvals.map(({ by, at }) => (
        <span key={by}>
          {by} <span className={classes.quiet}>yes, {exact(at)}</span>
        </span>
      ))}
      <p className={classes.quiet}>
        Nothing is sent before the last yes. If it is planned anew, all of them count from zero.
      </p>
      <Failed error={taking.error} title="Your yes was not taken back" left="It still counts." />
      {mayTakeBack && (
        <div>
          <Button
            leftSection={<IconArrowBackUp />}
            loading={taking.isPending}
            onClick={() => taking.mutate({ id: plan.id })}
          >
            Take back
          </Button>
        </div>
      )}
    </Card>
  );
}

function wordsOf(plan: Plan): ReactNode {
  const { state, note, channel, requester, decided, tool, mayPlanAnew, apply_at: hour } = plan;
  const platform = channelName(channel);
  switch (state) {
    case 'planned':
      return `A preview. ${requester.name} may apply it by itself; no person is asked.`;
    case 'approved':
      return `Approved. ${note ?? `The service makes the change ${hour ? `at ${exact(Date.parse(hour))}` : 'next'}.`}`;
    case 'scheduled':
      return `The service makes the change at ${exact(Date.parse(hour ?? ''))}, if nothing it touches has moved by then.`;
    case 'applying':
      return 'The change is being sent.';
    case 'applied':
      return `${platform} has taken it, and this was read back.${note ? ` ${note}` : ''}`;
    case 'failed':
      return `Not applied. ${note ?? ''}`;
    case 'stale':
      return `${note ?? 'Something has moved since this was planned.'}${mayPlanAnew ? '' : ` ${requester.name} has to plan it anew: call ${tool} again.`}`;
    case 'unknown':
      return (
        <>
          {`It was sent to ${platform}, and no answer came back${note ? `: ${note}` : '.'} Do not ask again before the object has been read. `}
          <Anchor renderRoot={(props) => <Link to="/activity" search={{ outcome: 'unknown' }} {...props} />}>
            Check now in Activity
          </Anchor>
        </>
      );
    case 'rejected':
      return `${decided?.by ?? 'A person'} rejected it${note ? `: “${note}”` : '.'} Nothing was sent.`;
    case 'expired':
      return `${hour ? 'Its hour was missed, or too few people had decided.' : 'It lapsed before enough people had decided.'} Nothing was sent.${note ? ` ${note}` : ''}`;
    case 'withdrawn':
      return `${decided?.by ?? requester.name} took it back. Nothing was sent.`;
    case 'waiting':
      return null;
  }
}
