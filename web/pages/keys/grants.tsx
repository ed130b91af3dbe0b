import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api, readAgain } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { GrantCompact, grantColumns } from './grant-columns.tsx';
import classes from './keys.module.css';
import { isShown, ListFilters, useNarrowing } from './list-filters.tsx';
import { RevokeGrant } from './revoke-grant.tsx';
import { type GrantRecord, isPast } from './types.ts';

const NONE: readonly GrantRecord[] = [];

/** What people gave to clients that signed in: one's own, and for owners everybody's. */
export function Grants({ connect }: { connect: ReactNode }) {
  const { workspaces, workspaceIds } = useScope();
  const [revoking, setRevoking] = useState<GrantRecord>();
  const { data, error, refetch } = useQuery({
    ...api.grants.list.queryOptions({ workspaceIds }),
    refetchInterval: 15_000,
  });
  const columns = useMemo(
    () => grantColumns({ manyWorkspaces: workspaces.length > 1, onRevoke: setRevoking }),
    [workspaces.length],
  );
  const grants = data?.grants ?? NONE;
  const done = () => {
    setRevoking(undefined);
    void readAgain(api.grants.list.pathFilter());
  };
  return (
    <>
      <ListFilters
        lead="A client that somebody connected by signing in, without a key. It can do what that person chose, and stops within one second when it is revoked."
        searched="Client, host or person"
        label="Which clients"
        count={grants.length}
        past={grants.filter(isPast).length}
      />
      {error && !data && (
        <ReadProblem
          title="The signed-in clients could not be read"
          text={`${error.message} Nothing was changed.`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Card>
          <TableSkeleton columns={columns} />
        </Card>
      )}
      {data && grants.length === 0 && <NoGrants connect={connect} />}
      {grants.length > 0 && <GrantTable grants={grants} columns={columns} />}
      {data?.more && <p className={classes.lead}>These are the newest. Choose a workspace to see its own.</p>}
      {revoking && <RevokeGrant grant={revoking} onClose={() => setRevoking(undefined)} onDone={done} />}
    </>
  );
}

/** Those that the address asks for, newest first. */
function GrantTable({ grants, columns }: { grants: readonly GrantRecord[]; columns: Column<GrantRecord>[] }) {
  const { search, show, put, filterCount } = useNarrowing();
  const shown = useMemo(
    () => grants.filter((grant) => isShown(isPast(grant), show) && matches(grant, search)).reverse(),
    [grants, show, search],
  );
  if (shown.length === 0)
    return <NoMatch what="client" filterCount={filterCount} onClear={() => put({ q: undefined, show: undefined })} />;
  return (
    <Card>
      <DataTable
        label="Signed-in clients"
        rows={shown}
        columns={columns}
        rowId={({ id }) => id}
        compact={(grant) => <GrantCompact grant={grant} />}
        compactUpTo={900}
      />
    </Card>
  );
}

const NoGrants = ({ connect }: { connect: ReactNode }) => (
  <Card>
    <Empty title="No client has signed in yet" action={connect}>
      Clients that you connect would be listed here, with what you gave them and when they last used it.
    </Empty>
  </Card>
);

const matches = ({ client, person }: GrantRecord, search: string) =>
  `${client.name} ${client.redirectHost} ${person.email ?? ''} ${person.name ?? ''}`
    .toLowerCase()
    .includes(search.trim().toLowerCase());
