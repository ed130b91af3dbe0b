import { Anchor, Button, Card } from '@mantine/core';
import { IconClock, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { exact, moment } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { ReadableId } from '../../parts/readable-id.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { Tag } from '../../parts/tag.tsx';
import classes from './rehearsal.module.css';
import { lasting, newestFirst, tell, tellDecision } from './story.ts';
import type { Decision, Effect, LedgerPage, Passage } from './types.ts';

interface Props {
  ledger: LedgerPage | undefined;
  error: { message: string } | null;
  /** Number on the chart, by the effect's `seq`. */
  numbers: ReadonlyMap<number, number>;
}

/** The sandbox's own record of effects, which may differ from what a caller was told when an answer was lost. */
export function Ledger({ ledger, error, numbers }: Props) {
  const { effects = [], passages = [], decisions = [], counts } = ledger ?? {};
  const happenings = newestFirst({ effects, passages, decisions });
  return (
    <Card component="section" className={classes.ledger} aria-label="What really happened there?">
      <div className={classes.cardHead}>
        <h2>What really happened there?</h2>
        <Tag>Ledger</Tag>
      </div>
      {error && <p className={classes.none}>The ledger could not be read: {error.message}</p>}
      {ledger && happenings.length === 0 && (
        <p className={classes.none}>Nothing yet. Whatever an agent makes or changes in the sandbox is listed here.</p>
      )}
      <ol className={classes.effects} tabIndex={0} aria-label="Effects, newest first">
        {happenings.map((one) => {
          if ('effect' in one)
            return <Happening key={one.effect.seq} effect={one.effect} number={numbers.get(one.effect.seq)} />;
          if ('passage' in one) return <Passing key={`passage ${one.passage.seq}`} passage={one.passage} />;
          return <Decided key={`decision ${one.decision.seq}`} decision={one.decision} />;
        })}
      </ol>
      {counts && (
        <div className={classes.ledgerFoot}>
          <span className={classes.quiet}>
            Creates {counts.create} · updates {counts.update} · deletes {counts.delete} ·{' '}
            <span data-twice={counts.twice > 0}>twice {counts.twice}</span>
          </span>
          <Button
            size="xs"
            leftSection={<IconDownload />}
            disabled={effects.length === 0}
            onClick={() => saveCsv('ledger.csv', effects.map(csvRow))}
          >
            CSV
          </Button>
        </div>
      )}
    </Card>
  );
}

const csvRow = ({ detail, call, ...row }: Effect) => ({
  ...row,
  detail: JSON.stringify(detail),
  by: call?.who.name ?? '',
  tool: call?.tool ?? '',
  told: call?.outcome ?? '',
});

const At = ({ time }: { time: string }) => (
  <time dateTime={time} title={exact(time)}>
    {moment(time)}
  </time>
);

function Happening({ effect, number }: { effect: Effect; number: number | undefined }) {
  const { call } = effect;
  return (
    <li>
      <ChannelIcon channel={effect.platform} labelled />
      <div>
        <div className={classes.effect}>
          <span>
            {tell(effect).title}
            {number !== undefined && (
              <>
                {' '}
                <span className={classes.number} role="img" aria-label={`number ${number} on the curve`}>
                  {number}
                </span>
              </>
            )}
          </span>
          <At time={effect.at} />
        </div>
        <div className={classes.quiet}>
          {effect.kind} · {effect.resource} <ReadableId id={effect.id} />
          {call && ` · by ${call.who.name}`}
        </div>
        {call && call.outcome !== 'applied' && (
          <p className={classes.told}>
            It was made, and Adhelm told {call.who.name} <code>{call.error?.code ?? call.outcome}</code>: the answer was
            lost.
          </p>
        )}
      </div>
    </li>
  );
}

function Decided({ decision }: { decision: Decision }) {
  const { channel, at, planId, code } = decision;
  return (
    <li>
      <ChannelIcon channel={channel} labelled />
      <div>
        <div className={classes.effect}>
          <span>{tellDecision(decision)}</span>
          <At time={at} />
        </div>
        <div className={classes.quiet}>
          <Anchor renderRoot={(props) => <Link to={`/approvals/${planId}`} {...props} />}>plan {code}</Anchor>
        </div>
      </div>
    </li>
  );
}

function Passing({ passage: { from, to, who } }: { passage: Passage }) {
  const passedMs = Date.parse(to) - Date.parse(from);
  return (
    <li>
      <span className={classes.passing}>
        <IconClock size={12} aria-hidden="true" />
      </span>
      <div>
        <div className={classes.effect}>
          <span>{passedMs > 0 ? `${lasting(passedMs)} went by` : 'The clock was set back'}</span>
          <At time={to} />
        </div>
        <div className={classes.quiet}>
          from {moment(from)} · by {who.name}
        </div>
      </div>
    </li>
  );
}
