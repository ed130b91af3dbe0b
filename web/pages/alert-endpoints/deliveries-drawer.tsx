import { Button, Drawer } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { type Delivery, type Endpoint, rereadEndpoints } from '../../api/endpoints.ts';
import { plural } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './endpoints.module.css';

interface Props {
  endpoint: Endpoint;
  mayChange: boolean;
  onClose(): void;
}

const SHAPES: Readonly<Record<string, { shape: ShapeKind; word: string }>> = {
  delivered: { shape: 'done', word: 'Delivered' },
  waiting: { shape: 'scheduled', word: 'Waiting' },
  failed: { shape: 'rejected', word: 'Failed' },
};

/** What was sent there and what it answered, newest first. */
export function DeliveriesDrawer({ endpoint, mayChange, onClose }: Props) {
  const { workspaceId, id } = endpoint;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...api.endpoints.deliveries.pathKey(), workspaceId, id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => client.endpoints.deliveries.query({ workspaceId, id, after: pageParam }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: undefined,
    refetchInterval: 10_000,
  });
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title={`Deliveries to ${endpoint.name}`}>
      {error && !data && (
        <ReadProblem title="The log could not be read" text={error.message} onRetry={() => void refetch()} />
      )}
      {data && deliveries.length === 0 && <p className={classes.quiet}>Nothing was sent there yet.</p>}
      <ul className={classes.log}>
        {deliveries.map((one) => (
          <Line key={one.id} delivery={one} endpoint={endpoint} mayChange={mayChange} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older ones
        </Button>
      )}
    </Drawer>
  );
}

function Line({ delivery, endpoint, mayChange }: { delivery: Delivery; endpoint: Endpoint; mayChange: boolean }) {
  const { state, title, type, createdAt, attempts, nextAt } = delivery;
  const { shape, word } = SHAPES[state] ?? { shape: 'unknown' as const, word: state };
  const last = attempts.at(-1);
  const replay = useMutation(api.endpoints.replay.mutationOptions({ onSuccess: rereadEndpoints }));
  return (
    <li>
      <div className={classes.logLine}>
        <Shape kind={shape} size={12} />
        <span>{title}</span>
        <time className={classes.quiet} dateTime={new Date(createdAt).toISOString()}>
          {moment(createdAt)}
        </time>
      </div>
      <div className={classes.logLine}>
        <span className={classes.quiet}>
          {type} · {word}
          {attempts.length > 0 && ` after ${plural(attempts.length, 'try', 'tries')}`}
          {last && state !== 'delivered' && ` · ${last.error ?? `HTTP ${last.status}`}`}
          {nextAt && (
            <>
              {' '}
              · again <TimeText time={nextAt} />
            </>
          )}
        </span>
        {mayChange && state !== 'waiting' && type !== 'endpoint.test' && (
          <Button
            size="xs"
            variant="subtle"
            loading={replay.isPending}
            onClick={() =>
              replay.mutate({ workspaceId: endpoint.workspaceId, id: endpoint.id, deliveryId: delivery.id })
            }
          >
            Send again
          </Button>
        )}
      </div>
      <Failed error={replay.error} title="It was not sent again" />
    </li>
  );
}
