import { Button, Card, SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { usePeriod } from '../../address/use-period.ts';
import { chartOf } from '../../api/days.ts';
import { canAsk, type Report } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import type { Purse } from '../../api/sums.ts';
import { money, shortMoney, wholeMoney } from '../../format/money.ts';
import { wholeCount } from '../../format/number.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { DayChart } from '../../parts/day-chart.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { lateCode } from '../../parts/late-code.ts';
import { MissingParts } from '../../parts/missing-parts.tsx';
import { AgainstPicker, PeriodPicker } from '../../parts/period-picker.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { Attention } from './attention.tsx';
import { ChannelTable } from './channel-table.tsx';
import { KeyFigures } from './key-figures.tsx';
import classes from './overview.module.css';
import { useOverview } from './use-overview.ts';

const AgentChanges = lazy(lateCode(() => import('./agent-changes.tsx')));
const TagContainers = lazy(lateCode(() => import('./tag-containers.tsx')));

export default function OverviewPage() {
  const { workspaces } = useScope();
  if (!canAsk(workspaces)) return <ChooseWorkspace title="Overview" />;
  return <Overview />;
}

function Overview() {
  const inAddress = usePeriod();
  const { period, against, onAgainst } = inAddress;
  const { data, purses, error, isPlaceholderData, isFetching, refetch } = useOverview(period, against);
  return (
    <Page
      title="Overview"
      note="Today is not shown: the day is not over in any account."
      actions={
        <>
          <PeriodPicker {...inAddress} />
          <AgainstPicker against={against} onAgainst={onAgainst} />
        </>
      }
    >
      {error && (
        <ReadProblem title="The numbers could not be read" text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting />}
      {data && purses && (
        <>
          <MissingParts missing={data.missing} onRetry={() => void refetch()} busy={isFetching} />
          {purses.length === 0 ? (
            <>
              {data.missing.length === 0 && <NothingYet accounts={data.sources.length} />}
              <Attention />
            </>
          ) : (
            <>
              <KeyFigures purses={purses} period={period} />
              <Suspense fallback={<Card h={120} />}>
                <AgentChanges />
              </Suspense>
              <div className={classes.middle}>
                <Spending report={data} purses={purses} stale={isPlaceholderData} />
                <Attention />
              </div>
              <ChannelTable purses={purses} report={data} stale={isPlaceholderData} />
            </>
          )}
          <Tags />
        </>
      )}
    </Page>
  );
}

/** Tags have no numbers: the card says what is connected, and nothing where nothing is. */
function Tags() {
  const { workspace } = useScope();
  if (!workspace?.modes.tags) return null;
  return (
    <Suspense>
      <TagContainers workspace={workspace} />
    </Suspense>
  );
}

function Spending({ report, purses, stale }: { report: Report; purses: readonly Purse[]; stale: boolean }) {
  const { period, against } = usePeriod();
  const [chosen, setChosen] = useState<string>();
  const purse = purses.find(({ key }) => key === chosen) ?? purses[0]!;
  const chart = useMemo(() => chartOf(purse, report, period, against), [purse, report, period, against]);
  const write = useCallback((value: number) => money(value, purse.currency), [purse.currency]);
  return (
    <DayChart
      title="What did we spend per day?"
      {...chart}
      stale={stale}
      write={write}
      writeShort={(value) => shortMoney(value, purse.currency)}
      writeWhole={(value) => wholeMoney(value, purse.currency)}
      controls={
        purses.length > 1 && (
          <SegmentedControl
            aria-label="Currency"
            data={purses.map(({ key, label }) => ({ value: key, label }))}
            value={purse.key}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

function NothingYet({ accounts }: { accounts: number }) {
  const go = useGo();
  if (accounts > 0)
    return (
      <Card>
        <Empty
          title="No numbers in these days"
          action={<Button onClick={() => go('/campaigns')}>See campaigns</Button>}
        >
          {accounts === 1 ? 'The connected account' : `None of the ${wholeCount(accounts)} connected accounts`} had{' '}
          {accounts === 1 && 'no '}cost, clicks or conversions in them. Choose other days above, or see what there is.
        </Empty>
      </Card>
    );
  return (
    <Card>
      <Empty
        title="No numbers yet"
        action={
          <Button variant="filled" onClick={() => go('/connections')}>
            Connect a channel
          </Button>
        }
      >
        Cost, clicks and conversions of the connected accounts would be here, day by day and each currency for itself.
      </Empty>
    </Card>
  );
}

const Waiting = () => (
  <AfterDelay>
    <div className={classes.figures} aria-busy="true">
      {['cost', 'clicks', 'conversions', 'each'].map((name) => (
        <Card key={name} p={16}>
          <Skeleton height={12} width={80} mb={16} />
          <Skeleton height={20} width={140} mb={12} />
          <Skeleton height={10} width={60} />
        </Card>
      ))}
    </div>
    <div className={classes.middle}>
      <Card p={16}>
        <Skeleton height={14} width={200} mb={20} />
        <Skeleton height={290} />
      </Card>
      <Attention />
    </div>
  </AfterDelay>
);
