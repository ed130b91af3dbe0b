import type { ListedMediaPlan } from '../../api/media-plans.ts';
import { plural } from '../../format/number.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Status } from '../../parts/status.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './media-plans.module.css';
import { stateOf } from './words.ts';

export const listColumns = (withWorkspace: boolean): Column<ListedMediaPlan>[] => [
  { id: 'name', header: 'Name', width: 240, cell: ({ name }) => <RowName name={name} /> },
  { id: 'sheet', header: 'Sheet', quiet: true, width: 160, cell: (plan) => <span>{rangeWords(plan)}</span> },
  ...(withWorkspace
    ? [{ id: 'workspace', header: 'Workspace', quiet: true, width: 130, cell: (one: ListedMediaPlan) => one.workspace }]
    : []),
  { id: 'campaigns', header: 'Campaigns', width: 200, cell: ({ counts }) => campaignWords(counts) },
  { id: 'problems', header: 'Problems', width: 140, cell: ({ counts }) => <Problems counts={counts} /> },
  {
    id: 'state',
    header: 'State',
    width: 170,
    cell: (plan) => {
      const { shape, word } = stateOf(plan);
      return <Status kind={shape}>{word}</Status>;
    },
  },
  { id: 'by', header: 'By', quiet: true, width: 130, cell: ({ by }) => by.name },
  {
    id: 'read',
    header: 'Read',
    quiet: true,
    align: 'end',
    width: 110,
    cell: (one) => <TimeText time={one.createdAt} />,
  },
];

/** `Plan!A4:G20`, or the tab alone where it was read whole. */
const rangeWords = ({ tab, range }: ListedMediaPlan): string =>
  range.includes('!') || range === tab ? range : `${tab}, ${range}`;

function campaignWords({ make, change, same, out }: ListedMediaPlan['counts']): string {
  const words = [
    make > 0 && `${make} new`,
    change > 0 && `${change} changed`,
    same > 0 && `${same} as they are`,
    out > 0 && `${out} out`,
  ].filter((word) => word !== false);
  return words.length > 0 ? words.join(', ') : 'none';
}

function Problems({ counts: { stop, look } }: Pick<ListedMediaPlan, 'counts'>) {
  if (stop + look === 0) return <span className={classes.quiet}>none</span>;
  return (
    <span className={classes.counts}>
      {stop > 0 && (
        <span>
          <Shape kind="rejected" /> {plural(stop, 'stop')}
        </span>
      )}
      {look > 0 && (
        <span>
          <Shape kind="limited" /> {look} to look at
        </span>
      )}
    </span>
  );
}

export function PlanCompact({ plan }: { plan: ListedMediaPlan }) {
  const { shape, word } = stateOf(plan);
  return (
    <div className={classes.compact}>
      <RowName name={plan.name} />
      <span className={classes.compactLine}>
        <Status kind={shape}>{word}</Status>
        <span className={classes.quiet}>
          {campaignWords(plan.counts)} · <TimeText time={plan.createdAt} />
        </span>
      </span>
    </div>
  );
}
