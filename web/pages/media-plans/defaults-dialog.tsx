import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, readAgain } from '../../api/client.ts';
import type { Defaults } from '../../api/media-plans.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { DefaultsFields } from './defaults-fields.tsx';

interface Props {
  workspace: Workspace;
  onClose(): void;
  onKept?: () => void;
}

/** What the campaigns of a workspace have in common unless a row says otherwise. */
export function DefaultsDialog(props: Props) {
  const { data, error } = useQuery({
    ...api.mediaPlans.defaults.queryOptions({ workspaceId: props.workspace.id }),
    staleTime: 0,
    placeholderData: undefined,
  });
  return data ? <Loaded {...props} read={data} /> : <Waits {...props} error={error} />;
}

const TITLE = 'Defaults of media plans';
const ABOUT = 'What campaigns have in common, unless a row says otherwise. Nothing that exists is changed by it.';

const Waits = ({ error, onClose }: Props & { error: { message: string } | null }) => (
  <Dialog opened onClose={onClose} title={TITLE} about={ABOUT} size={640}>
    <Failed error={error} title="The defaults could not be read" />
    {!error && <Skeleton height={240} />}
  </Dialog>
);

function Loaded({ workspace, onClose, onKept, read }: Props & { read: Defaults }) {
  const [draft, setDraft] = useState(read.defaults);
  const isViewer = workspace.role === 'viewer';
  const keep = useMutation(
    api.mediaPlans.keepDefaults.mutationOptions({
      onSuccess: () => {
        void readAgain(api.mediaPlans.defaults.pathFilter());
        onClose();
        onKept?.();
      },
    }),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TITLE}
      about={ABOUT}
      size={640}
      actions={
        isViewer ? (
          <Locked verb="Keep" />
        ) : (
          <>
            <Button onClick={onClose}>Leave as they are</Button>
            <Button
              variant="filled"
              loading={keep.isPending}
              rightSection={<KeyCap keys="mod↵" onAccent />}
              onClick={() => keep.mutate({ workspaceId: workspace.id, defaults: draft })}
            >
              Keep
            </Button>
          </>
        )
      }
    >
      <Failed error={keep.error} title="The defaults were not kept" left="They are as they were." />
      <DefaultsFields draft={draft} channels={read.channels} isLocked={isViewer} onChange={setDraft} />
    </Dialog>
  );
}
