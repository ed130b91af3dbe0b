import { Button, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconLock, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { isForMe, type Plan, rereadPlans } from '../../api/plans.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { ArmedButton } from '../../parts/armed-button.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { useArming } from '../../parts/use-arming.ts';
import classes from './approvals.module.css';
import { verbsOf } from './words.ts';

/** The note, the two presses, and what stands in their way. */
export function Decision({ plan }: { plan: Plan }) {
  const { note, write, forget } = useNote(plan.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useDecisions(plan, forget);
  const mayReject = plan.obstacle?.why !== 'role';
  useKey(['r', 'R'], () => field.current?.focus());
  return (
    <section className={classes.decision} aria-label="Decision">
      <Failed error={send.approve.error} title="Nothing was approved" />
      <Failed error={send.reject.error} title="Nothing was rejected" />
      <Failed error={send.withdraw.error} title="Nothing was taken back" />
      {mayReject && (
        <Textarea
          ref={field}
          label={`Note to ${plan.requester.name}, needed to reject`}
          placeholder="Why not, or what instead. The agent reads it."
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1_000}
          value={note}
          onChange={(event) => write(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        {mayReject && (
          <div className={classes.reject}>
            <Button
              leftSection={<IconX />}
              disabled={note.trim() === '' || send.isBusy}
              loading={send.reject.isPending}
              onClick={() => send.reject.mutate({ id: plan.id, hash: plan.hash, note })}
            >
              Reject
            </Button>
            {note.trim() === '' && <span className={classes.quiet}>needs a note</span>}
          </div>
        )}
        {plan.mayWithdraw && (
          <Button
            leftSection={<IconArrowBackUp />}
            disabled={send.isBusy}
            loading={send.withdraw.isPending}
            onClick={() => send.withdraw.mutate({ id: plan.id })}
          >
            Take back the request
          </Button>
        )}
        {plan.mayDecide ? <ArmAndConfirm plan={plan} send={send} /> : <InTheWay plan={plan} />}
      </div>
    </section>
  );
}

type Decisions = ReturnType<typeof useDecisions>;

function useDecisions(plan: Plan, onDecided: () => void) {
  const queries = useQueryClient();
  const settled = {
    onSuccess: (decided: Plan) => {
      onDecided();
      queries.setQueryData(api.approvals.get.queryKey({ id: plan.id }), decided);
    },
    onSettled: rereadPlans,
  };
  const approve = useMutation(api.approvals.approve.mutationOptions(settled));
  const reject = useMutation(api.approvals.reject.mutationOptions(settled));
  const withdraw = useMutation(api.approvals.withdraw.mutationOptions(settled));
  return { approve, reject, withdraw, isBusy: approve.isPending || reject.isPending || withdraw.isPending };
}

function ArmAndConfirm({ plan, send }: { plan: Plan; send: Decisions }) {
  const arming = useArming();
  const { isArmed, hears, arm, disarm } = arming;
  const verbs = verbsOf(plan);
  const isSecond = plan.approvals.length > 0;
  const approve = () => send.approve.mutate({ id: plan.id, hash: plan.hash });
  const confirm = () => {
    if (!hears || send.isBusy) return;
    disarm();
    approve();
  };
  useKey(['a', 'A'], arm);
  useHotkeys([['mod+Enter', confirm]], []);
  return (
    <div className={classes.approve}>
      <span className={classes.steps} role="status">
        {isArmed ? 'Armed: confirm within 10 s' : 'Approve, then confirm'}
      </span>
      <ArmedButton
        arming={arming}
        verb={isSecond ? 'Approve as the second' : 'Approve'}
        {...verbs}
        busy={send.approve.isPending}
        disabled={send.reject.isPending}
        hint={<KeyCap onAccent keys={isArmed ? 'mod↵' : 'A'} />}
        onConfirm={approve}
      />
    </div>
  );
}

function InTheWay({ plan }: { plan: Plan }) {
  const { obstacle } = plan;
  if (isForMe(plan))
    return (
      <div className={classes.inTheWay}>
        <span>
          <strong>Sign in again to decide</strong>
          <span className={classes.quiet}>Looking needs no sign-in, a yes does. Your note is kept.</span>
        </span>
        <Button variant="filled" component="a" href={`/sign-in?back=${encodeURIComponent(`/approvals/${plan.id}`)}`}>
          Sign in again
        </Button>
      </div>
    );
  return (
    <div className={classes.inTheWay}>
      <Button disabled leftSection={<IconLock />}>
        Approve
      </Button>
      <span>{obstacle?.words}</span>
    </div>
  );
}

/** Kept in this tab, so that it outlives a new sign-in. */
function useNote(id: string) {
  const place = `note on ${id}`;
  const [note, setNote] = useState(() => sessionStorage.getItem(place) ?? '');
  return {
    note,
    write(text: string) {
      setNote(text);
      sessionStorage.setItem(place, text);
    },
    forget: () => sessionStorage.removeItem(place),
  };
}
