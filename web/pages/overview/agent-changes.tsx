import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import type { Api } from '../../../src/web/api/router.ts';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { money, moneyDifference } from '../../format/money.ts';
import { plural, rate } from '../../format/number.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './overview.module.css';

type Agent = inferRouterOutputs<Api>['activity']['byAgent']['agents'][number];

const DAYS = 7;
/** More would push the chart out of sight. */
const SHOWN = 4;

const COLUMNS: Column<Agent>[] = [
  { id: 'key', header: 'Key', cell: ({ who }) => <RowName name={who.name} /> },
  { id: 'changes', header: 'Changes', cell: (agent) => <Changes agent={agent} /> },
  { id: 'added', header: 'Budget added', cell: (agent) => <Added agent={agent} /> },
  { id: 'largest', header: 'Largest raise', cell: ({ largest }) => (largest ? <Largest raise={largest} /> : 'none') },
];

/** One row a key: how much it changed, what that added to the budgets, and its largest raise. */
export default function AgentChanges() {
  const { workspaceIds } = useScope();
  const go = useGo();
  const { data } = useQuery(api.activity.byAgent.queryOptions({ workspaceIds, days: DAYS }));
  const agents = data?.agents ?? [];
  const shown = useMemo(() => data?.agents.slice(0, SHOWN) ?? [], [data]);
  const rest = agents.length - shown.length;
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
        <DataTable
          label="Changes by agents"
          rows={shown}
          columns={COLUMNS}
          rowId={({ who }) => who.id}
          keys={false}
          onOpen={({ who }) => go('/activity', { changed_by: who.id, since: '7d' })}
          compact={(agent) => <AgentCompact agent={agent} />}
        />
      )}
      {rest > 0 && <div className={classes.calm}>{plural(rest, 'more key')} with fewer changes.</div>}
    </Card>
  );
}

const Changes = ({ agent: { changes, unknown } }: { agent: Agent }) => (
  <>
    {changes}
    {unknown > 0 && <span className={classes.agentUnknown}> + {unknown} unknown</span>}
  </>
);

const OVER = { day: 'a day', total: 'in total' };

function Added({ agent: { added } }: { agent: Agent }) {
  if (added.length === 0) return 'none';
  const isMixed = new Set(added.map(({ mode }) => mode)).size > 1;
  return added.map(({ mode, currency, period, amount }) => (
    <div key={`${mode} ${currency} ${period}`}>
      {moneyDifference(amount, currency)} {period && OVER[period]}
      {isMixed && mode && <span className={classes.agentsNote}> {mode}</span>}
    </div>
  ));
}

const Largest = ({ raise: { object, currency, before, after } }: { raise: NonNullable<Agent['largest']> }) => (
  <>
    <bdi>{object}</bdi>{' '}
    <span className={classes.agentsNote}>
      {money(before, currency)} → {money(after, currency)}
      {Number(before) > 0 && ` (+ ${rate(Number(after) / Number(before) - 1, 0)})`}
    </span>
  </>
);

const AgentCompact = ({ agent }: { agent: Agent }) => (
  <div className={classes.agentCompact}>
    <RowName name={agent.who.name} />
    <span>
      Changes: <Changes agent={agent} />
    </span>
    <span className={classes.agentsNote}>{agent.largest ? <Largest raise={agent.largest} /> : 'No budget raised'}</span>
    <span>{agent.added.length > 0 && <Added agent={agent} />}</span>
  </div>
);
