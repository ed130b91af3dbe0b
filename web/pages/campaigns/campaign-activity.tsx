import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '../../api/campaign.ts';
import { api } from '../../api/client.ts';
import { exact, moment } from '../../format/time.ts';
import { EntryChange, EntryOutcome, EntryWho } from '../../parts/audit-entry.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './campaigns.module.css';

/** The most ids the `object` filter takes; of a larger campaign only the first objects are asked for. */
const OBJECTS_MAX = 200;

/** All audit entries about the campaign and the objects below it, rejected calls too. */
export function useCampaignActivity({ workspaceId, channel, id }: Campaign, below: readonly string[]) {
  const object = [id, ...below].slice(0, OBJECTS_MAX);
  return useQuery(
    api.activity.list.queryOptions({ workspaceIds: [workspaceId], filters: { channel: [channel], object }, limit: 50 }),
  );
}

interface Props {
  campaign: Campaign;
  activity: ReturnType<typeof useCampaignActivity>;
}

export function CampaignActivity({ campaign, activity: { data, error } }: Props) {
  const go = useGo();
  if (error) return <Problem title="The activity could not be read" text={error.message} />;
  if (!data) return <Skeleton height={96} mt={12} />;
  if (data.entries.length === 0)
    return <p className={classes.belowNote}>Nobody has changed anything here through Adhelm.</p>;
  return (
    <>
      <ul className={classes.entries}>
        {data.entries.map((entry) => (
          <li key={entry.id}>
            <div className={classes.entry}>
              <EntryWho entry={entry} />
              <code>{entry.tool}</code>
              <time dateTime={entry.at} title={exact(entry.at)}>
                {moment(entry.at)}
              </time>
            </div>
            <div className={classes.entry}>
              <EntryChange entry={entry} />
              <EntryOutcome entry={entry} />
            </div>
          </li>
        ))}
      </ul>
      <Button
        size="xs"
        variant="subtle"
        mt={8}
        onClick={() => go('/activity', { object: campaign.id, channel: campaign.channel, since: 'all' })}
      >
        Show in Activity
      </Button>
    </>
  );
}
