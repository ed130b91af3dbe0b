import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../api/client.ts';
import { type ListedPlan, useClosedPlans, useOpenPlans, usePlan } from '../../api/plans.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { ApprovalRules } from '../../parts/approval-rules.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import classes from './approvals.module.css';
import { PlanView } from './plan.tsx';
import { useOpenPlan } from './plan-address.ts';
import { groupsOf, Queue } from './queue.tsx';
import { useNow } from './use-now.ts';

/** The queue beside the chosen plan; in a narrow window one or the other. */
export default function ApprovalsPage() {
  const { planId } = useParams({ strict: false }) as { planId?: string };
  const { view } = useSearch({ strict: false }) as { view?: string };
  const over = view === 'decided';
  const [open, closed] = [useOpenPlans(), useClosedPlans(over)];
  const list = over ? closed : open;
  const isNarrow = useMediaQuery('(max-width: 1024px)', window.innerWidth <= 1024, { getInitialValueInEffect: false });
  const now = useNow();
  const groups = groupsOf(list.data?.plans ?? [], over);
  const plans = groups.flatMap((group) => group.plans);
  const chosen = planId ?? (isNarrow ? undefined : plans[0]?.id);
  useRowKeys(plans, chosen);
  const isEmpty = list.data !== undefined && plans.length === 0 && planId === undefined;
  const shows = isEmpty ? 'nothing' : planId === undefined ? 'queue' : 'plan';
  return (
    <Page
      title="Approvals"
      note="Agents ask here. Only people in this browser can say yes."
      wide
      actions={<Actions over={over} openCount={open.data?.plans.length} />}
    >
      <div className={classes.split} data-shows={shows}>
        <div className={classes.side}>
          {list.error && (
            <ReadProblem
              title="The plans could not be read"
              text={list.error.message}
              onRetry={() => void list.refetch()}
            />
          )}
          {list.data && plans.length > 0 && <Queue groups={groups} chosen={chosen} more={list.data.more} now={now} />}
          {list.data && plans.length === 0 && <Nothing over={over} />}
        </div>
        <div className={classes.main}>{chosen !== undefined && <Chosen key={chosen} id={chosen} now={now} />}</div>
      </div>
    </Page>
  );
}

function Actions({ over, openCount }: { over: boolean; openCount: number | undefined }) {
  const open = useOpenPlan();
  const [shows, setShows] = useState(false);
  return (
    <>
      <SegmentedControl
        aria-label="Which plans"
        data={[
          { value: 'open', label: openCount ? `Open ${openCount}` : 'Open' },
          { value: 'decided', label: 'Decided' },
        ]}
        value={over ? 'decided' : 'open'}
        onChange={(value) => open({ view: value === 'decided' ? value : undefined })}
      />
      <Button leftSection={<IconAdjustmentsHorizontal />} onClick={() => setShows(true)}>
        Approval rules
      </Button>
      {shows && <ApprovalRules onClose={() => setShows(false)} />}
    </>
  );
}

function Chosen({ id, now }: { id: string; now: number }) {
  const { data, error, refetch } = usePlan(id);
  if (data) return <PlanView plan={data} now={now} />;
  if (isApiError(error) && error.data?.code === 'NOT_FOUND') return <NoSuchPlan />;
  if (error)
    return <ReadProblem title="The plan could not be read" text={error.message} onRetry={() => void refetch()} />;
  return (
    <AfterDelay>
      <p className={classes.waiting} aria-busy="true">
        Reading the plan …
      </p>
    </AfterDelay>
  );
}

const NoSuchPlan = () => (
  <Empty title="There is no such plan" icons={false}>
    The link is incomplete, or the plan is of a workspace that you have no role in. Ask an owner there.
  </Empty>
);

function Nothing({ over }: { over: boolean }) {
  const open = useOpenPlan();
  return (
    <Empty
      title={over ? 'Nothing was decided yet' : 'Nothing waits for you'}
      icons={false}
      action={
        <Button onClick={() => open({ view: over ? undefined : 'decided' })}>
          {over ? 'See what waits' : 'See what was decided'}
        </Button>
      }
    >
      {over
        ? 'What people approved or rejected, what lapsed and what was taken back stands here.'
        : 'When an agent asks for a raise, an activation or a deletion, it stands here. Pauses and cuts never wait.'}
    </Empty>
  );
}

/** ↑ ↓ and J K walk the plans. */
function useRowKeys(plans: readonly ListedPlan[], chosen: string | undefined): void {
  const open = useOpenPlan();
  const walk = (step: number) => {
    const at = plans.findIndex(({ id }) => id === chosen);
    const next = plans[Math.min(Math.max(at + step, 0), plans.length - 1)];
    if (!next) return;
    open({ id: next.id, replace: true });
    document.querySelector(`[data-plan="${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useKey(['ArrowDown', 'j'], () => walk(1));
  useKey(['ArrowUp', 'k'], () => walk(-1));
}
