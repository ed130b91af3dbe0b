import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callTool } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { type Contents, type Place, readTags, type TagPlan, tagsCall } from '../../api/tags.ts';
import { ArmedButton } from '../../parts/armed-button.tsx';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { showReadBack } from '../../parts/read-back.tsx';
import { releaseParts } from '../../parts/release-parts.ts';
import { ReleaseView } from '../../parts/release-view.tsx';
import { Shape } from '../../parts/shape.tsx';
import { useArming } from '../../parts/use-arming.ts';
import { waitingPlan } from './plan-answer.ts';
import { PlanWaits } from './plan-waits.tsx';
import classes from './tags.module.css';
import { versionName } from './words.ts';

export type Release = { verb: 'publish'; version: { id: string; name: string | null } } | { verb: 'roll back' };

interface Props {
  workspace: Workspace;
  place: Place;
  live: Contents['live'];
  /** The container, for people. */
  about: string;
  release: Release;
  onClose(): void;
}

interface Previewed {
  plan: TagPlan & {
    difference: Record<string, { from: unknown; to: unknown }>;
    cannot_be_undone?: string[];
  };
}

/** What goes out, whose it is, and the two presses that let it. */
export function ReleaseDialog({ workspace, place, live, about, release, onClose }: Props) {
  const { tool, args, title, verb, confirm, done } = wordsOf(release);
  const { preview, send } = useRelease(place, tool, args, (id) => {
    void showReadBack({ title: done(id), about: `${about}, read back. Visitors get it within minutes.` });
    onClose();
  });
  const arming = useArming();
  const waiting = waitingPlan(send.error);
  // Going back to what was live before is a cut, which no rule holds back.
  const needsApproval = useNeedsApproval(workspace.id) && preview.data?.plan.class !== 'cut';
  const keep = live ? `Keep version ${live.id} live` : 'Publish nothing';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      about={about}
      icon={<ChannelIcon channel="tags" size={32} />}
      mode={workspace.modes.tags ?? null}
      size={640}
      footStart={<Steps isArmed={arming.isArmed} />}
      actions={
        waiting || preview.error ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            {!arming.isArmed && <Button onClick={onClose}>{keep}</Button>}
            <ArmedButton
              arming={arming}
              verb={verb}
              confirm={needsApproval ? 'Confirm: ask for approval' : confirm}
              keep={keep}
              busy={send.isPending}
              disabled={!preview.data}
              hint={<KeyCap onAccent keys="mod↵" />}
              onConfirm={() => preview.data && send.mutate(preview.data.plan.id)}
            />
          </>
        )
      }
    >
      <div className={classes.form}>
        <Outcome error={send.error} live={live} />
        <Failed error={preview.error} title={`It cannot ${release.verb}`} left="Nothing was sent." />
        {preview.isPending && <Skeleton height={120} />}
        {preview.data && <GoesOut plan={preview.data.plan} />}
        {needsApproval && !waiting && <NeedsApproval />}
      </div>
    </Dialog>
  );
}

/** Of the second press: the plan that waits, or why nothing was published. */
function Outcome({ error, live }: { error: Error | null; live: Props['live'] }) {
  const waiting = waitingPlan(error);
  if (waiting) return <PlanWaits plan={waiting} />;
  return <Failed error={error} title="Nothing was published" left={live ? `Version ${live.id} is still live.` : ''} />;
}

const NeedsApproval = () => (
  <p className={classes.note}>
    <Shape kind="scheduled" size={12} />
    <span>In this workspace a person has to agree: confirming makes a plan, and nothing is sent before.</span>
  </p>
);

const Steps = ({ isArmed }: { isArmed: boolean }) => (
  <span role="status">{isArmed ? 'Armed: confirm within 10 s' : 'Arm, then confirm'}</span>
);

function GoesOut({ plan: { difference, summary, cannot_be_undone: forGood = [] } }: Previewed) {
  const release = releaseParts(difference);
  return (
    <>
      {release ? <ReleaseView release={release} /> : <p className={classes.plain}>{summary}</p>}
      {forGood.map((line) => (
        <p key={line} className={classes.note}>
          <Shape kind="refused" size={12} /> <span>{line}</span>
        </p>
      ))}
    </>
  );
}

/** What is shown is what is made: the plan of the preview is applied, and is refused when something moved since. */
function useRelease(place: Place, tool: string, args: object, onDone: (version: string) => void) {
  const preview = useQuery({
    queryKey: ['release', place, tool, args],
    queryFn: () => callTool<Previewed>(tagsCall(place, tool, { ...args, preview: true })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: undefined,
  });
  const send = useMutation({
    mutationFn: async (plan_id: string) => {
      const call = { workspaceId: place.workspaceId, channel: 'workspace', tool: 'apply_plan', arguments: { plan_id } };
      const made = await callTool<{ version?: { version_id: string }; not_applied?: string[] }>(call);
      if (made.not_applied?.includes('live_version'))
        throw new Error('The platform took the request and keeps the old version live.');
      return made;
    },
    onSuccess: ({ version }) => onDone(version?.version_id ?? ''),
    onSettled: readTags,
  });
  return { preview, send };
}

function useNeedsApproval(workspaceId: string): boolean {
  const { data } = useQuery(api.approvals.policy.queryOptions({ workspaceId }));
  return data?.rules.activate === 'approve';
}

function wordsOf(release: Release) {
  if (release.verb === 'publish')
    return {
      tool: 'publish_version',
      args: { version_id: release.version.id },
      title: `Publish ${versionName(release.version).replace('Version', 'version')}`,
      verb: `Publish version ${release.version.id}`,
      confirm: `Confirm: version ${release.version.id} goes live`,
      done: (id: string) => `Version ${id || release.version.id} is live`,
    };
  return {
    tool: 'roll_back',
    args: {},
    title: 'Roll back to the version before',
    verb: 'Roll back',
    confirm: 'Confirm: roll back',
    done: (id: string) => (id ? `Version ${id} is live again` : 'The version before is live again'),
  };
}
