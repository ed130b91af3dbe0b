import { Button, Card, FileButton, Progress } from '@mantine/core';
import { IconSend, IconUpload } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { type Destinations, useDestinations } from '../../api/conversions.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { type Upload, useUpload } from '../../api/use-upload.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import classes from './conversions.module.css';
import { CardsWaiting, DestinationCards } from './destination-cards.tsx';
import { ImportCard } from './import-card.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LeadsCard } from './leads-card.tsx';
import { Ledger } from './ledger.tsx';
import type { TestModes } from './ledger-columns.tsx';
import { TestEvent } from './test-event.tsx';
import { useImports } from './use-imports.ts';

export default function ConversionsPage() {
  const { workspace } = useScope();
  if (workspace) return <Conversions key={workspace.id} workspace={workspace} />;
  return <ChooseWorkspace title="Conversions" what="conversions" />;
}

function Conversions({ workspace }: { workspace: Workspace }) {
  const { data, error, refetch, isFetching } = useDestinations(workspace.id);
  const [testing, setTesting] = useState(false);
  const modes = useMemo(
    (): TestModes => Object.fromEntries((data?.channels ?? []).map(({ channel, testEvents }) => [channel, testEvents])),
    [data],
  );
  const nameOf = useCallback(
    (channel: string, id: string) =>
      [...(data?.destinations ?? []), ...(data?.closed ?? [])].find((one) => one.channel === channel && one.id === id)
        ?.name,
    [data],
  );
  const mayChange = workspace.role !== 'viewer';
  const files = useFiles(workspace.id);
  return (
    <Page
      title="Conversions"
      note="What the ads brought in, told back to the platforms, each event once."
      actions={
        mayChange ? (
          <Actions upload={files.upload} onTest={data && (() => setTesting(true))} />
        ) : (
          <Locked verb="Send a test event" />
        )
      }
    >
      {error && !data && (
        <ReadProblem
          title="The destinations could not be read"
          text={`${error.message} Nothing was sent.`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <CardsWaiting />}
      {data && (
        <DestinationCards workspace={workspace} read={data} isReading={isFetching} onRead={() => void refetch()} />
      )}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Ledger workspace={workspace} modes={modes} nameOf={nameOf} />
          <Files workspaceId={workspace.id} files={files} mayChange={mayChange} channels={connected(data)} />
        </div>
        <LeadsCard workspace={workspace} />
      </div>
      {testing && data && <TestEvent workspace={workspace} read={data} onClose={() => setTesting(false)} />}
    </Page>
  );
}

const connected = (read: Destinations | undefined): string[] =>
  (read?.channels ?? [])
    .map(({ channel }) => channel)
    .filter((channel) => !read?.missing.some((one) => one.channel === channel && one.code === 'not_connected'));

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.ods';

function Actions({ upload, onTest }: { upload: Upload; onTest: (() => void) | undefined }) {
  return (
    <>
      <FileButton accept={ACCEPTED} onChange={(file) => file && upload.send(file)}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload />} loading={upload.fraction !== undefined}>
            Import a file
          </Button>
        )}
      </FileButton>
      <Button variant="filled" leftSection={<IconSend />} disabled={!onTest} onClick={onTest}>
        Send a test event
      </Button>
    </>
  );
}

function useFiles(workspaceId: string) {
  const imports = useImports(workspaceId);
  const [choosing, setChoosing] = useState<string>();
  const { read } = imports;
  const onDone = useCallback(
    (id: string | undefined) => {
      void read();
      setChoosing(id);
    },
    [read],
  );
  const upload = useUpload('/api/conversion-imports', workspaceId, onDone);
  return { imports, upload, choosing, setChoosing };
}

interface FilesProps {
  workspaceId: string;
  files: ReturnType<typeof useFiles>;
  mayChange: boolean;
  channels: readonly string[];
}

/** Files that arrive, wait for their columns, are sent, or are done. */
function Files({ workspaceId, files: { imports, upload, choosing, setChoosing }, mayChange, channels }: FilesProps) {
  const chosen = imports.imports.find(({ id }) => id === choosing);
  return (
    <>
      {upload.fraction !== undefined && (
        <Card p={16} role="status">
          {upload.fraction < 1 ? `Sending ${upload.name}` : `Reading ${upload.name}`}
          <Progress value={upload.fraction * 100} mt={8} size="sm" aria-label={`Upload of ${upload.name}`} />
        </Card>
      )}
      {upload.problem && <Problem title="The file was not taken" text={upload.problem} onClose={upload.forget} />}
      {imports.imports.map((one) => (
        <ImportCard
          key={one.id}
          workspaceId={workspaceId}
          one={one}
          imports={imports}
          mayChange={mayChange}
          onColumns={() => setChoosing(one.id)}
        />
      ))}
      {chosen && (
        <ImportDialog
          workspaceId={workspaceId}
          one={chosen}
          channels={channels}
          onClose={() => setChoosing(undefined)}
          onSend={() => {
            setChoosing(undefined);
            void imports.go(chosen);
          }}
        />
      )}
    </>
  );
}
