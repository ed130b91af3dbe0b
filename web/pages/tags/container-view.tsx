import { ActionIcon, Button, Card, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Workspace } from '../../api/scope.ts';
import { type Container, type Place, readTags, useContents, useDrafts } from '../../api/tags.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { CopyIcon } from '../../parts/copy-icon.tsx';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { AuditCard } from './audit-card.tsx';
import { DraftDifference } from './draft-difference.tsx';
import { DraftsCard } from './drafts-card.tsx';
import { LiveCard } from './live-card.tsx';
import { ObjectsCard } from './objects-card.tsx';
import { type Release, ReleaseDialog } from './release-dialog.tsx';
import classes from './tags.module.css';
import { SlowRead, Unread } from './waiting-turn.tsx';
import { kindWords } from './words.ts';

interface Props {
  workspace: Workspace;
  /** Undefined until the list of containers has answered, or where it is not in it. */
  container: Container | undefined;
  place: Place;
  draft: string | undefined;
  onDraft(draft: string | undefined): void;
  /** Left out where there is no other container. */
  onBack: (() => void) | undefined;
}

/** One container: what is live, what drafts would change, what is wrong, and everything in it. */
export function ContainerView({ workspace, container, place, draft, onDraft, onBack }: Props) {
  const read = useContents(place);
  const [release, setRelease] = useState<Release>();
  const { data } = read;
  const drafts = useDrafts(place, data !== undefined);
  const { name = place.container } = container ?? {};
  const mode = workspace.modes.tags ?? null;
  const mayChange = workspace.role !== 'viewer';
  return (
    <>
      <Head container={container} id={place.container} mode={mode} onBack={onBack} isReading={read.isFetching} />
      {read.error && !data && <Unread read={read} title="The container could not be read" />}
      {read.isPending && <Waiting />}
      {data && (
        <>
          <div className={classes.columns}>
            <LiveCard contents={data} mayChange={mayChange} onRelease={setRelease} />
            <DraftsCard read={drafts} draft={draft} onDraft={onDraft} />
          </div>
          {draft !== undefined && (
            <DraftDifference
              key={draft}
              place={place}
              draft={drafts.data?.drafts.find(({ id }) => id === draft) ?? { id: draft, name: `draft ${draft}` }}
              mayChange={mayChange}
              mode={mode}
              onClose={() => onDraft(undefined)}
              onSaved={(version) => {
                onDraft(undefined);
                setRelease({ verb: 'publish', version });
              }}
            />
          )}
          <AuditCard place={place} />
          <ObjectsCard place={place} contents={data} />
          {release && (
            <ReleaseDialog
              workspace={workspace}
              place={place}
              live={data.live}
              about={[name, container?.publicId].filter(Boolean).join(' · ')}
              release={release}
              onClose={() => setRelease(undefined)}
            />
          )}
        </>
      )}
    </>
  );
}

interface HeadProps {
  container: Container | undefined;
  id: string;
  mode: 'live' | 'sandbox' | null;
  onBack: (() => void) | undefined;
  isReading: boolean;
}

function Head({ container, id, mode, onBack, isReading }: HeadProps) {
  const { name = 'Container', publicId = id, kind = '', domains = [], url } = container ?? {};
  return (
    <header className={classes.head}>
      <ChannelIcon channel="tags" size={32} />
      <div className={classes.headText}>
        <h2>{name}</h2>
        <div className={classes.where}>
          <code>{publicId}</code>
          <CopyIcon value={publicId} label="Copy the id" />
          {mode && <ModeTag mode={mode} />}
          {container && <span className={classes.quiet}>{[kindWords(kind), ...domains].join(' · ')}</span>}
        </div>
      </div>
      <div className={classes.headEnd}>
        {url && (
          <Button
            size="xs"
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink />}
          >
            At the platform
          </Button>
        )}
        {onBack && (
          <Button size="xs" leftSection={<IconArrowLeft />} onClick={onBack}>
            All containers
          </Button>
        )}
        <Tooltip label="Read again">
          <ActionIcon size={26} loading={isReading} onClick={() => void readTags()} aria-label="Read again">
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}

const Waiting = () => (
  <div aria-busy="true">
    <AfterDelay>
      <div className={classes.columns}>
        <Card p={16}>
          <Skeleton height={14} width={180} mb={16} />
          <Skeleton height={56} />
        </Card>
        <Card p={16}>
          <Skeleton height={14} width={180} mb={16} />
          <Skeleton height={56} />
        </Card>
      </div>
    </AfterDelay>
    <SlowRead />
  </div>
);
