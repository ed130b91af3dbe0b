import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { Status } from '../../parts/status.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import type { MemberChange } from './member-dialog.tsx';
import classes from './members.module.css';
import type { MemberRow, Role } from './rows.ts';

const ROLES: Record<Role, string> = { owner: 'Owner', approver: 'Approver', member: 'Member', viewer: 'Viewer' };
const OTHERS = Object.keys(ROLES) as Role[];

export const memberColumns = (owns: boolean, onChange: (change: MemberChange) => void): Column<MemberRow>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, you }) => <RowName name={name}>{you && <Tag>you</Tag>}</RowName>,
  },
  { id: 'email', header: 'E-mail', quiet: true, cell: ({ email }) => email ?? '–' },
  { id: 'role', header: 'Role', cell: ({ role }) => ROLES[role] },
  { id: 'where', header: 'Where', leaves: 2, cell: ({ where }) => where },
  {
    id: 'state',
    header: 'Status',
    cell: ({ until }) =>
      until ? (
        <span className={classes.state}>
          <Status kind="scheduled">Invited, until</Status> <TimeText time={until} />
        </span>
      ) : (
        <Status kind="active" />
      ),
  },
  { id: 'totp', header: 'Second factor', quiet: true, leaves: 1, cell: ({ totp }) => (totp ? 'on' : '–') },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (member) =>
      owns &&
      !member.you && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`What to do with ${member.name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {member.until === null &&
              OTHERS.filter((role) => role !== member.role).map((role) => (
                <Menu.Item key={role} onClick={() => onChange({ kind: 'role', member, role })}>
                  Make {ROLES[role].toLowerCase()} …
                </Menu.Item>
              ))}
            <Menu.Item color="red" onClick={() => onChange({ kind: member.until ? 'withdraw' : 'remove', member })}>
              {member.until ? 'Withdraw the invitation …' : 'Remove …'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
  },
];

export const MemberCompact = ({ member }: { member: MemberRow }) => (
  <div>
    <RowName name={member.name}>{member.you && <Tag>you</Tag>}</RowName>
    <div className={classes.about}>
      {[ROLES[member.role], member.email, member.until && 'invited'].filter(Boolean).join(' · ')}
    </div>
  </div>
);
