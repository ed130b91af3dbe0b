import { Button, Card, FileButton, Progress } from '@mantine/core';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useOpened } from '../../address/use-opened.ts';
import { api, readAgain } from '../../api/client.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { useUpload } from '../../api/use-upload.ts';
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

export default function SheetsPage() {
  const { workspace } = useScope();
  if (workspace) return <Sheets key={workspace.id} workspace={workspace} />;
  return <ChooseWorkspace title="Sheets" what="spreadsheets" icons={<IconTable size={28} aria-hidden="true" />} />;
}

const readList = () => void readAgain(api.sheets.list.pathFilter());

function Sheets({ workspace }: { workspace: Workspace }) {
  const workspaceId = workspace.id;
  const { data, error } = useQuery(api.sheets.list.queryOptions({ workspaceId }));
  const opened = useOpened('open');
  const open = data?.sheets.find(({ id }) => id === opened.id);
  const [removing, setRemoving] = useState<Sheet>();
  const importing = useUpload('/api/sheets', workspaceId, readList);
  const mayChange = workspace.role !== 'viewer';
  const { send } = importing;
  const columns = useMemo(
    () => sheetColumns({ mayChange, onReplace: (file, id) => send(file, id), onRemove: setRemoving }),
    [mayChange, send],
  );
  const choose = <ImportButton busy={importing.fraction !== undefined} onFile={send} />;
  return (
    <Page
      title="Sheets"
      note="Plans and lists that agents can read."
      actions={mayChange ? choose : <Locked verb="Import" />}
    >
      <DropArea onFile={(file) => mayChange && send(file)}>
        <ImportProgress {...importing} />
        {importing.problem && (
          <Problem title="The file was not imported" text={importing.problem} onClose={importing.forget} />
        )}
        {error && !data && <Problem title="The sheets could not be read" text={error.message} />}
        {!data && !error && (
          <Card>
            <TableSkeleton columns={columns} />
          </Card>
        )}
        {data?.sheets.length === 0 && <NoSheets action={mayChange && choose} />}
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
      </DropArea>
      {open && <SheetPreview key={open.id} workspaceId={workspaceId} sheet={open} onClose={opened.close} />}
      {removing && (
        <RemoveSheet
          workspaceId={workspaceId}
          sheet={removing}
          onClose={() => setRemoving(undefined)}
          onDone={() => {
            setRemoving(undefined);
            readList();
          }}
        />
      )}
    </Page>
  );
}

function ImportButton({ busy, onFile }: { busy: boolean; onFile(file: File): void }) {
  return (
    <FileButton accept={ACCEPTED} inputProps={ANEW} onChange={(file) => file && onFile(file)}>
      {(props) => (
        <Button {...props} variant="filled" leftSection={<IconPlus />} loading={busy}>
          Import
        </Button>
      )}
    </FileButton>
  );
}

/** Takes a file that is dropped anywhere on it. */
function DropArea({ onFile, children }: { onFile(file: File): void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  return (
    <section
      className={classes.drop}
      data-over={over}
      aria-label="Drop a file to import it"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
    </section>
  );
}

function ImportProgress({ fraction, name }: Pick<ReturnType<typeof useUpload>, 'fraction' | 'name'>) {
  if (fraction === undefined) return null;
  return (
    <Card p={16} mb={12} role="status">
      {fraction < 1 ? `Sending ${name}` : `Reading ${name}`}
      <Progress value={fraction * 100} mt={8} size="sm" aria-label={`Import of ${name}`} animated />
    </Card>
  );
}

function NoSheets({ action }: { action: ReactNode }) {
  return (
    <Card>
      <Empty title="No spreadsheets yet" icons={<IconTable size={28} aria-hidden="true" />} action={action}>
        Drop a file anywhere here: Excel, OpenDocument, CSV. Agents read it by its id.
      </Empty>
    </Card>
  );
}
