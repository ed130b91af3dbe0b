import { ActionIcon, Button, Card, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Workspace } from '../../api/scope.ts';
import { type Contents, type Place, readTags, useContents } from '../../api/tags.ts';
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
  place: Place;
  draft: string | undefined;
  onDraft(draft: string | undefined): void;
  /** Left out where there is no other container. */
  onBack: (() => void) | undefined;
}

/** One container: what is live, what drafts would change, what is wrong, and everything in it. */
export function ContainerView({ workspace, place, draft, onDraft, onBack }: Props) {
  const read = useContents(place);
  const [release, setRelease] = useState<Release>();
  const { data } = read;
  const mayChange = workspace.role !== 'viewer';
  return (
    <>
      <Head data={data} place={place} mode={workspace.modes.tags ?? null} onBack={onBack} isReading={read.isFetching} />
      {read.error && !data && <Unread read={read} title="The container could not be read" />}
      {read.isPending && <Waiting />}
      {data && (
        <>
          <div className={classes.columns}>
            <LiveCard contents={data} mayChange={mayChange} onRelease={setRelease} />
            <DraftsCard place={place} draft={draft} onDraft={onDraft} />
          </div>
          {draft !== undefined && (
            <DraftDifference
              key={draft}
              place={place}
              draft={draft}
              mayChange={mayChange}
              mode={workspace.modes.tags ?? null}
              onClose={() => onDraft(undefined)}
              onSaved={(version) => {
                onDraft(undefined);
                setRelease({ verb: 'publish', version });
              }}
            />
          )}
          <AuditCard place={place} />
          <ObjectsCard contents={data} />
          {release && (
            <ReleaseDialog
              workspace={workspace}
              place={place}
              contents={data}
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
  data: Contents | undefined;
  place: Place;
  mode: 'live' | 'sandbox' | null;
  onBack: (() => void) | undefined;
  isReading: boolean;
}

function Head({ data, place, mode, onBack, isReading }: HeadProps) {
  const { name, publicId = place.container, kind = '', domains = [] } = data?.container ?? {};
  return (
    <header className={classes.head}>
      <ChannelIcon channel="tags" size={32} />
      <div className={classes.headText}>
        <h2>{name ?? publicId}</h2>
        <div className={classes.where}>
          <code>{publicId}</code>
          <CopyIcon value={publicId} label="Copy the id" />
          {mode && <ModeTag mode={mode} />}
          {data && <span className={classes.quiet}>{[kindWords(kind), ...domains].join(' · ')}</span>}
        </div>
      </div>
      <div className={classes.headEnd}>
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
