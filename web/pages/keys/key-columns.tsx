import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { wholeCount } from '../../format/number.ts';
import { relative } from '../../format/time.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { Status } from '../../parts/status.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { Channels, May } from './access-cells.tsx';
import classes from './keys.module.css';
import { isPast, type KeyRecord } from './types.ts';

interface Options {
  windowS: number;
  manyWorkspaces: boolean;
  mayChange: ReadonlySet<string>;
  /** The workspaces whose owner the person is. */
  owned: ReadonlySet<string>;
  onRoll(key: KeyRecord): void;
  onRevoke(key: KeyRecord): void;
  /** Lets it see personal data, or no longer. */
  onPersonalData(key: KeyRecord): void;
  /** Lets it write code into tags of websites, or no longer. */
  onCustomHtml(key: KeyRecord): void;
}

export function keyColumns({ windowS, manyWorkspaces, mayChange, ...doing }: Options): Column<KeyRecord>[] {
  return [
    { id: 'name', header: 'Name', cell: (key) => <RowName name={key.name} past={isPast(key)} /> },
    ...(manyWorkspaces
      ? [{ id: 'workspace', header: 'Workspace', cell: ({ workspaceName }: KeyRecord) => workspaceName, quiet: true }]
      : []),
    { id: 'key', header: 'Key', cell: ({ lastFour }) => <code>sk_live_…{lastFour}</code>, quiet: true },
    { id: 'channels', header: 'Channels', cell: (key) => <Channels channels={key.channels} /> },
    { id: 'may', header: 'May', cell: (key) => <May {...key} /> },
    { id: 'status', header: 'Status', cell: (key) => <KeyStatus apiKey={key} /> },
    {
      id: 'used',
      header: 'Last used',
      leaves: 5,
      quiet: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeText time={lastUsedAt} /> : 'never'),
    },
    {
      id: 'today',
      header: 'Calls today',
      leaves: 2,
      align: 'end',
      cell: ({ callsPerDay }) => wholeCount(callsPerDay.at(-1)),
    },
    {
      id: 'days',
      header: '14 days',
      leaves: 1,
      cell: ({ callsPerDay }) =>
        callsPerDay.some((calls) => calls > 0) ? <Sparkline values={callsPerDay} width={56} height={16} /> : '–',
    },
    {
      id: 'limit',
      header: `Limit / ${Math.round(windowS / 60)} min`,
      align: 'end',
      leaves: 3,
      cell: ({ limit }) => (
        <>
          {wholeCount(limit)} <span className={classes.unit}>pts</span>
        </>
      ),
    },
    { id: 'expires', header: 'Expires', leaves: 4, cell: expiry, quiet: true },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (key) => !isPast(key) && mayChange.has(key.workspaceId) && <Actions apiKey={key} {...doing} />,
    },
  ];
}

type ActionProps = Omit<Options, 'windowS' | 'manyWorkspaces' | 'mayChange'> & { apiKey: KeyRecord };

const Actions = ({ apiKey, owned, onRoll, onRevoke, onPersonalData, onCustomHtml }: ActionProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={`What to do with ${apiKey.name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {apiKey.status === 'active' && <Menu.Item onClick={() => onRoll(apiKey)}>Roll …</Menu.Item>}
      {owned.has(apiKey.workspaceId) && (
        <>
          <Menu.Item onClick={() => onPersonalData(apiKey)}>
            {apiKey.personalData ? 'Withdraw personal data' : 'Let it see personal data'}
          </Menu.Item>
          <Menu.Item onClick={() => onCustomHtml(apiKey)}>
            {apiKey.customHtml ? 'Withdraw custom HTML' : 'Let it write custom HTML'}
          </Menu.Item>
        </>
      )}
      <Menu.Item color="red" onClick={() => onRevoke(apiKey)}>
        Revoke …
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

function KeyStatus({ apiKey: { status, expiresAt, revokedAt } }: { apiKey: KeyRecord }) {
  const now = Date.now();
  if (status === 'revoked')
    return <Status kind="refused">{`Revoked ${revokedAt ? relative(revokedAt, now) : ''}`}</Status>;
  if (status === 'expired') return <Status kind="ended">Expired</Status>;
  if (status === 'overlapping')
    return <Status kind="limited">{`Overlap ends ${expiresAt ? relative(expiresAt, now) : 'soon'}`}</Status>;
  return <Status kind="active" />;
}

function expiry({ expiresAt, status }: KeyRecord) {
  if (status === 'revoked') return '–';
  if (expiresAt === null) return 'Never';
  return (
    <>
      <TimeText time={expiresAt} />
      {status === 'overlapping' && ', rolled'}
    </>
  );
}

export const KeyCompact = ({ apiKey, windowS }: { apiKey: KeyRecord; windowS: number }) => (
  <div className={classes.compact}>
    <div className={classes.compactRow}>
      <RowName name={apiKey.name} past={isPast(apiKey)} />
      <KeyStatus apiKey={apiKey} />
    </div>
    <div className={`${classes.compactRow} ${classes.unit}`}>
      <code>sk_live_…{apiKey.lastFour}</code>
      <May {...apiKey} />
    </div>
    <div className={`${classes.compactRow} ${classes.unit}`}>
      <span>{apiKey.lastUsedAt ? <>used {<TimeText time={apiKey.lastUsedAt} />}</> : 'never used'}</span>
      <span>
        {wholeCount(apiKey.limit)} pts / {Math.round(windowS / 60)} min
      </span>
    </div>
  </div>
);
