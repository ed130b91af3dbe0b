import { Button, Card } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ShownPlan } from '../../../src/tools/plan-desk.ts';
import { shortValue } from '../../format/value.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './playground.module.css';
import type { Answer } from './types.ts';

export type Plan = ShownPlan;

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
  const { code, state, summary, exposure, cannot_be_undone: forGood = [], expires_at } = plan;
  const changes = Object.entries(plan.difference ?? {});
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
      {changes.length > 0 ? (
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
      ) : (
        <CodeBox label="The request">{JSON.stringify(plan.request, null, 2)}</CodeBox>
      )}
      <ul className={classes.planLines}>
        {exposure && exposure.daily.from !== exposure.daily.to && (
          <li>
            The account may spend {shortValue({ amount: exposure.daily.to, currency: exposure.currency })} a day, and{' '}
            {shortValue({ amount: exposure.daily.from, currency: exposure.currency })} now.
          </li>
        )}
        {[...(exposure?.refused ? [exposure.refused.message] : []), ...forGood].map((line) => (
          <li key={line}>
            <Shape kind="refused" /> {line}
          </li>
        ))}
      </ul>
      <WayOn plan={plan} isApplying={isApplying} onApply={onApply} />
    </Card>
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
