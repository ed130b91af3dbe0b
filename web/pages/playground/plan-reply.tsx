import { Button, Card } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Plan as WholePlan } from '../../api/plans.ts';
import { shortValue } from '../../format/value.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './playground.module.css';
import type { Answer } from './types.ts';

/** As tools answer with it. */
export type Plan = Pick<
  WholePlan,
  'id' | 'code' | 'state' | 'summary' | 'difference' | 'request' | 'exposure' | 'cannot_be_undone' | 'expires_at'
>;

/** The plan that a call was answered with: a preview's, or one that a rule has made of the call. */
export function planOf(answer: Answer): Plan | undefined {
  const { plan } = (answer.ok ? answer.result : answer.error) as { plan?: Partial<Plan> };
  return plan?.id !== undefined && plan.state !== undefined && plan.code !== undefined ? (plan as Plan) : undefined;
}

interface Props {
  plan: Plan;
  isApplying: boolean;
  /** Undefined: this person may not. */
  onApply: ((plan: Plan) => void) | undefined;
}

/** What a plan would change, and the way on: making it, or the person who has to agree. */
export function PlanReply({ plan, isApplying, onApply }: Props) {
  const { code, state, summary, expires_at } = plan;
  const isOpen = state === 'planned' || state === 'waiting';
  return (
    <Card component="section" aria-label={`Plan ${code}`} className={classes.plan}>
      <header className={classes.planHead}>
        <h3>{summary}</h3>
        <Tag>{code}</Tag>
        <Tag tone={state === 'waiting' ? 'warn' : 'plain'}>{state}</Tag>
      </header>
      {isOpen && (
        <p>
          Nothing has been sent.
          {expires_at && (
            <>
              {' '}
              It lapses <TimeText time={expires_at} />.
            </>
          )}
        </p>
      )}
      <WouldChange plan={plan} />
      <Consequences plan={plan} />
      <WayOn plan={plan} isApplying={isApplying} onApply={onApply} />
    </Card>
  );
}

/** Field by field; of something new, the request. */
function WouldChange({ plan: { difference, request } }: { plan: Plan }) {
  const changes = Object.entries(difference);
  if (changes.length === 0) return <CodeBox label="The request">{JSON.stringify(request, null, 2)}</CodeBox>;
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="What would change">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(([field, { from, to }]) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{shortValue(from)}</td>
              <td>{shortValue(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a day may cost then, the limit that refuses it, and what stays for good. */
function Consequences({ plan: { exposure, cannot_be_undone: forGood = [] } }: { plan: Plan }) {
  const money = (amount: string) => shortValue({ amount, currency: exposure?.currency });
  return (
    <ul className={classes.planLines}>
      {exposure && exposure.daily.from !== exposure.daily.to && (
        <li>
          The account may spend {money(exposure.daily.to)} a day, and {money(exposure.daily.from)} now.
        </li>
      )}
      {[...(exposure?.refused ? [exposure.refused.message] : []), ...forGood].map((line) => (
        <li key={line}>
          <Shape kind="refused" /> {line}
        </li>
      ))}
    </ul>
  );
}

function WayOn({ plan, isApplying, onApply }: Props) {
  if (plan.state === 'waiting')
    return (
      <p>
        It waits for approval: <Link to={`/approvals/${plan.id}` as '/'}>open plan {plan.code}</Link>. Once a person has
        agreed, the service makes the change by itself.
      </p>
    );
  if (plan.state !== 'planned' || plan.exposure?.refused || !onApply) return null;
  return (
    <Button variant="filled" className={classes.apply} loading={isApplying} onClick={() => onApply(plan)}>
      Apply this plan
    </Button>
  );
}
