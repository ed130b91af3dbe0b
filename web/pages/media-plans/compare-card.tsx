import { Button, Card, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { callTool } from '../../api/call-tool.ts';
import type { MediaPlan, Progress } from '../../api/media-plans.ts';
import { ReadProblem } from '../../parts/read-problem.tsx';
import classes from './media-plans.module.css';

/** Each row beside what runs of it now. */
export function CompareCard({ plan }: { plan: MediaPlan; progress: Progress | undefined }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['compare to plan', plan.id],
    queryFn: () =>
      callTool<Record<string, unknown>>({
        workspaceId: plan.workspaceId,
        channel: 'workspace',
        tool: 'compare_to_plan',
        arguments: plan.planId ? { plan_id: plan.planId } : { spreadsheet_id: plan.spreadsheetId, range: plan.range },
      }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Card component="section" aria-labelledby="what-runs">
      <div className={classes.cardHead}>
        <h2 id="what-runs">What runs of it?</h2>
        <span className={classes.cardEnd}>
          <Button size="xs" leftSection={<IconRefresh />} loading={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        </span>
      </div>
      {error && <ReadProblem title="It could not be compared" text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} m={16} />}
      {data && <pre>{JSON.stringify(data, null, 1)}</pre>}
    </Card>
  );
}
