import { Button, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { Api } from '../../../src/web/api/router.ts';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { wholeCount } from '../../format/number.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { channelName } from '../../parts/channels.ts';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './overview.module.css';

type Item = inferRouterOutputs<Api>['attention']['list'][number];

const shapeOf = ({ kind, severity }: Item): ShapeKind => {
  if (kind === 'unknown_outcome') return 'unknown';
  return severity === 'error' ? 'rejected' : 'limited';
};

/** The worst come first; more than these push the numbers below out of sight. */
const SHOWN = 8;

/** The list of problems that need a person, such as a rejected ad, each with one action. */
export function Attention() {
  const { workspaceIds } = useScope();
  const go = useGo();
  const { data, error } = useQuery(api.attention.list.queryOptions({ workspaceIds }));
  const [all, setAll] = useState(false);
  const shown = all ? data : data?.slice(0, SHOWN);
  return (
    <Card component="section" aria-label="Needs attention">
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>Needs attention</h2>
        {data && data.length > 0 && <Tag>{wholeCount(data.length)}</Tag>}
      </div>
      {data?.length === 0 && <div className={classes.calm}>Nothing needs you now.</div>}
      {error && <div className={classes.calm}>This list could not be read: {error.message}</div>}
      {!data && !error && (
        <AfterDelay>
          <div className={classes.calm}>Looking …</div>
        </AfterDelay>
      )}
      <ul className={classes.attention}>
        {shown?.map((item) => (
          <li key={`${item.kind} ${item.title} ${item.about} ${item.since ?? ''}`} className={classes.attentionItem}>
            <Shape kind={shapeOf(item)} size={12} />
            <div className={classes.attentionText}>
              <div className={classes.attentionTitle}>{item.title}</div>
              <div className={classes.attentionAbout}>
                {item.channel && `${channelName(item.channel)}, `}
                {item.about}
              </div>
              {item.since && (
                <div className={classes.attentionSince}>
                  <TimeText time={item.since} />
                </div>
              )}
            </div>
            <Button size="xs" onClick={() => goTo(item.action.to)}>
              {item.action.label}
            </Button>
          </li>
        ))}
      </ul>
      {data && !all && data.length > SHOWN && (
        <Button variant="subtle" size="xs" m={8} onClick={() => setAll(true)}>
          Show all {wholeCount(data.length)}
        </Button>
      )}
    </Card>
  );

  function goTo(address: string) {
    const { pathname, searchParams } = new URL(address, window.location.origin);
    go(pathname, Object.fromEntries(searchParams));
  }
}
