import { Button, Card, SegmentedControl, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronRight, IconRefresh, IconTable } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { isApiError } from '../../api/client.ts';
import {
  type Meaning,
  type MediaPlan,
  type Progress,
  type ReadRequest,
  useMediaPlan,
  useProgress,
  useReadSheet,
} from '../../api/media-plans.ts';
import { useMe } from '../../api/scope.ts';
import { clock, shortDate } from '../../format/time.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { BudgetCard } from './budget-card.tsx';
import { CompareCard } from './compare-card.tsx';
import { DefaultsDialog } from './defaults-dialog.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { EditCell } from './edit-cell.tsx';
import { gridOf } from './grid.ts';
import classes from './media-plans.module.css';
import { OutcomeCard } from './outcome-card.tsx';
import { PlanActions, PlanCode } from './plan-actions.tsx';
import { ProblemsCard } from './problems-card.tsx';
import { Reading, ReadingFailed } from './reading-progress.tsx';
import { SheetCard } from './sheet-card.tsx';
import { TreeCard } from './tree-card.tsx';
import { useOpenMediaPlan, type View } from './use-open-plan.ts';
import { useWalk } from './use-walk.ts';
import { foundWords, writtenWords } from './words.ts';

export function MediaPlanPage({ id }: { id: string }) {
  const { data, error, refetch } = useMediaPlan(id);
  const { data: progress } = useProgress(id);
  if (data) return <Loaded plan={data} progress={progress} />;
  if (isApiError(error) && error.data?.code === 'NOT_FOUND') return <NoSuchPlan />;
  return (
    <Page title="Media plan" above={<Above />}>
      {error ? (
        <ReadProblem title="The media plan could not be read" text={error.message} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={36} width={320} mb={12} />
          <Skeleton height={420} />
        </div>
      )}
    </Page>
  );
}

const Above = () => (
  <>
    <Link to={'/media-plans' as '/'} search={({ workspace }: { workspace?: string }) => ({ workspace }) as never}>
      Media plans
    </Link>
    <IconChevronRight size={14} aria-hidden="true" />
  </>
);

const NoSuchPlan = () => (
  <Page title="Media plan" above={<Above />}>
    <Card>
      <Empty title="There is no such media plan" icons={false}>
        The link is incomplete, or it is of a workspace that you have no role in. Ask an owner there.
      </Empty>
    </Card>
  </Page>
);

interface CellDialogProps {
  plan: MediaPlan;
  /** Undefined: none is edited. */
  cell: string | undefined;
  onClose(): void;
  onUse(cell: string, value: string): void;
}

function CellDialog({ plan, cell, onClose, onUse }: CellDialogProps) {
  if (cell === undefined) return undefined;
  const use = (value: string) => {
    onClose();
    onUse(cell, value);
  };
  return <EditCell plan={plan} cell={cell} onClose={onClose} onUse={use} />;
}

interface ReadCardsProps {
  plan: MediaPlan;
  progress: Progress | undefined;
  /** False: the difference. */
  isSheet: boolean;
  again: ReturnType<typeof useAgain>;
  mayChange: boolean;
  onEdit(cell: string): void;
  onDefaults(): void;
}

/** The sheet or the difference, and what is wrong below it. */
function ReadCards({ plan, progress, isSheet, again, mayChange, onEdit, onDefaults }: ReadCardsProps) {
  const grid = useMemo(() => gridOf(plan), [plan]);
  const walk = useWalk(plan.problems);
  return (
    <>
      {isSheet ? (
        <SheetCard
          plan={plan}
          grid={grid}
          progress={progress}
          current={walk.current}
          isBusy={again.isPending}
          onMap={mayChange ? again.map : undefined}
          onEdit={mayChange ? onEdit : undefined}
        />
      ) : (
        <DifferenceCard plan={plan} />
      )}
      <ProblemsCard
        plan={plan}
        walk={walk}
        isBusy={again.isPending}
        mayChange={mayChange}
        onRepair={again.repair}
        onMakeNew={again.makeNew}
        onEdit={onEdit}
        onDefaults={onDefaults}
        onAgain={() => again.read()}
      />
    </>
  );
}

function Loaded({ plan, progress }: { plan: MediaPlan; progress: Progress | undefined }) {
  const { view, setView } = useView();
  const again = useAgain(plan);
  const [editing, setEditing] = useState<string>();
  const [showsDefaults, setShowsDefaults] = useState(false);
  const { workspaces } = useMe();
  const workspace = workspaces.find((one) => one.id === plan.workspaceId);
  const mayChange = workspace?.role !== 'viewer';
  return (
    <Page
      title={plan.name}
      above={<Above />}
      actions={
        <div className={classes.actions}>
          <PlanCode plan={progress?.plan ?? null} />
          <PlanActions plan={plan} progress={progress} mayChange={mayChange} />
        </div>
      }
    >
      <Head
        plan={plan}
        view={view}
        onView={setView}
        again={again}
        mayChange={mayChange}
        onDefaults={() => setShowsDefaults(true)}
      />
      <ReadingFailed error={again.error} title="The sheet was not read again" left="What stands here is as it was." />
      {again.isPending && <Reading step={again.step} />}
      <OutcomeCard
        plan={plan}
        progress={progress}
        mayChange={mayChange}
        isBusy={again.isPending}
        onCompare={() => setView('compare')}
        onAgain={() => again.read()}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          {view === 'compare' ? (
            <CompareCard plan={plan} />
          ) : (
            <ReadCards
              plan={plan}
              progress={progress}
              isSheet={view === 'sheet'}
              again={again}
              mayChange={mayChange}
              onEdit={setEditing}
              onDefaults={() => setShowsDefaults(true)}
            />
          )}
        </div>
        <div className={classes.side}>
          <BudgetCard plan={plan} />
          <TreeCard plan={plan} />
        </div>
      </div>
      {showsDefaults && workspace && (
        <DefaultsDialog workspace={workspace} onClose={() => setShowsDefaults(false)} onKept={() => again.read()} />
      )}
      <CellDialog
        plan={plan}
        cell={editing}
        onClose={() => setEditing(undefined)}
        onUse={(cell, value) => again.repair({ [cell]: value })}
      />
    </Page>
  );
}

function useView() {
  const { view = 'sheet' } = useSearch({ strict: false }) as { view?: View };
  const navigate = useNavigate();
  const setView = useCallback(
    (next: View) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, view: next === 'sheet' ? undefined : next }) as never,
        replace: true,
      }),
    [navigate],
  );
  return { view, setView };
}

/** Reading again with another mapping, a repair, or as the file is now; each makes another media plan in this one's place. */
function useAgain(plan: MediaPlan) {
  const open = useOpenMediaPlan();
  const reading = useReadSheet((id) => open(id, true));
  const { mutate } = reading;
  const read = useCallback(
    (change: Partial<ReadRequest> = {}) =>
      mutate({
        workspaceId: plan.workspaceId,
        spreadsheet_id: plan.spreadsheetId,
        range: plan.range,
        ...(Object.keys(plan.repairs).length > 0 && { repairs: plan.repairs }),
        ...(plan.newRows.length > 0 && { new_rows: plan.newRows }),
        replaces: plan.id,
        ...change,
      }),
    [plan, mutate],
  );
  const map = useCallback(
    (column: string, meaning: Meaning) => {
      const given = plan.mapping.flatMap(({ column: one, meaning: was, found }) =>
        (found === 'given' || found === 'remembered') && was ? [[one, was] as const] : [],
      );
      read({ mapping: { ...Object.fromEntries(given), [column]: meaning } });
    },
    [plan, read],
  );
  return {
    isPending: reading.isPending,
    step: reading.step,
    error: reading.error,
    read,
    map,
    repair: (repairs: Readonly<Record<string, string>>) => read({ repairs: { ...plan.repairs, ...repairs } }),
    makeNew: (rows: readonly number[]) => read({ new_rows: [...new Set([...plan.newRows, ...rows])] }),
    forgetRepairs: () => read({ repairs: {}, new_rows: [] }),
  };
}

interface HeadProps {
  plan: MediaPlan;
  view: View;
  onView(view: View): void;
  again: ReturnType<typeof useAgain>;
  mayChange: boolean;
  onDefaults(): void;
}

function Head({ plan, view, onView, again, mayChange, onDefaults }: HeadProps) {
  const repairs = Object.keys(plan.repairs).length + plan.newRows.length;
  return (
    <div className={classes.head}>
      <span className={classes.headIcon} aria-hidden="true">
        <IconTable size={18} stroke={1.75} />
      </span>
      <div className={classes.headText}>
        <div className={classes.headLine}>
          <strong>{plan.file}</strong> <span className={classes.quiet}>{placeWords(plan)}</span>{' '}
          <ModeTag mode={plan.mode} />
        </div>
        <div className={classes.quiet}>
          {[
            `from ${plan.by.name}, read ${readWords(plan.createdAt)}`,
            foundWords(plan),
            ...writtenWords(plan),
            ...plan.notes,
          ].join(' · ')}
          {repairs > 0 && (
            <>
              {` · ${repairs === 1 ? '1 repair' : `${repairs} repairs`} in our reading, not in the file `}
              {mayChange && (
                <Button size="compact-xs" variant="subtle" disabled={again.isPending} onClick={again.forgetRepairs}>
                  Forget {repairs === 1 ? 'it' : 'them'}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      <div className={classes.headActions}>
        <SegmentedControl
          aria-label="What is shown"
          data={[
            { value: 'sheet', label: 'Sheet' },
            { value: 'difference', label: 'Difference' },
            { value: 'compare', label: 'Compare to what runs' },
          ]}
          value={view}
          onChange={(value) => onView(value as View)}
        />
        <Button leftSection={<IconAdjustmentsHorizontal />} onClick={onDefaults} aria-label="Defaults of the workspace">
          Defaults
        </Button>
        {mayChange && (
          <Button leftSection={<IconRefresh />} loading={again.isPending} onClick={() => again.read()}>
            Read again
          </Button>
        )}
      </div>
    </div>
  );
}

const placeWords = ({ tab, range }: MediaPlan): string => {
  const cells = range.includes('!') ? range.slice(range.lastIndexOf('!') + 1) : range;
  return cells === tab || cells === '' || cells.replaceAll("'", '') === tab ? `sheet ${tab}` : `sheet ${tab}, ${cells}`;
};

/** The time alone on the same day. */
const readWords = (at: number): string => {
  const isToday = shortDate(at) === shortDate(Date.now());
  return isToday ? clock(at) : `${shortDate(at)}, ${clock(at)}`;
};
