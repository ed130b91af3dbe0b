import { Button, Card, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { api, readAgain } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { wholeCount } from '../../format/number.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyCompact, keyColumns } from './key-columns.tsx';
import { KeyShown } from './key-shown.tsx';
import classes from './keys.module.css';
import { RevokeKey } from './revoke-key.tsx';
import { RollKey } from './roll-key.tsx';
import { isPast, type KeyRecord, type MadeKey } from './types.ts';

type Doing = { what: 'create' } | { what: 'roll' | 'revoke'; key: KeyRecord } | { what: 'shown'; made: MadeKey };

interface Narrowing {
  q?: string | undefined;
  show?: string | undefined;
}

export default function KeysPage() {
  const { all } = useScope();
  return all.length === 0 ? <ChooseWorkspace title="API keys" what="keys" /> : <AllKeys />;
}

function AllKeys() {
  const { workspaces, workspaceIds, all } = useScope();
  const { data, error, refetch } = useQuery({
    ...api.keys.list.queryOptions({ workspaceIds }),
    refetchInterval: 15_000,
  });
  const [doing, setDoing] = useState<Doing>();
  const mayChange = useMemo(() => new Set(all.filter(({ role }) => role !== 'viewer').map(({ id }) => id)), [all]);
  const columns = useMemo(
    () =>
      keyColumns({
        windowS: data?.windowS ?? 300,
        manyWorkspaces: workspaces.length > 1,
        mayChange,
        onRoll: (key) => setDoing({ what: 'roll', key }),
        onRevoke: (key) => setDoing({ what: 'revoke', key }),
      }),
    [data?.windowS, workspaces.length, mayChange],
  );
  const close = () => setDoing(undefined);
  const finished = (made?: MadeKey) => {
    setDoing(made && { what: 'shown', made });
    void readAgain(api.keys.list.pathFilter());
  };
  const create = mayChange.size > 0 && (
    <Button variant="filled" leftSection={<IconPlus />} onClick={() => setDoing({ what: 'create' })}>
      Create key
    </Button>
  );
  return (
    <Page title="API keys" actions={create || <Locked verb="Create key" />}>
      <KeyList keys={data?.keys} state={data ? 'read' : error ? 'failed' : 'pending'} columns={columns} create={create}>
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
      {doing?.what === 'create' && <CreateKey limit={data?.limit ?? 9000} onClose={close} onMade={finished} />}
      {doing?.what === 'roll' && <RollKey apiKey={doing.key} onClose={close} onMade={finished} />}
      {doing?.what === 'revoke' && <RevokeKey apiKey={doing.key} onClose={close} onDone={() => finished()} />}
      {doing?.what === 'shown' && <KeyShown made={doing.made} onClose={close} />}
    </Page>
  );
}

const NONE: readonly KeyRecord[] = [];

interface KeyListProps {
  keys: readonly KeyRecord[] | undefined;
  state: 'pending' | 'failed' | 'read';
  columns: Column<KeyRecord>[];
  create: ReactNode;
  /** Stands below the filters. */
  children: ReactNode;
}

/** The keys that the address asks for, or why there are none. */
function KeyList({ keys = NONE, state, columns, create, children }: KeyListProps) {
  const {
    q: search = '',
    show = 'all',
    key: named,
  } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const put = (change: Narrowing) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  const shown = useMemo(
    () =>
      keys.filter(
        (key) =>
          (show === 'all' || isPast(key) === (show === 'past')) &&
          `${key.name} ${key.lastFour}`.toLowerCase().includes(search.trim().toLowerCase()),
      ),
    [keys, show, search],
  );
  return (
    <>
      <KeyFilters keys={keys} search={search} show={show} onChange={put} />
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
        <NoMatch
          what="key"
          filterCount={Number(show !== 'all') + Number(search !== '')}
          onClear={() => put({ q: undefined, show: undefined })}
        />
      )}
      {shown.length > 0 && (
        <Card>
          <DataTable
            label="API keys"
            rows={shown}
            columns={columns}
            rowId={({ id }) => id}
            active={named}
            compact={(key) => <KeyCompact apiKey={key} />}
          />
        </Card>
      )}
    </>
  );
}

interface FiltersProps {
  keys: readonly KeyRecord[];
  search: string;
  show: string;
  onChange(change: Narrowing): void;
}

function KeyFilters({ keys, search, show, onChange }: FiltersProps) {
  const past = keys.filter(isPast).length;
  return (
    <div className={classes.top}>
      <p className={classes.lead}>
        A key opens one workspace to an agent or a program, over MCP or plain HTTP. It is shown once and stored as a
        hash. A revoked key stops within one second.
      </p>
      <TextInput
        className={`${classes.search} quiet`}
        size="xs"
        placeholder="Name or last four"
        aria-label="Name or last four"
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => onChange({ q: event.currentTarget.value || undefined })}
      />
      <SegmentedControl
        aria-label="Which keys"
        value={show}
        onChange={(chosen) => onChange({ show: chosen === 'all' ? undefined : chosen })}
        data={[
          { value: 'all', label: `All ${wholeCount(keys.length)}` },
          { value: 'active', label: `Active ${wholeCount(keys.length - past)}` },
          { value: 'past', label: `Past ${wholeCount(past)}` },
        ]}
      />
    </div>
  );
}
