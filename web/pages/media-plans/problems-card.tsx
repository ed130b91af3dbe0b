import { Button, Card } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { MediaPlan, PlannedRow } from '../../api/media-plans.ts';
import { wholeCount } from '../../format/number.ts';
import { channelName } from '../../parts/channels.ts';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Shape } from '../../parts/shape.tsx';
import { problemWords } from '../../parts/sheet-plan-words.ts';
import { useGo } from '../../shell/use-go.ts';
import { placeOf } from './grid.ts';
import classes from './media-plans.module.css';
import { groupsOf, type ProblemGroup, proposalsIn } from './problem-groups.ts';
import type { Walk } from './use-walk.ts';

const SHOWN_FIRST = 30;

interface Props {
  plan: MediaPlan;
  walk: Walk;
  isBusy: boolean;
  mayChange: boolean;
  onRepair(repairs: Readonly<Record<string, string>>): void;
  onMakeNew(rows: readonly number[]): void;
  onEdit(cell: string): void;
  onDefaults(): void;
  onAgain(): void;
}

/** Every problem by its cell, with one repair where there is one. */
export function ProblemsCard(props: Props) {
  const { walk } = props;
  const [all, setAll] = useState(false);
  const groups = useMemo(() => groupsOf(walk.ordered), [walk.ordered]);
  // The walk may have come to one that is further down.
  const reached = groups.findIndex(({ places }) => places.includes(walk.index)) + 1;
  const longest = Math.max(...walk.ordered.map(({ cell }) => cell.length), 0);
  const shown = all ? groups : groups.slice(0, Math.max(SHOWN_FIRST, reached));
  return (
    <Card component="section" aria-labelledby="what-is-wrong">
      <Head {...props} />
      {shown.length > 0 && (
        <ul className={classes.problems} style={{ '--address': `${longest}ch` } as React.CSSProperties}>
          {shown.map((group) => (
            <Line key={group.places[0]} {...props} group={group} />
          ))}
        </ul>
      )}
      {groups.length > shown.length && (
        <Button variant="subtle" size="xs" m={8} onClick={() => setAll(true)}>
          Show all {wholeCount(groups.length)}
        </Button>
      )}
    </Card>
  );
}

function Head({ plan, walk, isBusy, mayChange, onRepair }: Props) {
  const proposals = useMemo(() => proposalsIn(plan.problems), [plan]);
  const count = Object.keys(proposals).length;
  return (
    <div className={classes.cardHead}>
      <h2 id="what-is-wrong">What is wrong?</h2>
      <span className={classes.quiet}>{summary(plan)}</span>
      <span className={classes.cardEnd}>
        {walk.ordered.length > 1 && (
          <span className={classes.hint}>
            <KeyCap keys="N" /> next
          </span>
        )}
        {mayChange && count > 1 && (
          <Button size="xs" disabled={isBusy} onClick={() => onRepair(proposals)}>
            Use all {wholeCount(count)} proposals
          </Button>
        )}
        <Button
          size="xs"
          leftSection={<IconDownload />}
          component="a"
          href={`/api/media-plans/notes.xlsx?workspaceId=${plan.workspaceId}&id=${plan.id}`}
          download
        >
          Sheet with notes
        </Button>
      </span>
    </div>
  );
}

function summary(plan: MediaPlan): string {
  if (plan.problems.length === 0) return 'Nothing: every row goes in as it is.';
  return `${problemWords(plan)}; nothing is made before somebody says yes`;
}

function Line({ group, plan, walk, ...act }: Props & { group: ProblemGroup }) {
  const { first, cells, places } = group;
  const isCurrent = places.includes(walk.index);
  const next = places[isCurrent ? (places.indexOf(walk.index) + 1) % places.length : 0]!;
  const more = cells.length - 1;
  return (
    <li className={classes.problem} data-current={isCurrent}>
      <Shape kind={first.level === 'stop' ? 'rejected' : 'limited'} size={13} />
      <button
        type="button"
        className={classes.address}
        onClick={() => walk.go(next)}
        title={more > 0 ? 'Show one cell after the other' : 'Show the cell'}
      >
        {isCurrent ? cells[places.indexOf(walk.index)] : first.cell}
        {more > 0 && <span className={classes.moreCells}>and {wholeCount(more)} more</span>}
      </button>
      <span className={classes.problemText}>
        <span className={classes.unseen}>{first.level === 'stop' ? 'The row stays out. ' : 'It goes in. '}</span>
        {first.message}
        {first.allowed && first.kind !== 'defaults' && (
          <span className={classes.quiet}> {sentence(first.allowed)}</span>
        )}
      </span>
      {act.mayChange && <Repair group={group} plan={plan} walk={walk} {...act} />}
    </li>
  );
}

/** What is allowed is told in a few words, such as `14 Dec or later`. */
const sentence = (words: string): string => {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
};

interface Mending {
  words: string;
  /** What a screen reader is told besides, since several rows have the same button. */
  label?: string | undefined;
  onClick(): void;
}

/** The one thing that would mend it. */
function Repair({ group, isBusy, ...props }: Props & { group: ProblemGroup }) {
  const go = useGo();
  const { words, label, onClick } = mendingOf(group, props, go);
  return (
    <Button size="xs" disabled={isBusy} onClick={onClick} aria-label={label}>
      {words}
    </Button>
  );
}

type Acts = Pick<Props, 'plan' | 'onRepair' | 'onMakeNew' | 'onEdit' | 'onDefaults' | 'onAgain'>;

function mendingOf({ first, cells }: ProblemGroup, acts: Acts, go: ReturnType<typeof useGo>): Mending {
  const { cell, kind, repair } = first;
  const many = cells.length > 1;
  const where = many ? `${wholeCount(cells.length)} cells` : cell;
  if (repair !== undefined)
    return {
      words: many ? `Use ${repair} in ${where}` : `Use ${repair}`,
      label: `Use ${repair} in ${where}`,
      onClick: () => acts.onRepair(Object.fromEntries(cells.map((one) => [one, repair]))),
    };
  switch (kind) {
    case 'exists':
      return {
        words: many ? `Make ${wholeCount(cells.length)} new ones` : 'Make a new one',
        label: many ? undefined : `Make a new one for ${cell}`,
        onClick: () => acts.onMakeNew(cells.flatMap((one) => rowAt(acts.plan, one)?.rows ?? [])),
      };
    case 'defaults':
      return { words: 'Set defaults', label: `Set defaults for ${where}`, onClick: acts.onDefaults };
    case 'connection': {
      const channel = rowAt(acts.plan, cell)?.channel;
      return { words: channel ? `Connect ${channelName(channel)}` : 'Connect it', onClick: () => go('/connections') };
    }
    case 'limit':
    case 'rule':
      return { words: 'See the limits', label: `See the limits for ${where}`, onClick: () => go('/limits') };
    case 'unchecked':
    case 'moved':
      return { words: 'Check again', label: `Check again: ${where}`, onClick: acts.onAgain };
    default:
      return { words: 'Edit cell', label: `Edit cell ${cell}`, onClick: () => acts.onEdit(cell) };
  }
}

const rowAt = ({ rows }: MediaPlan, cell: string): PlannedRow | undefined => {
  const { row } = placeOf(cell);
  return rows.find((one) => one.rows.includes(row));
};
