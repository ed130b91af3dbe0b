import { Button, Card } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { api, readAgain } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { ConnectAgent } from './connect-agent.tsx';
import { CreateKey } from './create-key.tsx';
import { Grants } from './grants.tsx';
import { KeyCompact, keyColumns } from './key-columns.tsx';
import { KeyShown } from './key-shown.tsx';
import classes from './keys.module.css';
import { isShown, ListFilters, useNarrowing } from './list-filters.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RollKey } from './roll-key.tsx';
import { isPast, type KeyRecord, type MadeKey } from './types.ts';

type Doing =
  | { what: 'create' | 'connect' }
  | { what: 'roll' | 'revoke'; key: KeyRecord }
  | { what: 'shown'; made: MadeKey };

export default function KeysPage() {
  const { all } = useScope();
  return all.length === 0 ? <ChooseWorkspace title="API keys" what="keys" /> : <AllKeys />;
}

function AllKeys() {
  const { all } = useScope();
  const { list } = useNarrowing();
  const { data } = useKeys();
  const [doing, setDoing] = useState<Doing>();
  const mayChange = useMemo(() => new Set(all.filter(({ role }) => role !== 'viewer').map(({ id }) => id)), [all]);
  const finished = (made?: MadeKey) => {
    setDoing(made && { what: 'shown', made });
    void readAgain(api.keys.list.pathFilter());
  };
  const connect = <Button onClick={() => setDoing({ what: 'connect' })}>Connect an agent</Button>;
  const create = mayChange.size > 0 && (
    <Button variant="filled" leftSection={<IconPlus />} onClick={() => setDoing({ what: 'create' })}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      actions={
        <>
          {connect}
          {create || <Locked verb="Create key" />}
        </>
      }
    >
      {list === 'grants' ? (
        <Grants connect={connect} />
      ) : (
        <Keys mayChange={mayChange} create={create} onDo={setDoing} />
      )}
      {doing && (
        <KeyDialog doing={doing} limit={data?.limit ?? 9000} onClose={() => setDoing(undefined)} onDone={finished} />
      )}
    </Page>
  );
}

function useKeys() {
  const { workspaceIds } = useScope();
  return useQuery({ ...api.keys.list.queryOptions({ workspaceIds }), refetchInterval: 15_000 });
}

interface KeysProps {
  mayChange: ReadonlySet<string>;
  create: ReactNode;
  onDo(doing: Doing): void;
}

/** What only owners let a key do. */
function usePermissions() {
  const again = () => void readAgain(api.keys.list.pathFilter());
  const people = useMutation(api.keys.setPersonalData.mutationOptions({ onSuccess: again }));
  const code = useMutation(api.keys.setCustomHtml.mutationOptions({ onSuccess: again }));
  const { mutate: setPeople } = people;
  const { mutate: setCode } = code;
  const togglePeople = useCallback(
    ({ id, personalData }: KeyRecord) => setPeople({ id, allowed: !personalData }),
    [setPeople],
  );
  const toggleCode = useCallback(({ id, customHtml }: KeyRecord) => setCode({ id, allowed: !customHtml }), [setCode]);
  return { togglePeople, toggleCode, error: people.error ?? code.error };
}

function Keys({ mayChange, create, onDo }: KeysProps) {
  const { all, workspaces } = useScope();
  const { data, error, refetch } = useKeys();
  const windowS = data?.windowS ?? 300;
  const { togglePeople, toggleCode, error: refused } = usePermissions();
  const owned = useMemo(() => new Set(all.filter(({ role }) => role === 'owner').map(({ id }) => id)), [all]);
  const columns = useMemo(
    () =>
      keyColumns({
        windowS,
        manyWorkspaces: workspaces.length > 1,
        mayChange,
        owned,
        onPersonalData: togglePeople,
        onCustomHtml: toggleCode,
        onRoll: (key) => onDo({ what: 'roll', key }),
        onRevoke: (key) => onDo({ what: 'revoke', key }),
      }),
    [windowS, workspaces.length, mayChange, owned, togglePeople, toggleCode, onDo],
  );
  return (
    <>
      <Failed error={refused} title="The permission was not changed" />
      <KeyList
        keys={data?.keys}
        windowS={windowS}
        state={data ? 'read' : error ? 'failed' : 'pending'}
        columns={columns}
        create={create}
      >
        {error && !data && (
          <ReadProblem
            title="The keys could not be read"
            text={`${error.message} Nothing was changed.`}
            onRetry={() => void refetch()}
          />
        )}
      </KeyList>
      {data?.more && (
        <p className={classes.lead}>
          These are the newest keys. Choose a workspace to see its own; <code>adhelm key list</code> shows all of them.
        </p>
      )}
    </>
  );
}

interface DialogProps {
  doing: Doing;
  limit: number;
  onClose(): void;
  onDone(made?: MadeKey): void;
}

function KeyDialog({ doing, limit, onClose, onDone }: DialogProps) {
  if (doing.what === 'create') return <CreateKey limit={limit} onClose={onClose} onMade={onDone} />;
  if (doing.what === 'roll') return <RollKey apiKey={doing.key} onClose={onClose} onMade={onDone} />;
  if (doing.what === 'revoke') return <RevokeKey apiKey={doing.key} onClose={onClose} onDone={() => onDone()} />;
  if (doing.what === 'shown') return <KeyShown made={doing.made} onClose={onClose} />;
  return <ConnectAgent onClose={onClose} />;
}

const NONE: readonly KeyRecord[] = [];

interface KeyListProps {
  keys: readonly KeyRecord[] | undefined;
  windowS: number;
  state: 'pending' | 'failed' | 'read';
  columns: Column<KeyRecord>[];
  create: ReactNode;
  /** Stands below the filters. */
  children: ReactNode;
}

/** The keys that the address asks for, or why there are none. */
function KeyList({ keys = NONE, windowS, state, columns, create, children }: KeyListProps) {
  const { key: named } = useSearch({ strict: false }) as { key?: string };
  const { search, show, put, filterCount } = useNarrowing();
  const shown = useMemo(
    () =>
      keys.filter(
        (key) =>
          isShown(isPast(key), show) &&
          `${key.name} ${key.lastFour}`.toLowerCase().includes(search.trim().toLowerCase()),
      ),
    [keys, show, search],
  );
  return (
    <>
      <ListFilters
        lead="A key opens one workspace to an agent or a program, over MCP or plain HTTP. It is shown once and stored as a hash. A revoked key stops within one second."
        searched="Name or last four"
        label="Which keys"
        count={keys.length}
        past={keys.filter(isPast).length}
      />
      {children}
      {state === 'pending' && (
        <Card>
          <TableSkeleton columns={columns} />
        </Card>
      )}
      {state === 'read' && keys.length === 0 && (
        <Card>
          <Empty title="No keys yet" action={create}>
            Every key of the workspace would be listed here, with what it may do and when it was last used.
          </Empty>
        </Card>
      )}
      {keys.length > 0 && shown.length === 0 && (
        <NoMatch what="key" filterCount={filterCount} onClear={() => put({ q: undefined, show: undefined })} />
      )}
      {shown.length > 0 && (
        <Card>
          <DataTable
            label="API keys"
            rows={shown}
            columns={columns}
            rowId={({ id }) => id}
            active={named}
            compact={(key) => <KeyCompact apiKey={key} windowS={windowS} />}
          />
        </Card>
      )}
    </>
  );
}
