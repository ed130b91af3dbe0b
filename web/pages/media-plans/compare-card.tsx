import { Button, Card, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callTool } from '../../api/call-tool.ts';
import type { MediaPlan } from '../../api/media-plans.ts';
import { money } from '../../format/money.ts';
import { plural, UNKNOWN, wholeCount } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { Status } from '../../parts/status.tsx';
import classes from './media-plans.module.css';
import { shownValue } from './words.ts';

interface Amount {
  amount: string;
  currency: string;
}

type State = 'live' | 'paused' | 'ended' | 'other' | 'missing' | 'out' | 'unknown';

interface ComparedRow {
  rows: number[];
  channel?: string;
  campaign: { name: string; id?: string };
  state: State;
  changed: { field: string; sheet: unknown; now: unknown }[];
  planned: Amount | null;
  expected: Amount | null;
  spent: Amount | null;
  words: string;
}

interface Comparison {
  rows: ComparedRow[];
  more_rows: number;
  unplanned: {
    channel: string;
    campaign: { id: string; name: string };
    status: 'on' | 'paused' | 'ended' | 'other';
    spent: Amount | null;
  }[];
  totals: { currency: string; planned: Amount | null; expected: Amount | null; spent: Amount | null }[];
  missing: { channel: string; reason: string; next_step: string }[];
  notes: string[];
}

const STATES: Record<State, { shape: ShapeKind; word: string }> = {
  live: { shape: 'active', word: 'Live' },
  paused: { shape: 'paused', word: 'Paused' },
  ended: { shape: 'ended', word: 'Ended' },
  other: { shape: 'scheduled', word: 'Other' },
  missing: { shape: 'rejected', word: 'Missing' },
  out: { shape: 'refused', word: 'Left out' },
  unknown: { shape: 'unknown', word: 'Not read' },
};

const ON_PLATFORM = { ...STATES, on: STATES.live };

const COMPARED_MAX = 1_000;
const SHOWN_FIRST = 100;

const useComparison = (plan: MediaPlan) =>
  useQuery({
    queryKey: ['compare to plan', plan.id],
    queryFn: () =>
      callTool<Comparison>({
        workspaceId: plan.workspaceId,
        channel: 'workspace',
        tool: 'compare_to_plan',
        arguments: {
          ...(plan.planId ? { plan_id: plan.planId } : { spreadsheet_id: plan.spreadsheetId, range: plan.range }),
          limit: COMPARED_MAX,
        },
      }),
    staleTime: 0,
    retry: false,
  });

/** Each row beside what runs of it now, what was spent of what was planned, and what no row plans. */
export function CompareCard({ plan }: { plan: MediaPlan }) {
  const { data, error, isFetching, refetch } = useComparison(plan);
  return (
    <Card component="section" aria-labelledby="what-runs">
      <div className={classes.cardHead}>
        <h2 id="what-runs">What runs of it?</h2>
        <span className={classes.quiet}>{data && totalWords(data)}</span>
        <span className={classes.cardEnd}>
          <Button size="xs" leftSection={<IconRefresh />} loading={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        </span>
      </div>
      {error && !data && (
        <div className={classes.unread}>
          <ReadProblem title="It could not be compared" text={error.message} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <Skeleton height={160} m={16} width="auto" />}
      {data && <Compared data={data} />}
    </Card>
  );
}

/** A currency at a time, never added. */
const totalWords = ({ totals }: Comparison): string =>
  totals
    .map(({ currency, spent, planned }) => `${shown(spent, currency)} of ${shown(planned, currency)} spent`)
    .join(' · ');

const shown = (amount: Amount | null, currency?: string): string =>
  amount ? money(amount.amount, amount.currency) : currency ? `${UNKNOWN} ${currency}` : UNKNOWN;

function Compared({ data }: { data: Comparison }) {
  const [all, setAll] = useState(false);
  const rows = all ? data.rows : data.rows.slice(0, SHOWN_FIRST);
  return (
    <>
      {data.missing.map(({ channel, reason, next_step }) => (
        <p key={`${channel} ${reason}`} className={classes.partial} role="status">
          <Shape kind="unknown" size={13} /> {reason} {next_step}
        </p>
      ))}
      <ul className={classes.problems}>
        {rows.map((row) => (
          <Line key={row.rows.join(' ')} row={row} />
        ))}
      </ul>
      {data.rows.length > rows.length && (
        <Button variant="subtle" size="xs" m={8} onClick={() => setAll(true)}>
          Show all {wholeCount(data.rows.length)}
        </Button>
      )}
      {data.unplanned.length > 0 && <Unplanned unplanned={data.unplanned} />}
      {data.notes.length > 0 && <p className={classes.foot}>{data.notes.join(' ')}</p>}
    </>
  );
}

function Line({ row }: { row: ComparedRow }) {
  const { shape, word } = STATES[row.state];
  return (
    <li className={classes.moved}>
      <ChannelIcon channel={row.channel ?? ''} labelled />
      <span className={classes.movedText}>
        <span className={classes.comparedName}>
          {row.campaign.name} <span className={classes.quiet}>row {row.rows.join(', ')}</span>
          <Status kind={shape}>{row.changed.length > 0 ? `${word}, changed since` : word}</Status>
        </span>
        {row.changed.map(({ field, sheet, now }) => (
          <span key={field}>
            <span className={classes.quiet}>{field}</span> {shownValue(now)}{' '}
            <span className={classes.quiet}>now, {shownValue(sheet)} in the sheet</span>
          </span>
        ))}
      </span>
      <span className={classes.spent} title={row.words}>
        {shown(row.spent)} <span className={classes.quiet}>of {shown(row.planned)}</span>
      </span>
    </li>
  );
}

function Unplanned({ unplanned }: Pick<Comparison, 'unplanned'>) {
  return (
    <section aria-labelledby="no-row">
      <div className={classes.cardHead}>
        <h3 id="no-row">{plural(unplanned.length, 'campaign')} that no row plans</h3>
      </div>
      <ul className={classes.problems}>
        {unplanned.map(({ channel, campaign, status, spent }) => (
          <li key={`${channel} ${campaign.id}`} className={classes.moved}>
            <ChannelIcon channel={channel} labelled />
            <span className={classes.movedText}>
              <span className={classes.comparedName}>
                {campaign.name}
                <Status kind={ON_PLATFORM[status].shape}>{ON_PLATFORM[status].word}</Status>
              </span>
            </span>
            <span className={classes.spent}>
              {shown(spent)} <span className={classes.quiet}>spent</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
