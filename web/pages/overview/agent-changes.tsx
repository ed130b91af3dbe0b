import { Card, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { money, moneyDifference } from '../../format/money.ts';
import { plural, rate } from '../../format/number.ts';
import { useGo } from '../../shell/use-go.ts';
import classes from './overview.module.css';

type Agent = inferRouterOutputs<Api>['activity']['byAgent']['agents'][number];

const DAYS = 7;
/** More would push the chart out of sight. */
const SHOWN = 4;

/** One row a key: how much it changed, what that added to the budgets, and its largest raise. */
export default function AgentChanges() {
  const { workspaceIds } = useScope();
  const { data } = useQuery(api.activity.byAgent.queryOptions({ workspaceIds, days: DAYS }));
  const agents = data?.agents ?? [];
  const rest = agents.slice(SHOWN);
  return (
    <Card component="section" aria-label="What did agents change?">
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>What did agents change?</h2>
        <span className={classes.agentsNote}>
          Last {DAYS} days{data?.isPartial && ', the newest 2,000 changes'}
        </span>
      </div>
      {data && agents.length === 0 && <div className={classes.calm}>No agent changed anything.</div>}
      {agents.length > 0 && (
        <div className={classes.agents}>
          <table>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Changes</th>
                <th scope="col">Budget added</th>
                <th scope="col">Largest raise</th>
              </tr>
            </thead>
            <tbody>
              {agents.slice(0, SHOWN).map((agent) => (
                <AgentRow key={agent.who.id} agent={agent} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rest.length > 0 && <div className={classes.calm}>{plural(rest.length, 'more key')} with fewer changes.</div>}
    </Card>
  );
}

function AgentRow({ agent: { who, changes, unknown, added, largest } }: { agent: Agent }) {
  const go = useGo();
  return (
    <tr>
      <th scope="row">
        <UnstyledButton className={classes.agent} onClick={() => go('/activity', { changed_by: who.id, since: '7d' })}>
          <bdi>{who.name}</bdi>
        </UnstyledButton>
      </th>
      <td>
        {changes}
        {unknown > 0 && <span className={classes.agentUnknown}> + {unknown} unknown</span>}
      </td>
      <td>
        {added.length === 0
          ? 'none'
          : added.map(({ currency, isDaily, amount }) => (
              <div key={`${currency} ${isDaily}`}>
                {moneyDifference(amount, currency)} {isDaily ? 'a day' : 'in total'}
              </div>
            ))}
      </td>
      <td>{largest ? <Largest raise={largest} /> : 'none'}</td>
    </tr>
  );
}

const Largest = ({ raise: { object, currency, before, after } }: { raise: NonNullable<Agent['largest']> }) => (
  <>
    <bdi>{object}</bdi>{' '}
    <span className={classes.agentsNote}>
      {money(before, currency)} → {money(after, currency)}
      {before > 0 && ` (+ ${rate(after / before - 1, 0)})`}
    </span>
  </>
);
