import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, type Place, readTags, sendTags } from '../../api/tags.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import type { Mode } from '../../parts/mode-tag.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { Shape } from '../../parts/shape.tsx';
import { waitingPlan } from './plan-answer.ts';
import { PlanWaits } from './plan-waits.tsx';
import classes from './tags.module.css';
import { changeCounts } from './words.ts';

interface Props {
  place: Place;
  draft: { id: string; name: string };
  changes: readonly Change[];
  mode: Mode | null;
  onClose(): void;
  onSaved(version: { id: string; name: string | null }): void;
}

interface Made {
  version: { version_id: string; name?: string };
}

interface Tried {
  compiles: boolean;
  words?: string;
}

/** Freezes a draft as a version. No visitor gets it: publishing is a step of its own. */
export function SaveVersion({ place, draft, changes, mode, onClose, onSaved }: Props) {
  const [name, setName] = useState('');
  const [notes, setNotes] = useState('');
  const attempt = useMutation({
    mutationFn: () => sendTags<Tried>(place, 'preview_version', { tag_workspace_id: draft.id }),
  });
  const save = useMutation({
    mutationFn: () =>
      sendTags<Made>(place, 'create_version', {
        tag_workspace_id: draft.id,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(notes.trim() !== '' && { notes: notes.trim() }),
      }),
    onSuccess({ version }) {
      void showReadBack({
        title: `Version ${version.version_id} is saved`,
        about: 'It is not live: publish it when it should reach visitors.',
      });
      onSaved({ id: version.version_id, name: version.name ?? null });
    },
    onSettled: readTags,
  });
  const waiting = waitingPlan(save.error);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Save “${draft.name}” as a version`}
      about={`${changeCounts(changes)}. Nothing reaches a visitor yet.`}
      icon={<ChannelIcon channel="tags" size={32} />}
      mode={mode}
      size={520}
      actions={
        <>
          <Button onClick={onClose}>{waiting ? 'Close' : 'Keep the draft'}</Button>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={waiting !== undefined}
            onClick={() => save.mutate()}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            Save the version
          </Button>
        </>
      }
      footStart={
        <Button size="xs" variant="subtle" loading={attempt.isPending} onClick={() => attempt.mutate()}>
          Try whether it compiles
        </Button>
      }
    >
      <div className={classes.form}>
        {waiting ? (
          <PlanWaits plan={waiting} />
        ) : (
          <Failed error={save.error} title="No version was made" left="The draft is as it was." />
        )}
        <Failed error={attempt.error} title="It could not be tried" />
        {attempt.data && (
          <p className={classes.note} role="status">
            <Shape kind={attempt.data.compiles ? 'done' : 'rejected'} size={12} />
            <span>
              {attempt.data.words ??
                (attempt.data.compiles ? 'The platform compiles it.' : 'The platform cannot compile it.')}
            </span>
          </p>
        )}
        <TextInput
          label="Name"
          data-autofocus
          placeholder="What it is for"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Notes"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={5_000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <p className={classes.quiet}>
          The platform takes the draft away and opens a new one for what comes next. The version stays, and can be
          published or not.
        </p>
      </div>
    </Dialog>
  );
}
