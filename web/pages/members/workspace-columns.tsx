import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Workspace } from '../../api/scope.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelOrder } from '../../parts/channels.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { Status } from '../../parts/status.tsx';
import classes from './members.module.css';
import type { WorkspaceChange } from './workspace-dialog.tsx';

export const workspaceColumns = (
  onChange: (change: WorkspaceChange) => void,
  onRules: (workspace: Workspace) => void,
): Column<Workspace>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <RowName name={name} />,
  },
  { id: 'currency', header: 'Currency', cell: ({ currency }) => currency },
  {
    id: 'channels',
    header: 'Connected',
    cell: (workspace) => <Channels workspace={workspace} />,
  },
  { id: 'role', header: 'Your role', quiet: true, cell: ({ role }) => role },
  {
    id: 'state',
    header: 'Status',
    cell: ({ archived }) => <Status kind={archived ? 'ended' : 'active'}>{archived ? 'Archived' : 'Active'}</Status>,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (workspace) =>
      workspace.role === 'owner' &&
      !workspace.archived && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`What to do with ${workspace.name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onRules(workspace)}>Approval rules …</Menu.Item>
            <Menu.Item onClick={() => onChange({ kind: 'rename', workspace })}>Rename …</Menu.Item>
            <Menu.Item color="red" onClick={() => onChange({ kind: 'archive', workspace })}>
              Archive …
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
  },
];

const Channels = ({ workspace: { modes } }: { workspace: Workspace }) => (
  <span className={classes.channels}>
    {Object.keys(modes)
      .filter((channel) => modes[channel] !== null)
      .sort((a, b) => channelOrder(a) - channelOrder(b))
      .map((channel) => (
        <ChannelIcon key={channel} channel={channel} labelled />
      ))}
  </span>
);

export const WorkspaceCompact = ({ workspace }: { workspace: Workspace }) => (
  <div>
    <RowName name={workspace.name}>
      <Channels workspace={workspace} />
    </RowName>
    <div className={classes.about}>
      {[workspace.currency, workspace.role, workspace.archived && 'archived'].filter(Boolean).join(' · ')}
    </div>
  </div>
);
