import { Button, Card } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconDownload, IconListTree, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ListedMediaPlan, useMediaPlans, usePracticeSheets, useReadSheet } from '../../api/media-plans.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { BeginDialog } from './begin-dialog.tsx';
import { DefaultsDialog } from './defaults-dialog.tsx';
import { listColumns, PlanCompact } from './list-columns.tsx';
import { PracticeSheets } from './practice-sheets.tsx';
import { Reading, ReadingFailed } from './reading-progress.tsx';
import { useOpenMediaPlan } from './use-open-plan.ts';

export function MediaPlanList() {
  const { workspaces, workspace } = useScope();
  const { data, error, refetch } = useMediaPlans();
  const open = useOpenMediaPlan();
  const [shows, setShows] = useState<'begin' | 'defaults'>();
  const writable = workspaces.filter(({ role }) => role !== 'viewer');
  const withWorkspace = workspaces.length > 1;
  const columns = useMemo(() => listColumns(withWorkspace), [withWorkspace]);
  const begin = writable.length > 0 && (
    <Button variant="filled" leftSection={<IconPlus />} onClick={() => setShows('begin')}>
      Read a sheet
    </Button>
  );
  const close = () => setShows(undefined);
  return (
    <Page
      title="Media plans"
      note="A spreadsheet, checked cell by cell, becomes paused campaigns."
      actions={
        <>
          {workspace && (
            <>
              <Button
                leftSection={<IconDownload />}
                component="a"
                href={`/api/media-plans/running.xlsx?workspaceId=${workspace.id}`}
                title="Every campaign that has not ended, in the shape of a plan sheet"
                download
              >
                Export what runs
              </Button>
              <Button leftSection={<IconAdjustmentsHorizontal />} onClick={() => setShows('defaults')}>
                Defaults
              </Button>
            </>
          )}
          {begin || <Locked verb="Read a sheet" />}
        </>
      }
    >
      {error && !data && (
        <ReadProblem title="The media plans could not be read" text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Card>
          <TableSkeleton columns={columns} />
        </Card>
      )}
      {data?.plans.length === 0 && <Nothing action={begin} workspace={workspace ?? writable[0]} onRead={open} />}
      {data && data.plans.length > 0 && (
        <Card>
          <DataTable<ListedMediaPlan>
            label="Media plans"
            rows={data.plans}
            columns={columns}
            rowId={({ id }) => id}
            onOpen={({ id }) => open(id)}
            compact={(plan) => <PlanCompact plan={plan} />}
          />
        </Card>
      )}
      {shows === 'begin' && <BeginDialog workspaces={writable} chosen={workspace} onClose={close} onRead={open} />}
      {shows === 'defaults' && workspace && <DefaultsDialog workspace={workspace} onClose={close} />}
    </Page>
  );
}

interface NothingProps {
  action: React.ReactNode;
  workspace: Workspace | undefined;
  onRead(id: string): void;
}

function Nothing({ action, workspace, onRead }: NothingProps) {
  const mayRead = workspace !== undefined && workspace.role !== 'viewer';
  const sheets = usePracticeSheets(mayRead ? workspace.id : undefined);
  const reading = useReadSheet(onRead);
  return (
    <>
      <ReadingFailed error={reading.error} title="The sheet was not read" left="Nothing was made." />
      {reading.isPending && <Reading step={reading.step} />}
      <Card>
        <Empty title="No media plan yet" icons={<IconListTree size={28} aria-hidden="true" />} action={action}>
          Choose a spreadsheet that plans campaigns. It is read and checked, and nothing is made before somebody says
          yes.
        </Empty>
      </Card>
      {sheets.length > 0 && workspace && (
        <Card>
          <PracticeSheets
            sheets={sheets}
            isBusy={reading.isPending}
            onTry={({ id, tab }) => reading.mutate({ workspaceId: workspace.id, spreadsheet_id: id, range: tab })}
          />
        </Card>
      )}
    </>
  );
}
