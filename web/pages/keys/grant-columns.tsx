import { Button } from '@mantine/core';
import { relative } from '../../format/time.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { Status } from '../../parts/status.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { Channels, May } from './access-cells.tsx';
import classes from './keys.module.css';
import { type GrantRecord, isPast } from './types.ts';

interface Options {
  manyWorkspaces: boolean;
  onRevoke(grant: GrantRecord): void;
}

export function grantColumns({ manyWorkspaces, onRevoke }: Options): Column<GrantRecord>[] {
  return [
    { id: 'client', header: 'Client', cell: (grant) => <RowName name={grant.client.name} past={isPast(grant)} /> },
    { id: 'host', header: 'Host', cell: ({ client }) => client.redirectHost, quiet: true },
    { id: 'person', header: 'Given by', cell: (grant) => <RowName name={giver(grant)} /> },
    ...(manyWorkspaces
      ? [{ id: 'workspace', header: 'Workspace', cell: ({ workspaceName }: GrantRecord) => workspaceName, quiet: true }]
      : []),
    { id: 'channels', header: 'Channels', cell: ({ channels }) => <Channels channels={channels} /> },
    { id: 'may', header: 'May', cell: ({ readOnly }) => <May readOnly={readOnly} /> },
    { id: 'status', header: 'Status', cell: (grant) => <GrantStatus grant={grant} /> },
    {
      id: 'used',
      header: 'Last used',
      quiet: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeText time={lastUsedAt} /> : 'never'),
    },
    {
      id: 'expires',
      header: 'Expires',
      quiet: true,
      cell: ({ status, expiresAt }) => (status === 'revoked' ? '–' : <TimeText time={expiresAt} />),
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (grant) => !isPast(grant) && <Revoke grant={grant} onRevoke={onRevoke} />,
    },
  ];
}

const giver = ({ own, person }: GrantRecord) => (own ? 'You' : (person.email ?? 'an erased account'));

const Revoke = ({ grant, onRevoke }: { grant: GrantRecord } & Pick<Options, 'onRevoke'>) => (
  <Button
    size="xs"
    aria-label={`Revoke ${grant.client.name}, given by ${giver(grant)}`}
    onClick={() => onRevoke(grant)}
  >
    Revoke …
  </Button>
);

function GrantStatus({ grant: { status, revokedAt } }: { grant: GrantRecord }) {
  if (status === 'revoked')
    return <Status kind="refused">{`Revoked ${revokedAt ? relative(revokedAt, Date.now()) : ''}`}</Status>;
  return status === 'expired' ? <Status kind="ended">Expired</Status> : <Status kind="active" />;
}

export const GrantCompact = ({ grant }: { grant: GrantRecord }) => (
  <div className={classes.compact}>
    <div className={classes.compactRow}>
      <RowName name={grant.client.name} past={isPast(grant)} />
      <GrantStatus grant={grant} />
    </div>
    <div className={`${classes.compactRow} ${classes.unit}`}>
      <span>{grant.client.redirectHost}</span>
      <May readOnly={grant.readOnly} />
    </div>
    <div className={classes.unit}>Given by {giver(grant)}</div>
    <Channels channels={grant.channels} />
  </div>
);
