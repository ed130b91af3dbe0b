import { ActionIcon, Card, Menu, SegmentedControl } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Monitor } from '../../api/alerts.ts';
import { wholeCount } from '../../format/number.ts';
import { clock, exact } from '../../format/time.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './alerts.module.css';
import { ThresholdLine } from './threshold-line.tsx';
import { STATE } from './words.ts';

interface Props {
  monitors: readonly Monitor[];
  /** More than one workspace is shown. */
  withWorkspace: boolean;
  mayChange(workspaceId: string): boolean;
  onEdit(monitor: Monitor): void;
  onDelete(monitor: Monitor): void;
}

const FILTERS = ['all', 'firing', 'no_verdict'] as const;
type Filter = (typeof FILTERS)[number];

export function MonitorsCard({ monitors, withWorkspace, mayChange, onEdit, onDelete }: Props) {
  const [filter, setFilter] = useState<Filter>('all');
  const shown = useMemo(
    () => (filter === 'all' ? monitors : monitors.filter(({ state }) => state === filter)),
    [monitors, filter],
  );
  const columns = useMemo(
    () => columnsOf({ withWorkspace, mayChange, onEdit, onDelete }),
    [withWorkspace, mayChange, onEdit, onDelete],
  );
  const counted = (of: Filter) =>
    wholeCount(of === 'all' ? monitors.length : monitors.filter(({ state }) => state === of).length);
  return (
    <Card component="section" className={classes.list} aria-label="What is watched?" id="monitors">
      <div className={classes.listHead}>
        <h2>What is watched?</h2>
        <span className={classes.quiet}>28 days, dashed: where it would fire</span>
        <SegmentedControl
          aria-label="Which monitors"
          value={filter}
          onChange={(chosen) => setFilter(chosen as Filter)}
          data={[
            { value: 'all', label: `All ${counted('all')}` },
            { value: 'firing', label: `Firing ${counted('firing')}` },
            { value: 'no_verdict', label: `No verdict ${counted('no_verdict')}` },
          ]}
        />
      </div>
      {shown.length === 0 ? (
        <p className={classes.none}>
          {filter === 'firing' ? 'No monitor fires.' : 'Every monitor has a verdict.'} All {wholeCount(monitors.length)}{' '}
          are shown under All.
        </p>
      ) : (
        <DataTable
          label="Monitors"
          rows={shown}
          columns={columns}
          rowId={({ id }) => id}
          compact={(row) => <CompactMonitor monitor={row} withWorkspace={withWorkspace} />}
        />
      )}
    </Card>
  );
}

function columnsOf({ withWorkspace, mayChange, onEdit, onDelete }: Omit<Props, 'monitors'>): Column<Monitor>[] {
  return [
    {
      id: 'name',
      header: 'Monitor',
      width: 150,
      cell: ({ name, where, workspace }) => (
        <span className={classes.twoLines}>
          <span title={name}>{name}</span>
          <span className={classes.quiet} title={where}>
            {where}
            {withWorkspace && ` · ${workspace}`}
          </span>
        </span>
      ),
    },
    {
      id: 'rule',
      header: 'Fires when',
      width: 150,
      cell: ({ fires_when }) => <span title={fires_when}>{fires_when}</span>,
      quiet: true,
    },
    {
      id: 'spark',
      header: '28 days',
      width: 100,
      cell: ({ spark, state }) => <ThresholdLine spark={spark} state={state} />,
    },
    { id: 'state', header: 'State', width: 140, cell: (row) => <MonitorState monitor={row} /> },
    {
      id: 'judged',
      header: 'Judged',
      width: 60,
      align: 'end',
      cell: ({ judged_at }) =>
        judged_at ? (
          <time dateTime={judged_at} title={exact(judged_at)}>
            {clock(judged_at)}
          </time>
        ) : (
          '–'
        ),
    },
    {
      id: 'menu',
      header: 'Actions',
      hideHeader: true,
      width: 64,
      align: 'end',
      cell: (row) =>
        mayChange(row.workspaceId) ? <RowMenu monitor={row} onEdit={onEdit} onDelete={onDelete} /> : null,
    },
  ];
}

function MonitorState({ monitor: { state, state_words } }: { monitor: Monitor }) {
  const { shape, word } = STATE[state]!;
  const words = state_words || word;
  return (
    <span className={classes.stateCell} title={words}>
      <Shape kind={shape} size={12} /> <span>{words}</span>
    </span>
  );
}

const CompactMonitor = ({ monitor, withWorkspace }: { monitor: Monitor; withWorkspace: boolean }) => (
  <span className={classes.twoLines}>
    <span className={classes.compactLine}>
      <span>{monitor.name}</span> <MonitorState monitor={monitor} />
    </span>
    <span className={classes.quiet}>
      {monitor.fires_when}
      {withWorkspace && ` · ${monitor.workspace}`}
    </span>
  </span>
);

function RowMenu({ monitor, onEdit, onDelete }: { monitor: Monitor } & Pick<Props, 'onEdit' | 'onDelete'>) {
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Actions for ${monitor.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onEdit(monitor)}>Edit</Menu.Item>
        <Menu.Item color="red" onClick={() => onDelete(monitor)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
