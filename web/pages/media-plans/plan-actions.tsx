import { Button, Popover, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconCheck, IconLock, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callTool } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import { type DecidedPlan, type MediaPlan, type Progress, rereadMediaPlans } from '../../api/media-plans.ts';
import { relative } from '../../format/time.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { ArmedButton } from '../../parts/armed-button.tsx';
import { WhomToAsk } from '../../parts/locked-notice.tsx';
import { problemOf } from '../../parts/problem-of.ts';
import { prepareMessages, showProblem } from '../../parts/read-back.tsx';
import { useArming } from '../../parts/use-arming.ts';
import classes from './media-plans.module.css';
import { howMany, pausedWords } from './words.ts';

interface Props {
  plan: MediaPlan;
  progress: Progress | undefined;
  mayChange: boolean;
}

const OPEN: readonly DecidedPlan['state'][] = ['planned', 'waiting'];

/** The code that people compare, and until when. */
export function PlanCode({ plan }: { plan: DecidedPlan | null }) {
  if (!plan || !OPEN.includes(plan.state)) return null;
  return (
    <span className={classes.code}>
      plan <code>{plan.code}</code>, lapses {relative(plan.expiresAt, Date.now())}
    </span>
  );
}

/** The way back and one button that counts: approving what waits, or making in the person's own name what was only checked. */
export function PlanActions({ plan, progress, mayChange }: Props) {
  const decided = progress?.plan;
  if (plan.planId === null) return <span className={classes.quiet}>Nothing to make</span>;
  if (!decided || !OPEN.includes(decided.state)) return null;
  if (!mayChange)
    return (
      <>
        <span className={classes.quiet}>
          Viewers can look, not decide. <WhomToAsk />
        </span>
        <Button disabled leftSection={<IconLock />}>
          {verbOf(plan, decided)}
        </Button>
      </>
    );
  return decided.state === 'waiting' ? (
    <Waiting plan={plan} decided={decided} />
  ) : (
    <Checked plan={plan} decided={decided} />
  );
}

function verbOf(plan: MediaPlan, { state }: DecidedPlan): string {
  if (state === 'waiting') return `Approve ${howMany(plan)}, ${pausedWords(plan)}`;
  return makes(plan) ? `Make ${howMany(plan)}, ${pausedWords(plan)}` : `Change ${howMany(plan)}`;
}

const makes = ({ members }: MediaPlan): boolean => members.some(({ kind }) => kind === 'make');

const toldOf = (title: string) => ({
  onSettled: rereadMediaPlans,
  onError: (error: { message: string }) => void showProblem(problemOf(error, title)),
});

function Waiting({ plan, decided }: { plan: MediaPlan; decided: DecidedPlan }) {
  const { id, hash, obstacle } = decided;
  const approve = useMutation(api.approvals.approve.mutationOptions(toldOf('Nothing was approved')));
  const withdraw = useMutation(api.approvals.withdraw.mutationOptions(toldOf('Nothing was taken back')));
  return (
    <>
      {obstacle?.why !== 'role' && <Reject decided={decided} />}
      {decided.mayWithdraw && (
        <Button leftSection={<IconArrowBackUp />} loading={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
          Take back
        </Button>
      )}
      {decided.mayDecide ? (
        <Armed
          plan={plan}
          decided={decided}
          isBusy={approve.isPending}
          onConfirm={() => approve.mutate({ id, hash })}
        />
      ) : (
        <InTheWay plan={plan} decided={decided} />
      )}
    </>
  );
}

function InTheWay({ plan, decided }: { plan: MediaPlan; decided: DecidedPlan }) {
  if (decided.obstacle?.why === 'old sign-in')
    return (
      <Button variant="filled" component="a" href={`/sign-in?back=${encodeURIComponent(`/media-plans/${plan.id}`)}`}>
        Sign in again to decide
      </Button>
    );
  return (
    <>
      <span className={classes.obstacle}>{decided.obstacle?.words}</span>
      <Button disabled leftSection={<IconLock />}>
        {verbOf(plan, decided)}
      </Button>
    </>
  );
}

/** In the person's own name, where no rule asks for somebody else. */
function Checked({ plan, decided }: { plan: MediaPlan; decided: DecidedPlan }) {
  const call = (tool: string) =>
    callTool({ workspaceId: plan.workspaceId, channel: 'workspace', tool, arguments: { plan_id: decided.id } });
  const apply = useMutation({ mutationFn: () => call('apply_plan'), ...toldOf('Nothing was made') });
  const withdraw = useMutation({ mutationFn: () => call('withdraw_plan'), ...toldOf('Nothing was withdrawn') });
  return (
    <>
      <Button leftSection={<IconX />} loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
      <Armed plan={plan} decided={decided} isBusy={apply.isPending} onConfirm={() => apply.mutate()} />
    </>
  );
}

interface ArmedProps {
  plan: MediaPlan;
  decided: DecidedPlan;
  isBusy: boolean;
  onConfirm(): void;
}

function Armed({ plan, decided, isBusy, onConfirm }: ArmedProps) {
  const arming = useArming();
  const { isArmed, hears, arm, disarm } = arming;
  useEffect(prepareMessages, []);
  useKey(['a', 'A'], arm);
  useHotkeys(
    [
      [
        'mod+Enter',
        () => {
          if (!isArmed || !hears || isBusy) return;
          disarm();
          onConfirm();
        },
      ],
    ],
    [],
  );
  return (
    <>
      <span className={classes.unseen} role="status">
        {isArmed ? 'Armed: confirm within 10 s' : ''}
      </span>
      <ArmedButton
        arming={arming}
        verb={verbOf(plan, decided)}
        confirm={`Confirm: ${plan.members.length === 1 ? '1 campaign' : `${plan.members.length} campaigns`}, ${pausedWords(plan)}`}
        keep={makes(plan) ? 'Make nothing' : 'Change nothing'}
        busy={isBusy}
        hint={isArmed ? undefined : <IconCheck size={14} />}
        onConfirm={onConfirm}
      />
    </>
  );
}

/** Enabled by a note, which the one who asked reads. */
function Reject({ decided: { id, hash, requester } }: { decided: DecidedPlan }) {
  const [note, setNote] = useState('');
  const reject = useMutation(api.approvals.reject.mutationOptions(toldOf('Nothing was rejected')));
  return (
    <Popover width={320} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button leftSection={<IconX />}>Reject</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Reject">
        <Textarea
          label={`Note to ${requester.name}`}
          placeholder="Why not, or what instead"
          autosize
          minRows={2}
          maxLength={1_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button
          mt={8}
          fullWidth
          disabled={note.trim() === ''}
          loading={reject.isPending}
          onClick={() => reject.mutate({ id, hash, note })}
        >
          Reject with this note
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
