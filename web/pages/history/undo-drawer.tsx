import { ActionIcon, Button, Drawer, Skeleton } from '@mantine/core';
import { IconEye, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { callTool, ToolFailure } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import type { UndoReport } from '../../api/history.ts';
import { plural } from '../../format/number.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import classes from './history.module.css';
import { Coverage, coverageOf, fieldsOf, isGoing, type JoinedReport, Report } from './undo-report.tsx';

export interface Undoing {
  verb: 'Undo' | 'Redo';
  title: string;
  /** When the changes were made. */
  about: string;
  /** One call for each workspace. A redo names the call that has undone the change. */
  calls: readonly { workspaceId: string; asked: { change_ids: string[] } | { call_id: string } }[];
}

/** The undos of several workspaces are shown as one. */
async function previewOf({ calls }: Undoing): Promise<JoinedReport> {
  const reports = await Promise.all(
    calls.map(async ({ workspaceId, asked }) => {
      const call = { workspaceId, channel: 'workspace', tool: 'undo_change', arguments: { ...asked } };
      return { workspaceId, ...(await callTool<UndoReport>(call)) };
    }),
  );
  return {
    changes: reports.flatMap(({ changes }) => changes),
    plans: reports.flatMap(({ plans, workspaceId }) => plans.map((plan) => ({ ...plan, workspaceId }))),
  };
}

/** Makes the very plans that were shown, in their order; one that fails or has to wait does not keep the others back. */
async function applied(report: JoinedReport): Promise<JoinedReport> {
  const plans: JoinedReport['plans'] = [];
  for (const one of report.plans) {
    const { workspaceId, plan } = one;
    const call = { workspaceId, channel: 'workspace', tool: 'apply_plan', arguments: { plan_id: plan.id } };
    const error = await callTool(call).then(
      () => undefined,
      (thrown: unknown) => {
        if (!(thrown instanceof ToolFailure)) throw thrown;
        const { code, message, next_step } = thrown.details;
        return { code, message, next_step };
      },
    );
    const state = error?.code === 'approval_required' ? 'waiting' : error ? plan.state : 'applied';
    plans.push({ ...one, plan: { ...plan, state }, ...(error && { error }) });
  }
  return { ...report, plans };
}

interface Props {
  undoing: Undoing;
  onClose(): void;
  onDone(): void;
}

/** The preview of an undo: nothing is sent until its button is pressed. */
export function UndoDrawer({ undoing, onClose, onDone }: Props) {
  const { verb, title, about } = undoing;
  const { preview, apply } = useUndo(undoing, onDone);
  const report = apply.data ?? preview.data;
  const going = apply.data ? 0 : fieldsOf(preview.data).filter(isGoing).length;
  const press = () => preview.data && going > 0 && !apply.isPending && apply.mutate(preview.data);
  useVerbKey(press);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(560px, 100vw)" trapFocus>
      <Drawer.Overlay />
      <Drawer.Content aria-label={title} classNames={{ content: classes.content }}>
        <div className={classes.head}>
          {report && <Coverage of={coverageOf(fieldsOf(report))} />}
          <span className={classes.quiet}>{apply.data ? 'done' : 'nothing has been sent yet'}</span>
          <ActionIcon onClick={onClose} aria-label="Close">
            <IconX size={16} />
          </ActionIcon>
        </div>
        <Drawer.Body className={classes.body}>
          <h2 className={classes.title}>{title}</h2>
          <p className={classes.about}>{about}</p>
          {preview.isPending && <Skeleton h={160} mt={14} />}
          <Failed error={preview.error} title="It cannot be undone" />
          <Failed error={apply.error} title="It was not undone" />
          {report && <Report report={report} />}
        </Drawer.Body>
        {report && (
          <Foot report={report} onClose={onClose} isDone={apply.data !== undefined}>
            {going > 0 && (
              <Button
                variant="filled"
                loading={apply.isPending}
                onClick={press}
                rightSection={<KeyCap keys="mod↵" onAccent />}
              >
                {verb} {plural(going, 'field')}
              </Button>
            )}
          </Foot>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}

function useUndo(undoing: Undoing, onDone: () => void) {
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ['undo', undoing.calls],
    queryFn: () => previewOf(undoing),
    // Each preview is a plan of its own, so it is made once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: undefined,
  });
  const apply = useMutation({
    mutationFn: applied,
    onSuccess: onDone,
    onSettled: () => Promise.all([api.history, api.activity].map((one) => queries.invalidateQueries(one.pathFilter()))),
  });
  return { preview, apply };
}

interface FootProps {
  report: JoinedReport;
  isDone: boolean;
  onClose(): void;
  children: ReactNode;
}

function Foot({ report, isDone, onClose, children }: FootProps) {
  const [shown, setShown] = useState(false);
  const requests = report.plans.map(({ plan }) => plan.request);
  return (
    <>
      {shown && (
        <div className={classes.requests}>
          <CodeBox label="The requests">{JSON.stringify(requests, null, 2)}</CodeBox>
        </div>
      )}
      <div className={classes.foot}>
        {requests.length > 0 ? (
          <Button variant="subtle" size="xs" leftSection={<IconEye />} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'} the {plural(requests.length, 'request')}
          </Button>
        ) : (
          <span />
        )}
        <Button onClick={onClose}>{isDone ? 'Close' : 'Keep all as it is'}</Button>
        {children}
      </div>
    </>
  );
}

/** ⌘↵ presses the button from anywhere in the drawer. */
function useVerbKey(press: () => unknown): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A repeat comes from the key press that opened the drawer, and must not confirm it.
      if (event.key === 'Enter' && !event.repeat && (event.metaKey || event.ctrlKey)) press();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  });
}
