import { Button, Card, FileButton, Progress } from '@mantine/core';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useMemo, useState } from 'react';
import { useOpened } from '../../address/use-opened.ts';
import { api } from '../../api/client.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { RemoveSheet } from './remove-sheet.tsx';
import { ACCEPTED, ANEW, type Sheet, SheetCompact, sheetColumns } from './sheet-columns.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import classes from './sheets.module.css';
import { useImport } from './use-import.ts';

export default function SheetsPage() {
  const { workspace } = useScope();
  if (workspace) return <Sheets key={workspace.id} workspace={workspace} />;
  return <ChooseWorkspace title="Sheets" what="spreadsheets" icons={<IconTable size={28} aria-hidden="true" />} />;
}

function Sheets({ workspace }: { workspace: Workspace }) {
  const workspaceId = workspace.id;
  const { data, error, refetch } = useQuery(api.sheets.list.queryOptions({ workspaceId }));
  const [over, setOver] = useState(false);
  const opened = useOpened('open');
  const open = data?.sheets.find(({ id }) => id === opened.id);
  const [removing, setRemoving] = useState<Sheet>();
  const importing = useImport(workspaceId, () => void refetch());
  const mayChange = workspace.role !== 'viewer';
  const { send } = importing;
  const columns = useMemo(
    () => sheetColumns({ mayChange, onReplace: (file, id) => send(file, id), onRemove: setRemoving }),
    [mayChange, send],
  );
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && mayChange) send(file);
  };
  const choose = (
    <FileButton accept={ACCEPTED} inputProps={ANEW} onChange={(file) => file && send(file)}>
      {(props) => (
        <Button {...props} variant="filled" leftSection={<IconPlus />} loading={importing.fraction !== undefined}>
          Import
        </Button>
      )}
    </FileButton>
  );
  return (
    <Page
      title="Sheets"
      note="Plans and lists that agents can read."
      actions={mayChange ? choose : <Locked verb="Import" />}
    >
      <section
        className={classes.drop}
        data-over={over}
        aria-label="Drop a file to import it"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        {importing.fraction !== undefined && (
          <Card p={16} mb={12} role="status">
            {importing.fraction < 1 ? `Sending ${importing.name}` : `Reading ${importing.name}`}
            <Progress
              value={importing.fraction * 100}
              mt={8}
              size="sm"
              aria-label={`Import of ${importing.name}`}
              animated
            />
          </Card>
        )}
        {importing.problem && (
          <Problem title="The file was not imported" text={importing.problem} onClose={importing.forget} />
        )}
        {error && !data && <Problem title="The sheets could not be read" text={error.message} />}
        {!data && !error && (
          <Card>
            <TableSkeleton columns={columns} />
          </Card>
        )}
        {data?.sheets.length === 0 && (
          <Card>
            <Empty
              title="No spreadsheets yet"
              icons={<IconTable size={28} aria-hidden="true" />}
              action={mayChange && choose}
            >
              Drop a file anywhere here: Excel, OpenDocument, CSV. Agents read it by its id.
            </Empty>
          </Card>
        )}
        {data && data.sheets.length > 0 && (
          <Card>
            <DataTable<Sheet>
              label="Spreadsheets"
              rows={data.sheets}
              columns={columns}
              rowId={({ id }) => id}
              onOpen={({ id }) => opened.open(id)}
              compact={(sheet) => <SheetCompact sheet={sheet} />}
            />
          </Card>
        )}
      </section>
      {open && <SheetPreview key={open.id} workspaceId={workspaceId} sheet={open} onClose={opened.close} />}
      {removing && (
        <RemoveSheet
          workspaceId={workspaceId}
          sheet={removing}
          onClose={() => setRemoving(undefined)}
          onDone={() => {
            setRemoving(undefined);
            void refetch();
          }}
        />
      )}
    </Page>
  );
}
