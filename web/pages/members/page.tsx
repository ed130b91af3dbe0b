import { Button, Card } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api, readAgain } from '../../api/client.ts';
import { useMe, type Workspace } from '../../api/scope.ts';
import { wholeCount } from '../../format/number.ts';
import { ApprovalRules } from '../../parts/approval-rules.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import { Page } from '../../shell/page.tsx';
import { Invite } from './invite.tsx';
import { MemberCompact, memberColumns } from './member-columns.tsx';
import { type MemberChange, MemberDialog } from './member-dialog.tsx';
import classes from './members.module.css';
import { rowsOf } from './rows.ts';
import { WorkspaceCompact, workspaceColumns } from './workspace-columns.tsx';
import { type WorkspaceChange, WorkspaceDialog } from './workspace-dialog.tsx';

type Doing =
  | { what: 'invite' }
  | { what: 'member'; change: MemberChange }
  | { what: 'workspace'; change: WorkspaceChange };

export default function MembersPage() {
  const { organization, workspaces } = useMe();
  const owns = organization.role === 'owner';
  const { data, error } = useQuery(api.members.list.queryOptions());
  const [doing, setDoing] = useState<Doing>();
  const rows = useMemo(() => rowsOf(data, workspaces), [data, workspaces]);
  const columns = useMemo(() => memberColumns(owns, (change) => setDoing({ what: 'member', change })), [owns]);
  const changeWorkspace = useCallback((change: WorkspaceChange) => setDoing({ what: 'workspace', change }), []);
  const close = () => setDoing(undefined);
  const done = () => {
    close();
    void readAgain(api.members.list.pathFilter());
  };
  return (
    <Page
      title="Members"
      note={`Who may look at and change ${organization.name}.`}
      actions={
        owns ? (
          <Button variant="filled" leftSection={<IconPlus />} onClick={() => setDoing({ what: 'invite' })}>
            Invite
          </Button>
        ) : (
          <Locked verb="Invite" why="Owners invite." />
        )
      }
    >
      {error && !data && <Problem title="The members could not be read" text={error.message} />}
      <Card>
        {data ? (
          <DataTable
            label="Members"
            rows={rows}
            columns={columns}
            rowId={({ id }) => id}
            compact={(member) => <MemberCompact member={member} />}
          />
        ) : (
          !error && <TableSkeleton columns={columns} />
        )}
      </Card>
      {data?.more && (
        <p>
          These are the oldest members. <code>adhelm member list</code> shows all of them.
        </p>
      )}
      <Workspaces onChange={changeWorkspace} />
      {doing?.what === 'invite' && <Invite onClose={done} />}
      {doing?.what === 'member' && <MemberDialog change={doing.change} onClose={close} onDone={done} />}
      {doing?.what === 'workspace' && <WorkspaceDialog change={doing.change} onClose={close} onDone={done} />}
    </Page>
  );
}

function Workspaces({ onChange }: { onChange(change: WorkspaceChange): void }) {
  const { organization, workspaces, workspacesTotal } = useMe();
  const [ruled, setRuled] = useState<Workspace>();
  const columns = useMemo(() => workspaceColumns(onChange, setRuled), [onChange]);
  const owns = organization.role === 'owner';
  const create = (
    <Button size="xs" leftSection={<IconPlus />} onClick={() => onChange({ kind: 'create' })}>
      Create workspace
    </Button>
  );
  return (
    <>
      <div className={classes.heading}>
        <h2>Workspaces</h2>
        {owns && workspaces.length > 0 && create}
      </div>
      <Card>
        {workspaces.length === 0 ? (
          <Empty title="No workspace yet" action={owns && create}>
            A workspace holds one set of connections and keys: a brand, a market or a client.
          </Empty>
        ) : (
          <DataTable
            label="Workspaces"
            rows={workspaces}
            columns={columns}
            rowId={({ id }) => id}
            compact={(workspace) => <WorkspaceCompact workspace={workspace} />}
          />
        )}
      </Card>
      {ruled && <ApprovalRules workspace={ruled} onClose={() => setRuled(undefined)} />}
      {workspacesTotal > workspaces.filter(({ archived }) => !archived).length && (
        <p>
          These are the oldest of {wholeCount(workspacesTotal)} workspaces. <code>adhelm workspace list</code> shows all
          of them, and a key of the whole organization reaches each.
        </p>
      )}
    </>
  );
}
