import { Button, Card } from '@mantine/core';
import { IconArrowLeft, IconRobot, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Plan } from '../../api/plans.ts';
import { useScope } from '../../api/scope.ts';
import { longMoment } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { CopyIcon } from '../../parts/copy-icon.tsx';
import { Diff } from '../../parts/diff.tsx';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './approvals.module.css';
import { Decision } from './decision.tsx';
import { Difference } from './difference.tsx';
import { planAddress } from './plan-address.ts';
import { PlanState } from './plan-state.tsx';
import { className, staysOf, timeLeft } from './words.ts';

/** One plan, read from above: what and where, who asks, why, the difference, what cannot be undone, the decision. */
export function PlanView({ plan, now }: { plan: Plan; now: number }) {
  return (
    <article className={classes.plan} aria-labelledby="plan-title">
      <div className={classes.planBody}>
        <Back />
        <Head plan={plan} now={now} />
        <PlanState plan={plan} />
        <div className={classes.pair}>
          <WhoAsks plan={plan} />
          <Why plan={plan} />
        </div>
        <Difference plan={plan} />
        <Cost plan={plan} />
        <NotUndone plan={plan} />
      </div>
      {/* Another plan, or this one planned anew, is another decision. */}
      {plan.state === 'waiting' && <Decision key={`${plan.id} ${plan.hash}`} plan={plan} />}
    </article>
  );
}

const Back = () => (
  <Link to={planAddress()} search={true as never} className={classes.back}>
    <IconArrowLeft size={14} aria-hidden="true" /> All plans
  </Link>
);

function Head({ plan, now }: { plan: Plan; now: number }) {
  const { all } = useScope();
  const workspace = all.find(({ id }) => id === plan.workspaceId)?.name;
  return (
    <header className={classes.head}>
      <ChannelIcon channel={plan.channel} size={32} labelled />
      <div className={classes.headText}>
        <h2 id="plan-title">{plan.title}</h2>
        <div className={classes.where}>
          {plan.object && <span className={classes.object}>{plan.object}</span>}
          <Tag>{className(plan)}</Tag>
          <ModeTag mode={plan.mode} />
          <span className={classes.quiet}>{[workspace, plan.account].filter(Boolean).join(' · ')}</span>
        </div>
      </div>
      <div className={classes.headEnd}>
        <span className={classes.code}>
          <code>{plan.code}</code>
          <CopyIcon value={plan.code} label="Copy the code" />
        </span>
        {plan.state === 'waiting' && (
          <span className={classes.quiet}>
            lapses {longMoment(plan.expiresAt)}, {timeLeft(plan.expiresAt, now)}
          </span>
        )}
      </div>
    </header>
  );
}

function WhoAsks({ plan: { requester, behind, createdAt, obstacle } }: { plan: Plan }) {
  const Icon = requester.kind === 'key' ? IconRobot : IconUser;
  return (
    <Card component="section" className={classes.card} aria-label="Who asks">
      <h3>Who asks</h3>
      <div className={classes.who}>
        <Icon size={16} aria-hidden="true" />
        <div>
          <strong>{requester.name}</strong>{' '}
          <span className={classes.quiet}>{requester.kind === 'key' ? 'API key' : 'a person, in this browser'}</span>
          <div className={classes.quiet}>
            asked <TimeText time={createdAt} />
          </div>
        </div>
      </div>
      {behind && (
        <div className={classes.who}>
          <IconUser size={16} aria-hidden="true" />
          <div>
            <strong>{behind.name}</strong> <span className={classes.quiet}>behind this key</span>
            {obstacle?.why === 'own request' && <div className={classes.quiet}>cannot approve it: four eyes</div>}
          </div>
        </div>
      )}
    </Card>
  );
}

const REASON_SHOWN = 600;

/** Written by an agent, so it is quoted as plain text: no links, no markup, cut where it is long. */
function Why({ plan: { reason, requester } }: { plan: Plan }) {
  const [isWhole, setWhole] = useState(false);
  const isAgent = requester.kind === 'key';
  const isLong = (reason?.length ?? 0) > REASON_SHOWN;
  return (
    <Card component="section" className={classes.card} aria-label="Why">
      <div className={classes.cardHead}>
        <h3>{isAgent ? 'Why, in the agent’s own words' : 'Why'}</h3>
        {isAgent && reason && <Tag>agent’s text, not checked</Tag>}
      </div>
      {reason ? (
        <blockquote className={classes.reason}>
          {isLong && !isWhole ? `${reason.slice(0, REASON_SHOWN)}…` : reason}
        </blockquote>
      ) : (
        <p className={classes.quiet}>No reason was given.</p>
      )}
      {isLong && (
        <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'less' : 'more'}
        </Button>
      )}
    </Card>
  );
}

/** What the account may spend before and after, as it was when this was planned. */
function Cost({ plan: { exposure } }: { plan: Plan }) {
  if (!exposure) return null;
  const { currency, unknown = [], refused } = exposure;
  const money = (amount: string) => shortValue({ amount, currency });
  const sums = [
    ['a day', exposure.daily],
    ['on the worst day', exposure.worst_day],
    ['this month', exposure.month],
  ] as const;
  const moved = sums.filter(([, { from, to }]) => from !== to);
  const doubts = [...(refused ? [refused.message] : []), ...unknown.map((what) => `Not counted: ${what}`)];
  return (
    <Card component="section" className={classes.card} aria-label="What the account may spend">
      <h3>What the account may spend</h3>
      <ul className={classes.lines}>
        {moved.length === 0 && <li>The same as before: what it changes does not run.</li>}
        {moved.map(([when, { from, to }]) => (
          <li key={when}>
            <Diff field={when} from={money(from)} to={money(to)} />
          </li>
        ))}
        {doubts.map((doubt) => (
          <li key={doubt}>
            <Shape kind="refused" /> {doubt}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NotUndone({ plan }: { plan: Plan }) {
  const lines = [...(plan.cannot_be_undone ?? []), ...staysOf(plan)];
  if (lines.length === 0) return null;
  return (
    <Card component="section" className={classes.card} aria-label="What cannot be undone">
      <h3>What cannot be undone</h3>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>
            <Shape kind="refused" /> {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
