import { Button, Card, Skeleton } from '@mantine/core';
import type { Draft, useDrafts } from '../../api/tags.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './tags.module.css';
import { Unread } from './waiting-turn.tsx';

interface Props {
  read: ReturnType<typeof useDrafts>;
  draft: string | undefined;
  onDraft(draft: string | undefined): void;
}

/** The drafts of a container; what each would change is read when it is opened. */
export function DraftsCard({ read, draft, onDraft }: Props) {
  return (
    <Card component="section" aria-labelledby="drafts-heading" className={classes.card}>
      <h2 id="drafts-heading">What waits in drafts?</h2>
      <p className={classes.quiet}>All of a draft goes out together, whoever wrote it.</p>
      {read.isPending && (
        <div aria-busy="true">
          <AfterDelay>
            <Skeleton height={56} />
          </AfterDelay>
        </div>
      )}
      {read.error && !read.data && <Unread read={read} title="The drafts could not be read" />}
      {read.data?.drafts.length === 0 && <p className={classes.quiet}>There is no draft.</p>}
      <ul className={classes.drafts}>
        {read.data?.drafts.map((one) => (
          <DraftRow key={one.id} draft={one} isOpen={one.id === draft} onDraft={onDraft} />
        ))}
      </ul>
    </Card>
  );
}

function DraftRow({ draft, isOpen, onDraft }: { draft: Draft; isOpen: boolean; onDraft: Props['onDraft'] }) {
  const { id, name, isOurs, description } = draft;
  return (
    <li>
      <span className={classes.draftText}>
        <span className={classes.draftName} title={name}>
          {name}
        </span>
        {isOurs && <Tag>agents write here</Tag>}
        {description && (
          <span className={classes.quiet} title={description}>
            {description}
          </span>
        )}
      </span>
      <Button size="xs" aria-expanded={isOpen} onClick={() => onDraft(isOpen ? undefined : id)}>
        {isOpen ? 'Hide changes' : 'Show changes'}
      </Button>
    </li>
  );
}
