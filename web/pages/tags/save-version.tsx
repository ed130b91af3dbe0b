import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callTool } from '../../api/call-tool.ts';
import { type DraftChanges, type Place, readVersions, sendTags, tagsCall } from '../../api/tags.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import type { Mode } from '../../parts/mode-tag.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Conflicts, type Sides } from './conflicts.tsx';
import { waitingPlan } from './plan-answer.ts';
import { PlanWaits } from './plan-waits.tsx';
import classes from './tags.module.css';
import { changeCounts, openConflicts, triedConflicts } from './words.ts';

interface Props {
  place: Place;
  draft: { id: string; name: string };
  read: DraftChanges;
  mode: Mode | null;
  onClose(): void;
  onSaved(version: { id: string; name: string | null }): void;
}

/** Freezes a draft as a version. No visitor gets it: publishing is a step of its own. */
export function SaveVersion({ place, draft, read, mode, onClose, onSaved }: Props) {
  const [form, setForm] = useState({ name: '', notes: '' });
  const [sides, setSides] = useState<Sides>({});
  const attempt = useAttempt(place, draft.id);
  const save = useSave(place, draft.id, onSaved);
  const waiting = waitingPlan(save.error);
  const conflicts = attempt.data ? triedConflicts(attempt.data.conflicts) : openConflicts(read.conflicts);
  const isReady = form.name.trim() !== '' && conflicts.every(({ object }) => sides[object]) && !waiting;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Save “${draft.name}” as a version`}
      about={`${changeCounts(read.changes)}. Nothing reaches a visitor yet.`}
      icon={<ChannelIcon channel="tags" size={32} />}
      mode={mode}
      size={560}
      actions={
        <>
          <Button onClick={onClose}>{waiting ? 'Close' : 'Keep the draft'}</Button>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={!isReady}
            onClick={() => save.mutate({ ...form, sides })}
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
        {attempt.data && <Tried tried={attempt.data} />}
        {conflicts.length > 0 && <Conflicts conflicts={conflicts} sides={sides} onSides={setSides} />}
        <Fields form={form} put={(change) => setForm((old) => ({ ...old, ...change }))} />
      </div>
    </Dialog>
  );
}

interface Form {
  name: string;
  notes: string;
}

function Fields({ form, put }: { form: Form; put(change: Partial<Form>): void }) {
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        required
        placeholder="What it is for"
        maxLength={255}
        value={form.name}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Notes"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        value={form.notes}
        onChange={(event) => put({ notes: event.currentTarget.value })}
      />
      <p className={classes.quiet}>
        All of the draft goes in, whoever wrote it. The platform ends the draft and opens a new one for what comes next.
      </p>
    </>
  );
}

interface Attempt {
  compiles: boolean;
  causes: string[];
  conflicts: { object: string; name: string; ours: string; theirs?: string; fields: Record<string, Side> }[];
  warnings: string[];
}

interface Side {
  ours?: unknown;
  theirs?: unknown;
}

function useAttempt({ workspaceId, ...place }: Place, draft: string) {
  return useMutation({
    mutationFn: () =>
      callTool<Attempt>(tagsCall({ workspaceId, ...place }, 'preview_version', { tag_workspace_id: draft })),
  });
}

function Tried({ tried: { compiles, causes, conflicts, warnings } }: { tried: Attempt }) {
  const word = conflicts.length > 0 ? 'It is in conflict with a newer version.' : 'The platform cannot compile it.';
  return (
    <div className={classes.tried} role="status">
      <p className={classes.note}>
        <Shape kind={compiles ? 'done' : 'rejected'} size={12} />
        <span>{compiles ? 'The platform compiles it.' : word}</span>
      </p>
      {[...causes, ...warnings].map((line) => (
        <p key={line} className={classes.note}>
          <Shape kind="limited" size={12} /> <span>{line}</span>
        </p>
      ))}
    </div>
  );
}

interface Made {
  version: { version_id: string; name?: string };
}

function useSave(place: Place, draft: string, onSaved: Props['onSaved']) {
  return useMutation({
    mutationFn: ({ name, notes, sides }: Form & { sides: Sides }) =>
      sendTags<Made>(place, 'create_version', {
        tag_workspace_id: draft,
        name: name.trim(),
        ...(notes.trim() !== '' && { notes: notes.trim() }),
        ...(Object.keys(sides).length > 0 && { conflicts: sides }),
      }),
    onSuccess({ version }) {
      void readVersions();
      void showReadBack({
        title: `Version ${version.version_id} is saved`,
        about: 'It is not live: publish it when it should reach visitors.',
      });
      onSaved({ id: version.version_id, name: version.name ?? null });
    },
  });
}
