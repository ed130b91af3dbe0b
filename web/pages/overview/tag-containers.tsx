import { Button, Card } from '@mantine/core';
import type { Workspace } from '../../api/scope.ts';
import { useContainers, waitS } from '../../api/tags.ts';
import { plural } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './overview.module.css';

const NAMED = 3;

/** What is connected of tag management. One request, kept for ten minutes: no container is read for it. */
export default function TagContainers({ workspace }: { workspace: Workspace }) {
  const go = useGo();
  const { data, error } = useContainers(workspace.id, undefined);
  const names = data?.containers.slice(0, NAMED).map(({ name }) => name) ?? [];
  const more = (data?.containers.length ?? 0) - names.length;
  return (
    <Card component="section" aria-label={channelName('tags')} className={classes.tags}>
      <ChannelIcon channel="tags" />
      <h2 className={classes.cardTitle}>{channelName('tags')}</h2>
      <ModeTag mode={workspace.modes.tags ?? 'live'} />
      <span className={classes.tagsText} role="status">
        {error && (
          <>
            <Shape kind={waitS(error) === undefined ? 'rejected' : 'scheduled'} size={12} />{' '}
            {waitS(error) === undefined ? `No answer: ${error.message}` : 'Waits: 15 requests a minute are used up.'}
          </>
        )}
        {data?.containers.length === 0 && 'The account has no container.'}
        {names.length > 0 && `${plural(data?.containers.length ?? 0, 'container')}: ${names.join(', ')}`}
        {more > 0 && ` and ${more} more`}
      </span>
      <Button size="xs" onClick={() => go('/tags')}>
        Open Tags
      </Button>
    </Card>
  );
}
