import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import type { HistoryChange } from '../../api/history.ts';
import { plural } from '../../format/number.ts';
import { clock } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { nameOf } from './change-names.ts';
import classes from './history.module.css';

const SHOWN = 200;

/** The changes that the launch of a media plan was made of, and the way to its sheet. */
export function LaunchParts({ change: { workspaceId, plan } }: { change: HistoryChange }) {
  const id = plan?.id ?? '';
  const { data, error } = useQuery(
    api.history.list.queryOptions({ workspaceIds: [workspaceId], filters: { plan: id }, limit: SHOWN }),
  );
  const { data: sheet } = useQuery({ ...api.mediaPlans.ofPlan.queryOptions({ id }), retry: false });
  return (
    <div className={classes.parts}>
      {sheet && (
        <Anchor
          renderRoot={(props) => <Link to={`/media-plans/${sheet.id}` as '/'} search={true as never} {...props} />}
        >
          Open the sheet
        </Anchor>
      )}
      {error && <p className={classes.quiet}>Its parts could not be read: {error.message}</p>}
      {!data && !error && <Skeleton height={80} />}
      <ul aria-label="Its parts">
        {data?.changes.map((part) => (
          <li key={part.change_id}>
            <ChannelIcon channel={part.channel} labelled />
            <span>{nameOf(part)}</span>
            <span className={classes.quiet}>{`${part.tool.replaceAll('_', ' ')}, ${clock(part.at)}`}</span>
          </li>
        ))}
      </ul>
      {data?.nextCursor && <p className={classes.quiet}>These are the newest {plural(SHOWN, 'part')}.</p>}
    </div>
  );
}
