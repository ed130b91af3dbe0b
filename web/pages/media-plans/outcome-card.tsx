import { Progress as Bar, Button, Card } from '@mantine/core';
import { IconArrowsLeftRight, IconRefresh, IconRotateClockwise } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { callTool } from '../../api/call-tool.ts';
import {
  type DecidedPlan,
  isMoving,
  type MediaPlan,
  type MemberProgress,
  type Progress,
  rereadMediaPlans,
} from '../../api/media-plans.ts';
import { plural } from '../../format/number.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Status } from '../../parts/status.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './media-plans.module.css';
import { STATES } from './words.ts';

interface Props {
  plan: MediaPlan;
  progress: Progress | undefined;
  mayChange: boolean;
  isBusy: boolean;
  onCompare(): void;
  /** Reads the sheet again, for a new plan in the place of this one. */
  onAgain(): void;
}

const SILENT: readonly DecidedPlan['state'][] = ['planned', 'waiting', 'scheduled'];
/** A new plan from the sheet takes its place. */
const OUTDATED: readonly DecidedPlan['state'][] = ['stale', 'expired', 'withdrawn'];
const LISTED = 20;
const ROWS_NAMED = 5;

/** What has come of it so far, by campaign; nothing before somebody has decided. */
export function OutcomeCard({ plan, progress, mayChange, isBusy, onCompare, onAgain }: Props) {
  const decided = progress?.plan;
  if (!progress || !decided || SILENT.includes(decided.state)) return null;
  const count = (state: MemberProgress['state']) => progress.members.filter((one) => one.state === state).length;
  const counts = {
    of: progress.members.length,
    made: count('made'),
    failed: count('failed'),
    unknown: count('unknown'),
  };
  const wrong = byReason(progress.members.filter(({ state }) => state === 'failed' || state === 'unknown'));
  const words = STATES[decided.state];
  const isOver = !isMoving(decided);
  return (
    <Card component="section" className={classes.outcome} aria-label="What came of it">
      <div className={classes.outcomeHead}>
        <Status kind={counts.failed > 0 && isOver ? 'limited' : words.shape}>{words.word}</Status>
        <span role="status">{wordsOf(decided, counts)}</span>
        {decided.decided && (
          <span className={classes.quiet}>
            {decided.decided.by}, <TimeText time={decided.decided.at} />
          </span>
        )}
        <span className={classes.cardEnd}>
          {isOver && counts.failed > 0 && mayChange && <TryAgain plan={plan} />}
          {OUTDATED.includes(decided.state) && mayChange && (
            <Button size="xs" leftSection={<IconRefresh />} disabled={isBusy} onClick={onAgain}>
              Make a new one
            </Button>
          )}
          {isOver && counts.made > 0 && (
            <Button size="xs" leftSection={<IconArrowsLeftRight />} onClick={onCompare}>
              Compare to what runs
            </Button>
          )}
        </span>
      </div>
      {!isOver && (
        <Bar
          size="sm"
          value={counts.of === 0 ? 0 : ((counts.of - count('waiting') - count('applying')) / counts.of) * 100}
          aria-label={`${counts.made} of ${counts.of} made`}
        />
      )}
      {wrong.length > 0 && (
        <ul className={classes.wrong}>
          {wrong.slice(0, LISTED).map((members) => (
            <Wrong key={members[0]!.position} plan={plan} members={members} />
          ))}
          {wrong.length > LISTED && <li className={classes.quiet}>and {wrong.length - LISTED} more, in their rows</li>}
        </ul>
      )}
    </Card>
  );
}

interface Counts {
  of: number;
  made: number;
  failed: number;
  unknown: number;
}

function wordsOf({ state, note, decided }: DecidedPlan, { of, made, failed, unknown }: Counts): string {
  const told = note ? ` ${note}` : '';
  const parts = [
    `${made} of ${plural(of, 'campaign')} made`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} unknown: do not make them again before looking`] : []),
  ].join(', ');
  switch (state) {
    case 'approved':
      return `Approved; the service begins next.${told}`;
    case 'applying':
      return `${parts}. It goes on by itself, also when this window is closed.`;
    case 'stale':
      return note ?? 'The sheet or what it is about has moved. Nothing was made.';
    case 'expired':
      return `It lapsed before anybody decided. Nothing was made.${told}`;
    case 'rejected':
      return `${decided?.by ?? 'A person'} rejected it. Nothing was made.${told}`;
    case 'withdrawn':
      return `It was taken back. Nothing was made.${told}`;
    default:
      return `${parts}.${told}`;
  }
}

/** What failed for one reason is told once. */
const byReason = (members: readonly MemberProgress[]): MemberProgress[][] => [
  ...Map.groupBy(members, ({ state, error }) => [state, error?.cell, error?.message].join('\n')).values(),
];

function Wrong({ plan, members }: { plan: MediaPlan; members: readonly MemberProgress[] }) {
  const { state, error } = members[0]!;
  const own = plan.members.filter(({ position }) => members.some((one) => one.position === position));
  const rows = own.flatMap((one) => one.rows);
  return (
    <li>
      <Shape kind={state === 'unknown' ? 'unknown' : 'rejected'} size={13} />
      <code>{error?.cell ?? `row ${rows.slice(0, ROWS_NAMED).join(', ')}${rows.length > ROWS_NAMED ? ' …' : ''}`}</code>
      <span>
        {own.length === 1 ? own[0]!.name : plural(own.length, 'campaign')}: {error?.message ?? 'no reason was given.'}{' '}
        <span className={classes.quiet}>{error?.next_step}</span>
      </span>
    </li>
  );
}

/** Only what failed: what was made is not made again. */
function TryAgain({ plan }: { plan: MediaPlan }) {
  const again = useMutation({
    mutationFn: () =>
      callTool({
        workspaceId: plan.workspaceId,
        channel: 'workspace',
        tool: 'apply_plan',
        arguments: { plan_id: plan.planId },
      }),
    onSettled: rereadMediaPlans,
  });
  return (
    <>
      <Failed error={again.error} title="It was not tried again" />
      <Button size="xs" leftSection={<IconRotateClockwise />} loading={again.isPending} onClick={() => again.mutate()}>
        Try again
      </Button>
    </>
  );
}
